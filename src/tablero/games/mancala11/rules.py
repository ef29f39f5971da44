"""The rules of Mancala11, the tournament's game: Kalah with a steal.

The board is in sowing/rows.py.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from tablero.games.sowing.rows import bits_for, pack, row_total, seeds_in, sow
from tablero.games.variants import remake, variants
from tablero.jit import helper
from tablero.position import ONGOING, Move, Side, rules

PITS, SEEDS = 6, 3
TOTAL = 2 * PITS * SEEDS
BITS = bits_for(PITS, SEEDS)
ONES = pack([1] * PITS, BITS)
STORE = PITS
PASS = PITS


@helper
def marker(row: int, store: int) -> int:
    """Return a side's seeds, in pits and store."""
    return row_total(row, PITS, BITS, ONES) + store


@helper
def reap(mine: int, theirs: int, place: int, before: int, steal_from: int) -> tuple[int, int, int]:
    """Return (mine, theirs, seeds for the store) after the last seed has fallen at `place`.

    In a pit of the mover that was empty it captures the pit opposite. In a pit of the rival
    that held `steal_from` or more `before`, facing an empty one, it steals the pit.

    before: the rival's row before the sowing.
    """
    if place < PITS and seeds_in(mine, place, BITS) == 1:
        facing = PITS - 1 - place
        prize = seeds_in(theirs, facing, BITS)
        if prize:
            return mine - (1 << place * BITS), theirs - (prize << facing * BITS), prize + 1
    elif STORE < place <= 2 * PITS:
        pit = place - PITS - 1
        facing = PITS - 1 - pit
        if seeds_in(before, pit, BITS) >= steal_from and seeds_in(mine, facing, BITS) == 0:
            prize = seeds_in(theirs, pit, BITS)
            return mine + (prize << facing * BITS), theirs - (prize << pit * BITS), 0
    return mine, theirs, 0


@variants
def position_class(steal_from: int, sow_rival_store: int, limit: int, passes: int) -> type[Any]:
    """Return the class of positions for one set of rules."""
    lap = 2 * PITS + 1 + sow_rival_store

    @rules
    class Mancala11Position(NamedTuple):
        """A position.

        mine, theirs: rows of pits of the side to move, and of the other side.
        store, their_store: seeds in their stores.
        gains, their_gains: accumulators: by how much a side's own moves raised its marker.
        played: number of moves so far.
        must_pass: 1 if the mover's only move is to pass, else 0.
        side: the side to move.
        """

        mine: int
        theirs: int
        store: int
        their_store: int
        gains: int
        their_gains: int
        played: int
        must_pass: int
        side: Side

        def moves(self) -> Iterator[Move]:
            if self.must_pass:
                yield PASS
            else:
                for pit in range(PITS):
                    if seeds_in(self.mine, pit, BITS):
                        yield pit

        def promising(self) -> Iterator[Move]:
            """Yield moves that end in the mover's store, then the others; both from the right."""
            if self.must_pass:
                yield PASS
            else:
                for homeward in (True, False):
                    for pit in range(PITS - 1, -1, -1):
                        hand = seeds_in(self.mine, pit, BITS)
                        if hand and (hand % lap == STORE - pit) == homeward:
                            yield pit

        def play(self, move: Move) -> "Mancala11Position":
            mine, theirs, store, their_store = self.mine, self.theirs, self.store, self.their_store
            gains, rival, again = self.gains, self.their_gains, 0
            if move != PASS:
                # Step 1. Sow
                mine, theirs, kept, given, place = sow(mine, theirs, move, lap, PITS, BITS, ONES)
                # Step 2. The last seed may capture, or steal
                mine, theirs, prize = reap(mine, theirs, place, self.theirs, steal_from)
                store, their_store = store + kept + prize, their_store + given
                gains += max(0, marker(mine, store) - marker(self.mine, self.store))
                again = int(place == STORE and self.store > 0)
            # Step 3. Choose the side to move next
            turn, played = self.side, self.played + 1
            if again and not passes:
                return Mancala11Position(
                    mine, theirs, store, their_store, gains, rival, played, 0, turn
                )
            return Mancala11Position(
                theirs, mine, their_store, store, rival, gains, played, again, 1 - turn
            )

        def outcome(self) -> int:
            if self.mine == 0 or self.theirs == 0:
                return marker(self.mine, self.store) - marker(self.theirs, self.their_store)
            return 0 if self.played >= limit else ONGOING

        def bounds(self) -> tuple[int, int]:
            """Return the margins if one side gets all seeds in pits, or the limit makes a draw."""
            return min(0, 2 * self.store - TOTAL), max(0, TOTAL - 2 * self.their_store)

        def turn(self) -> Side:
            return self.side

    return Mancala11Position


__getattr__ = remake(Mancala11Position=position_class)
