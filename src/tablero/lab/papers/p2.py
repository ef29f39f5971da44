"""The second paper: Quarry, the savings of each option of the agent, and the greatest cube."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import product
from typing import Any

from tablero.games import evaluations, load
from tablero.lab.figure import FAINT, INK
from tablero.lab.papers import MINUTE
from tablero.lab.papers.measure import clocked, nodes, papers_command, seconds, seconds_text
from tablero.lab.papers.p2_faults import faults as faults
from tablero.lab.papers.p2_faults import program_faults
from tablero.lab.papers.p2_program import run_program
from tablero.lab.papers.p2_searches import PRINTED, counter_titles, printed_searches
from tablero.lab.papers.reach import FIRST, LARGEST, Reached, cube, cube_search, reach
from tablero.lab.papers.report import (
    Chart,
    PaperFinding,
    Section,
    beside,
    exact,
    faster,
    more,
    ours_alone,
)
from tablero.lab.table import Cell, Column, ResultTable, shown
from tablero.locale import _
from tablero.search.run import Result, Settings
from tablero.search.state import COUNTERS, MAX_PLY
from tablero.threads import all_results

BLOCK = 4
"""The side of the cube whose counters the paper prints."""

DEFAULT_BUDGET = 1.0
"""Default budget for each set of options, in seconds; the paper gave it a minute."""

REACHED = (
    (9, Settings(depth=MAX_PLY)),
    (12, Settings(depth=MAX_PLY, infer=True)),
    (200, Settings(depth=MAX_PLY, cache=True)),
)
"""The greatest cubes that the paper solved, with their options."""

THREADS = 2
"""Searches that run at the same time."""

WITHIN: Mapping[str, Any] = {"color": "white", "va": "center_baseline", "fontsize": 7}
"""Text style of a bar's number, which stands at its foot, where no mark can hide it."""

FOOT = 1.12
"""Place of that number on a scale that begins at 1."""

SETS = tuple(
    Settings(algorithm, MAX_PLY, lazy=lazy, cache=cache, infer=infer)
    for algorithm, lazy, cache, infer in product(
        ("minimax", "alphabeta"), (False, True), (False, True), (False, True)
    )
)


def title() -> str:
    return _("Quarry: an agent with options")


def sections(
    seed: int, budget: float = DEFAULT_BUDGET, on_start: Callable[[str], object] = str
) -> list[Callable[[], Section]]:
    """Return the experiments; the paper's own sets always have its minute.

    budget: seconds for every set of options.
    on_start: called with the name of the set of options in progress.
    """
    minute = partial(largest, MINUTE, [settings for _side, settings in REACHED], on_start=on_start)
    every = partial(largest, budget, on_start=on_start)
    cubes = [every] if budget == MINUTE else [minute, every]
    return [statistics, printed_searches, papers_blocks, *cubes, program_faults]


def set_name(settings: Settings) -> str:
    """Return the name of a set of options: alphabeta lazy cache infer."""
    switches = (name for name in ("lazy", "cache", "infer") if getattr(settings, name))
    return " ".join([settings.algorithm, *switches])


def command(side: int, settings: Settings) -> str:
    words = ["tablero search quarry", f"{side}x{side}x{side}", "--algorithm", settings.algorithm]
    words += ["--cache"] * settings.cache + ["--infer"] * settings.infer
    return " ".join(words + ["--no-lazy"] * (not settings.lazy))


def switches(settings: Settings) -> list[Cell]:
    return [settings.algorithm, settings.lazy, settings.cache, settings.infer]


def switch_columns() -> list[Column]:
    switches = (Column(name, name, on_text) for name in ("lazy", "cache", "infer"))
    return [Column("algorithm", _("search")), *switches]


def on_text(switch: Cell) -> str:
    return _("yes") if switch else "-"


def statistics(side: int = BLOCK, sets: Sequence[Settings] = SETS) -> Section:
    """Return all counters for every set of options; the paper gives those of plain minimax."""
    results = [cube_search(side, settings).run() for settings in sets]
    heading = _("The counters of {cube}, by options").format(cube=cube_text(side))
    rows = [
        [*switches(settings), *(result.statistics[name] for name in COUNTERS)]
        for settings, result in zip(sets, results, strict=True)
    ]
    titles = counter_titles()
    columns = [*switch_columns(), *(Column(name, titles[name]) for name in COUNTERS)]
    table = ResultTable(heading, columns, rows, papers_command("p2"), "counters")
    made = [int(result.statistics["created"]) for result in results]
    names = [*map(set_name, sets)]
    bars = partial(draw_bars, names=names, values=made, label=_("nodes generated"))
    chart = Chart(_("Nodes generated for {cube}").format(cube=cube_text(side)), bars, height=3.8)
    return Section(heading, [plain(side, sets[0], results[0])], [table], [chart])


def plain(side: int, settings: Settings, result: Result) -> PaperFinding:
    """Compare minimax without options with the first search that the paper prints.

    The paper's depth counter adds up depths, so it is compared with that of the paper's program.
    """
    names = "created", "leaves", "depth"
    theirs = [PRINTED[0].row.counter(name) for name in names]
    created, leaves, greatest = (int(result.statistics[name]) for name in names)
    ours = [created, leaves, run_program((side,) * 3, settings).counters["depth"]]
    text = _("{created} nodes generated, {leaves} leaves, depth counter {depth}")
    paper, here = (
        text.format(created=shown(created), leaves=shown(leaves), depth=depth)
        for created, leaves, depth in (theirs, ours)
    )
    return PaperFinding(
        "plain_minimax",
        _("plain minimax of {cube}").format(cube=cube_text(side)),
        paper,
        _("{counters}; greatest depth {depth}").format(counters=here, depth=greatest),
        exact(theirs, ours),
        _(
            "the paper's program counts depth by adding up depths, and so it is counted here too: "
            "tablero lab faults p2-adding-depth. The command prints the greatest depth. The root "
            "itself is not counted, neither here nor there."
        ),
        command(side, settings),
        {**beside(names, theirs, ours), **ours_alone(greatest_depth=greatest)},
    )


def papers_blocks(reached: Sequence[tuple[int, Settings]] = REACHED) -> Section:
    """Measure the time for the blocks that took the paper a minute."""
    findings = []
    for side, settings in reached:
        result = clocked(cube(side), evaluations.load("zero", load("quarry")), settings)
        question = _("{cube} by {set}")
        because = _("{nodes} nodes visited; every line ends with the game or with a cutoff.")
        findings.append(
            PaperFinding(
                f"cube_of_{side}",
                question.format(cube=cube_text(side), set=set_name(settings)),
                _("within a minute"),
                seconds_text(seconds(result)),
                faster(MINUTE, seconds(result)),
                because.format(nodes=shown(nodes(result))),
                command(side, settings),
                {"seconds": (MINUTE, seconds(result))},
            )
        )
    return Section(_("The paper's greatest blocks"), findings)


def largest(
    budget: float,
    sets: Sequence[Settings] = SETS,
    side: int = LARGEST,
    on_start: Callable[[str], object] = str,
) -> Section:
    """Find the greatest cube of each set of options within the same time, two sets in parallel."""
    for settings in sets:
        cube_search(FIRST[0], settings).prepare()

    def climb(settings: Settings) -> Reached:
        on_start(set_name(settings))
        return reach(settings, budget, side)

    found = all_results([partial(climb, settings) for settings in sets], THREADS)
    reached = dict(zip(sets, found, strict=True))
    heading = _("The greatest cube within {budget:g} s, by options").format(budget=budget)
    findings = [papers_cube(reached[each], each, paper) for paper, each in REACHED if each in sets]
    table = reached_table(heading, reached, budget)
    return Section(
        heading,
        findings if budget == MINUTE else [greatest(reached, budget)],
        [table],
        [reached_chart(reached, budget)],
    )


def reached_table(title: str, reached: Mapping[Settings, Reached], budget: float) -> ResultTable:
    columns = [
        *switch_columns(),
        Column("side", _("side")),
        Column("seconds", _("time"), seconds_text),
        Column("nodes", _("visited")),
        Column("too_large", _("too large")),
        Column("expected_seconds", _("expected"), seconds_text),
    ]
    command = papers_command("p2") + " --minute" * (len(reached) == len(SETS) and budget == MINUTE)
    rows: list[list[Cell]] = [
        [
            *switches(settings),
            each.side,
            seconds(each.result),
            nodes(each.result),
            each.too_large,
            each.expected,
        ]
        for settings, each in reached.items()
    ]
    return ResultTable(title, columns, rows, command, f"cubes_in_{budget:g}_s")


def reached_chart(reached: Mapping[Settings, Reached], budget: float) -> Chart:
    """Return the chart of the greatest cubes beside the paper's."""
    names, values = [*map(set_name, reached)], [each.side for each in reached.values()]
    marks = {set_name(settings): side for side, settings in REACHED}
    bars = partial(draw_bars, names=names, values=values, label=_("side"), marks=marks)
    title = _("The greatest cube within {budget:g} s").format(budget=budget)
    return Chart(title, bars, height=1.4 + 0.15 * len(names))


def papers_cube(found: Reached, settings: Settings, paper: int) -> PaperFinding:
    """Compare the greatest cube of a set of options with the paper's."""
    return PaperFinding(
        f"greatest_cube_{set_name(settings).replace(' ', '_')}",
        _("the greatest cube within a minute by {set}").format(set=set_name(settings)),
        cube_text(paper),
        cube_text(found.side),
        more(paper, found.side),
        stop_reason(found),
        command(found.side, settings),
        {"side": (paper, found.side)},
    )


def greatest(reached: Mapping[Settings, Reached], budget: float) -> PaperFinding:
    """Compare the greatest cube of all sets with the paper's."""
    settings, found = max(reached.items(), key=lambda each: each[1].side)
    paper = max(side for side, _settings in REACHED)
    timed = _("{cube} within {seconds:g} s")
    return PaperFinding(
        "greatest_cube",
        _("the greatest cube of all"),
        timed.format(cube=cube_text(paper), seconds=MINUTE),
        timed.format(cube=cube_text(found.side), seconds=budget),
        more(paper, found.side),
        f"{set_name(settings)}: {stop_reason(found)}",
        command(found.side, settings),
        {"side": (paper, found.side), "seconds": (MINUTE, budget)},
    )


def cube_text(side: int) -> str:
    return f"{side} x {side} x {side}"


def stop_reason(found: Reached) -> str:
    """Return the reason why the next cube was not solved."""
    if found.too_large is None:
        return _("its longest games have as many plies as our searches allow.")
    if found.expected is None:
        return _("{cube} took longer.").format(cube=cube_text(found.too_large))
    return _("{cube} was not started: by the growth so far it would take {time}.").format(
        cube=cube_text(found.too_large), time=seconds_text(found.expected)
    )


def draw_bars(
    axes: Any,
    names: Sequence[str],
    values: Sequence[int],
    label: str,
    marks: Mapping[str, int] | None = None,
) -> None:
    """Draw a bar for every set of options, on a logarithmic scale; diamonds are the paper's."""
    axes.barh(names, values, color=INK, height=0.76)
    for name, value in zip(names, values, strict=True):
        axes.text(FOOT, name, shown(value), **WITHIN)
    if marks:
        style = {"marker": "D", "markerfacecolor": "white", "markeredgecolor": "#d1495b"}
        paper = _("paper, within a minute")
        axes.plot([*marks.values()], [*marks], linestyle="", markersize=7, label=paper, **style)
        axes.legend(loc="upper right", fontsize=8.5, framealpha=0)
    axes.set_xscale("log")
    axes.set_xlim(1, 3 * max(values))
    axes.set_xlabel(label)
    axes.grid(visible=False, axis="y")
    axes.tick_params(axis="y", labelsize=7.5, color=FAINT)
    axes.invert_yaxis()
