"""What a search writes down while it runs: counters, its budget and the best line.

The notes are one record in memory. The kernel writes them; whoever holds the
record can read the counters while the search is on, and stop it by taking its
budget away.
"""

from types import SimpleNamespace
from typing import Any

import numpy as np

from tablero.errors import OptionError
from tablero.jit import INTERPRETED, helper
from tablero.locale import _

MAX_PLY = 1000
"""No search looks further ahead."""

NO_LIMIT = 1 << 62
"""More nodes than a search can visit."""

COUNTERS = (
    "created",  # nodes made below the root
    "evaluated",  # nodes visited below the root
    "lazy_savings",  # children of expanded nodes that were never visited
    "cuts",  # nodes left before all their children were visited
    "inferred",  # nodes valued by the game's theory
    "cache_hits",  # nodes valued by the table
    "leaves",  # finished games reached
    "depth",  # greatest distance from the root
    "distinct",  # positions in the table
)

FIRST_CUTS = "first_cuts"
"""A counter beside those: cuts that the first move made which was looked at."""

SCRATCH = (
    FIRST_CUTS,
    "budget",  # visit no more nodes than this
    "reach",  # greatest distance from the root in the subtree being searched
    "horizon",  # nodes valued by the judge, or by a table entry that rests on the judge
)

RECORD = np.dtype(
    [
        *((name, np.int64) for name in COUNTERS + SCRATCH),
        ("length", np.int64, (MAX_PLY + 2,)),
        ("line", np.int64, (MAX_PLY + 2, MAX_PLY + 1)),
    ]
)
"""line[ply, :length[ply]] is the best line found from the node at `ply` on the path."""


def check_depth(depth: int) -> None:
    """Raise OptionError unless somebody can look so far ahead."""
    if not 1 <= depth <= MAX_PLY:
        message = _("depth must be 1 to {most}, not {depth}")
        raise OptionError(message.format(most=MAX_PLY, depth=depth))


def new_notes(interpreted: bool = INTERPRETED) -> Any:
    """Empty notes of a search that may go on as long as it likes."""
    if interpreted:
        notes = SimpleNamespace(**dict.fromkeys(COUNTERS + SCRATCH, 0))
        notes.length = np.zeros(MAX_PLY + 2, np.int64)
        notes.line = np.zeros((MAX_PLY + 2, MAX_PLY + 1), np.int64)
    else:
        notes = np.empty(1, RECORD).view(np.recarray)[0]
        for name in COUNTERS + SCRATCH:
            setattr(notes, name, 0)
    notes.budget = NO_LIMIT
    return notes


def new_record(kind: Any, interpreted: bool = INTERPRETED) -> Any:
    """A record of this kind that is all 0, as kernels write it at either speed."""
    record = np.zeros(1, kind).view(np.recarray)[0]
    if interpreted:
        return SimpleNamespace(**{name: record[name] for name in kind.names})
    return record


@helper
def prefer(notes: Any, ply: int, move: int) -> None:
    """The best line from `ply` on is now `move` and the best line after it."""
    rest = notes.length[ply + 1]
    notes.line[ply, 0] = move
    for i in range(rest):
        notes.line[ply, i + 1] = notes.line[ply + 1, i]
    notes.length[ply] = rest + 1
