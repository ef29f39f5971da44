"""What anybody may know of an arena. The page's types are made from these.

Players are told by their aliases, and in addresses by their ranks in a round: neither says who
they are.
"""

from datetime import date, datetime
from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, Field

from tablero.arena.course.calendar import Phase
from tablero.arena.standings.notable import Kind
from tablero.match.referee import Reason

MOST_ROUND = 1_000_000
RoundNumber: TypeAlias = Annotated[int, Field(ge=1, le=MOST_ROUND)]
Rank: TypeAlias = Annotated[int, Field(ge=1, le=MOST_ROUND)]
OpeningNumber: TypeAlias = Annotated[int, Field(ge=1, le=MOST_ROUND)]

Score: TypeAlias = tuple[int, int, int]
"""Won, drawn, lost."""


class RoundNamed(BaseModel):
    """A round that was published."""

    number: int
    day: date
    phase: Phase
    players: int
    games: int


class CourseTold(BaseModel):
    title: str
    game: str = Field(description="With its options")
    depth: int = Field(description="Of the search that all evaluations share")
    tracks: list[str] = Field(description="What can be handed in: evaluation, agent")
    day: date = Field(description="The day of the course: the one that closes next")
    phase: Phase = Field(description="What this day is")
    closes: datetime | None = Field(description="When the next round closes; null: none is left")
    zone: str = Field(description="Of the course's clocks")
    copied: datetime | None = Field(description="When this copy was made; null: this is no copy")
    boards: Literal["all", "notable"] = Field(description="Games that a copy can replay")
    rounds: list[RoundNamed] = Field(description="The oldest first")


class RegretTold(BaseModel):
    """What late moves of a player have lost against perfect play."""

    mean: float = Field(description="In the game's own points")
    moves: int = Field(description="That were looked at")
    wrong: int = Field(description="Of them, those that have lost something")


class RowTold(BaseModel):
    """A player's line of the standings."""

    rank: int
    alias: str
    games: int
    wins: int
    draws: int
    losses: int
    rating: float | None = Field(description="In Elo; null: nothing is known of it")
    low: float | None = Field(description="End of the 95 % interval; null: it has none")
    high: float | None = Field(description="End of the 95 % interval; null: it has none")
    same_as: list[str] = Field(
        description="Aliases of those that cannot be told apart from it yet"
    )
    reference: bool | None = Field(
        description="One of the teachers'; null: the teachers do not say"
    )
    regret: RegretTold | None = Field(description="null: nobody has looked, or nobody can tell")


class CellTold(BaseModel):
    """Games of the row's player against the column's: won, drawn, lost."""

    started: Score = Field(description="Those that the row's player began")
    answered: Score = Field(description="Those that the column's player began")


class FaultTold(BaseModel):
    """Games that somebody lost by a fault of his own."""

    rank: int
    reason: Reason
    games: int


class RoundTold(BaseModel):
    round: RoundNamed
    rows: list[RowTold] = Field(description="The best first: the place is the rank less one")
    cross: list[list[CellTold | None]] = Field(
        description="Rows and columns as in the standings; null: nobody meets himself"
    )
    faults: list[FaultTold]
    repeated: int = Field(
        description="Games that are the same, move for move, as another one of the same players"
    )
    champion: str | None = Field(description="Alias of who has won a knockout; null: it was none")


class GameNamed(BaseModel):
    """A game of a round: first and second are ranks."""

    first: int
    second: int
    opening: int
    winner: Literal[0, 1, 2] = Field(description="0: nobody")
    reason: Reason
    moves: int


class NotableTold(BaseModel):
    """A game that is worth a look."""

    kind: Kind
    number: float | None = Field(
        description="Moves of the shortest win; Elo of an upset; how far behind before a comeback"
    )
    game: GameNamed


class NotablesTold(BaseModel):
    games: list[NotableTold] | None = Field(description="null: they are being looked for")


class GamesTold(BaseModel):
    """All games of two players in a round."""

    games: list[GameNamed]


class GameTold(BaseModel):
    """A whole game."""

    game: GameNamed
    first: str = Field(description="Alias of who began")
    second: str = Field(description="Alias of the other")
    rules: str = Field(description="The game with its options")
    start: str = Field(description="Where it began; empty: the game's own start")
    moves: list[str]
    movers: list[Literal[1, 2]] = Field(description="Who made each move")
    drawn: int = Field(description="So many of the moves are the opening's")
    margin: int | None = Field(description="For who began; null: not played to its end")
    scores: list[int | None] = Field(
        description="What each mover thought of his move, from the first after the opening on"
    )
    times: list[float] = Field(description="Seconds of each of these moves")
    record: str = Field(description="One line of JSON, as `tablero replay` reads it")


class PlaceTold(BaseModel):
    """Where a player stood in a round."""

    round: int
    rank: int
    players: int
    games: int
    points: float
    rating: float | None
    low: float | None
    high: float | None


class PlayerTold(BaseModel):
    alias: str
    places: list[PlaceTold] = Field(description="The oldest round first")


class HistoryTold(BaseModel):
    """Everybody who ever took part in a published round, by alias."""

    rounds: list[RoundNamed]
    players: list[PlayerTold]


class MeetingTold(BaseModel):
    """A game that was played; how it ended is told when the round is published."""

    first: str
    second: str
    opening: int


class ProgressTold(BaseModel):
    """Of the round that is played, or that waits for its publication. No results are in it."""

    state: Literal["playing", "waiting", "none"]
    number: int | None = None
    day: date | None = None
    players: int = 0
    done: Annotated[int, Field(description="Games that have been played")] = 0
    total: Annotated[int | None, Field(description="null: that depends on results")] = None
    publishes: Annotated[datetime | None, Field(description="When its results are told")] = None
    last: Annotated[
        list[MeetingTold],
        Field(description="The latest first; none where who meets whom tells who has won"),
    ] = []


class LiveGame(BaseModel):
    """A game of the round under way that has just been played."""

    first: str
    second: str
    opening: int
    rules: str
    start: str = Field(description="Where it began; empty: the game's own start")
    moves: list[str]
    drawn: int = Field(description="So many of the moves are the opening's")
    winner: Literal[0, 1, 2]
    reason: Reason


class LiveTold(BaseModel):
    shown: bool = Field(description="May games be watched before the round is published?")
    games: list[LiveGame] = Field(description="The latest first")
