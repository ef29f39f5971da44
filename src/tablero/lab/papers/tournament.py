"""The third paper's tournament: its game, its players and their matches."""

from collections.abc import Sequence
from functools import cache

from tablero.lab.papers.duels import Duels, play_duels, searcher

GAME = "mancala11(passes=true)"
REGULAR, GOOD, MENDED = "regular", "good", "good(finished=0,margin=1)"
"""Evaluations of the tournament; MENDED is *good* without its fault."""

TOURNAMENT = 2
"""Depth of the paper's rounds, in plies."""

GAMES = 1000
DEPTHS = range(1, 7)


@cache
def played(first: str, second: str, depths: Sequence[int], games: int, seed: int) -> Duels:
    """Return the matches of two evaluations at equal depths; several experiments use them."""
    return play_duels(GAME, searcher(first), searcher(second), depths, games, seed)
