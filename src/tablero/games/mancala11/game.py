"""Mancala11 for users: options, notation, drawing, and its evaluations and solver."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from tablero.errors import IllegalMove, ImpossiblePosition, NotationError
from tablero.games.game import Paint, plain
from tablero.games.last_seed import LastSeed, Sequel
from tablero.games.learning import Actions, Observation
from tablero.games.mancala11.evaluations import composite, good, regular, tuned
from tablero.games.mancala11.rules import (
    BITS,
    ONES,
    PASS,
    PITS,
    SEEDS,
    STORE,
    TOTAL,
    position_class,
    reap,
)
from tablero.games.sowing.game import SowingGame
from tablero.games.sowing.rows import (
    check_total,
    draw_rows,
    not_a_position,
    pack,
    parse_rows,
    seeds_in,
    sow,
)
from tablero.limits import Between
from tablero.locale import _, mark
from tablero.position import FIRST, ONGOING, Move, Side

if TYPE_CHECKING:
    from tablero.games.mancala11.solver import Mancala11Tablebase

DIRECTED = re.compile(r"\s*(?P<open>\()?\s*(?P<direction>[lLrR])\s*(?P<pit>\d+)\s*(?(open)\))\s*")
"""A move with its direction, in brackets or not: `R 3`, `(R 3)`, `L 3`."""


@dataclass(frozen=True)
class Mancala11(SowingGame):
    """Mancala11. A position is written as both rows, each with its store, and the side to move.

    After the start of a game a fourth part follows: moves played, both accumulators, and a 1
    if the side to move must pass.
    """

    name = "mancala11"
    about = mark(
        "The tournament's Kalah: six pits of three seeds. Your store lets you move again only if "
        "it was not empty before; a last seed in a rival's pit that held five or more, facing "
        "one of your empty pits, steals them all. Seeds in pits and store decide."
    )
    evaluations = {"regular": regular, "good": good, "composite": composite, "tuned": tuned}
    pits, bits = PITS, BITS

    steal_from: Annotated[int, Between(1)] = 5
    sow_rival_store: bool = True
    limit: Annotated[int, Between(1)] = 200
    passes: bool = False

    @property
    def start(self) -> Any:
        row = pack([SEEDS] * PITS, BITS)
        return self._position_class(row, row, 0, 0, 0, 0, 0, 0, FIRST)

    @property
    def _position_class(self) -> Any:
        sown, passes = int(self.sow_rival_store), int(self.passes)
        return position_class(self.steal_from, sown, self.limit, passes)

    def move_name(self, position: Any, move: Move) -> str:
        return "pass" if move == PASS else str(move)

    def parse_move(self, position: Any, text: str) -> Move:
        """Return the move; `3`, `R 3` and `(R 3)` are the same. Raise IllegalMove for `L 3`."""
        written = DIRECTED.fullmatch(text)
        if written is None:
            return super().parse_move(position, text)
        if written["direction"] in "lL":
            message = _("{text!r} sows to the left; only R, to the right, is legal")
            raise IllegalMove(message.format(text=text))
        return super().parse_move(position, written["pit"])

    def write(self, position: Any) -> str:
        parts = [*self.rows_of(position), [position.side + 1]]
        history = [position.played, *self.accumulators(position)]
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
            message = _("impossible position: {text!r}, a pass is due only with passes=true")
            raise ImpossiblePosition(message.format(text=text))
        side = rows[2][0] - 1
        mine, theirs = rows[side], rows[1 - side]
        packed = pack(mine[:-1], BITS), pack(theirs[:-1], BITS)
        gains = history[1 + side], history[2 - side]
        return self._position_class(
            *packed, mine[-1], theirs[-1], *gains, history[0], must_pass, side
        )

    def accumulators(self, position: Any) -> tuple[int, int]:
        mine, theirs = position.gains, position.their_gains
        return (mine, theirs) if position.side == FIRST else (theirs, mine)

    def last_seed(self, position: Any, move: Move) -> LastSeed | None:
        """Return the effect of the last seed of a move; None for a pass."""
        if move == PASS:
            return None
        mine, theirs, _kept, _given, place = sow(
            position.mine, position.theirs, move, self.lap, PITS, BITS, ONES
        )
        _mine, left, captured = self.reap(position, mine, theirs, place)
        sequel = _sequel(position, position.play(move))
        if place == STORE:
            return LastSeed(own=True, pit=None, held=position.store, sequel=sequel)
        if place < STORE:
            found = seeds_in(mine, place, BITS) - 1
            opposite = seeds_in(theirs, PITS - 1 - place, BITS)
            seen = {"held": found, "opposite": opposite, "captured": captured}
            return LastSeed(own=True, pit=place, **seen, sequel=sequel)
        pit = place - STORE - 1
        if pit == STORE:
            return LastSeed(own=False, pit=None, held=position.their_store, sequel=sequel)
        held = seeds_in(position.theirs, pit, BITS)
        opposite = seeds_in(mine, PITS - 1 - pit, BITS)
        stolen = seeds_in(theirs, pit, BITS) - seeds_in(left, pit, BITS)
        seen = {"held": held, "opposite": opposite, "stolen": stolen}
        return LastSeed(own=False, pit=pit, **seen, sequel=sequel)

    def draw(self, position: Any, paint: Paint = plain) -> str:
        """Return the screen of the third paper: a star at the side to move, markers, accumulators.

        Accumulators are omitted if the moves so far are unknown.
        """
        mover = position.side if position.outcome() == ONGOING else None
        accumulators = self.accumulators(position)
        known = position.played or any(accumulators)
        note = _("marker {marker:>2}")
        if known or position._replace(side=FIRST) == self.start:
            note = _("marker {marker:>2}  Ac: {gains}")
        totals = zip(self.markers(position), accumulators, strict=True)
        first, second = (note.format(marker=marker, gains=gains) for marker, gains in totals)
        rows = self.rows_of(position)
        return draw_rows(*rows, 0, paint, notes=(first, second), mover=mover)

    @property
    def lap(self) -> int:
        return 2 * PITS + 1 + self.sow_rival_store

    def reap(self, position: Any, mine: int, theirs: int, place: int) -> tuple[int, int, int]:
        return reap(mine, theirs, place, position.theirs, self.steal_from)

    def actions(self) -> Actions:
        """Return the pits, from the left, and the pass."""
        return Actions(PASS + 1, self.limit, int)

    def observation(self) -> Observation:
        """Return the rows, then my accumulator, theirs, moves played, and 1 if I must pass."""

        def numbers(position: Any, side: Side) -> list[int]:
            moving = position.turn() == side
            gains = position.gains, position.their_gains
            both = gains if moving else gains[::-1]
            rows = self.observed_rows(position, side)
            return [*rows, *both, position.played, int(moving and position.must_pass)]

        return Observation((2 * PITS + 6,), "int64", max(TOTAL, self.limit) * TOTAL, numbers)

    def new_tablebase(self, threads: int, folder: Path | None) -> "Mancala11Tablebase":
        from tablero.games.mancala11.solver import Mancala11Tablebase

        return Mancala11Tablebase(self, threads, folder)


def _sequel(before: Any, after: Any) -> Sequel:
    """Return the turn that follows a move that sowed."""
    if after.outcome() != ONGOING:
        return Sequel.GAME_OVER
    if after.must_pass:
        return Sequel.RIVAL_PASSES
    return Sequel.AGAIN if after.side == before.side else Sequel.TURN_PASSES
