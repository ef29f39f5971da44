"""Evaluations of Kalah: the simple one of the first paper, and a weighted sum of features."""

from typing import TYPE_CHECKING, Any, NamedTuple

from tablero.games.sowing.evaluations import composite_value
from tablero.games.sowing.rows import pack, row_total
from tablero.games.variants import remake, variants
from tablero.position import complete_evaluation

if TYPE_CHECKING:
    from tablero.games.kalah.game import Kalah


@variants
def balance_class(pits: int, bits: int) -> type[Any]:
    """Return the class of the evaluations `simple` and `stores` for one size of board."""
    ones = pack([1] * pits, bits)

    @complete_evaluation
    class Balance(NamedTuple):
        """Weighted differences of seeds, the mover's minus the other side's.

        stores: weight of a seed in a store. A finished game has all seeds in the stores.
        pits: weight of a seed in a pit.
        """

        stores: int
        pits: int

        def value(self, position: Any) -> int:
            stores: int = position.store - position.their_store
            rows = row_total(position.mine, pits, bits, ones)
            rows -= row_total(position.theirs, pits, bits, ones)
            return self.stores * stores + self.pits * rows

        def final(self, outcome: int) -> int:
            return self.stores * outcome

    return Balance


@variants
def composite_class(pits: int, bits: int) -> type[Any]:
    """Return the class of the evaluations `composite` and `tuned` for one size of board."""
    ones, lap = pack([1] * pits, bits), 2 * pits + 1

    @complete_evaluation
    class KalahComposite(NamedTuple):
        """A weighted sum of features, the mover's minus the other side's.

        The fields are the weights of these features:

        stores: seeds in the store.
        row: seeds in the pits.
        last: seeds in the last pit before the store.
        extra: pits whose last seed would fall into the store.
        capture: seeds of the largest capture threatened.
        mobility: pits that hold seeds.
        """

        stores: int = 12
        row: int = 3
        last: int = 1
        extra: int = 6
        capture: int = 4
        mobility: int = 2

        def value(self, position: Any) -> int:
            return composite_value(self, position, pits, bits, ones, lap, 0)

    return KalahComposite


__getattr__ = remake(Balance=balance_class, KalahComposite=composite_class)


def simple(game: "Kalah") -> Any:
    """Return the evaluation of the first paper: all seeds, the mover's minus the other side's."""
    return balance_class(game.pits, game.bits)(stores=1, pits=1)


def stores(game: "Kalah") -> Any:
    """Return an evaluation that counts the seeds in the stores alone."""
    return balance_class(game.pits, game.bits)(stores=1, pits=0)


def composite(game: "Kalah") -> Any:
    """Return the weighted sum of features that the first paper proposes."""
    return composite_class(game.pits, game.bits)()


TUNED = {"stores": 115, "row": -1, "last": 19, "extra": 82, "capture": 23, "mobility": 163}
"""Weights of `composite` found by this command:
tablero lab tune kalah composite --depth 4 --pairs 200 --generations 60 --match 2000"""


def tuned(game: "Kalah") -> Any:
    """Return `composite` with weights tuned by play."""
    return composite(game)._replace(**TUNED)
