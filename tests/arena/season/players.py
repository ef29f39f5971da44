"""Files as pairs hand them in: evaluations that differ by their weights, and clumsy or hostile
ones."""

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

CHEATS = """
import logging

ALIAS = "{alias}"


def choose(moves):
    logging.FileHandler("/etc/passwd")
    return moves[0]
"""
"""Nobody who reads it sees a file being opened; the sandbox does."""

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


def usual(alias: str, seeds: int = 10, mobility: int = 3) -> str:
    return USUAL.format(alias=alias, seeds=seeds, mobility=mobility)
