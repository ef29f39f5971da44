"""A machine's figures, found from runs of which everything is known."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import numpy as np

from tablero.lab.scale.forecast import retold
from tablero.lab.scale.line import Line
from tablero.lab.scale.machine import Machine
from tablero.lab.scale.records import Run, pairs

Figure: TypeAlias = tuple[float, float]
"""What was found, and its margin: the truth is so near as often as SURE says."""

FIRST = {"lag": 0.01, "late": 0.5}
"""Seconds where the search for what no processor tells begins."""

STEPS = (1e-4, 1e-2)
"""Seconds between two values of each that are tried for a slope."""

TURNS, HALVINGS = 20, 8


@dataclass(frozen=True)
class Fit:
    """low, high -- each figure of the machine lies between as often as SURE says
    crowd -- how many times longer two workers at once take for a node than one does, low and
             high: no figure of the machine, but what it leaves out
    """

    machine: Machine
    low: Machine
    high: Machine
    crowd: tuple[float, float, float]


def fit(runs: Sequence[Run], cores: int) -> Fit:
    """To runs of one worker and of two, on a machine of so many cores.

    What a worker takes once and for an order, and the driver for an order, are seconds of
    processors: whoever else was at work matters little. Of the driver's, a share of the time that
    passes is no part of the work. What the clocks of all runs then leave to explain is lag, and
    being late.
    """
    besides = [run.working - run.solving for run in runs]
    worker = Line([[run.workers, run.tasks] for run in runs], besides)
    driver = Line([[run.tasks, run.wall] for run in runs], [run.driver for run in runs])
    found = {"start": worker.factor(0), "task": worker.factor(1), "send": driver.factor(0)}
    found |= _waiting(runs, cores, _machine(found, 0))
    low, machine, high = (_machine(found, side) for side in (-1, 0, 1))
    return Fit(machine, low, high, _crowd(runs))


def _machine(found: dict[str, Figure], side: int) -> Machine:
    """All figures as found, or at the ends of their margins; nothing takes less than no time."""
    return Machine(
        **{name: max(0.0, value + side * margin) for name, (value, margin) in found.items()}
    )


def _waiting(runs: Sequence[Run], cores: int, known: Machine) -> dict[str, Figure]:
    """Lag and late, by which the clocks of all runs are foretold best, as ratios: by the method of
    Gauss and Newton, with shorter steps where one leads too far."""

    def errors(values: Any) -> Any:
        machine = replace(known, **dict(zip(FIRST, map(float, values), strict=True)))
        return np.log([run.wall / retold(run, machine, cores).seconds for run in runs])

    values = np.array([*FIRST.values()])
    left = errors(values)
    for _turn in range(TURNS):
        slopes = [(left - errors(values + step)) / step.max() for step in np.diag(STEPS)]
        line = Line(np.transpose(slopes), left)
        nearer = _nearer(errors, values, line.factors, left)
        if nearer is None:
            break
        values, left = nearer
    return {name: (float(values[n]), line.factor(n)[1]) for n, name in enumerate(FIRST)}


def _nearer(
    errors: Callable[[Any], Any], values: Any, step: Any, left: Any
) -> tuple[Any, Any] | None:
    """Values a step further, or a part of it, and what they leave; None if none leaves less."""
    for halving in range(HALVINGS):
        further = np.maximum(0.0, values + step / 2**halving)
        found = errors(further)
        if found @ found < left @ left:
            return further, found
    return None


def _crowd(runs: Sequence[Run]) -> tuple[float, float, float]:
    """From runs that differ in the number of workers alone."""
    gains = [
        math.log(two.solving / two.nodes * one.nodes / one.solving) for one, two in pairs(runs)
    ]
    value, margin = Line([[1]] * len(gains), gains).factor(0)
    return math.exp(value), math.exp(value - margin), math.exp(value + margin)
