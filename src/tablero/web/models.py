"""Games and positions, as the page says and hears them. The page's types are made from these."""

from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, Field

from tablero.web.said import Name, Said, Text

MOST_MOVES = 1000

# ---- games


class Limits(BaseModel):
    """What a number may be."""

    least: float
    most: float | None = Field(description="null: without end")
    step: int | None = Field(description="From the least on; null: any number")


class Option(BaseModel):
    """Of a game, an agent or an evaluation."""

    name: str
    kind: Literal["int", "float", "bool", "text", "choice"]
    default: str | int | float | bool | None
    choices: list[str]
    limits: Limits | None = Field(
        description="Of a number, whatever the other options are; null: the server says no later"
    )


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
    depth: int = Field(description="Plies that a search looks ahead unless told otherwise")


class ExperimentKind(BaseModel):
    """What an experiment of the lab accepts."""

    numbers: dict[str, Limits] = Field(description="By name, as a plan has them")
    fewest: int = Field(description="Searches or agents")
    most: int


class Catalogue(BaseModel):
    """All there is to choose from."""

    version: str
    games: list[GameKind]
    agents: list[AgentKind]
    algorithms: list[str]
    seconds: float = Field(description="Most seconds of a search")
    tree_nodes: int = Field(description="Most nodes of a tree, its root not counted")
    experiments: dict[str, ExperimentKind] = Field(description="By what a plan says it is")
    arena: bool = Field(description="Is there a tournament to be seen?")


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
    names: list[str] = Field(description="Of the moves, side by side; # stands for the layers")
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
    typed: str = Field(description="How the game is called in a terminal: a file by its path")
    start: str
    positions: list[Position]


class Problem(BaseModel):
    """What was wrong, and what would be right."""

    detail: str
