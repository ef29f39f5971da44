"""What was measured: runs of the real builder and solvers, as they are kept in a file."""

import json
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

from tablero.errors import OutsideError, system_reason
from tablero.locale import _

SHIPPED = "measured.json"

LEAST_PAIRS = 3
"""Of runs with one worker and two: with fewer, nobody could say how sure a figure is."""

CONNECT4, SMALL = "connect4", "connect4(columns=6,rows=5)"
TINY, WIDE = "connect4(columns=5,rows=4)", "connect4(columns=7,rows=4)"
"""The game whose book is wanted; one whose books can be made on one machine; one whose blocks take
so little that what is seen is the cluster; and one of which nothing was known when the model was
made."""


@dataclass(frozen=True)
class Stretch:
    """Consecutive blocks of a book. Nodes of each: with a table that was empty before the first;
    with one in which stretches elsewhere have left what was learnt there; and of the last one
    alone, with an empty table.

    seconds -- of a processor, for all blocks of the second kind
    """

    first: int
    nodes: tuple[int, ...]
    later: tuple[int, ...]
    alone: int
    seconds: float


@dataclass(frozen=True)
class Sample:
    """Stretches of one book, at random places of it.

    bits     -- of the table of every worker
    opening  -- seconds of a processor until a worker can begin: all positions are found
    megabytes -- the most that a worker has had at once while it did so
    """

    game: str
    stones: int
    positions: int
    bits: int
    opening: float
    megabytes: int
    stretches: tuple[Stretch, ...]


@dataclass(frozen=True)
class Run:
    """A whole book, or its first blocks, by a cluster of this machine.

    order   -- blocks that were sent at once
    tasks   -- how many were sent, those included that came back half done
    opening -- seconds of a processor until the slowest worker could begin
    solving -- seconds of processors for the blocks alone
    working -- and for all that workers did from their first block to their last
    driver  -- seconds of a processor of who has sent and kept them
    wall    -- seconds by the clock, from the first order to the last result
    """

    game: str
    stones: int
    workers: int
    order: int
    blocks: int
    tasks: int
    nodes: int
    opening: float
    solving: float
    working: float
    driver: float
    wall: float


@dataclass(frozen=True)
class Layer:
    """An endgame table's fields of so many seeds, worked out by one thread.

    extra -- by number of parts that know nothing of each other: fields worked out once more, as
             a share of all; none if that was not tried
    """

    pits: int
    seeds: int
    fields: int
    seconds: float
    extra: dict[str, float]


@dataclass(frozen=True)
class Search:
    """Kalah from its start by one thread. table -- seeds of the endgame table."""

    pits: int
    seeds: int
    table: int
    score: int
    nodes: int
    seconds: float


@dataclass(frozen=True)
class Split:
    """The last two questions of a search, by which its score is proved; asked at once, or of
    every position after so many moves.

    whole  -- nodes at once
    warm   -- of all positions, one after the other with one table
    cold   -- each with an empty table
    most   -- of the hardest of these
    needed -- of those alone by which the score is proved, as if they were known before
    needed_most -- of the hardest of these
    """

    pits: int
    seeds: int
    depth: int
    positions: int
    whole: int
    warm: int
    cold: int
    most: int
    needed: int
    needed_most: int


@dataclass(frozen=True)
class Measured:
    """about  -- machine, commit and time
    runs   -- what the model of the machine is fitted to
    larger -- what it is checked against
    """

    about: dict[str, Any]
    samples: tuple[Sample, ...]
    runs: tuple[Run, ...]
    larger: tuple[Run, ...]
    layers: tuple[Layer, ...]
    searches: tuple[Search, ...]
    splits: tuple[Split, ...]

    @property
    def cores(self) -> int:
        """Of the machine."""
        return int(self.about["machine"]["cores"])

    def sample(self, game: str, stones: int) -> Sample:
        """That of one book. Raises LookupError."""
        for sample in self.samples:
            if (sample.game, sample.stones) == (game, stones):
                return sample
        raise LookupError((game, stones))


def pairs(runs: Iterable[Run]) -> list[tuple[Run, Run]]:
    """Runs of one worker and of two that are alike in all that was ordered."""
    kinds: defaultdict[Any, dict[int, Run]] = defaultdict(dict)
    for run in runs:
        kinds[run.game, run.stones, run.order, run.blocks][run.workers] = run
    return [(each[1], each[2]) for each in kinds.values() if {1, 2} <= each.keys()]


def write(measured: Measured, file: Path) -> None:
    """As JSON, a line for every field."""
    lines = [
        f"{json.dumps(name)}: {json.dumps(value)}" for name, value in asdict(measured).items()
    ]
    file.write_text("{" + ",\n".join(lines) + "}\n", encoding="utf-8")


def read(file: Path | None = None) -> Measured:
    """What is in a file; else what comes with Tablero. Raises OutsideError if it cannot be."""
    source = files(__package__).joinpath(SHIPPED) if file is None else file
    try:
        measured = _measured(json.loads(source.read_text(encoding="utf-8")))
        if measured.cores < 1 or len(pairs(measured.runs)) < LEAST_PAIRS:
            raise ValueError("nothing can be fitted to that")
        return measured
    except OSError as error:
        message = _("cannot read {path}: {reason}")
        raise OutsideError(message.format(path=file, reason=system_reason(error))) from None
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        message = _("{path} holds no figures of tablero lab scale --measure")
        raise OutsideError(message.format(path=file)) from None


def _measured(record: dict[str, Any]) -> Measured:
    return Measured(
        record["about"],
        tuple(_sample(each) for each in record["samples"]),
        tuple(Run(**each) for each in record["runs"]),
        tuple(Run(**each) for each in record["larger"]),
        tuple(Layer(**each) for each in record["layers"]),
        tuple(Search(**each) for each in record["searches"]),
        tuple(Split(**each) for each in record["splits"]),
    )


def _sample(record: dict[str, Any]) -> Sample:
    stretches = tuple(
        Stretch(**{**each, "nodes": tuple(each["nodes"]), "later": tuple(each["later"])})
        for each in record["stretches"]
    )
    return Sample(**{**record, "stretches": stretches})
