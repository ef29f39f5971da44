"""A cluster at work, event by event: one driver, workers, orders of blocks.

    driver   sends orders, AHEAD for every worker, and keeps their results, one at a time
    worker   takes the next order that is there, and hands it back half done after PORTION seconds
    orders   are on their way for a while; what is left of one comes next, cut into such parts as
             were done in one go, as teams/cluster.py has it

The scheduler is part of the driver, as it is in the cluster of one machine that all figures come
from.
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

AHEAD = 3
"""As in teams/cluster.py, which needs Dask."""


@dataclass(frozen=True)
class Machine:
    """Seconds.

    start -- of a worker, until it begins with its first block
    task  -- of a worker, for every order besides its blocks
    send  -- of the driver, for every order and its results
    lag   -- that an order and its results are on their way; nobody is at work for that
    late  -- until a worker that is new has its first order: only one has them at once, the
             others when Dask looks who has nothing to do
    """

    start: float = 0.0
    task: float = 0.0
    send: float = 0.0
    lag: float = 0.0
    late: float = 0.0


@dataclass(frozen=True)
class Outcome:
    """seconds -- by the clock, until the last result is kept
    work    -- seconds of the blocks, each counted once, as it was done
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
    learning: float = 0.0,
) -> Outcome:
    """What becomes of these orders, each an array of seconds of its blocks.

    lost_every -- mean seconds until a worker dies; another takes its place, and begins anew
    learning   -- behind n others of its order a block takes (n + 1) ** -learning of what it takes
                  as the first; who is given the rest of an order learns anew
    """
    return _Simulation(orders, workers, machine, lost_every, seed, learning).run()


class _Simulation:
    """coming -- orders that were not sent
    there  -- (when, order): sent, and nobody is at it
    idle   -- (since when, worker)
    events -- (when, number, worker, order, blocks): a worker comes back with so many blocks of
              its order, or is lost, with none; without an order, it is a new one
    fresh  -- workers that have not begun yet
    """

    def __init__(
        self,
        orders: Sequence[Any],
        workers: int,
        machine: Machine,
        lost_every: float,
        seed: int,
        learning: float,
    ) -> None:
        self.machine, self.workers, self.lost_every = machine, workers, lost_every
        self.learning = learning
        self.dice = generator(seed)
        self.coming = deque(np.asarray(order, float) for order in orders)
        self.work = float(sum(order.sum() for order in self.coming))
        self.there: deque[tuple[float, Any]] = deque()
        self.idle = deque([(0.0, 0)])
        self.events: list[tuple[float, int, int, Any, int]] = []
        self.fresh = set(range(workers))
        self.clock = self.busy = self.driver = 0.0
        self.tasks = self.blocks = self.lost = self.number = self.flying = 0

    def run(self) -> Outcome:
        for worker in range(1, self.workers):
            self._expect(self.machine.late, worker, None, 0)
        self._send()
        while self.events:
            when, _number, worker, order, done = heappop(self.events)
            if order is None or done:
                self.idle.append((when, worker))
            if done:
                self._land(when, order, done)
            elif order is not None:
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

    def _send(self) -> None:
        """As much as there is room for; who has nothing to do takes what is there."""
        while self.coming and self.flying < AHEAD * self.workers:
            self.clock += self.machine.send
            self.driver += self.machine.send
            self.there.append((self.clock + self.machine.lag, self.coming.popleft()))
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
        heappush(self.events, (when, self.number, worker, order, done))

    def _land(self, when: float, order: Any, done: int) -> None:
        """The results are kept, and the rest of the order is the next to be sent."""
        self.clock = max(self.clock, when)
        self.tasks, self.blocks, self.flying = self.tasks + 1, self.blocks + done, self.flying - 1
        for first in reversed(range(done, len(order), done)):
            rest = order[first : first + done]
            places = np.arange(1, len(rest) + 1)
            anew = rest * ((first + places) / places) ** self.learning
            self.coming.appendleft(anew)
            self.work += float(anew.sum() - rest.sum())

    def _lose(self, when: float, worker: int, order: Any) -> None:
        """Dask gives what it was at to another one, without asking the driver."""
        self.lost += 1
        self.fresh.add(worker)
        self.there.appendleft((when, order))
        self._expect(when + self.machine.late, worker, None, 0)
