"""A cluster at work, event by event: one driver, workers, orders of blocks.

    driver   sends an order, AHEAD for every worker; lands what comes back, block by block; does
             one thing at a time
    worker   takes the next order that is there, and hands it back half done after PORTION seconds
    orders   what was handed back comes next, as teams/cluster.py has it

Nothing else costs time: the network is quick, and the scheduler is part of the driver, as it is in
the cluster of one machine that all figures come from.
"""

import math
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import Any

import numpy as np

from tablero.match.dice import generator
from tablero.teams.hands import PORTION

AHEAD = 2
"""As in teams/cluster.py, which needs Dask."""


@dataclass(frozen=True)
class Machine:
    """Seconds, but for the last.

    start -- until a worker begins with its first block
    task  -- of a worker, for every order besides its blocks
    send  -- of the driver, for every order
    take  -- of the driver, for every block
    crowd -- how many times longer a block takes when all cores of a machine are at work
    """

    start: float = 0.0
    task: float = 0.0
    send: float = 0.0
    take: float = 0.0
    crowd: float = 1.0


@dataclass(frozen=True)
class Outcome:
    """seconds -- by the clock, until the last result is kept
    work    -- seconds of the blocks, each counted once
    busy    -- of workers at blocks, lost ones included
    driver  -- of the driver
    tasks   -- that came back
    blocks  -- that came back
    lost    -- workers
    """

    workers: int
    seconds: float
    work: float
    busy: float
    driver: float
    tasks: int
    blocks: int
    lost: int

    @property
    def efficiency(self) -> float:
        """The share of all workers' time that went into results."""
        return self.work / (self.workers * self.seconds) if self.seconds else 1.0


def simulate(
    orders: Sequence[Any],
    workers: int,
    machine: Machine,
    lost_every: float = math.inf,
    seed: int = 1,
) -> Outcome:
    """What becomes of these orders, each an array of seconds of its blocks.

    lost_every -- mean seconds until a worker dies; another takes its place, and begins anew
    """
    return _Simulation(orders, workers, machine, lost_every, seed).run()


class _Simulation:
    """coming  -- orders that were not sent
    there   -- (when, order): sent, and nobody is at it
    idle    -- (since when, worker)
    at_work -- (when, number, worker, order, blocks): a worker comes back with so many blocks of
               its order, or is lost, with none
    fresh   -- workers that have not begun yet
    """

    def __init__(
        self,
        orders: Sequence[Any],
        workers: int,
        machine: Machine,
        lost_every: float,
        seed: int,
    ) -> None:
        self.machine, self.workers, self.lost_every = machine, workers, lost_every
        self.dice = generator(seed)
        self.coming = deque(np.asarray(order) * machine.crowd for order in orders)
        self.work = float(sum(order.sum() for order in self.coming))
        self.there: deque[tuple[float, Any]] = deque()
        self.idle = deque((0.0, worker) for worker in range(workers))
        self.at_work: list[tuple[float, int, int, Any, int]] = []
        self.fresh = set(range(workers))
        self.clock = self.busy = self.driver = 0.0
        self.tasks = self.blocks = self.lost = self.number = self.flying = 0

    def run(self) -> Outcome:
        self._send()
        while self.at_work:
            when, _number, worker, order, done = heappop(self.at_work)
            self.idle.append((when, worker))
            if done:
                self._land(when, order, done)
            else:
                self._lose(when, worker, order)
            self._send()
        return Outcome(
            self.workers,
            self.clock,
            self.work,
            self.busy,
            self.driver,
            self.tasks,
            self.blocks,
            self.lost,
        )

    def _occupy_driver(self, when: float, seconds: float) -> None:
        self.clock = max(self.clock, when) + seconds
        self.driver += seconds

    def _send(self) -> None:
        """As much as there is room for; who has nothing to do takes what is there."""
        while self.coming and self.flying < AHEAD * self.workers:
            self._occupy_driver(0.0, self.machine.send)
            self.there.append((self.clock, self.coming.popleft()))
            self.flying += 1
        while self.idle and self.there:
            since, worker = self.idle.popleft()
            ready, order = self.there.popleft()
            self._begin(max(since, ready), worker, order)

    def _begin(self, when: float, worker: int, order: Any) -> None:
        ends = np.cumsum(order)
        done = min(len(order), int(np.searchsorted(ends, PORTION, side="right")) + 1)
        seconds = float(ends[done - 1])
        begun = when + self.machine.task
        if worker in self.fresh:
            self.fresh.discard(worker)
            begun += self.machine.start
        if self.lost_every < math.inf:
            life = when + float(self.dice.exponential(self.lost_every))
            if life < begun + seconds:
                self.busy += max(0.0, life - begun)
                self._expect(life, worker, order, 0)
                return
        self.busy += seconds
        self._expect(begun + seconds, worker, order, done)

    def _expect(self, when: float, worker: int, order: Any, done: int) -> None:
        self.number += 1
        heappush(self.at_work, (when, self.number, worker, order, done))

    def _land(self, when: float, order: Any, done: int) -> None:
        """The results are kept, and the rest of the order is the next to be sent."""
        self._occupy_driver(when, done * self.machine.take)
        self.tasks, self.blocks, self.flying = self.tasks + 1, self.blocks + done, self.flying - 1
        if done < len(order):
            self.coming.appendleft(order[done:])

    def _lose(self, when: float, worker: int, order: Any) -> None:
        """Dask gives what it was at to another one, without asking the driver."""
        self.lost += 1
        self.fresh.add(worker)
        self.there.appendleft((when, order))
