"""The forecast as tables: the work, the machine, how well both foretell, and many machines."""

from dataclasses import dataclass
from functools import cached_property

from tablero.lab.scale.fit import fit
from tablero.lab.scale.forecast import forecast, foretold, sent_bytes, sureness
from tablero.lab.scale.machine import Machine, Outcome
from tablero.lab.scale.records import CONNECT4, Measured, Run
from tablero.lab.scale.work import Work
from tablero.lab.table import Cell, Column, Table, shown
from tablero.locale import _
from tablero.numbers import percent
from tablero.solve.connect4.builder import ORDER
from tablero.solve.connect4.journal import BLOCK

STEPS = (1, 3)
ORDERS = (4, 16, 64, 256)
HOUR = 3600.0
LIVES = (24 * HOUR, HOUR, HOUR / 6)
"""Mean times until a worker dies."""

UNITS = ((86_400.0, "d"), (HOUR, "h"), (60.0, "min"), (1.0, "s"), (1e-3, "ms"))
MEGA, GIGA = 1e6, 1e9


def duration(seconds: Cell) -> str:
    """Three figures in the largest unit of which there is one or more."""
    if not isinstance(seconds, float):
        return shown(seconds)
    size, unit = next((each for each in UNITS if seconds >= each[0]), (1e-6, "µs"))
    return f"{rounded(seconds / size)} {unit}"


def times(factor: Cell) -> str:
    return f"×{factor:.3g}" if isinstance(factor, float) else shown(factor)


def rounded(number: Cell) -> str:
    """Three figures, thousands set apart."""
    if not isinstance(number, float):
        return shown(number)
    return shown(int(float(f"{number:.3g}"))) if number >= 100 else f"{number:.3g}"


@dataclass(frozen=True)
class Scale:
    """The book of so many stones on machines of so many cores, each with a worker."""

    measured: Measured
    stones: int
    machines: int
    cores: int

    @cached_property
    def machine(self) -> Machine:
        return fit(self.measured.runs)

    @cached_property
    def work(self) -> Work:
        return Work(self.measured.sample(CONNECT4, self.stones))

    @property
    def works(self) -> list[Work]:
        return [Work(each) for each in self.measured.samples if each.game == CONNECT4]

    def on(self, machines: int, order: int = ORDER, **others: float) -> Outcome:
        return forecast(self.work, self.machine, machines * self.cores, order, **others)

    @cached_property
    def counts(self) -> list[int]:
        """Of machines: 1, 3, 10 and so on, to ten times those asked for."""
        powers = range(len(str(self.machines)) + 1)
        all_counts = {step * 10**power for power in powers for step in STEPS}
        return sorted(n for n in {*all_counts, self.machines} if n <= 10 * self.machines)

    @cached_property
    def grown(self) -> list[tuple[Outcome, float, float]]:
        """By machines: what becomes of the book, and seconds if it has as few or as many nodes as
        its sample allows."""
        low, high = sureness(self.work)
        return [
            (self.on(n), self.on(n, nodes=low).seconds, self.on(n, nodes=high).seconds)
            for n in self.counts
        ]

    @cached_property
    def checks(self) -> list["Check"]:
        """Runs that the machine is fitted to, and larger ones."""
        fitted = [Check(run, foretold(run, self.machine).seconds) for run in self.measured.runs]
        return [*fitted, *map(self._check, self.measured.larger)]

    def _check(self, run: Run) -> "Check":
        """From a sample of its book alone."""
        work = Work(self.measured.sample(run.game, run.stones))
        nodes = work.nodes(run.order) * run.blocks / work.blocks
        low, high = (nodes * factor for factor in sureness(work))
        return Check(run, foretold(run, self.machine, work).seconds, nodes, low, high)


@dataclass(frozen=True)
class Check:
    """A run, and what the model says of it: seconds, and nodes where those are foretold too."""

    run: Run
    seconds: float
    nodes: float | None = None
    low: float | None = None
    high: float | None = None


def book_tables(scale: Scale, command: str) -> list[Table]:
    return [
        work_table(scale, command),
        machine_table(scale, command),
        check_table(scale, command),
        growth_table(scale, command),
        order_table(scale, command),
        loss_table(scale, command),
    ]


def work_table(scale: Scale, command: str) -> Table:
    rows: list[list[Cell]] = []
    for work in scale.works:
        low, high = sureness(work)
        nodes, sample = work.nodes(ORDER), work.sample
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
        Column("low", _("low"), duration),
        Column("high", _("high"), duration),
        Column("opening", _("opening"), duration),
        Column("megabytes", _("MB to open")),
        Column("bounds", _("MB of bounds"), rounded),
    ]
    title = _("Books of Connect-4: the work, from samples of their blocks")
    return Table(title, columns, rows, command, "work")


def machine_table(scale: Scale, command: str) -> Table:
    found = scale.machine
    rows: list[list[Cell]] = [
        ["start", _("a worker begins, besides the opening of its book"), duration(found.start)],
        ["task", _("a worker, for every order"), duration(found.task)],
        ["send", _("the driver, for every order"), duration(found.send)],
        ["take", _("the driver, for every block"), duration(found.take)],
        ["crowd", _("two workers at once, against one, for a node"), times(found.crowd)],
    ]
    columns = [
        Column("figure", _("figure")),
        Column("about", _("what takes so long")),
        Column("value", _("value")),
    ]
    about = scale.measured.about.get("machine", {})
    title = _("The machine, fitted to {count} runs with one worker and two; {cpu}, load {load}")
    told = {"cpu": about.get("cpu"), "load": about.get("load")}
    return Table(
        title.format(count=len(scale.measured.runs), **told), columns, rows, command, "machine"
    )


def check_table(scale: Scale, command: str) -> Table:
    rows: list[list[Cell]] = []
    for check in scale.checks:
        run, nodes = check.run, check.nodes
        size: list[Cell] = [run.game, run.stones, run.workers, run.order, run.blocks]
        clock: list[Cell] = [run.wall, check.seconds, check.seconds / run.wall - 1]
        error = None if nodes is None else nodes / run.nodes - 1
        rows.append([*size, *clock, run.nodes, nodes, check.low, check.high, error])
    columns = [
        Column("game", _("game")),
        Column("stones", _("stones")),
        Column("workers", _("workers")),
        Column("order", _("blocks an order")),
        Column("blocks", _("blocks")),
        Column("seconds", _("seconds"), duration),
        Column("foretold", _("foretold"), duration),
        Column("error", _("error"), percent),
        Column("nodes", _("nodes")),
        Column("nodes_foretold", _("foretold"), rounded),
        Column("low", _("low"), rounded),
        Column("high", _("high"), rounded),
        Column("nodes_error", _("error"), percent),
    ]
    title = _(
        "Runs, measured and foretold; the last ones from samples of their books, and the machine "
        "was not fitted to them"
    )
    return Table(title, columns, rows, command, "check")


def growth_table(scale: Scale, command: str) -> Table:
    rows: list[list[Cell]] = []
    for machines, (end, low, high) in zip(scale.counts, scale.grown, strict=True):
        share = end.driver / end.seconds
        rows.append([machines, end.workers, end.seconds, low, high, end.efficiency, share])
    columns = [
        Column("machines", _("machines")),
        Column("workers", _("workers")),
        Column("seconds", _("time"), duration),
        Column("low", _("low"), duration),
        Column("high", _("high"), duration),
        Column("efficiency", _("efficiency"), percent),
        Column("driver", _("driver at work"), percent),
    ]
    title = _("The book of {stones} stones on machines of {cores} cores").format(
        stones=scale.stones, cores=scale.cores
    )
    return Table(title, columns, rows, command, "machines")


def order_table(scale: Scale, command: str) -> Table:
    rows: list[list[Cell]] = []
    for order in ORDERS:
        end = scale.on(scale.machines, order)
        nodes = scale.work.nodes(order) / scale.work.nodes(ORDER)
        sent = end.blocks / order * sent_bytes(order) / MEGA
        rows.append([order, nodes, end.seconds, end.efficiency, end.tasks, sent])
    columns = [
        Column("order", _("blocks an order")),
        Column("nodes", _("nodes"), times),
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
        again = end.busy / end.work - 1
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
