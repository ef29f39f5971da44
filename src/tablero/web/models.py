"""What the page says to the server and hears from it. The page's types are made from these."""

from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, Field

from tablero.web.plans import Experiment, Experimented
from tablero.web.said import Name as Name
from tablero.web.said import Said as Said
from tablero.web.said import Tab as Tab
from tablero.web.said import Text as Text

MOST_MOVES = 1000

# ---- games


class Option(BaseModel):
    """Of a game, an agent or an evaluation."""

    name: str
    kind: Literal["int", "float", "bool", "text", "choice"]
    default: str | int | float | bool | None
    choices: list[str]


class AgentKind(BaseModel):
    name: str
    about: str
    options: list[Option]
    ours: bool = Field(description="False: a file that was named when the server was started")
    chooses: bool = Field(description="False: a file that holds an evaluation")


class GameKind(BaseModel):
    name: str
    about: str
    options: list[Option]
    evaluations: list[str]
    agents: list[str]
    solved: bool = Field(description="Are exact scores to be had?")
    depth: int = Field(description="Plies that a search looks ahead unless told otherwise")


class Catalogue(BaseModel):
    """All there is to choose from."""

    version: str
    games: list[GameKind]
    agents: list[AgentKind]
    algorithms: list[str]
    seconds: float = Field(description="Most seconds of a search")
    tree_nodes: int = Field(description="Most nodes of a tree")


# ---- positions


class Line(Said):
    """Where we are: moves played from a start. An empty start is the game's own."""

    game: Text
    start: Text = ""
    moves: Annotated[list[Name], Field(max_length=MOST_MOVES)] = []


class LineAsked(Line):
    since: Annotated[int, Field(ge=0, le=MOST_MOVES)] = Field(
        0, description="Tell the positions from this one on; 0 is the start"
    )


Owner: TypeAlias = Literal[0, 1, 2]
"""Nobody, the first player, the second."""

State: TypeAlias = Literal["waiting", "compiling", "news", "again", "done", "failed", "cancelled"]
"""Of a job."""


class Cell(BaseModel):
    """Of a board of squares."""

    owner: Owner = Field(description="0: nobody")
    move: str | None = Field(description="The move that a click here plays")
    mark: str = Field(description="What stands there")
    winning: bool = False


class Columns(BaseModel):
    """Connect-4: cells from the top left, row by row."""

    kind: Literal["columns"] = "columns"
    columns: int
    rows: int
    cells: list[Cell]


class Squares(BaseModel):
    kind: Literal["squares"] = "squares"
    columns: int
    rows: int
    cells: list[Cell]


class Pits(BaseModel):
    """Kalah and Mancala11; index 0 is the first player. Pits from their owner's left."""

    kind: Literal["pits"] = "pits"
    pits: list[list[int]]
    names: list[str] = Field(description="Of the moves, pit by pit")
    stores: list[int]
    markers: list[int] = Field(description="Seeds in pits and store")
    accumulators: list[int] | None


class Block(BaseModel):
    """Quarry; heaps are the sides less one, and `xor` is their sum without carry."""

    kind: Literal["block"] = "block"
    sides: list[int]
    axes: list[str]
    heaps: list[int]
    xor: int


class Plain(BaseModel):
    """A game of somebody else's: its own drawing, and a button for every move."""

    kind: Literal["plain"] = "plain"
    drawing: str


View: TypeAlias = Annotated[Columns | Squares | Pits | Block | Plain, Field(discriminator="kind")]


class Place(BaseModel):
    """A pit (0, 1, …) or a store (-1) of a player (0 or 1)."""

    side: int
    pit: int


class Sowing(BaseModel):
    """What a move does to pits: seeds fall one by one, then some are taken."""

    origin: Place
    path: list[Place]
    taken: list[Place] = Field(description="Pits that are emptied at the end of it")
    prize: int = Field(description="Seeds taken from them")
    into: Place | None = Field(description="Where they go")


class Move(BaseModel):
    """A legal move, and what it does."""

    name: str
    again: bool = Field(description="Does the same side move again?")
    ends: bool = Field(description="Is the game over after it?")
    cell: int | None = Field(None, description="Of a board of cells: the one that it fills")
    sowing: Sowing | None = None


class Outcome(BaseModel):
    winner: Owner = Field(description="0: nobody")
    margin: int = Field(description="For the first player")


class Position(BaseModel):
    """Of a line, as the page shows it."""

    ply: int
    text: str = Field(description="How the game writes it; `tablero show` reads it")
    turn: Literal[1, 2]
    last: str | None = Field(description="The move that led here")
    moves: list[Move]
    more: bool = Field(description="There are moves that are not listed")
    outcome: Outcome | None
    view: View


class LineTold(BaseModel):
    """game -- as it is written, with its options that are not the usual ones."""

    game: str
    start: str
    positions: list[Position]
    command: str = Field(description="Shows the last of them in a terminal")


# ---- jobs


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
    seconds: Annotated[float, Field(gt=0, le=60)] = 3.0


class Choose(Said):
    """An agent's move in the last position."""

    kind: Literal["choose"] = "choose"
    line: Line
    agent: Text
    seed: Annotated[int, Field(ge=0, lt=1 << 53)] = 1
    seconds: Annotated[float, Field(gt=0, le=60)] | None = None


class Count(Said):
    """Nodes with and without pruning in the last position."""

    kind: Literal["count"] = "count"
    line: Line
    depth: Annotated[int, Field(ge=1, le=60)] = 4
    eval: Text = ""


class Grow(Said):
    """The tree of a search of the last position."""

    kind: Literal["grow"] = "grow"
    line: Line
    search: Search
    nodes: Annotated[int, Field(ge=1, le=100_000)] = 100_000


class Follow(Said):
    """The tree of what a player's file looks at in the last position, before it chooses."""

    kind: Literal["follow"] = "follow"
    line: Line
    player: Text
    seconds: Annotated[float, Field(gt=0, le=60)] = 10.0
    nodes: Annotated[int, Field(ge=1, le=100_000)] = 100_000


class Explain(Said):
    """Why a node of that tree is what it is."""

    kind: Literal["explain"] = "explain"
    grow: Grow
    node: Annotated[int, Field(ge=0, lt=100_000)]


class Review(Said):
    """The mistakes of a line, where the game is solved."""

    kind: Literal["review"] = "review"
    line: Line
    seconds: Annotated[float, Field(gt=0, le=60)] = 5.0


JobAsked: TypeAlias = Annotated[
    Analyse | Choose | Count | Grow | Follow | Explain | Review | Experiment,
    Field(discriminator="kind"),
]


class Posted(Said):
    """A job for a tab; its events come through the tab's stream."""

    tab: Tab
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
    line: list[str]
    depth: int | None = Field(description="Plies looked ahead; null where it is exact")
    nodes: int
    seconds: float


class Chosen(BaseModel):
    kind: Literal["chosen"] = "chosen"
    move: str | None = Field(description="null: the agent resigns")
    score: int | None
    exact: bool
    nodes: int | None
    depth: int | None
    seconds: float


class Counted(BaseModel):
    """null: more than there was time for."""

    kind: Literal["counted"] = "counted"
    pruned: int | None
    whole: int | None
    depth: int


class Grown(BaseModel):
    """The tree waits at /api/results/{job}."""

    kind: Literal["grown"] = "grown"
    nodes: int
    visited: int


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


class Problem(BaseModel):
    """What was wrong, and what would be right."""

    detail: str


class TreeTold(BaseModel):
    """A tree by columns: entry n of each list is about node n. Values and windows are MAX's, who
    moves at the root."""

    command: str
    max: Literal[1, 2]
    visited: int
    span: list[int]
    minimax: int | None = Field(
        description="Nodes that minimax would visit without a cache or theory; null: too many"
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
    size: list[int]
    skipped: list[int] = Field(description="Children that were never looked at")
    unseen: list[int] = Field(
        description="What minimax would have visited below them; -1 where nobody has counted"
    )
    differs: int | None = Field(
        None, description="Of a player's file: the first node that no correct alpha-beta has"
    )
    notes: list[str] = Field([], description="What is to be said of the whole")
