"""The last seed of a sowing: the place where it falls, its effect, and the turn that follows."""

from dataclasses import dataclass
from enum import Enum


class Sequel(Enum):
    """The turn that follows a sowing.

    RIVAL_PASSES replaces AGAIN in games in which a pass is a move.
    """

    AGAIN = "the mover plays again"
    RIVAL_PASSES = "the rival's only move is to pass"
    TURN_PASSES = "the rival moves"
    GAME_OVER = "the game is over"


@dataclass(frozen=True, kw_only=True)
class LastSeed:
    """The place where the last seed of a sowing falls, and its effect there.

    own: whether it falls on the mover's side of the board, else on the rival's.
    pit: the pit that it falls into; None: the store of that side.
    held: seeds that decide the rule: in an own pit those that it finds there, in any other
        place those that lay there before the sowing.
    opposite: seeds that it finds in the pit opposite; None for a store.
    captured: seeds that go to the own store, the last one included; 0: no capture.
    stolen: seeds that go to the own pit opposite, the last one included; 0: no steal.
    """

    own: bool
    pit: int | None
    held: int
    opposite: int | None = None
    captured: int = 0
    stolen: int = 0
    sequel: Sequel
