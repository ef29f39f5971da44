"""A game whose true evaluation is known: goods of three kinds, worth 3, 2 and 1 each.

It is written as a user would, in a file of his own.
"""

from pathlib import Path

import numpy as np

WORTH = {"gold": 3, "silk": 2, "salt": 1}

FILE = '''\
"""Take one of three lots, sixteen times. Whose goods are worth more wins."""

from dataclasses import dataclass
from typing import NamedTuple

from tablero.games.game import Game
from tablero.position import ONGOING

TURNS = 16
BUNDLES = 4 * 4 * 4


class Market(NamedTuple):
    """gold, silk, salt -- the mover's less the other's; lots -- chance, from the last ones"""

    gold: int
    silk: int
    salt: int
    lots: int
    turns: int

    def moves(self):
        for lot in range(3):
            yield lot

    def play(self, move):
        bundle = (self.lots >> 6 * move) % BUNDLES
        gold = self.gold + bundle % 4
        silk = self.silk + bundle // 4 % 4
        salt = self.salt + bundle // 16
        lots = ((self.lots ^ (move + 1) * 40503) * 48271 + 7919) % (2**31 - 1)
        return Market(-gold, -silk, -salt, lots, self.turns + 1)

    def outcome(self):
        if self.turns < TURNS:
            return ONGOING
        return 3 * self.gold + 2 * self.silk + self.salt

    def turn(self):
        return self.turns % 2


class Goods(NamedTuple):
    gold: int = 1
    silk: int = 1
    salt: int = 1

    def value(self, position):
        return self.gold * position.gold + self.silk * position.silk + self.salt * position.salt


class Squared(NamedTuple):
    gold: int = 1
    silk: int = 1

    def value(self, position):
        return self.gold * position.gold + self.silk * self.silk * position.silk


class Blind(NamedTuple):
    gold: int = 1
    colour: int = 1

    def value(self, position):
        return self.gold * position.gold


class Single(NamedTuple):
    gold: int = 1

    def value(self, position):
        return self.gold * position.gold


class Shifted(NamedTuple):
    gold: int = 1
    silk: int = 1

    def value(self, position):
        return self.gold * position.gold + self.silk * position.silk + 1


class Partial(NamedTuple):
    gold: int = 1
    max_side: int = 0

    def seen_by(self, side):
        return self._replace(max_side=side)

    def value(self, position):
        return self.gold * position.gold


@dataclass(frozen=True)
class MarketGame(Game):
    name = "market"

    @property
    def start(self):
        return Market(0, 0, 0, 123456789, 0)
'''


def write_market(folder: Path) -> str:
    """The path of the game's file."""
    file = folder / "market.py"
    file.write_text(FILE, encoding="utf-8")
    return str(file)


def likeness(weights: list[int]) -> float:
    """How well the weights point where the true ones do: 1 if they are proportional."""
    true = np.array([*WORTH.values()], float)
    return float(np.dot(true, weights) / np.linalg.norm(true) / np.linalg.norm(weights))
