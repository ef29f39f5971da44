"""The third paper's tournament: its game, its players and their matches."""

from collections.abc import Sequence
from functools import cache

from tablero.lab.papers.duels import Duels, play_duels, searcher

GAME = "mancala11(passes=true)"
REGULAR, GOOD, HONEST = "regular", "good", "good(finished=0,margin=1)"
"""HONEST is good without its fault."""

TOURNAMENT = 2
"""The depth of the paper's rounds."""

GAMES = 1000
DEPTHS = range(1, 7)


@cache
def played(first: str, second: str, depths: Sequence[int], games: int, seed: int) -> Duels:
    """Matches of two evaluations, both at the same depth; several experiments ask for them."""
    return play_duels(GAME, searcher(first), searcher(second), depths, games, seed)
