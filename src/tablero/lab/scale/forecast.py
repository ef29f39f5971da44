"""What a book would take on machines that we have not got."""

import math
import pickle
from dataclasses import replace
from functools import partial

import numpy as np

from tablero.lab.bootstrap import interval
from tablero.lab.scale.machine import Machine, Outcome, simulate
from tablero.lab.scale.records import Run
from tablero.lab.scale.work import Work
from tablero.solve.connect4.journal import BLOCK

SEED = 1


def sureness(work: Work) -> tuple[float, float]:
    """(low, high): the nodes of the book may be so many times those expected."""
    means = work.firsts.mean(axis=1)
    ends = interval(partial(np.mean, axis=-1), means, SEED)
    assert ends is not None, "one stretch tells nothing"
    low, high = ends
    return float(low / means.mean()), float(high / means.mean())


def forecast(
    work: Work,
    machine: Machine,
    workers: int,
    order: int,
    lost_every: float = math.inf,
    nodes: float = 1.0,
) -> Outcome:
    """So many workers, who each begin by finding all positions.

    nodes -- of the book, for each that is expected
    """
    ready = replace(machine, start=machine.start + work.sample.opening)
    orders = [blocks * nodes for blocks in work.orders(order, SEED)]
    return simulate(orders, workers, ready, lost_every, SEED)


def foretold(run: Run, machine: Machine, work: Work | None = None) -> Outcome:
    """A run that was made, as the model has it: its blocks alike; or, if there is a sample of its
    book, from that alone, its own nodes and seconds unseen."""
    alike = np.full(run.blocks, run.solving / run.blocks / machine.crowd ** (run.workers > 1))
    blocks = alike if work is None else np.concatenate(work.orders(run.order, SEED))[: run.blocks]
    orders = [blocks[first : first + run.order] for first in range(0, run.blocks, run.order)]
    opening = run.opening if work is None else work.sample.opening
    crowd = machine.crowd if run.workers > 1 else 1.0
    ready = replace(machine, start=machine.start + opening, crowd=crowd)
    return simulate(orders, run.workers, ready)


def sent_bytes(order: int) -> int:
    """Of an order and its results, as they are pickled; what Dask wraps around is not counted."""
    results = [(number, bytes(BLOCK)) for number in range(order)]
    return len(pickle.dumps([*range(order)])) + len(pickle.dumps(results))
