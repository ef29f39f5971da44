"""Opinions about Kalah: the first paper's simple one, and a weighted sum of several."""

from typing import Any, NamedTuple

from tablero.evals.sowing import prospects
from tablero.games.kalah import Kalah
from tablero.games.sowing import pack, row_total, seeds_in
from tablero.games.variants import remake, variants
from tablero.position import opinion


@variants
def balance_class(pits: int, bits: int) -> type[Any]:
    ones = pack([1] * pits, bits)

    @opinion
    class Balance(NamedTuple):
        """Seeds in the stores and in the pits, own less the other's, each with its weight.

        A finished game has all seeds in the stores.
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
    ones, lap = pack([1] * pits, bits), 2 * pits + 1

    @opinion
    class Composite(NamedTuple):
        """A weighted sum of features, own less the other's:

        stores   -- seeds in the store
        row      -- seeds in the pits
        last     -- seeds in the last pit before the store
        extra    -- pits whose last seed would fall into the store
        capture  -- seeds of the largest capture threatened
        mobility -- pits that hold seeds
        """

        stores: int = 12
        row: int = 3
        last: int = 1
        extra: int = 6
        capture: int = 4
        mobility: int = 2

        def value(self, position: Any) -> int:
            mine, theirs = position.mine, position.theirs
            stores: int = position.store - position.their_store
            rows = row_total(mine, pits, bits, ones) - row_total(theirs, pits, bits, ones)
            last = seeds_in(mine, pits - 1, bits) - seeds_in(theirs, pits - 1, bits)
            extra, capture, mobility = prospects(mine, theirs, pits, bits, lap)
            their_extra, their_capture, their_mobility = prospects(theirs, mine, pits, bits, lap)
            return (
                self.stores * stores
                + self.row * rows
                + self.last * last
                + self.extra * (extra - their_extra)
                + self.capture * (capture - their_capture)
                + self.mobility * (mobility - their_mobility)
            )

    return Composite


__getattr__ = remake(Balance=balance_class, Composite=composite_class)


def simple(game: Kalah) -> Any:
    """The first paper's: all seeds, own less the other's."""
    return balance_class(game.pits, game.bits)(stores=1, pits=1)


def stores(game: Kalah) -> Any:
    """Seeds in the stores alone."""
    return balance_class(game.pits, game.bits)(stores=1, pits=0)


def composite(game: Kalah) -> Any:
    """The first paper's wish: several simple opinions, weighted."""
    return composite_class(game.pits, game.bits)()


TUNED = {"stores": 115, "row": -1, "last": 19, "extra": 82, "capture": 23, "mobility": 163}
"""tablero lab tune kalah composite --depth 4 --pairs 200 --generations 60 --match 2000"""


def tuned(game: Kalah) -> Any:
    """The same with weights that were learned by play."""
    return composite(game)._replace(**TUNED)
