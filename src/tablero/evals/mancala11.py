"""What the two shipped players of the tournament think of a position, and a weighted sum."""

from typing import Any, NamedTuple

from tablero.evals.sowing import prospects
from tablero.games.mancala11 import BITS, ONES, PITS, STORE, Mancala11, marker
from tablero.games.sowing import row_total, seeds_in
from tablero.games.variants import remake, variants
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


@variants
def composite_class(lap: int, steal_from: int) -> type[Any]:
    @opinion
    class Composite(NamedTuple):
        """A weighted sum of features, own less the other's:

        stores   -- seeds in the store
        row      -- seeds in the pits
        last     -- seeds in the last pit before the store
        extra    -- pits whose last seed would give another move
        capture  -- seeds of the largest capture threatened
        steal    -- seeds of the largest steal threatened
        mobility -- pits that hold seeds
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
            stores: int = position.store - position.their_store
            rows = row_total(mine, PITS, BITS, ONES) - row_total(theirs, PITS, BITS, ONES)
            last = seeds_in(mine, PITS - 1, BITS) - seeds_in(theirs, PITS - 1, BITS)
            extra, capture, mobility = prospects(mine, theirs, PITS, BITS, lap)
            other_extra, other_capture, other = prospects(theirs, mine, PITS, BITS, lap)
            extra = extra if position.store > 0 else 0
            other_extra = other_extra if position.their_store > 0 else 0
            steal = largest_steal(mine, theirs, steal_from)
            return (
                self.stores * stores
                + self.row * rows
                + self.last * last
                + self.extra * (extra - other_extra)
                + self.capture * (capture - other_capture)
                + self.steal * (steal - largest_steal(theirs, mine, steal_from))
                + self.mobility * (mobility - other)
            )

    return Composite


@helper
def largest_steal(mine: int, theirs: int, steal_from: int) -> int:
    """Seeds of the richest pit that a sowing of less than a lap would steal.

    Own pits behind the sown one get a seed, so only it and those before it can be empty.
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


__getattr__ = remake(Composite=composite_class)


def regular(game: Mancala11) -> Regular:
    return Regular(marker=1)


def good(game: Mancala11) -> Good:
    return Good()


def composite(game: Mancala11) -> Any:
    """Several simple opinions, weighted by hand."""
    return composite_class(lap_of(game), game.steal_from)()


TUNED = {
    "stores": 90,
    "row": -15,
    "last": -19,
    "extra": 4,
    "capture": 33,
    "steal": 3,
    "mobility": 200,
}
"""tablero lab tune mancala11 composite --depth 4 --pairs 200 --generations 60 --match 2000"""


def tuned(game: Mancala11) -> Any:
    """The same with weights that were learned by play."""
    return composite(game)._replace(**TUNED)


def lap_of(game: Mancala11) -> int:
    """Places that a sowing comes by before it is where it began."""
    return 2 * PITS + 1 + game.sow_rival_store
