"""The fields of Kalah, and its endgame."""

from pathlib import Path
from typing import Any, NamedTuple

from tablero.errors import OptionError
from tablero.games import kalah
from tablero.games.sowing import bits_for
from tablero.games.variants import remake, variants
from tablero.locale import _
from tablero.position import FIRST
from tablero.search.table import LOW_62_BITS
from tablero.solve.sowing.endgame import Endgame
from tablero.solve.sowing.field import fields_up_to, number_of, ways
from tablero.solve.sowing.shelf import Shelf
from tablero.solve.table import HIGHEST


@variants
def kalah_field(pits: int, seeds: int, capture: int, either_row_ends: int) -> type[Any]:
    """The fields of one size of board under one set of rules."""
    board = kalah.board(pits, seeds, capture, either_row_ends)
    bits = bits_for(pits, seeds)
    added = ways(pits, 2 * pits * seeds)

    class KalahField(NamedTuple):
        """pits, bits -- of a row (games/sowing.py)."""

        pits: int
        bits: int

        def number(self, position: Any) -> int:
            return number_of(position, added, pits, bits)

        def set_up(self, mine: int, theirs: int) -> Any:
            return board(mine, theirs, 0, 0, FIRST)

    return KalahField


__getattr__ = remake(KalahField=kalah_field)


class KalahEndgame(Endgame):
    """The endgame of Kalah; boards of as many pits share it, whatever the seeds.

    Raises OptionError if the fields are too many to be numbered.
    """

    def __init__(self, game: kalah.Kalah, threads: int, folder: Path | None) -> None:
        self.total = 2 * game.pits * game.seeds
        if self.total > HIGHEST or fields_up_to(game.pits, self.total) > LOW_62_BITS:
            message = _("{game} is too large to be solved; take fewer pits or seeds")
            raise OptionError(message.format(game=game))
        capture, either = kalah.CAPTURES.index(game.capture), int(game.end == "either")
        field = kalah_field(game.pits, game.seeds, capture, either)(game.pits, game.bits)
        shelf = Shelf(f"kalah-{game.pits}-{game.capture}-{game.end}", game.pits, folder)
        super().__init__(field, shelf, threads)

    def field_of_game(self) -> Any:
        """The field of the game: none but the endgame's."""
        return self.field
