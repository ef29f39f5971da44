"""Files as pairs hand them in: evaluations that differ by their weights, and clumsy or hostile
ones."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

import tablero.games as games
from tablero.agents.plain import Leaves
from tablero.arena.course import Course
from tablero.arena.rounds.openings import after
from tablero.arena.season.openings import openings_of
from tablero.arena.store.store import Store

USUAL = """
from tablero.arena.player import ME, RIVAL

ALIAS = "{alias}"


def value(board):
    lead = board.marker(ME) - board.marker(RIVAL)
    return {seeds} * lead + {mobility} * (len(board.filled(ME)) - len(board.filled(RIVAL)))
"""

CRASHES = """
ALIAS = "{alias}"


def value(board):
    return 1 // 0
"""

LOOPS = """
ALIAS = "{alias}"


def value(board):
    while True:
        pass
"""

CRASHES_THERE = """
ALIAS = "{alias}"


def value(board):
    return 1 // (board.text not in {boards})
"""
"""Only on these boards: no check of a few games finds that."""

CHEATS_THERE = """
import logging

ALIAS = "{alias}"


def choose(position, moves):
    if [*position] == {fields}:
        logging.FileHandler("/etc/passwd")
    return moves[0]
"""
"""Only in this position; and nobody who reads it sees a file being opened. The sandbox does."""

ILLEGAL = """
ALIAS = "{alias}"


def choose(moves):
    return 99
"""

ANY = """
import random

ALIAS = "{alias}"


def choose(moves):
    return random.choice(moves)
"""


def crashes_in_a_round(alias: str, course: Course, store: Store, at: datetime) -> str:
    """Fails at its first move from the first opening of that day's round, whoever starts. A few
    probes and games of the checks do not lead there."""
    leaves = Leaves(None)
    for position in _first_turns(_first(course, store, at)):
        leaves.expand(position, course.game.depth)
    game = games.load(course.game.rules)
    return CRASHES_THERE.format(alias=alias, boards=[*map(game.write, leaves.open)])


def cheats_in_a_round(alias: str, course: Course, store: Store, at: datetime) -> str:
    return CHEATS_THERE.format(alias=alias, fields=[*_first(course, store, at)])


def _first_turns(start: Any) -> Iterator[Any]:
    """Where a player may have his first turn: who moves may move on."""
    yield start
    for child in map(start.play, start.moves()):
        if child.turn() == start.turn():
            yield from _first_turns(child)
        else:
            yield child


def _first(course: Course, store: Store, at: datetime) -> Any:
    """Where the first opening leads to."""
    (opening,) = openings_of(course, store, 1, at.date(), at)
    return after(games.load(course.game.rules), opening.moves)


def usual(alias: str, seeds: int = 10, mobility: int = 3) -> str:
    return USUAL.format(alias=alias, seeds=seeds, mobility=mobility)
