"""The meetings of a round as a job: keys of games in, records out."""

from collections.abc import Generator, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from tablero.agents.bundle import FileBundle, UnpackedFiles, bundle_files
from tablero.arena.rounds.entrants import ByText, Entrant
from tablero.arena.rounds.keys import GameKey
from tablero.arena.rounds.meeting import News, Table, Terms, Voided


@dataclass(frozen=True)
class RoundJob:
    """An order is one meeting: how often somebody may be late is counted in it.

    abroad -- is it for another machine than the one that has drawn it up? Then the machine has to
              show that it is fit for that
    """

    splittable: ClassVar[bool] = False

    terms: Terms
    entrants: Sequence[Entrant]
    bundle: FileBundle = FileBundle()
    abroad: bool = False

    def open(self) -> "Tables":
        return Tables(self)

    def bundled(self) -> "RoundJob":
        texts = [each.seat.text for each in self.entrants if isinstance(each.seat, ByText)]
        entrants = [replace(each, seat=each.seat.packed()) for each in self.entrants]
        return RoundJob(self.terms, entrants, bundle_files(self.terms.game, *texts), abroad=True)


class Tables:
    """A board, and everybody who may be called to it."""

    def __init__(self, job: RoundJob) -> None:
        self.files = UnpackedFiles(job.bundle)
        with self.files.opening():
            if job.abroad:
                for entrant in job.entrants:
                    entrant.seat.check_machine()
            here = replace(job.terms, game=self.files.to_local(job.terms.game))
            self.table = Table(here, [*map(self._moved, job.entrants)])

    def _moved(self, entrant: Entrant) -> Entrant:
        """He, with the files that he names where they are here."""
        if not isinstance(entrant.seat, ByText):
            return entrant
        return replace(entrant, seat=ByText(self.files.to_local(entrant.seat.text)))

    def run(self, keys: Sequence[GameKey]) -> Generator[tuple[GameKey, News], None, None]:
        for key, news in zip(keys, self.table.play(keys), strict=True):
            yield key, self._told_at_home(news)

    def _told_at_home(self, news: News) -> News:
        told = self.files.to_original
        if isinstance(news, Voided):
            return replace(news, why=told(news.why))
        return replace(news, game=told(news.game), detail=told(news.detail))

    def close(self) -> None:
        self.table.close()
        self.files.close()
