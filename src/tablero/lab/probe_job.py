"""Probes as a job: questions in, what a search has found out."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import ClassVar, NamedTuple

from tablero import games
from tablero.games.game import Game
from tablero.lab.probe import Probe, Prober, Search, load_search
from tablero.teams.parcel import Parcel, Unpacked, pack


class Question(NamedTuple):
    """A search and a position, as texts: any machine can read them.

    number -- the same may be asked twice
    """

    number: int
    search: str
    position: str


@dataclass(frozen=True)
class ProbeJob:
    """An order is done in one go: what is compared in it is of one machine.

    searches -- whose files travel; they may be asked for at another depth
    """

    whole: ClassVar[bool] = True

    game: str
    searches: tuple[str, ...]
    parcel: Parcel = Parcel()

    @classmethod
    def of(cls, game: Game, searches: Sequence[Search]) -> "ProbeJob":
        return cls(str(game), tuple(map(str, searches)))

    def open(self) -> "Asking":
        return Asking(self)

    def packed(self) -> "ProbeJob":
        return replace(self, parcel=pack(self.game, *self.searches))


class Asking:
    """prober -- of a search; as many are kept as there are searches, for each may have a table"""

    def __init__(self, job: ProbeJob) -> None:
        self.files = Unpacked(job.parcel)
        try:
            with self.files.telling():
                self.game = games.load(self.files.here(job.game))
        except BaseException:
            self.files.close()
            raise
        self.prober = lru_cache(len(job.searches))(self._prober)

    def _prober(self, search: str) -> Prober:
        return Prober(load_search(self.files.here(search), self.game), self.game)

    def work(self, order: Sequence[Question]) -> Iterator[tuple[Question, Probe]]:
        with self.files.telling():
            for question in order:
                prober = self.prober(question.search)
                yield question, prober.ask(self.game.read(question.position))

    def close(self) -> None:
        self.files.close()
