"""A survey of regret as a job: numbers of positions in, what was seen there out."""

from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from tablero import games
from tablero.errors import SearchStopped
from tablero.lab.regret import Oracle, Seat, Seen, Survey
from tablero.teams.parcel import Parcel, Unpacked, pack
from tablero.teams.team import Team


@dataclass(frozen=True)
class SurveyJob:
    """places -- the fields of every position: its class is made by the game, wherever that is"""

    whole: ClassVar[bool] = False

    game: str
    agents: tuple[str, ...]
    seed: int
    seconds: float | None
    places: tuple[tuple[Any, ...], ...]
    parcel: Parcel = Parcel()

    @classmethod
    def of(cls, survey: Survey) -> "SurveyJob":
        oracle, places = survey.oracle, tuple(map(tuple, survey.places))
        seed = survey.seats[0].seed
        return cls(str(oracle.game), tuple(survey.texts), seed, oracle.seconds, places)

    def open(self) -> "Looking":
        return Looking(self)

    def packed(self) -> "SurveyJob":
        return replace(self, parcel=pack(self.game, *self.agents))


class Looking:
    """The agents and an oracle, before one position after the other."""

    def __init__(self, job: SurveyJob) -> None:
        self.files = Unpacked(job.parcel)
        try:
            with self.files.telling():
                game = games.load(self.files.here(job.game))
                seats = [Seat(self.files.here(text), game, job.seed) for text in job.agents]
                places = [type(game.start)(*fields) for fields in job.places]
                self.survey = Survey(Oracle(game, job.seconds), seats, places)
        except BaseException:
            self.files.close()
            raise

    def work(self, order: Sequence[int]) -> Iterator[tuple[int, Seen]]:
        with self.files.telling():
            for number in order:
                yield number, self.survey.look(number)

    def close(self) -> None:
        self.survey.close()
        self.files.close()


def run_by(team: Team, survey: Survey) -> None:
    """Let a team ask everybody about every position. Raises SearchStopped if somebody has stopped
    the survey."""
    survey.close()
    seen: dict[int, Seen] = {}
    orders = ([number] for number in range(len(survey.places)))
    with closing(team.results(SurveyJob.of(survey), orders, survey.stopped)) as results:
        for number, found in results:
            seen[number] = found
            survey.done += 1
    if len(seen) < len(survey.places):
        raise SearchStopped
    for number in range(len(survey.places)):
        survey.keep(number, seen[number])
