"""Players as they are handed in, for the tests."""

REGULAR = """
from typing import NamedTuple


def marker(row, store):
    seeds = store
    while row:
        seeds += row & 63
        row >>= 6
    return seeds


def lead(position):
    own = marker(position.mine, position.store)
    return own - marker(position.theirs, position.their_store)


class Regular(NamedTuple):
    weight: int = 1

    def value(self, position):
        return self.weight * lead(position)

    def final(self, outcome):
        return self.weight * outcome
"""

GOOD = (
    REGULAR.partition("class")[0]
    + """
class Good(NamedTuple):
    finished: int = -50

    def value(self, position):
        best = -10**6
        for move in position.moves():
            child = position.play(move)
            sign = 1 if child.turn() == position.turn() else -1
            best = max(best, sign * lead(child))
        return best

    def final(self, outcome):
        return self.finished
"""
)

STORES = """
from tablero.arena.player import ME, RIVAL


def value(board):
    return board.store(ME) - board.store(RIVAL)
"""

HALVES = STORES.replace("board.store(ME) - board.store(RIVAL)", "board.store(ME) / 2")

ANY = """
import random


def choose(moves):
    return random.choice(moves)
"""
