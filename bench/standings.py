"""Standings of a large round: all its games, ratings and intervals."""

from collections.abc import Iterator
from random import Random

from bench.clock import cpu_seconds_once
from bench.rows import SECONDS, Row, must_agree
from tablero.arena.rounds.entrants import ByText, Entrant
from tablero.arena.standings.ranking import standings
from tablero.match.elo import score_of
from tablero.match.record import Record
from tablero.match.referee import Reason

PLAYERS, REFERENCES, OPENINGS = 100, 5, 20
WANTED = 5.0
SPREAD, SEAT = 140.0, 35.0
"""Elo: the deviation of the players' strengths, and what it is worth to start."""


def measure() -> Iterator[Row]:
    """Seconds of the processor from the records to the whole table, beside those that we want."""
    players = [
        Entrant(f"p{number}", f"player {number}", number < REFERENCES, ByText("random"))
        for number in range(PLAYERS)
    ]
    games = list(_round(players))
    seconds, found = cpu_seconds_once(lambda: standings(players, games))
    must_agree("games", sum(row.score.games for row in found.rows), 2 * len(games))
    details = {"players": PLAYERS, "games": len(games)}
    name = "standings of {players} players, {games} games"
    yield Row(name, seconds, "wanted", WANTED, SECONDS, 1, details)


def _round(players: list[Entrant]) -> Iterator[Record]:
    """Results of a round robin, as chance decides between players of different strengths."""
    dice = Random(1)
    strength = {player.id: dice.gauss(0, SPREAD) for player in players}
    for one in strength:
        for other in strength:
            chance = score_of(strength[one] - strength[other] + SEAT)
            for opening in range(1, OPENINGS + 1) if one != other else ():
                winner, margin = (1, 2) if dice.random() < chance else (2, -2)
                yield Record(
                    "mancala11",
                    "start",
                    one,
                    other,
                    [],
                    winner,
                    margin,
                    Reason.WON,
                    number=opening,
                )
