"""Evaluations of Mancala11: those of the tournament's two sample players, and a weighted sum."""

from typing import TYPE_CHECKING, Any, NamedTuple

from tablero.games.mancala11.rules import BITS, ONES, PITS, STORE, marker
from tablero.games.sowing.evaluations import composite_value
from tablero.games.sowing.rows import seeds_in
from tablero.games.variants import remake, variants
from tablero.jit import helper
from tablero.position import INFINITY, complete_evaluation

if TYPE_CHECKING:
    from tablero.games.mancala11.game import Mancala11


@helper
def marker_lead(position: Any) -> int:
    """Return the mover's seeds, in pits and store, minus the other side's."""
    return marker(position.mine, position.store) - marker(position.theirs, position.their_store)


@complete_evaluation
class RegularEvaluation(NamedTuple):
    """The difference of markers, the mover's minus the rival's.

    marker: weight of the difference.
    """

    marker: int = 1

    def value(self, position: Any) -> int:
        return self.marker * marker_lead(position)

    def final(self, outcome: int) -> int:
        return self.marker * outcome


@complete_evaluation
class GoodEvaluation(NamedTuple):
    """The best value of RegularEvaluation for the mover after one more move.

    finished: value of a finished game for the side to move, whether won or lost: the defect
        that makes this player weak at the end.
    margin: points that each seed of the margin adds to that. With finished=0 and margin=1 the
        defect is gone, and a search returns the value of RegularEvaluation one ply deeper.
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


@variants
def composite_class(lap: int, steal_from: int) -> type[Any]:
    @complete_evaluation
    class Mancala11Composite(NamedTuple):
        """A weighted sum of features, the mover's minus the other side's.

        The fields are the weights of these features:

        stores: seeds in the store.
        row: seeds in the pits.
        last: seeds in the last pit before the store.
        extra: pits whose last seed would give an extra turn.
        capture: seeds of the largest capture threatened.
        steal: seeds of the largest steal threatened.
        mobility: pits that hold seeds.
        """

        stores: int = 12
        row: int = 12
        last: int = 1
        extra: int = 6
        capture: int = 4
        steal: int = 4
        mobility: int = 2

        def value(self, position: Any) -> int:
            mine, theirs = position.mine, position.theirs
            steal = largest_steal(mine, theirs, steal_from)
            steal -= largest_steal(theirs, mine, steal_from)
            common = composite_value(self, position, PITS, BITS, ONES, lap, 1)
            return common + self.steal * steal

    return Mancala11Composite


@helper
def largest_steal(mine: int, theirs: int, steal_from: int) -> int:
    """Return the seeds of the richest pit that a sowing of less than a lap would steal.

    The mover's pits after the sown one get a seed, so only it and those before it can be empty.
    """
    prize = 0
    for pit in range(PITS):
        hand = seeds_in(mine, pit, BITS)
        target = pit + hand - STORE - 1
        facing = PITS - 1 - target
        if 0 <= target < PITS and facing <= pit:
            rich = seeds_in(theirs, target, BITS)
            if rich >= steal_from and (facing == pit or seeds_in(mine, facing, BITS) == 0):
                prize = max(prize, rich + 1)
    return prize


__getattr__ = remake(Mancala11Composite=composite_class)


def regular(game: "Mancala11") -> RegularEvaluation:
    return RegularEvaluation(marker=1)


def good(game: "Mancala11") -> GoodEvaluation:
    return GoodEvaluation()


def composite(game: "Mancala11") -> Any:
    """Return the weighted sum of features with weights chosen by hand."""
    return composite_class(game.lap, game.steal_from)()


TUNED = {
    "stores": 90,
    "row": -15,
    "last": -19,
    "extra": 4,
    "capture": 33,
    "steal": 3,
    "mobility": 200,
}
"""Weights of `composite` found by this command:
tablero lab tune mancala11 composite --depth 4 --pairs 200 --generations 60 --match 2000"""


def tuned(game: "Mancala11") -> Any:
    """Return `composite` with weights tuned by play."""
    return composite(game)._replace(**TUNED)
