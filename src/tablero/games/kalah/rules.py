"""The rules of Kalah: sowing, captures and extra turns. The board is in sowing/rows.py."""

from collections.abc import Iterator
from typing import Any, Literal, NamedTuple, TypeAlias, get_args

from tablero.games.sowing.rows import bits_for, pack, row_total, seeds_in, sow
from tablero.games.variants import remake, variants
from tablero.jit import helper
from tablero.position import ONGOING, Move, Side, rules

Capture: TypeAlias = Literal["opposite", "empty", "leave", "none"]
CAPTURES = get_args(Capture)
_OPPOSITE, EMPTY, LEAVE, NONE = range(4)


@helper
def reap(
    mine: int, theirs: int, place: int, capture: int, pits: int, bits: int
) -> tuple[int, int, int]:
    """Return (mine, theirs, seeds for the store) after the last seed has fallen at `place`.

    In a pit of the mover that was empty it captures the pit opposite.
    """
    prize = 0
    if capture != NONE and place < pits and seeds_in(mine, place, bits) == 1:
        facing = pits - 1 - place
        faced = seeds_in(theirs, facing, bits)
        if faced or capture == EMPTY:
            theirs -= faced << facing * bits
            prize = faced
            if capture != LEAVE:
                mine -= 1 << place * bits
                prize += 1
    return mine, theirs, prize


@variants
def position_class(pits: int, seeds: int, capture: int, either_row_ends: int) -> type[Any]:
    """Return the class of positions for one size of board and one set of rules."""
    bits = bits_for(pits, seeds)
    ones = pack([1] * pits, bits)
    lap = 2 * pits + 1
    total = 2 * pits * seeds

    @rules
    class KalahPosition(NamedTuple):
        """A position.

        mine, theirs: rows of pits of the side to move, and of the other side.
        store, their_store: seeds in their stores.
        side: the side to move.
        """

        mine: int
        theirs: int
        store: int
        their_store: int
        side: Side

        def moves(self) -> Iterator[Move]:
            for pit in range(pits):
                if seeds_in(self.mine, pit, bits):
                    yield pit

        def promising(self) -> Iterator[Move]:
            """Yield moves that give an extra turn, then the others; from the right in both."""
            for again in (True, False):
                for pit in range(pits - 1, -1, -1):
                    hand = seeds_in(self.mine, pit, bits)
                    if hand and (hand % lap == pits - pit) == again:
                        yield pit

        def play(self, move: Move) -> "KalahPosition":
            # Step 1. Sow
            mine, theirs, kept, _given, place = sow(
                self.mine, self.theirs, move, lap, pits, bits, ones
            )
            # Step 2. The last seed may capture
            mine, theirs, prize = reap(mine, theirs, place, capture, pits, bits)
            store = self.store + kept + prize
            # Step 3. If the game is over, the seeds left in a row go to its owner
            again = place == pits
            their_store = self.their_store
            moving, waiting = (mine, theirs) if again else (theirs, mine)
            if moving == 0 or (either_row_ends and waiting == 0):
                store += row_total(mine, pits, bits, ones)
                their_store += row_total(theirs, pits, bits, ones)
                mine = theirs = 0
            # Step 4. Choose the side to move next
            if again:
                return KalahPosition(mine, theirs, store, their_store, self.side)
            return KalahPosition(theirs, mine, their_store, store, 1 - self.side)

        def outcome(self) -> int:
            return ONGOING if self.mine or self.theirs else self.store - self.their_store

        def bounds(self) -> tuple[int, int]:
            """Return the margins if all seeds in pits go to the other side, or to the mover."""
            return 2 * self.store - total, total - 2 * self.their_store

        def turn(self) -> Side:
            return self.side

    return KalahPosition


__getattr__ = remake(KalahPosition=position_class)
