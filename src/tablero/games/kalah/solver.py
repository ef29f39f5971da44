"""The pit configurations of Kalah, and its endgame tablebase."""

from pathlib import Path
from typing import Any, NamedTuple

from tablero.errors import OptionError
from tablero.games.kalah.game import Kalah
from tablero.games.kalah.rules import CAPTURES, position_class
from tablero.games.sowing.rows import bits_for
from tablero.games.sowing.solver.configurations import (
    configurations_up_to,
    number_of,
    number_terms,
)
from tablero.games.sowing.solver.endgame import EndgameTablebase
from tablero.games.sowing.solver.tablebase_files import TablebaseFiles
from tablero.games.variants import remake, variants
from tablero.locale import _
from tablero.position import FIRST
from tablero.search.table import LOW_62_BITS
from tablero.solve.table import HIGHEST


@variants
def kalah_numbering(pits: int, seeds: int, capture: int, either_row_ends: int) -> type[Any]:
    """Return the numbering of configurations for one size of board and one set of rules."""
    Position = position_class(pits, seeds, capture, either_row_ends)
    bits = bits_for(pits, seeds)
    terms = number_terms(pits, 2 * pits * seeds)

    class KalahNumbering(NamedTuple):
        """The numbering of configurations.

        pits: number of pits of a row.
        bits: bits of a pit (games/sowing/rows.py).
        """

        pits: int
        bits: int

        def number(self, position: Any) -> int:
            return number_of(position, terms, pits, bits)

        def set_up(self, mine: int, theirs: int) -> Any:
            return Position(mine, theirs, 0, 0, FIRST)

    return KalahNumbering


__getattr__ = remake(KalahNumbering=kalah_numbering)


class KalahTablebase(EndgameTablebase):
    """The endgame tablebase of Kalah; boards with the same pits and rules share it.

    Raise OptionError if there are too many configurations to number.
    """

    def __init__(self, game: Kalah, threads: int, folder: Path | None) -> None:
        self.total = 2 * game.pits * game.seeds
        if self.total > HIGHEST or configurations_up_to(game.pits, self.total) > LOW_62_BITS:
            message = _("{game} is too large to be solved; take fewer pits or seeds")
            raise OptionError(message.format(game=game))
        capture, either = CAPTURES.index(game.capture), int(game.end == "either")
        numbering = kalah_numbering(game.pits, game.seeds, capture, either)(game.pits, game.bits)
        files = TablebaseFiles(f"kalah-{game.pits}-{game.capture}-{game.end}", game.pits, folder)
        super().__init__(numbering, files, threads)
