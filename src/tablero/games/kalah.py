"""Kalah: sow your seeds, end in your store and move again. The board is in sowing.py."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any, Literal, NamedTuple, TypeAlias, get_args

from tablero.games.game import Game, Paint, plain
from tablero.games.options import Between
from tablero.games.sowing import (
    MOST_PITS,
    MOST_SEEDS,
    bits_for,
    check_total,
    draw_rows,
    not_a_position,
    pack,
    parse_rows,
    row_total,
    rows_of,
    seeds_in,
    sow,
)
from tablero.games.variants import remake, variants
from tablero.jit import helper
from tablero.locale import mark
from tablero.position import FIRST, ONGOING, Move, Side, rules

Capture: TypeAlias = Literal["opposite", "empty", "leave", "none"]
CAPTURES = get_args(Capture)
_OPPOSITE, EMPTY, LEAVE, NONE = range(4)


@helper
def reap(
    mine: int, theirs: int, place: int, capture: int, pits: int, bits: int
) -> tuple[int, int, int]:
    """(mine, theirs, seeds for the store) after the last seed has fallen at `place`: in an own
    pit that was empty it captures the pit opposite."""
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
def board(pits: int, seeds: int, capture: int, either_row_ends: int) -> type[Any]:
    """The positions of one size of board under one set of rules."""
    bits = bits_for(pits, seeds)
    ones = pack([1] * pits, bits)
    lap = 2 * pits + 1
    total = 2 * pits * seeds

    @rules
    class Kalah(NamedTuple):
        """mine, theirs -- rows of pits, the mover's first; then their stores; who moves."""

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
            """Moves that give another move, then the others; from the right in both."""
            for again in (True, False):
                for pit in range(pits - 1, -1, -1):
                    hand = seeds_in(self.mine, pit, bits)
                    if hand and (hand % lap == pits - pit) == again:
                        yield pit

        def play(self, move: Move) -> "Kalah":
            # Step 1. Sow
            mine, theirs, kept, _given, place = sow(
                self.mine, self.theirs, move, lap, pits, bits, ones
            )
            # Step 2. The last seed may capture
            mine, theirs, prize = reap(mine, theirs, place, capture, pits, bits)
            store = self.store + kept + prize
            # Step 3. The game is over: what is left on a row goes to its owner
            again = place == pits
            their_store = self.their_store
            moving, waiting = (mine, theirs) if again else (theirs, mine)
            if moving == 0 or (either_row_ends and waiting == 0):
                store += row_total(mine, pits, bits, ones)
                their_store += row_total(theirs, pits, bits, ones)
                mine = theirs = 0
            # Step 4. Who moves next?
            if again:
                return Kalah(mine, theirs, store, their_store, self.side)
            return Kalah(theirs, mine, their_store, store, 1 - self.side)

        def outcome(self) -> int:
            return ONGOING if self.mine or self.theirs else self.store - self.their_store

        def bounds(self) -> tuple[int, int]:
            """All seeds that are still in pits to one side."""
            return 2 * self.store - total, total - 2 * self.their_store

        def turn(self) -> Side:
            return self.side

    return Kalah


__getattr__ = remake(Kalah=board)


@dataclass(frozen=True)
class Kalah(Game):
    """A position is written as both rows, each with its store, and whose turn it is."""

    name = "kalah"
    about = mark(
        "Take the seeds of one of your pits and sow them one by one to the right, into your "
        "store and on along the other row. The last one in your store lets you move again; in "
        "an empty pit of yours it captures the seeds opposite. More seeds win, by the margin."
    )

    pits: Annotated[int, Between(1, MOST_PITS)] = 6
    seeds: Annotated[int, Between(1, MOST_SEEDS)] = 4
    capture: Capture = "opposite"
    end: Literal["either", "mover"] = "either"

    def __post_init__(self) -> None:
        bits_for(self.pits, self.seeds)

    @property
    def bits(self) -> int:
        return bits_for(self.pits, self.seeds)

    @property
    def start(self) -> Any:
        row = pack([self.seeds] * self.pits, self.bits)
        return self._board(row, row, 0, 0, FIRST)

    @property
    def _board(self) -> Any:
        either_row_ends = int(self.end == "either")
        return board(self.pits, self.seeds, CAPTURES.index(self.capture), either_row_ends)

    def move_name(self, position: Any, move: Move) -> str:
        return str(move + 1)

    def write(self, position: Any) -> str:
        first, second = rows_of(position, self.pits, self.bits)
        return f"{' '.join(map(str, first))} / {' '.join(map(str, second))} / {position.side + 1}"

    def _parse(self, text: str) -> Any:
        rows = parse_rows(text, self.pits, self.write(self.start))
        check_total(text, rows[:2], 2 * self.pits * self.seeds)
        if len(rows) != 3:
            raise not_a_position(text, self.write(self.start))
        side = rows[2][0] - 1
        mine, theirs = rows[side], rows[1 - side]
        if not any(mine[:-1]) or (self.end == "either" and not any(theirs[:-1])):
            mine, theirs = ([0] * self.pits + [sum(row)] for row in (mine, theirs))
        packed = (pack(row[:-1], self.bits) for row in (mine, theirs))
        return self._board(*packed, mine[-1], theirs[-1], side)

    def markers(self, position: Any) -> tuple[int, int]:
        """Seeds in pits and store."""
        first, second = rows_of(position, self.pits, self.bits)
        return sum(first), sum(second)

    def draw(self, position: Any, paint: Paint = plain) -> str:
        return draw_rows(*rows_of(position, self.pits, self.bits), 1, paint)
