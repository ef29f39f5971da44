"""The games of a match as a job: numbers in, games out."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from tablero.match.plan import Plan, Terms
from tablero.match.referee import Played
from tablero.match.seats import Seats, play_block
from tablero.teams.parcel import Parcel, Unpacked, pack


@dataclass(frozen=True)
class MatchJob:
    whole: ClassVar[bool] = False

    terms: Terms
    parcel: Parcel = Parcel()

    def open(self) -> "Boards":
        return Boards(self)

    def packed(self) -> "MatchJob":
        return replace(self, parcel=pack(self.terms.game, *self.terms.agents))


class Boards:
    """The players of a match, who play whatever is ordered."""

    def __init__(self, job: MatchJob) -> None:
        self.files, terms = Unpacked(job.parcel), job.terms
        try:
            with self.files.telling():
                first, second = map(self.files.here, terms.agents)
                here = replace(terms, game=self.files.here(terms.game), agents=(first, second))
                self.seats = Seats(Plan(here))
        except BaseException:
            self.files.close()
            raise

    def work(self, order: Sequence[int]) -> Iterator[tuple[int, Played]]:
        for number, played in play_block(self.seats, order):
            played.detail = self.files.at_home(played.detail)
            yield number, played

    def close(self) -> None:
        self.seats.close()
        self.files.close()
