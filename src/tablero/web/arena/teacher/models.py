"""What the teacher is told, and what he says."""

from datetime import date, datetime
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, Field

from tablero.arena.course.calendar import Phase
from tablero.web.arena.models import ProgressTold, RoundNamed, RoundTold
from tablero.web.said import Said

Reason: TypeAlias = Annotated[str, Field(min_length=1, max_length=1000)]
RowNumber: TypeAlias = Annotated[int, Field(ge=1, lt=1 << 53)]

Form: TypeAlias = Literal["csv", "json", "zip"]
"""Of grades."""

Kind: TypeAlias = Literal["disqualified", "banned"]
"""Of a verdict."""

Standing: TypeAlias = Literal["in", "waiting", "replaced", "disqualified", "banned"]
"""Of a version: it plays; it plays as far as is known, and has not been checked whole; a later one
plays in its place."""


class VersionSeen(BaseModel):
    """A file that was kept."""

    upload: int
    player: int
    version: int
    alias: str | None
    name: str
    track: str | None
    at: datetime
    day: date | None
    size: int
    standing: Standing


class LineSeen(BaseModel):
    """A reason of a grade."""

    part: str
    points: float
    text: str


class GradeSeen(BaseModel):
    points: float
    practice: float
    references: float
    place: float
    best: str | None = Field(description="Alias of the best player still in")
    lines: list[LineSeen]


class PairSeen(BaseModel):
    pair: str
    group: int
    number: int
    members: list[str]
    banned: bool
    today: int = Field(description="Players handed in on this day of the course")
    players: list[VersionSeen] = Field(description="The last version of each")
    grade: GradeSeen


class OverviewTold(BaseModel):
    day: date
    phase: Phase
    closes: datetime = Field(description="When this day closes")
    waiting: int = Field(description="Files that have not been checked whole")
    pairs: list[PairSeen]


class VerdictSeen(BaseModel):
    verdict: int
    at: datetime
    upload: int | None
    alias: str | None
    kind: Kind
    rule: str
    place: str
    evidence: str
    command: str
    by: str
    reason: str
    lifted_at: datetime | None
    lifted_by: str | None
    lifted_reason: str | None


class PairTold(BaseModel):
    """Everything that a pair has handed in, and what was said of it; the oldest first."""

    versions: list[VersionSeen]
    verdicts: list[VerdictSeen]


class FileTold(BaseModel):
    upload: int
    name: str
    text: str = Field(description="What is no letter is told by its number")


class VerdictAsked(Said):
    """A ban is against the pair whose file this is."""

    upload: RowNumber
    kind: Kind
    reason: Reason


class LiftAsked(Said):
    reason: Reason


class RoundState(BaseModel):
    """Of the round that is played, or would be."""

    state: Literal["playing", "paused", "idle"]
    trouble: str = Field(description="What the last process said that has failed; empty: none")
    level: str | None = Field(
        description="Of the sandbox on this machine; empty: there is none; null: it is being tried"
    )
    due: date | None = Field(description="The day whose round would be played now")
    checking: int | None = Field(
        description="Files that are checked before anybody is paired; null: no check is under way"
    )
    outdated: bool = Field(
        description="Does course.toml say anything else than when the server began, besides pairs "
        "and passwords?"
    )
    progress: ProgressTold


class RoundSeen(BaseModel):
    """A round that is over, published or not."""

    round: RoundNamed
    level: str
    published: bool
    publishes: datetime


class RoundsSeen(BaseModel):
    rounds: list[RoundSeen]


class StandingsSeen(BaseModel):
    told: RoundTold
    players: list[str] = Field(description="Who they are, by rank: pair and number, or reference")


class EventSeen(BaseModel):
    event: int
    at: datetime
    who: str
    what: str
    told: dict[str, Any]


class EventsTold(BaseModel):
    events: list[EventSeen] = Field(description="The latest first")
    more: bool


class DaySeen(BaseModel):
    day: date
    phase: Phase
    closes: datetime | None = Field(description="null: nothing is due")
    publishes: datetime | None
    round: int | None = Field(description="Its number, if it has begun")


class CalendarTold(BaseModel):
    today: date
    days: list[DaySeen]


class SecretTold(BaseModel):
    """Shown this once: only their hashes are kept."""

    pair: str
    secret: str
    password: str
