"""Exact margins of Kalah and Mancala11."""

from functools import partial
from pathlib import Path
from typing import Any

from tablero.errors import OptionError
from tablero.games.kalah import Kalah
from tablero.games.mancala11 import Mancala11
from tablero.jit import prepare
from tablero.locale import _
from tablero.solve.asking import Asking
from tablero.solve.sowing.field import fields_up_to
from tablero.solve.sowing.kalah import KalahEndgame
from tablero.solve.sowing.kernel import Room, is_more, new_notes
from tablero.solve.sowing.mancala11 import Mancala11Endgame
from tablero.solve.table import new_memory

TABLE_BITS = 24

MOST_FIELDS, ALL_FIELDS = 100_000_000, 1 << 32
"""An endgame table has no more fields; or no more even if a larger one is asked for."""

SHARE = 3, 8
"""Of the seeds of a position, how many its endgame table has: to work out more takes longer
than it saves, once."""


class SowingSolver(Asking):
    """Keeps what it learns: the next position of the same game is answered sooner."""

    def __init__(
        self,
        game: Kalah | Mancala11,
        threads: int = 1,
        seeds: int | None = None,
        bits: int = TABLE_BITS,
        folder: Path | None = None,
    ) -> None:
        """seeds -- of the endgame table; None: as many as suit the position."""
        self.seeds = seeds
        self.endgame: KalahEndgame | Mancala11Endgame
        if isinstance(game, Kalah):
            self.endgame = KalahEndgame(game, threads, folder)
        else:
            self.endgame = Mancala11Endgame(game, threads, folder)
        self._check(game, seeds)
        field, values = self.endgame.field_of_game(), self.endgame.values
        memory = new_memory(bits)
        super().__init__(
            [Room(field, values, memory, new_notes(threads)) for _i in range(threads)]
        )
        prepare(is_more, field.set_up(0, 0), 0, 0, 0, self.rooms[0])

    def stop(self) -> None:
        """Make whoever waits for an answer get SearchStopped soon."""
        self.endgame.stop()
        super().stop()

    @property
    def complaint(self) -> str:  # type: ignore[override]
        """Why the endgame table could not be kept; else nothing."""
        return self.endgame.complaint

    def prepared(self) -> float:
        """How much is there of the endgame that the position asks for, from 0 to 1."""
        ready, wanted = self.endgame.progress()
        return ready / wanted if wanted else 1.0

    def score(self, position: Any) -> int:
        """The margin of best play, for the side to move in an unfinished position."""
        self._prepare(position)
        low, high = position.bounds()
        guess = min(max(low, 0), high)
        while low < high:
            alpha = max(low, min(guess, high - 1))
            guess = self._ask(position, alpha)
            if guess > alpha:
                low = guess
            else:
                high = guess
                guess -= 1
        return int(low)

    def bound(self, position: Any, alpha: int) -> int:
        """An upper bound of the score if it is alpha or less, else a lower bound."""
        self._prepare(position)
        return self._ask(position, alpha)

    def _ask(self, position: Any, alpha: int) -> int:
        lead = int(position.store - position.their_store)
        number = int(self.rooms[0].field.number(position))
        return lead + self.answer(partial(is_more, position, number, 0, alpha - lead))

    def _prepare(self, position: Any) -> None:
        """Have an endgame that suits this position."""
        endgame = self.endgame
        seeds = endgame.total - position.store - position.their_store
        wanted = self.seeds
        if wanted is None:
            wanted = seeds * SHARE[0] // SHARE[1]
            while fields_up_to(endgame.field.pits, wanted) > MOST_FIELDS:
                wanted -= 1
        endgame.reach(min(wanted, seeds, endgame.most))
        if self.rooms[0].values is not endgame.values:
            news = {"field": endgame.field_of_game(), "values": endgame.values}
            self.rooms = [room._replace(**news) for room in self.rooms]

    def _check(self, game: Kalah | Mancala11, seeds: int | None) -> None:
        """Raise OptionError unless there can be an endgame table of so many seeds."""
        most = self.endgame.most
        while fields_up_to(self.endgame.field.pits, most) > ALL_FIELDS:
            most -= 1
        if seeds is not None and not 0 <= seeds <= most:
            message = _("an endgame table of {game} has 0 to {most} seeds, not {seeds}")
            raise OptionError(message.format(game=game, most=most, seeds=seeds))
