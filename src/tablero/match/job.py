"""The games of a match as a job of the worker pool; the keys are their numbers."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import ClassVar

from tablero.agents.bundle import FileBundle, UnpackedFiles, bundle_files
from tablero.match.plan import MatchTerms, Plan
from tablero.match.players import MatchPlayers
from tablero.match.referee import Played
from tablero.workers.job import TextJob


@dataclass(frozen=True)
class MatchJob(TextJob):
    """All games of a match.

    terms: the terms of the match.
    bundle: the user's files that the game and the agents need.
    parsed: the plan of these terms, if the caller has made it.
    """

    splittable: ClassVar[bool] = True

    terms: MatchTerms
    bundle: FileBundle = FileBundle()
    parsed: Plan | None = field(default=None, compare=False)

    def open(self) -> "OpenMatch":
        return OpenMatch(self)

    def bundled(self) -> "MatchJob":
        return MatchJob(self.terms, bundle_files(self.terms.game, *self.terms.agents))


class OpenMatch:
    """A match whose players have been created, ready to play its games."""

    def __init__(self, job: MatchJob) -> None:
        self.files = UnpackedFiles(job.bundle)
        with self.files.opening():
            self.players = MatchPlayers(job.parsed or Plan(self._local(job.terms)))

    def _local(self, terms: MatchTerms) -> MatchTerms:
        """Return the terms with the paths of the unpacked files."""
        first, second = map(self.files.to_local, terms.agents)
        return replace(terms, game=self.files.to_local(terms.game), agents=(first, second))

    def run(self, keys: Sequence[int]) -> Iterator[tuple[int, Played]]:
        """Play the games with these numbers."""
        for number, played in self.players.games(keys):
            played.detail = self.files.to_original(played.detail)
            yield number, played

    def close(self) -> None:
        """Close the players, and remove the unpacked files."""
        self.players.close()
        self.files.close()
