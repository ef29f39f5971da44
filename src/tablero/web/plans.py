"""Experiments: what the page asks for, and what it hears of them."""

from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, Field

from tablero.web.said import MOST_SECONDS, Depth, Said, Text

Texts: TypeAlias = Annotated[list[Text], Field(min_length=1, max_length=8)]
Several: TypeAlias = Annotated[list[Text], Field(min_length=2, max_length=8)]
Seed: TypeAlias = Annotated[int, Field(ge=0, le=(1 << 53) - 1)]
Plies: TypeAlias = Annotated[int, Field(ge=0, le=100)]

LEAST_SECONDS = 0.1


class Sample(Said):
    """Random positions, all different, after low to high random moves."""

    game: Text
    positions: Annotated[int, Field(ge=0, le=200)] = Field(20, description="0: the start alone")
    low: Plies = 2
    high: Plies = 12
    seed: Seed = 1


class Growth(Sample):
    """Nodes and time of searches by depth, as `tablero lab growth`."""

    what: Literal["growth"] = "growth"
    searches: Texts
    depth: Depth = 6
    seconds: Annotated[float, Field(ge=LEAST_SECONDS, le=30)] = Field(
        2.0, description="No depth that would take longer for a position"
    )


class Compare(Sample):
    """Searches on the same positions, as `tablero lab compare`."""

    what: Literal["compare"] = "compare"
    searches: Texts
    depth: Depth = Field(5, description="Of searches that name none")


class Pruning(Said):
    """One game, and the nodes of every move of it, as `tablero lab pruning`."""

    what: Literal["pruning"] = "pruning"
    game: Text
    searches: Several = Field(
        description="The last one plays; what it saves is told in nodes of the first"
    )
    depth: Depth = Field(6, description="Of searches that name none")
    plies: Plies = Field(0, description="Random moves that open the game")
    seed: Seed = 1


class Ladder(Said):
    """Everybody against everybody, as `tablero lab ladder`."""

    what: Literal["ladder"] = "ladder"
    game: Text
    agents: Several
    games: Annotated[int, Field(ge=2, le=400, multiple_of=2)] = 40
    plies: Plies = Field(4, description="Random moves that open a game")
    seed: Seed = 1


class Regret(Sample):
    """What moves lose against perfect play, as `tablero lab regret`."""

    what: Literal["regret"] = "regret"
    agents: Texts
    positions: Annotated[int, Field(ge=1, le=500)] = 100
    low: Plies = 2
    high: Plies = 8
    seconds: Annotated[float, Field(ge=LEAST_SECONDS, le=MOST_SECONDS)] = Field(
        5.0, description="A position that is not solved by then is left out"
    )


Plan: TypeAlias = Growth | Compare | Pruning | Ladder | Regret


class Experiment(Said):
    kind: Literal["experiment"] = "experiment"
    plan: Annotated[Plan, Field(discriminator="what")]


class ColumnTold(BaseModel):
    """name -- what programs call it; title -- what people do"""

    name: str
    title: str
    numeric: bool


class TableTold(BaseModel):
    """rows  -- bare; what is infinite or unknown is null
    shown -- the same as people read them
    """

    name: str
    title: str
    columns: list[ColumnTold]
    rows: list[list[str | bool | int | float | None]]
    shown: list[list[str]]


class Wording(BaseModel):
    """What there is to tell, in one language."""

    title: str
    tables: list[TableTold]
    warnings: list[str] = Field(description="What should not be overlooked")


class Experimented(BaseModel):
    """So far."""

    kind: Literal["experimented"] = "experimented"
    said: dict[str, Wording] = Field(description="By language: the page may change its own")
    names: list[str] = Field(description="Of searches or agents, in the order asked for")
    command: str = Field(description="Repeats it in a terminal")
    csv: dict[str, str] = Field(description="To keep: a text for every table, by its name")
    done: int
    total: int
    at: str = Field(description="What is being looked at")
    seconds: float
