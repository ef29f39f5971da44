"""A player's file with an evaluation of Kalah: alpha-beta looks ahead, and asks this."""

from typing import NamedTuple


class Greed(NamedTuple):
    """Seeds in the stores, and the right to move."""

    stores: int = 10
    tempo: int = 1

    def value(self, position):
        return self.stores * (position.store - position.their_store) + self.tempo
