"""The two shipped players of the tournament: what they think of a position."""

from typing import Any, NamedTuple

from tablero.games.mancala11 import Mancala11, marker
from tablero.jit import helper
from tablero.position import INFINITY, opinion


@helper
def marker_lead(position: Any) -> int:
    """The mover's seeds, in pits and store, less the other's."""
    return marker(position.mine, position.store) - marker(position.theirs, position.their_store)


@opinion
class Regular(NamedTuple):
    """The marker, own less the rival's."""

    marker: int = 1

    def value(self, position: Any) -> int:
        return self.marker * marker_lead(position)

    def final(self, outcome: int) -> int:
        return self.marker * outcome


@opinion
class Good(NamedTuple):
    """The best that Regular would say for the mover after one more move.

    finished -- what a finished game is worth to the side to move, whoever has won:
                the fault that makes this player weak at the end
    margin   -- how much each seed of the margin adds to that; with finished=0 and margin=1
                the fault is gone, and a search says what Regular says one ply deeper
    """

    finished: int = -50
    margin: int = 0

    def value(self, position: Any) -> int:
        best = -INFINITY
        for move in position.moves():
            child = position.play(move)
            sign = 1 if child.turn() == position.turn() else -1
            best = max(best, sign * marker_lead(child))
        return best

    def final(self, outcome: int) -> int:
        return self.finished + self.margin * outcome


def regular(game: Mancala11) -> Regular:
    return Regular(marker=1)


def good(game: Mancala11) -> Good:
    return Good()
