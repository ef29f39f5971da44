"""What a book would take on machines that we have not got."""

import math
import pickle
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np

from tablero.lab.bootstrap import interval
from tablero.lab.scale.line import widened
from tablero.lab.scale.machine import Machine, Outcome, simulate
from tablero.lab.scale.records import Run
from tablero.lab.scale.work import Work
from tablero.solve.connect4.journal import BLOCK

SEED = 1


@cache
def sureness(work: Work, order: int) -> tuple[float, float]:
    """(low, high): the nodes of the book may be so many times those expected. Stretches are drawn
    anew, and all that is known from them is found again."""
    stretches = np.arange(len(work.sample.stretches))

    def nodes(drawn: Any) -> float:
        some = tuple(work.sample.stretches[number] for number in drawn)
        return Work(replace(work.sample, stretches=some)).nodes([order])

    ends = interval(nodes, stretches, SEED, widened(len(stretches)))
    assert ends is not None, "one stretch tells nothing"
    low, high = (float(end / work.nodes([order])) for end in ends)
    return low, high


def forecast(
    work: Work,
    machine: Machine,
    workers: int,
    sizes: Sequence[int],
    lost_every: float = math.inf,
    nodes: float = 1.0,
) -> Outcome:
    """So many workers, who each begin by finding all positions; the driver has a core to itself.

    sizes -- blocks of every order
    nodes -- of the book, for each that is expected
    """
    ready = replace(machine, start=machine.start + work.sample.opening)
    orders = [blocks * nodes for blocks in work.orders(sizes, SEED)]
    return simulate(orders, workers, ready, lost_every, SEED, work.learning)


def retold(run: Run, machine: Machine, cores: int, work: Work | None = None) -> Outcome:
    """A run that was made, as the model has it: its blocks alike; or, if there is a sample of its
    book, from that alone, its own nodes and seconds unseen. Where workers have all the cores, the
    driver takes its seconds from them."""
    sizes = cut(run.blocks, run.order)
    if work is None:
        opening, block = run.opening, run.solving / run.blocks
        orders = [np.full(size, block) for size in sizes]
    else:
        opening, orders = work.sample.opening, work.orders(sizes, SEED)
    shared = machine.send if run.workers >= cores else 0.0
    ready = replace(machine, start=machine.start + opening, task=machine.task + shared)
    return simulate(orders, run.workers, ready)


def cut(blocks: int, order: int, last: int | None = None, workers: int = 1) -> list[int]:
    """Sizes of the orders of so many blocks. If the last ones may be smaller than the others, they
    get smaller as fewer are left for every worker."""
    sizes, least = [], order if last is None else last
    while blocks > 0:
        sizes.append(min(blocks, order, max(least, blocks // workers)))
        blocks -= sizes[-1]
    return sizes


def sent_bytes(sizes: Sequence[int]) -> int:
    """Of orders and their results, as they are pickled; what Dask wraps around is not counted."""
    return sum(_sent(size) * count for size, count in Counter(sizes).items())


def _sent(order: int) -> int:
    results = [(number, bytes(BLOCK)) for number in range(order)]
    return len(pickle.dumps([*range(order)])) + len(pickle.dumps(results))
