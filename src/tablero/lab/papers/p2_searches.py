"""The searches that the second paper prints: its counters beside its program's and ours."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from tablero.games import evaluations, load
from tablero.games.quarry.rules import axis_name
from tablero.lab.papers.measure import papers_command
from tablero.lab.papers.p2_program import PAPER, REPAIRED, QuarryFaults, Sides, run_program
from tablero.lab.papers.report import PaperFinding, Section, beside, exact, verdict_name
from tablero.lab.table import Cell, Column, ResultTable, shown
from tablero.locale import _
from tablero.search.run import Settings, search
from tablero.search.state import MAX_PLY

PRINTED_COUNTERS = (
    "created",
    "lazy_savings",
    "evaluated",
    "cuts",
    "inferred",
    "cache_hits",
    "leaves",
    "depth",
    "distinct",
)
"""The counters in the order of the paper's tables."""


@dataclass(frozen=True)
class CountedSearch:
    """Counters in the order of PRINTED_COUNTERS, and the block that the move found leaves."""

    counters: tuple[int, ...]
    move: Sides

    def counter(self, name: str) -> int:
        return self.counters[PRINTED_COUNTERS.index(name)]


@dataclass(frozen=True)
class PrintedSearch:
    """A search of the paper: its block, its options and its row of the paper's table.

    The order of moves is the paper's, and all moves of a node are generated at once, because the
    paper's program counts them so.
    """

    block: Sides
    settings: Settings
    row: CountedSearch

    @property
    def table(self) -> str:
        """The report's table for this search: the cube's by algorithm, or that of the game."""
        return self.settings.algorithm if self.block == CUBE else "game"


def printed(
    block: Sides, algorithm: str, options: str, counters: tuple[int, ...], move: Sides
) -> PrintedSearch:
    """Return a row of the paper; options: the names of those that are on."""
    cache, infer = "cache" in options, "infer" in options
    settings = Settings(algorithm, MAX_PLY, order="best", cache=cache, lazy=False, infer=infer)
    return PrintedSearch(block, settings, CountedSearch(counters, move))


CUBE = 4, 4, 4

PRINTED = (
    printed(CUBE, "minimax", "", (24_135, 0, 24_135, 0, 0, 0, 9_918, 15, 0), (4, 4, 1)),
    printed(CUBE, "minimax", "infer", (2_781, 0, 2_781, 0, 1_752, 0, 318, 7, 0), (4, 4, 1)),
    printed(CUBE, "minimax", "cache", (516, 0, 516, 0, 0, 381, 18, 7, 118), (4, 4, 1)),
    printed(CUBE, "minimax", "infer cache", (360, 0, 360, 0, 147, 141, 6, 7, 67), (4, 4, 1)),
    printed(CUBE, "alphabeta", "", (424, 29, 395, 19, 0, 0, 166, 15, 0), (1, 4, 4)),
    printed(CUBE, "alphabeta", "infer", (121, 14, 107, 4, 63, 0, 15, 7, 0), (1, 4, 4)),
    printed(CUBE, "alphabeta", "cache", (125, 20, 105, 10, 0, 54, 14, 7, 38), (1, 4, 4)),
    printed(CUBE, "alphabeta", "infer cache", (80, 14, 66, 4, 35, 11, 4, 7, 17), (1, 4, 4)),
    printed((3, 3, 3), "alphabeta", "infer cache", (32, 7, 25, 2, 15, 0, 2, 3, 9), (1, 3, 3)),
    printed((1, 2, 3), "alphabeta", "infer cache", (10, 0, 10, 0, 0, 1, 4, 3, 6), (1, 2, 2)),
    printed((1, 2, 1), "alphabeta", "infer cache", (1, 0, 1, 0, 0, 0, 1, 1, 1), (1, 1, 1)),
)
"""All searches whose counters the paper prints; the last three are the moves of one game."""


def by_program(each: PrintedSearch, faults: QuarryFaults) -> CountedSearch:
    """Run the paper's program, or the program without some of its faults."""
    result = run_program(each.block, each.settings, faults)
    return CountedSearch(tuple(result.counters[name] for name in PRINTED_COUNTERS), result.move)


def by_tablero(each: PrintedSearch) -> CountedSearch:
    """Run our own search with the same options."""
    game = load("quarry")
    position = game.read(block_text(each.block))
    result = search(position, evaluations.load("zero", game), each.settings)
    counters = tuple(int(result.statistics[name]) for name in PRINTED_COUNTERS)
    return CountedSearch(counters, position.play(result.move)[:-1])


RUNS: Mapping[str, Callable[[PrintedSearch], CountedSearch]] = {
    "paper": lambda each: each.row,
    "program": lambda each: by_program(each, PAPER),
    "repaired": lambda each: by_program(each, REPAIRED),
    "tablero": by_tablero,
}
"""Where the counters of a search come from; `repaired` is the paper's program without faults."""

Runs: TypeAlias = Mapping[str, CountedSearch]
"""The counters of one search by the keys of RUNS."""


def run_text(run: Cell) -> str:
    return {
        "paper": _("paper"),
        "program": _("program"),
        "repaired": _("repaired"),
        "tablero": _("Tablero"),
    }[str(run)]


def printed_searches() -> Section:
    """Run all searches of the paper by its program, by the repaired program and by ours."""
    found = {each: {run: count(each) for run, count in RUNS.items()} for each in PRINTED}
    by_cube = _("{block} by {algorithm}")
    titles = {
        algorithm: by_cube.format(block=block_text(CUBE), algorithm=algorithm)
        for algorithm in ("minimax", "alphabeta")
    }
    titles["game"] = _("The game played in the paper")
    tables = [
        _table(title, f"printed_{name}", {e: runs for e, runs in found.items() if e.table == name})
        for name, title in titles.items()
    ]
    findings = [_all_counters([*found.values()]), _lazy()]
    return Section(_("The searches that the paper prints"), findings, tables)


def _table(title: str, name: str, found: Mapping[PrintedSearch, Runs]) -> ResultTable:
    """Return the searches, a line for each run, with a verdict against the paper's."""
    titles = counter_titles()
    columns = [
        Column("block", _("block")),
        options_column(),
        Column("run", _("run"), run_text),
        *(Column(name, titles[name]) for name in PRINTED_COUNTERS),
        Column("move", _("move")),
        Column("cut", _("cut")),
        Column("verdict", _("verdict"), lambda cell: "-" if cell is None else verdict_name(cell)),
    ]
    rows: list[list[Cell]] = [
        [
            block_text(each.block),
            options_text(each.settings),
            run,
            *counted.counters,
            block_text(counted.move),
            cut_text(each.block, counted.move),
            None if run == "paper" else exact(each.row, counted).value,
        ]
        for each, runs in found.items()
        for run, counted in runs.items()
    ]
    return ResultTable(title, columns, rows, papers_command("p2"), name)


def _all_counters(found: Sequence[Runs]) -> PaperFinding:
    """Compare every counter and every move with the paper's."""
    numbers = {run: _agreeing([(runs["paper"], runs[run]) for runs in found]) for run in RUNS}
    text = _("{counters} counters and {moves} moves")
    texts = {
        run: text.format(counters=counters, moves=moves)
        for run, (counters, moves) in numbers.items()
    }
    because = _(
        "with its faults the program agrees with the paper in {program}, without them in "
        "{repaired}; our search with the same options agrees in {tablero}. Our search starts with "
        "the window -1..1, since no game is won by more, and values by theory all blocks with at "
        "most two sides longer than 1; the program does so for blocks with no side longer than "
        "3, from depth 3 on. A move is written as the block that it leaves: 4x4x1 is our cut z-3."
    )
    return PaperFinding(
        "printed_searches",
        _("the {searches} searches that the paper prints").format(searches=len(PRINTED)),
        texts["paper"],
        _("{agreeing}, by the paper's program rebuilt").format(agreeing=texts["program"]),
        exact(numbers["paper"], numbers["program"]),
        because.format(**texts),
        papers_command("p2"),
        beside(("counters", "moves"), numbers["paper"], numbers["program"]),
    )


def _agreeing(pairs: Sequence[tuple[CountedSearch, CountedSearch]]) -> tuple[int, int]:
    """Return how many counters and how many moves are equal in pairs of the same search."""
    counters = sum(
        a == b for one, other in pairs for a, b in zip(one.counters, other.counters, strict=True)
    )
    return counters, sum(one.move == other.move for one, other in pairs)


def _lazy() -> PaperFinding:
    """Compare the program's counters with the option lazy on and off."""
    changed = 0
    for each in PRINTED:
        lazy = replace(each, settings=replace(each.settings, lazy=True))
        changed += by_program(lazy, PAPER) != by_program(each, PAPER)
    text = _("{changed} of {searches} searches")
    because = _(
        "the program counts all moves of a node as generated when it expands the node, also "
        "those that lazy leaves out. Our search counts only the nodes that it generates."
    )
    return PaperFinding(
        "lazy_changes",
        _("searches whose counters the option lazy changes"),
        text.format(changed=0, searches=len(PRINTED)),
        text.format(changed=changed, searches=len(PRINTED)),
        exact(0, changed),
        because,
        papers_command("p2"),
        {"searches": (0, changed)},
    )


def counter_titles() -> dict[str, str]:
    """Return short titles of the counters by name."""
    return {
        "created": _("generated"),
        "evaluated": _("visited"),
        "lazy_savings": _("saved"),
        "cuts": _("cutoffs"),
        "inferred": _("inferred"),
        "cache_hits": _("cache hits"),
        "leaves": _("leaves"),
        "depth": _("depth"),
        "distinct": _("stored"),
    }


def options_text(settings: Settings) -> str:
    """Return the options that are on: infer cache."""
    return " ".join(name for name in ("infer", "cache") if getattr(settings, name))


def options_column() -> Column:
    """Return the column of options; no option is shown as a dash."""
    return Column("options", _("options"), lambda cell: cell or shown(None))


def block_text(sides: Sides) -> str:
    """Return a block as text: 4x4x1."""
    return "x".join(map(str, sides))


def cut_text(before: Sides, after: Sides) -> str:
    """Return the axis and the number of layers that were cut: z-3."""
    (axis,) = (axis for axis in range(len(before)) if before[axis] != after[axis])
    return f"{axis_name(axis)}-{before[axis] - after[axis]}"
