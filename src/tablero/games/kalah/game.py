"""Kalah for users: options, notation, drawing, and its evaluations and solver."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from tablero.games.game import Paint, plain
from tablero.games.kalah.evaluations import composite, simple, stores, tuned
from tablero.games.kalah.rules import CAPTURES, Capture, position_class, reap
from tablero.games.learning import Actions
from tablero.games.sowing.game import SowingGame
from tablero.games.sowing.rows import (
    MOST_PITS,
    MOST_SEEDS,
    bits_for,
    check_total,
    draw_rows,
    not_a_position,
    pack,
    parse_rows,
)
from tablero.limits import Between
from tablero.locale import mark
from tablero.position import FIRST, Move

if TYPE_CHECKING:
    from tablero.games.kalah.solver import KalahTablebase

LONGEST_GAME = 1000
"""Upper bound of the moves of a game; the rules set no limit."""


@dataclass(frozen=True)
class Kalah(SowingGame):
    """Kalah. A position is written as both rows, each with its store, and the side to move."""

    name = "kalah"
    about = mark(
        "Take the seeds of one of your pits and sow them one by one to the right, into your "
        "store and on along the other row. The last one in your store lets you move again; in "
        "one of your empty pits it captures the seeds opposite. More seeds win, by the margin."
    )
    evaluations = {"simple": simple, "stores": stores, "composite": composite, "tuned": tuned}

    pits: Annotated[int, Between(1, MOST_PITS)] = 6
    seeds: Annotated[int, Between(1, MOST_SEEDS)] = 4
    capture: Capture = "opposite"
    end: Literal["either", "mover"] = "either"

    def __post_init__(self) -> None:
        super().__post_init__()
        bits_for(self.pits, self.seeds)

    @property
    def bits(self) -> int:
        return bits_for(self.pits, self.seeds)

    @property
    def start(self) -> Any:
        row = pack([self.seeds] * self.pits, self.bits)
        return self._position_class(row, row, 0, 0, FIRST)

    @property
    def _position_class(self) -> Any:
        either_row_ends = int(self.end == "either")
        return position_class(self.pits, self.seeds, CAPTURES.index(self.capture), either_row_ends)

    def move_name(self, position: Any, move: Move) -> str:
        return str(move + 1)

    def write(self, position: Any) -> str:
        first, second = self.rows_of(position)
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
        return self._position_class(*packed, mine[-1], theirs[-1], side)

    def draw(self, position: Any, paint: Paint = plain) -> str:
        return draw_rows(*self.rows_of(position), 1, paint)

    def reap(self, position: Any, mine: int, theirs: int, place: int) -> tuple[int, int, int]:
        return reap(mine, theirs, place, CAPTURES.index(self.capture), self.pits, self.bits)

    def actions(self) -> Actions:
        """Return the pits, from the left."""
        return Actions(self.pits, LONGEST_GAME, int)

    def new_tablebase(self, threads: int, folder: Path | None) -> "KalahTablebase":
        from tablero.games.kalah.solver import KalahTablebase

        return KalahTablebase(self, threads, folder)
