"""Mancala11, the tournament's game: Kalah with a steal. The board is in sowing.py."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any, NamedTuple

from tablero.errors import IllegalMove, ImpossiblePosition, NotationError, OptionError
from tablero.games.game import Game, Paint, plain
from tablero.games.options import Between
from tablero.games.sowing import (
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
from tablero.locale import _, mark
from tablero.position import FIRST, ONGOING, Move, Side, rules

PITS, SEEDS = 6, 3
TOTAL = 2 * PITS * SEEDS
BITS = bits_for(PITS, SEEDS)
ONES = pack([1] * PITS, BITS)
STORE = PITS
PASS = PITS


@helper
def marker(row: int, store: int) -> int:
    """A side's seeds, in pits and store."""
    return row_total(row, PITS, BITS, ONES) + store


@helper
def reap(mine: int, theirs: int, place: int, before: int, steal_from: int) -> tuple[int, int, int]:
    """(mine, theirs, seeds for the store) after the last seed has fallen at `place`.

    In an own pit that was empty it captures the pit opposite. In a pit of the rival that
    held `steal_from` or more `before`, facing an empty one, it steals the pit.
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
def board(steal_from: int, sow_rival_store: int, limit: int, passes: int) -> type[Any]:
    """The positions under one set of rules."""
    lap = 2 * PITS + 1 + sow_rival_store

    @rules
    class Mancala11(NamedTuple):
        """mine, theirs          rows of pits, the mover's first
        store, their_store
        gains, their_gains       accumulators: by how much own moves raised the marker
        played                   moves so far
        must_pass                1 if the mover's only move is to pass
        side                     who moves
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
            """Moves into the own store, then the others; from the right in both."""
            if self.must_pass:
                yield PASS
            else:
                for homeward in (True, False):
                    for pit in range(PITS - 1, -1, -1):
                        hand = seeds_in(self.mine, pit, BITS)
                        if hand and (hand % lap == STORE - pit) == homeward:
                            yield pit

        def play(self, move: Move) -> "Mancala11":
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
            # Step 3. Who moves next?
            turn, played = self.side, self.played + 1
            if again and not passes:
                return Mancala11(mine, theirs, store, their_store, gains, rival, played, 0, turn)
            return Mancala11(
                theirs, mine, their_store, store, rival, gains, played, again, 1 - turn
            )

        def outcome(self) -> int:
            if self.mine == 0 or self.theirs == 0:
                return marker(self.mine, self.store) - marker(self.theirs, self.their_store)
            return 0 if self.played >= limit else ONGOING

        def bounds(self) -> tuple[int, int]:
            """All seeds that are still in pits to one side, or a draw by the limit."""
            return min(0, 2 * self.store - TOTAL), max(0, TOTAL - 2 * self.their_store)

        def turn(self) -> Side:
            return self.side

    return Mancala11


__getattr__ = remake(Mancala11=board)


@dataclass(frozen=True)
class Mancala11(Game):
    """A position is written as both rows, each with its store, and whose turn it is.

    Where it is not the start of a game, a fourth part follows: moves played, both
    accumulators, and a 1 if the side to move must pass.
    """

    name = "mancala11"
    about = mark(
        "The tournament's Kalah: six pits of three seeds. Your store lets you move again only "
        "if it was not empty before; a last seed in a rival's pit that held five or more, facing "
        "an empty pit of yours, steals them all. Seeds in pits and store decide."
    )

    steal_from: Annotated[int, Between(1)] = 5
    sow_rival_store: bool = True
    limit: Annotated[int, Between(1)] = 200
    passes: bool = False

    def __post_init__(self) -> None:
        if self.steal_from < 1 or self.limit < 1:
            message = _("steal_from and limit must be 1 or more, not {steal_from} and {limit}")
            values = {"steal_from": self.steal_from, "limit": self.limit}
            raise OptionError(message.format(**values))

    @property
    def start(self) -> Any:
        row = pack([SEEDS] * PITS, BITS)
        return self._board(row, row, 0, 0, 0, 0, 0, 0, FIRST)

    @property
    def _board(self) -> Any:
        sown, passes = int(self.sow_rival_store), int(self.passes)
        return board(self.steal_from, sown, self.limit, passes)

    def move_name(self, position: Any, move: Move) -> str:
        return "pass" if move == PASS else str(move)

    def parse_move(self, position: Any, text: str) -> Move:
        """`3` and `R 3` are the same move; nobody sows to the left."""
        if re.fullmatch(r"\s*[lL]\s*\d+\s*", text):
            message = _("{text!r} sows to the left; only R, to the right, is legal")
            raise IllegalMove(message.format(text=text))
        return super().parse_move(position, re.sub(r"^\s*[rR]\s*(?=\d)", "", text))

    def write(self, position: Any) -> str:
        first, second = rows_of(position, PITS, BITS)
        parts = [first, second, [position.side + 1]]
        gains = [position.gains, position.their_gains]
        history = [position.played, *(gains if position.side == FIRST else gains[::-1])]
        if any(history) or position.must_pass:
            parts.append(history + [1] * position.must_pass)
        return " / ".join(" ".join(map(str, part)) for part in parts)

    def _parse(self, text: str) -> Any:
        example = self.write(self.start)
        rows = parse_rows(text, PITS, example)
        check_total(text, rows[:2], TOTAL)
        history = rows[3] if len(rows) == 4 else [0, 0, 0]
        must_pass = int(len(history) == 4)
        if len(rows) > 4:
            raise not_a_position(text, example)
        if len(history) not in (3, 4) or history[3:] not in ([], [1]):
            message = _("not a position: {text!r}, expected last: moves, both accumulators")
            raise NotationError(message.format(text=text))
        if must_pass and not self.passes:
            message = _("impossible position: {text!r}, nobody must pass unless passes=true")
            raise ImpossiblePosition(message.format(text=text))
        side = rows[2][0] - 1
        mine, theirs = rows[side], rows[1 - side]
        packed = pack(mine[:-1], BITS), pack(theirs[:-1], BITS)
        gains = history[1 + side], history[2 - side]
        return self._board(*packed, mine[-1], theirs[-1], *gains, history[0], must_pass, side)

    def markers(self, position: Any) -> tuple[int, int]:
        """Seeds in pits and store."""
        first, second = rows_of(position, PITS, BITS)
        return sum(first), sum(second)

    def draw(self, position: Any, paint: Paint = plain) -> str:
        first, second = rows_of(position, PITS, BITS)
        gains = [position.gains, position.their_gains]
        accumulators = gains if position.side == FIRST else gains[::-1]
        count = _("marker {0} : {1}, accumulator {2} : {3}")
        counts = count.format(*self.markers(position), *accumulators)
        return f"{draw_rows(first, second, 0, paint)}\n{paint(counts, 'label')}"
