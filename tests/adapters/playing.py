"""Games between agents of two worlds, refereed by us."""

from collections import Counter

from tablero.match.openings import Openings
from tablero.match.plan import MatchTerms, Plan
from tablero.match.players import MatchPlayers


def reasons_of(game, first, second, games, openings=0, seed=1):
    """Why so many games between two agents were over, each of whom starts half of them."""
    terms = MatchTerms(game, (first, second), games, seed, Openings(openings))
    players = MatchPlayers(Plan(terms))
    try:
        return Counter(players.play(number).reason for number in range(1, games + 1))
    finally:
        players.close()
