"""The state of a search: counters, node budget and principal variation.

The state is one record in memory, written by the kernel. While the search runs, other threads can
read the counters, and stop the search by setting its budget to NO_NODE.
"""

from typing import Any

import numpy as np

from tablero.jit import INTERPRETED
from tablero.jit.records import record
from tablero.limits import Between

MAX_PLY = 1000
"""Upper limit of the depth of a search, in plies."""

DEPTHS = Between(1, MAX_PLY)
"""The limits of the depth of a search, in plies."""

NO_LIMIT = 1 << 62
"""A node budget larger than any search."""

NO_NODE = -1
"""The node budget of a search that was stopped or has reached its limit; it visits no more."""

COUNTERS = (
    "created",  # nodes generated below the root
    "evaluated",  # nodes visited below the root
    "lazy_savings",  # children of expanded nodes that were pruned
    "cuts",  # cutoffs: nodes left because of their score; the engine also counts those whose
    # last child raised the score to beta, the textbook searches do not
    "inferred",  # nodes with a theoretical value
    "cache_hits",  # nodes with a value from the transposition table
    "leaves",  # terminal nodes: the game is over
    "depth",  # greatest distance from the root
    "distinct",  # empty entries of the transposition table that were filled
)
"""Counters that are part of the statistics of a result."""

FIRST_CUTS = "first_cuts"
"""Another counter: cutoffs by the first move that was searched."""

SCRATCH = (
    FIRST_CUTS,
    "budget",  # visit no more nodes than this
    "reach",  # greatest distance from the root in the subtree being searched
    "horizon",  # nodes whose value rests on the evaluation, also through a table entry
)

STATE = np.dtype(
    [
        *((name, np.int64) for name in COUNTERS + SCRATCH),
        ("reach_before", np.int64, (MAX_PLY + 2,)),  # by ply: `reach` before its children
        ("horizon_before", np.int64, (MAX_PLY + 2,)),  # by ply: `horizon` before its children
        ("length", np.int64, (MAX_PLY + 2,)),  # by ply: moves of the principal variation
        ("line", np.int64, (MAX_PLY + 2, MAX_PLY + 1)),  # by ply: the principal variation
    ]
)


def new_state(interpreted: bool = INTERPRETED) -> Any:
    """Return the state of a search that has not begun and has no node limit."""
    state = record(STATE, interpreted)
    state.budget = NO_LIMIT
    return state
