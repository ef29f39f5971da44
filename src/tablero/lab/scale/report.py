"""The forecast as tables: the work, the machine, how well both foretell, and many machines."""

from dataclasses import dataclass
from functools import cached_property

from tablero.lab.scale.columns import (
    HOUR,
    MEGA,
    between,
    duration,
    foretold,
    rounded,
    times,
)
from tablero.lab.scale.fit import Fit, fit
from tablero.lab.scale.forecast import cut, forecast, retold, sent_bytes, sureness
from tablero.lab.scale.machine import Machine, Outcome
from tablero.lab.scale.records import CONNECT4, Measured, Run
from tablero.lab.scale.work import Work
from tablero.lab.table import Cell, Column, Table, shown
from tablero.locale import _
from tablero.numbers import percent
from tablero.solve.connect4.builder import ORDER
from tablero.solve.connect4.journal import BLOCK

STEPS = (1, 3)
ORDERS = ((4, 4), (16, 16), (ORDER, ORDER), (ORDER, 1), (256, 256))
"""Blocks of an order, and of the last ones."""

LIVES = (24 * HOUR, HOUR, HOUR / 6)
"""Mean times until a worker dies."""


@dataclass(frozen=True)
class Scale:
    """The book of so many stones on machines of so many cores, each with a worker."""

    measured: Measured
    stones: int
    machines: int
    cores: int

    @cached_property
    def fit(self) -> Fit:
        return fit(self.measured.runs, self.measured.cores)

    @cached_property
    def work(self) -> Work:
        return Work(self.measured.sample(CONNECT4, self.stones))

    @property
    def works(self) -> list[Work]:
        return [Work(each) for each in self.measured.samples if each.game == CONNECT4]

    def sizes(self, machines: int, order: int = ORDER, last: int | None = None) -> list[int]:
        """Of the orders, in blocks, on so many machines."""
        return cut(self.work.blocks, order, order if last is None else last, machines * self.cores)

    def on(
        self,
        machines: int,
        sizes: list[int] | None = None,
        machine: Machine | None = None,
        **others: float,
    ) -> Outcome:
        """Orders as the builder has them, and the machine as found, unless others are given."""
        workers = machines * self.cores
        return forecast(
            self.work,
            machine or self.fit.machine,
            workers,
            sizes or self.sizes(machines),
            **others,
        )

    @cached_property
    def counts(self) -> list[int]:
        """Of machines: 1, 3, 10 and so on, to ten times those asked for."""
        powers = range(len(str(self.machines)) + 1)
        all_counts = {step * 10**power for power in powers for step in STEPS}
        return sorted(n for n in {*all_counts, self.machines} if n <= 10 * self.machines)

    @cached_property
    def grown(self) -> list[tuple[Outcome, float, float]]:
        """By machines: what becomes of the book, and seconds if it has as few or as many nodes as
        its sample allows, and all figures of the machine are as low or as high."""
        few, many = sureness(self.work, ORDER)
        return [
            (
                self.on(n),
                self.on(n, machine=self.fit.low, nodes=few).seconds,
                self.on(n, machine=self.fit.high, nodes=many).seconds,
            )
            for n in self.counts
        ]

    @cached_property
    def checks(self) -> list["Check"]:
        """Runs that the machine is fitted to, and larger ones, these from samples too."""
        fitted = [Check(run, self._retold(run)) for run in self.measured.runs]
        return [*fitted, *map(self._check, self.measured.larger)]

    def _retold(self, run: Run, work: Work | None = None) -> float:
        return retold(run, self.fit.machine, self.measured.cores, work).seconds

    def _check(self, run: Run) -> "Check":
        work = Work(self.measured.sample(run.game, run.stones))
        nodes = work.nodes(cut(run.blocks, run.order))
        low, high = (nodes * factor for factor in sureness(work, run.order))
        return Check(run, self._retold(run), self._retold(run, work), nodes, low, high)


@dataclass(frozen=True)
class Check:
    """A run, and what the model says of it.

    seconds -- from the seconds of its blocks
    sampled -- from a sample of its book alone, where there is one; then also nodes
    """

    run: Run
    seconds: float
    sampled: float | None = None
    nodes: float | None = None
    low: float | None = None
    high: float | None = None


def work_table(scale: Scale, command: str) -> Table:
    rows: list[list[Cell]] = []
    for work in scale.works:
        low, high = sureness(work, ORDER)
        nodes, sample = work.nodes(cut(work.blocks, ORDER)), work.sample
        seconds = nodes * work.node
        rows.append(
            [
                sample.stones,
                sample.positions,
                len(sample.stretches) * len(sample.stretches[0].nodes) * BLOCK,
                nodes / sample.positions,
                work.learning,
                work.carried,
                1 / work.node / MEGA,
                seconds,
                seconds * low,
                seconds * high,
                sample.opening,
                sample.megabytes,
                work.table_bytes / MEGA,
            ]
        )
    columns = [
        Column("stones", _("stones")),
        Column("positions", _("positions")),
        Column("sampled", _("sampled")),
        Column("nodes", _("nodes each"), rounded),
        Column("learning", _("learning")),
        Column("carried", _("behind others"), times),
        Column("speed", _("M nodes/s"), rounded),
        Column("seconds", _("one core"), duration),
        *between(duration),
        Column("opening", _("opening"), duration),
        Column("megabytes", _("MB to open")),
        Column("bounds", _("MB of bounds"), rounded),
    ]
    title = _("Books of Connect-4: the work, from samples of their blocks")
    return Table(title, columns, rows, command, "work")


def machine_table(scale: Scale, command: str) -> Table:
    texts = {
        "start": _("a worker begins, besides the opening of its book"),
        "task": _("a worker, for every order"),
        "send": _("the driver, for every order and its results"),
        "lag": _("an order and its results are on their way"),
        "late": _("a worker that is new waits for its first order"),
    }
    found = scale.fit
    ends = [vars(machine) for machine in (found.machine, found.low, found.high)]
    rows: list[list[Cell]] = [
        [name, text, *(duration(end[name]) for end in ends)] for name, text in texts.items()
    ]
    crowd = _("not in the model: two workers at once, against one, for a node")
    rows.append(["crowd", crowd, *map(times, found.crowd)])
    columns = [
        Column("figure", _("figure")),
        Column("about", _("what takes so long")),
        Column("value", _("value")),
        *between(shown),
    ]
    about = scale.measured.about["machine"]
    title = _("The machine, fitted to {count} runs with one worker and two; {cpu}, load {load}")
    told = {"cpu": about.get("cpu"), "load": about.get("load")}
    return Table(
        title.format(count=len(scale.measured.runs), **told), columns, rows, command, "machine"
    )


def check_table(scale: Scale, command: str) -> Table:
    rows: list[list[Cell]] = []
    for check in scale.checks:
        run = check.run
        size: list[Cell] = [run.game, run.stones, run.workers, run.order, run.blocks]
        clock: list[Cell] = [run.wall, check.seconds, _error(check.seconds, run.wall)]
        sampled: list[Cell] = [check.sampled, _error(check.sampled, run.wall)]
        nodes: list[Cell] = [run.nodes, check.nodes, check.low, check.high]
        rows.append([*size, *clock, *sampled, *nodes, _error(check.nodes, run.nodes)])
    columns = [
        Column("game", _("game")),
        Column("stones", _("stones")),
        Column("workers", _("workers")),
        Column("order", _("blocks an order")),
        Column("blocks", _("blocks")),
        Column("seconds", _("seconds"), duration),
        Column("foretold", _("foretold"), duration),
        Column("error", _("error"), percent),
        Column("sampled", _("from a sample"), duration),
        Column("sampled_error", _("error"), percent),
        Column("nodes", _("nodes")),
        *foretold("nodes_foretold", rounded),
        Column("nodes_error", _("error"), percent),
    ]
    title = _(
        "Runs, measured and foretold; the machine was not fitted to the last ones, which are "
        "foretold from samples of their books too"
    )
    return Table(title, columns, rows, command, "check")


def _error(told: float | None, measured: float) -> float | None:
    return None if told is None else told / measured - 1


def growth_table(scale: Scale, command: str) -> Table:
    rows: list[list[Cell]] = []
    for machines, (end, low, high) in zip(scale.counts, scale.grown, strict=True):
        share = end.driver / end.seconds
        rows.append([machines, end.workers, end.seconds, low, high, end.efficiency, share])
    columns = [
        Column("machines", _("machines")),
        Column("workers", _("workers")),
        Column("seconds", _("time"), duration),
        *between(duration),
        Column("efficiency", _("efficiency"), percent),
        Column("driver", _("driver at work"), percent),
    ]
    title = _("The book of {stones} stones on machines of {cores} cores").format(
        stones=scale.stones, cores=scale.cores
    )
    return Table(title, columns, rows, command, "machines")


def order_table(scale: Scale, command: str) -> Table:
    usual = scale.on(scale.machines).work
    rows: list[list[Cell]] = []
    for order, last in ORDERS:
        sizes = scale.sizes(scale.machines, order, last)
        end, sent = scale.on(scale.machines, sizes), sent_bytes(sizes) / MEGA
        rows.append([order, last, end.work / usual, end.seconds, end.efficiency, end.tasks, sent])
    columns = [
        Column("order", _("blocks an order")),
        Column("last", _("of the last")),
        Column("work", _("work"), times),
        Column("seconds", _("time"), duration),
        Column("efficiency", _("efficiency"), percent),
        Column("tasks", _("orders, with those that came back")),
        Column("megabytes", _("MB sent"), rounded),
    ]
    title = _("Orders of other sizes, on {machines} machines").format(machines=scale.machines)
    return Table(title, columns, rows, command, "orders")


def loss_table(scale: Scale, command: str) -> Table:
    rows: list[list[Cell]] = []
    for life in LIVES:
        end = scale.on(scale.machines, lost_every=life)
        again = max(0.0, end.busy / end.work - 1)
        rows.append([life, end.lost, end.seconds, end.efficiency, again])
    columns = [
        Column("life", _("a worker dies after"), duration),
        Column("lost", _("lost workers")),
        Column("seconds", _("time"), duration),
        Column("efficiency", _("efficiency"), percent),
        Column("again", _("done again"), percent),
    ]
    title = _("Workers that die, on {machines} machines").format(machines=scale.machines)
    return Table(title, columns, rows, command, "losses")


BOOK_TABLES = (work_table, machine_table, check_table, growth_table, order_table, loss_table)
"""In this order."""
