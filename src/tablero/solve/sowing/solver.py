"""Exact margins of Kalah and Mancala11."""

from pathlib import Path
from typing import Any

from tablero.errors import OptionError
from tablero.games import mancala11
from tablero.games.kalah import CAPTURES, Kalah
from tablero.games.mancala11 import Mancala11
from tablero.locale import _
from tablero.solve.asking import Asking
from tablero.solve.sowing.endgame import Endgame
from tablero.solve.sowing.field import fields_up_to, kalah_field, mancala11_field
from tablero.solve.sowing.kernel import Room, is_more, new_notes
from tablero.solve.sowing.shelf import Shelf
from tablero.search.table import LOW_62_BITS
from tablero.solve.table import HIGHEST, new_memory

TABLE_BITS = 24

MOST_FIELDS = 100_000_000
"""An endgame table has no more fields, unless a larger one is asked for."""

SEEDS_AHEAD = 8
"""A position of so many seeds more than the endgame table has is searched soon enough."""


class SowingSolver:
    """Keeps what it learns: the next position of the same game is answered sooner."""

    def __init__(
        self,
        game: Kalah | Mancala11,
        threads: int = 1,
        endgame: int | None = None,
        bits: int = TABLE_BITS,
        folder: Path | None = None,
    ) -> None:
        self.game = game
        self.field, name = field_of(game)
        self.largest = endgame
        self.endgame = Endgame(self.field, Shelf(name, self.field.pits, folder), threads)
        values, memory = self.endgame.values, new_memory(bits)
        rooms = [Room(self.field, values, memory, new_notes(threads)) for _i in range(threads)]
        self.asking = Asking(rooms)

    @property
    def nodes(self) -> int:
        """How many nodes have been visited so far, by all threads."""
        return self.asking.nodes

    def stop(self) -> None:
        """Make whoever waits for an answer get SearchStopped soon."""
        self.endgame.stop()
        self.asking.stop()

    def score(self, position: Any) -> int:
        """The margin of best play, for the side to move in an unfinished position."""
        position = self._without_limit(position)
        seeds = self._prepare(position)
        low, high, guess = -seeds, seeds, 0
        while low < high:
            alpha = max(low, min(guess, high - 1))
            found = self._ask(position, alpha)
            if found <= alpha:
                high, guess = found, found - 1
            else:
                low, guess = found, found
        return int(position.store - position.their_store + low)

    def bound(self, position: Any, alpha: int) -> int:
        """An upper bound of the score if it is alpha or less, else a lower bound."""
        position = self._without_limit(position)
        self._prepare(position)
        lead = position.store - position.their_store
        return int(lead + self._ask(position, alpha - lead))

    def _ask(self, position: Any, alpha: int) -> int:
        number = self.field.rank(position)
        return self.asking.answer(lambda room: is_more(position, number, 0, alpha, room))

    def _without_limit(self, position: Any) -> Any:
        """The position in a game that may last as long as it likes."""
        if isinstance(self.game, Kalah):
            return position
        rows = position.mine, position.theirs
        stores = {"store": position.store, "their_store": position.their_store}
        return self.field.set_up(*rows)._replace(side=position.side, **stores)

    def _prepare(self, position: Any) -> int:
        """Have the endgame that suits this position; how many seeds are in its pits."""
        seeds = self.field.total - position.store - position.their_store
        wanted = self.largest
        if wanted is None:
            wanted = seeds - SEEDS_AHEAD
            while fields_up_to(self.field.pits, wanted) > MOST_FIELDS:
                wanted -= 1
        self.endgame.reach(max(0, min(wanted, seeds)))
        values = self.endgame.values
        self.asking.rooms = [room._replace(values=values) for room in self.asking.rooms]
        return int(seeds)


def field_of(game: Kalah | Mancala11) -> tuple[Any, str]:
    """The field of a game, and what its endgame table is called.

    Raises OptionError if it is too large for its fields to be numbered.
    """
    if isinstance(game, Mancala11):
        kind = mancala11_field(game.steal_from, int(game.sow_rival_store))
        name = f"mancala11-{game.steal_from}-{'rival' if game.sow_rival_store else 'own'}"
        return kind(mancala11.PITS, mancala11.BITS, mancala11.TOTAL), name
    total = 2 * game.pits * game.seeds
    if total > HIGHEST or fields_up_to(game.pits, total) > LOW_62_BITS:
        message = _("{game} is too large to be solved, expected {most} seeds at most")
        raise OptionError(message.format(game=game, most=HIGHEST))
    kind = kalah_field(
        game.pits, game.seeds, CAPTURES.index(game.capture), int(game.end == "either")
    )
    return kind(game.pits, game.bits, total), f"kalah-{game.pits}-{game.capture}-{game.end}"
