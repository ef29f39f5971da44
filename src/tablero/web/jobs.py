"""Jobs for the page, asked and told: searches, trees, reviews. See plans for experiments."""

from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, Field

from tablero.web.models import Line
from tablero.web.plans import Experiment, Experimented
from tablero.web.said import MOST_NODES, Depth, Name, Nodes, Said, Seconds, TabName, Text

State: TypeAlias = Literal["waiting", "compiling", "news", "again", "done", "failed", "cancelled"]
"""Of a job."""


class Search(Said):
    """How to search; as `tablero search`."""

    algorithm: Name = "alphabeta"
    depth: Annotated[int, Field(ge=0, le=1000)] = 4
    eval: Text = ""
    order: Literal["natural", "best"] = "natural"
    cache: bool = False
    lazy: bool = True
    infer: bool = False
    root_window: Literal["full", "shared"] = "shared"


class Analyse(Said):
    """Scores of all moves of the last position, exact where they can be had."""

    kind: Literal["analyse"] = "analyse"
    line: Line
    eval: Text = ""
    seconds: Seconds = 3.0


class Choose(Said):
    """An agent's move in the last position."""

    kind: Literal["choose"] = "choose"
    line: Line
    agent: Text
    seed: Annotated[int, Field(ge=0, lt=1 << 53)] = 1
    seconds: Seconds | None = None


class Count(Said):
    """Nodes with and without pruning in the last position."""

    kind: Literal["count"] = "count"
    line: Line
    depth: Depth = 4
    eval: Text = ""


class Grow(Said):
    """The tree of a search of the last position."""

    kind: Literal["grow"] = "grow"
    line: Line
    search: Search
    nodes: Nodes = MOST_NODES


class Follow(Said):
    """The tree of what a player's file looks at in the last position, before it chooses."""

    kind: Literal["follow"] = "follow"
    line: Line
    player: Text
    seconds: Seconds = 10.0
    nodes: Nodes = MOST_NODES


class Explain(Said):
    """Why a node of that tree is what it is."""

    kind: Literal["explain"] = "explain"
    grow: Grow
    node: Annotated[int, Field(ge=0, le=MOST_NODES)]


class Review(Said):
    """The mistakes of a line, where the game is solved."""

    kind: Literal["review"] = "review"
    line: Line
    seconds: Seconds = 5.0


JobAsked: TypeAlias = Annotated[
    Analyse | Choose | Count | Grow | Follow | Explain | Review | Experiment,
    Field(discriminator="kind"),
]


class Posted(Said):
    """A job for a tab; its events come through the tab's stream."""

    tab: TabName
    job: JobAsked


class Accepted(BaseModel):
    job: str


class MoveScore(BaseModel):
    """For the side to move. A searched score is an opinion in points; `ends` in a margin."""

    move: str
    score: int
    exact: bool


class Analysed(BaseModel):
    """So far: scores come as they are found."""

    kind: Literal["analysed"] = "analysed"
    scores: list[MoveScore]
    score: int | None
    exact: bool
    decided: bool = Field(description="Is the result certain: proven, or a win that was seen?")
    plies: int | None = Field(description="Until the win, where an exact score tells it")
    line: list[str]
    depth: int | None = Field(description="Plies looked ahead; null where it is exact")
    nodes: int = Field(description="Nodes visited below the position")
    seconds: float


class Chosen(BaseModel):
    kind: Literal["chosen"] = "chosen"
    move: str | None = Field(description="null: the agent resigns")
    score: int | None
    exact: bool
    nodes: int | None = Field(description="Nodes visited below the root")
    depth: int | None = Field(description="Plies looked ahead")
    seconds: float


class Counted(BaseModel):
    """Nodes visited below the root; null: more than there was time for."""

    kind: Literal["counted"] = "counted"
    pruned: int | None
    whole: int | None
    depth: int


class Grown(BaseModel):
    """The tree waits at /api/results/{job}."""

    kind: Literal["grown"] = "grown"
    nodes: int = Field(description="Of the visited nodes, those in the tree")
    visited: int = Field(description="Nodes visited below the root")


class Explained(BaseModel):
    kind: Literal["explained"] = "explained"
    sentences: list[str]
    skipped: list[str] = Field(description="Moves that were never looked at")
    sizes: list[int | None] = Field(
        description="What minimax would have visited below each; null: too much to be counted"
    )


class Mistake(BaseModel):
    ply: int = Field(description="The position in which it was made")
    move: str
    better: str
    score: int
    best: int
    regret: int
    changes_result: bool


class Reviewed(BaseModel):
    """So far, from the end of the game on."""

    kind: Literal["reviewed"] = "reviewed"
    done: int
    total: int
    mistakes: list[Mistake]
    skipped: list[int]


Told: TypeAlias = Annotated[
    Analysed | Chosen | Counted | Grown | Explained | Reviewed | Experimented,
    Field(discriminator="kind"),
]


class Event(BaseModel):
    """About a job: it waits, has to be compiled first (which takes seconds, once), has news,
    begins again because its worker has died, is done, or why it is not."""

    job: str
    state: State
    told: Told | None = None
    problem: str | None = None


class Underway(BaseModel):
    """Jobs of a tab that are not at their end; a stream says so once it has told what was missed.
    Whoever waits for another one waits in vain: it is lost."""

    jobs: list[str]


class TreeTold(BaseModel):
    """A tree by columns: entry n of each list is about node n. Values and windows are MAX's, who
    moves at the root."""

    command: str
    max: Literal[1, 2]
    visited: int = Field(description="Nodes visited below the root, in the tree or not")
    pruned: int = Field(description="Children that were never visited, of all visited nodes")
    cached: int = Field(description="Of the visited nodes, those valued by the cache")
    inferred: int = Field(description="Of the visited nodes, those valued by theory")
    span: list[int]
    minimax: int | None = Field(
        description="Nodes that minimax would visit below the root without a cache or theory; "
        "null: too many"
    )
    parent: list[int] = Field(description="-1 at a root")
    move: list[str]
    left: list[int]
    turn: list[int]
    again: list[bool]
    repeated: list[bool]
    alpha: list[int | None]
    beta: list[int | None]
    value: list[int | float]
    bound: list[str]
    node_kind: list[str]
    best: list[str]
    size: list[int] = Field(description="Nodes visited from here on, this one included")
    skipped: list[int] = Field(description="Children that were never looked at")
    unseen: list[int] = Field(
        description="What minimax would have visited below them; -1 where nobody has counted"
    )
    differs: int | None = Field(
        None, description="Of a player's file: the first node that no correct alpha-beta has"
    )
    notes: list[str] = Field([], description="What is to be said of the whole")
