"""A machine's figures, found from runs of which everything is known."""

from collections.abc import Iterable, Sequence

import numpy as np

from tablero.lab.scale.machine import Machine
from tablero.lab.scale.records import Run


def fit(runs: Sequence[Run]) -> Machine:
    """By least squares: what the driver takes for an order and for a block; what a worker takes,
    once and for an order. Both have a pulse, too, a share of every second that passes, which is no
    part of the work. The crowd is how many times longer two workers at once take for a node than
    one. All are seconds of processors: whoever else was at work matters little, and the clock is
    left to check it."""
    each = [[run.tasks, run.blocks, 1, run.wall] for run in runs]
    send, take, _begin, _pulse = _least_squares(each, [run.driver for run in runs])
    besides = [run.working - run.solving for run in runs]
    own = [[run.workers, run.tasks, run.workers * run.wall] for run in runs]
    start, task, _pulse = _least_squares(own, besides)
    together, alone = (
        [run for run in runs if (run.workers > 1) is many] for many in (True, False)
    )
    crowd = _node_seconds(together) / _node_seconds(alone)
    return Machine(start, task, send, take, max(1.0, crowd))


def _least_squares(rows: Sequence[Sequence[float]], values: Sequence[float]) -> list[float]:
    """Nothing takes less than no time: what would is left out, and the others are found anew."""
    matrix, left = np.array(rows, float), [*range(len(rows[0]))]
    while True:
        found, *_others = np.linalg.lstsq(matrix[:, left], np.array(values), rcond=None)
        if not len(found) or found.min() >= 0:
            break
        left.pop(int(found.argmin()))
    answers = dict(zip(left, found.tolist(), strict=True))
    return [answers.get(place, 0.0) for place in range(len(rows[0]))]


def _node_seconds(runs: Iterable[Run]) -> float:
    """What a node takes."""
    pairs = [(run.solving, run.nodes) for run in runs]
    return sum(solving for solving, _nodes in pairs) / sum(nodes for _solving, nodes in pairs)
