"""Probes as a job of the worker pool: keys in, probes out."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import ClassVar, NamedTuple

import tablero.games as games
from tablero.agents.bundle import FileBundle, UnpackedFiles, bundle_files
from tablero.games.game import Game
from tablero.lab.probe import Search, SearchProbe, SearchProber, load_search


class ProbeKey(NamedTuple):
    """A search and a position as texts, which any machine can read.

    number: distinguishes equal searches of equal positions.
    """

    number: int
    search: str
    position: str


@dataclass(frozen=True)
class ProbeJob:
    """Job that runs searches on positions; a task stays on one machine, so that its times compare.

    searches: the searches whose files are bundled; keys may name them at another depth.
    """

    splittable: ClassVar[bool] = False

    game: str
    searches: tuple[str, ...]
    bundle: FileBundle = FileBundle()

    @classmethod
    def of(cls, game: Game, searches: Sequence[Search]) -> "ProbeJob":
        return cls(str(game), tuple(map(str, searches)))

    def open(self) -> "OpenProbes":
        return OpenProbes(self)

    def bundled(self) -> "ProbeJob":
        return replace(self, bundle=bundle_files(self.game, *self.searches))


class OpenProbes:
    """A ProbeJob opened in a worker.

    prober: cached function from a search to its SearchProber; it keeps one per search of the job,
        since each may have a transposition table.
    """

    def __init__(self, job: ProbeJob) -> None:
        self.files = UnpackedFiles(job.bundle)
        with self.files.opening():
            self.game = games.load(self.files.to_local(job.game))
        self.prober = lru_cache(len(job.searches))(self._prober)

    def _prober(self, search: str) -> SearchProber:
        return SearchProber(load_search(self.files.to_local(search), self.game), self.game)

    def run(self, keys: Sequence[ProbeKey]) -> Iterator[tuple[ProbeKey, SearchProbe]]:
        with self.files.original_errors():
            for key in keys:
                prober = self.prober(key.search)
                yield key, prober.ask(self.game.read(key.position))

    def close(self) -> None:
        self.files.close()
