"""What a pair asks for and is told of its own players. The page's types are made from these."""

from datetime import date, datetime
from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias

from pydantic import BaseModel, Field

from tablero.web.arena.examined import Examined, ScoreTold
from tablero.web.arena.models import PlaceTold, RoundNamed
from tablero.web.guard import LONGEST_BODY
from tablero.web.said import Said

if TYPE_CHECKING:
    from tablero.arena.handin.desk import Answer

PlayerNumber: TypeAlias = Annotated[int, Field(ge=1, le=99)]
VersionNumber: TypeAlias = Annotated[int, Field(ge=1, le=1_000_000)]
CheckNumber: TypeAlias = Annotated[str, Field(pattern="^[0-9a-f]{16}$")]
FileName: TypeAlias = Annotated[str, Field(pattern=r"^[\w][\w .+-]{0,99}$")]
FileText: TypeAlias = Annotated[str, Field(max_length=LONGEST_BODY)]
"""Of whole letters. All that the guard lets in: what is too much for the course is answered by it,
and remembered."""

Ticket: TypeAlias = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{16,64}$")]


class CheckAsked(Said):
    """name: of the file, for what is told of it."""

    player: PlayerNumber
    name: FileName = "player.py"
    text: FileText


class HandInAsked(Said):
    """ticket: who asks again with the same one is told the same again."""

    player: PlayerNumber
    text: FileText
    ticket: Ticket


class CheckTold(BaseModel):
    """Of a file that is checked: all that is known so far."""

    check: str
    player: int
    version: int | None = Field(description="That was handed in; null: it is only checked")
    name: str
    state: Literal["waiting", "going", "done", "failed", "cancelled"]
    ahead: int = Field(description="Files that are checked before it")
    told: Examined | None = None
    problem: str | None = None


class RulingTold(BaseModel):
    """What stands, or stood, against a version."""

    kind: Literal["disqualified", "banned"]
    rule: str
    place: str
    evidence: str
    command: str
    reason: str = Field(description="The teacher's, if it is his")
    lifted: str | None = Field(description="Why it was lifted; null: it was not")


class HandInTold(BaseModel):
    kept: bool
    message: str
    version: int | None
    alias: str | None
    rulings: list[RulingTold]
    check: str | None = Field(description="Of the rest; null: it is known, or is done later")


class VersionTold(BaseModel):
    version: int
    at: datetime
    day: date | None = Field(description="Of the course")
    alias: str | None
    track: str | None
    size: int = Field(description="Bytes")
    state: Literal["in", "waiting", "out"] = Field(
        description="waiting: nothing is against it, and not everything has been checked"
    )
    rulings: list[RulingTold]
    scores: list[ScoreTold] = Field(description="Of its games in the check; none: not seen here")


class OwnPlayerTold(BaseModel):
    player: int
    versions: list[VersionTold] = Field(description="The latest first: it counts")
    places: list[PlaceTold] = Field(description="In published rounds, the oldest first")


class DiscardedTold(BaseModel):
    """A file that was not taken."""

    at: datetime
    name: str
    message: str


class MineTold(BaseModel):
    """A pair's own."""

    most: int = Field(description="Players that it may have")
    kilobytes: int = Field(description="That a file may have")
    banned: bool
    players: list[OwnPlayerTold]
    discarded: list[DiscardedTold] = Field(description="The latest first")
    rounds: list[RoundNamed] = Field(description="That were published")
    check: CheckTold | None = Field(description="The last one, if there is any")


class TemplateTold(BaseModel):
    """A file to begin with."""

    kind: str
    track: str
    about: str
    text: str


class TemplatesTold(BaseModel):
    templates: list[TemplateTold]


def hand_in_told(answer: "Answer", check: str | None) -> HandInTold:
    upload = answer.upload
    return HandInTold(
        kept=answer.kept,
        message=answer.message,
        version=upload.version,
        alias=upload.alias,
        rulings=[
            RulingTold.model_validate({**vars(each), "reason": "", "lifted": None})
            for each in answer.rulings
        ],
        check=check,
    )
