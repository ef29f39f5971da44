"""The second paper: Quarry, what each option of the agent saves, and how far it comes."""

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product
from typing import Any

from tablero import evals
from tablero.errors import SearchStopped
from tablero.games import load
from tablero.lab.figure import FAINT, INK
from tablero.lab.papers import MINUTE
from tablero.lab.papers.measure import again, clocked, nodes, seconds, seconds_text
from tablero.lab.papers.report import Chart, Finding, Part, Verdict, exact, faster
from tablero.lab.table import Cell, Column, Table, shown
from tablero.locale import _
from tablero.search.notes import COUNTERS, MAX_PLY
from tablero.search.run import Result, Search, Settings

BLOCK, PLAIN = 4, (24_135, 9_918, 9)
"""A side, and what the paper's minimax counts there: nodes made, leaves, greatest depth."""

GLANCE = 1.0
"""Seconds that we give each set of options, where the paper gave it a minute."""

REACHED = (
    (9, Settings(depth=MAX_PLY)),
    (12, Settings(depth=MAX_PLY, infer=True)),
    (200, Settings(depth=MAX_PLY, cache=True)),
)
"""The greatest cubes that the paper came to."""

LARGEST = MAX_PLY // 3 + 1
"""The side of the greatest cube whose longest game a search can follow."""

FINE = 32
"""The side is found to one part in so many."""

WITHIN: Mapping[str, Any] = {"color": "white", "va": "center_baseline", "fontsize": 7}
"""The number of a bar stands at its foot, where no mark can hide it."""

FOOT = 1.12
"""Where that is, on a scale from 1 on."""

SETS = tuple(
    Settings(algorithm, MAX_PLY, lazy=lazy, cache=cache, infer=infer)
    for algorithm, lazy, cache, infer in product(
        ("minimax", "alphabeta"), (False, True), (False, True), (False, True)
    )
)


def title() -> str:
    return _("Quarry: an agent with options")


def parts(
    seed: int, budget: float = GLANCE, tell: Callable[[str], object] = str
) -> list[Callable[[], Part]]:
    """tell -- hears which set of options is at work"""
    return [statistics, papers_blocks, partial(largest, budget, tell=tell)]


def cube(side: int) -> Any:
    return load(f"quarry(side={side})").start


def looked_at(side: int, settings: Settings) -> Search:
    """A search of a cube to the end of the game."""
    return Search(cube(side), evals.load("zero", load("quarry")), settings)


def set_name(settings: Settings) -> str:
    """alphabeta lazy cache infer"""
    switches = (name for name in ("lazy", "cache", "infer") if getattr(settings, name))
    return " ".join([settings.algorithm, *switches])


def command(side: int, settings: Settings) -> str:
    words = ["tablero search quarry", f"{side}x{side}x{side}", "--algorithm", settings.algorithm]
    words += ["--cache"] * settings.cache + ["--infer"] * settings.infer
    return " ".join(words + ["--no-lazy"] * (not settings.lazy))


def switches(settings: Settings) -> list[Cell]:
    on = {True: _("yes"), False: "-"}
    return [settings.algorithm, on[settings.lazy], on[settings.cache], on[settings.infer]]


def switch_columns() -> list[Column]:
    names = "algorithm", "lazy", "cache", "infer"
    return [Column(names[0], _("search")), *(Column(name, name) for name in names[1:])]


def statistics(side: int = BLOCK, sets: Sequence[Settings] = SETS) -> Part:
    """All counters for every set of options; the paper gives those of plain minimax."""
    results = [looked_at(side, settings).run() for settings in sets]
    heading = _("The counters of {side} x {side} x {side}, by options").format(side=side)
    rows = [
        [*switches(settings), *(result.statistics[name] for name in COUNTERS)]
        for settings, result in zip(sets, results, strict=True)
    ]
    columns = [*switch_columns(), *map(Column, COUNTERS, counter_titles())]
    table = Table(heading, columns, rows, again("p2"))
    made = [int(result.statistics["created"]) for result in results]
    names = [*map(set_name, sets)]
    bars = partial(draw_bars, names=names, values=made, label=_("nodes made"))
    chart = Chart(_("Nodes made for {side} x {side} x {side}").format(side=side), bars, height=3.8)
    return Part(heading, [plain(side, sets[0], results[0])], [table], [chart])


def plain(side: int, settings: Settings, result: Result) -> Finding:
    """Minimax without options, beside the paper's."""
    counted = [result.statistics[name] for name in ("created", "leaves", "depth")]
    text = _("{created} nodes made, {leaves} leaves, depth {depth}")
    paper, ours = (
        text.format(created=shown(created), leaves=shown(leaves), depth=depth)
        for created, leaves, depth in (PLAIN, counted)
    )
    return Finding(
        _("plain minimax of {side} x {side} x {side}").format(side=side),
        paper,
        ours,
        exact(paper, ours),
        _("the root itself is not counted, neither here nor there."),
        command(side, settings),
    )


def counter_titles() -> list[str]:
    """In the order of COUNTERS, and short."""
    return [
        _("made"),
        _("visited"),
        _("spared"),
        _("cuts"),
        _("theory"),
        _("cache"),
        _("leaves"),
        _("depth"),
        _("stored"),
    ]


def papers_blocks(reached: Sequence[tuple[int, Settings]] = REACHED) -> Part:
    """The time for the blocks that took the paper a minute."""
    findings = []
    for side, settings in reached:
        result = clocked(cube(side), evals.load("zero", load("quarry")), settings)
        question = _("{side} x {side} x {side} by {set}")
        because = _("{nodes} nodes visited, to the end of every game that matters.")
        findings.append(
            Finding(
                question.format(side=side, set=set_name(settings)),
                _("within a minute"),
                seconds_text(seconds(result)),
                faster(MINUTE, seconds(result)),
                because.format(nodes=shown(nodes(result))),
                command(side, settings),
            )
        )
    return Part(_("The paper's greatest blocks"), findings)


@dataclass(frozen=True)
class Reached:
    """The greatest cube within a budget.

    too_large -- the smallest one that was not; None: our searches follow no longer games
    """

    side: int
    too_large: int | None
    result: Result


def reach(settings: Settings, budget: float, largest: int = LARGEST) -> Reached:
    """Double the side until it is too large, then halve the gap."""
    side, result, too_large = 1, None, None
    while too_large is None or too_large - side > max(1, side // FINE):
        wanted = min(2 * side, largest) if too_large is None else (side + too_large) // 2
        found = within(budget, looked_at(wanted, settings))
        if found is None:
            too_large = wanted
        else:
            side, result = wanted, found
        if side == largest:
            break
    assert result is not None, "a block of 2 x 2 x 2 takes no time"
    return Reached(side, too_large, result)


def within(budget: float, search: Search) -> Result | None:
    """What a search finds in so many seconds; None: nothing. Compiling does not count."""
    search.prepare()
    clock = threading.Timer(budget, search.stop)
    clock.start()
    try:
        result = search.answer()
    except SearchStopped:
        return None
    finally:
        clock.cancel()
    return result if seconds(result) <= budget else None


def largest(
    budget: float = GLANCE,
    sets: Sequence[Settings] = SETS,
    side: int = LARGEST,
    tell: Callable[[str], object] = str,
) -> Part:
    """How far every set of options comes in the same time."""
    found = []
    for settings in sets:
        tell(set_name(settings))
        found.append(reach(settings, budget, side))
    heading = _("The greatest cube within {budget:g} s, by options").format(budget=budget)
    columns = [
        *switch_columns(),
        Column("side", _("side")),
        Column("seconds", _("time"), seconds_text),
        Column("nodes", _("visited")),
        Column("too_large", _("too large")),
    ]
    rows = [
        [*switches(settings), each.side, seconds(each.result), nodes(each.result), each.too_large]
        for settings, each in zip(sets, found, strict=True)
    ]
    table = Table(heading, columns, rows, again("p2") + " --minute" * (budget == MINUTE))
    names, values = [*map(set_name, sets)], [each.side for each in found]
    bars = partial(draw_bars, names=names, values=values, label=_("side"), marks=papers_marks())
    title = _("The greatest cube within {budget:g} s").format(budget=budget)
    chart = Chart(title, bars, height=3.8)
    best = max(zip(found, sets, strict=True), key=lambda each: each[0].side)
    return Part(heading, [greatest(*best, budget)], [table], [chart])


def greatest(found: Reached, settings: Settings, budget: float) -> Finding:
    """The greatest cube of all, beside the paper's."""
    paper = max(side for side, _settings in REACHED)
    longest = _("the longest games that our searches follow.")
    stopped = _("{side} x {side} x {side} took longer.")
    cubes = _("{side} x {side} x {side} within {seconds:g} s")
    return Finding(
        _("the greatest cube of all"),
        cubes.format(side=paper, seconds=MINUTE),
        cubes.format(side=found.side, seconds=budget),
        Verdict.BETTER if found.side > paper else Verdict.DIFFERS,
        set_name(settings)
        + ": "
        + (longest if found.too_large is None else stopped.format(side=found.too_large)),
        command(found.side, settings),
    )


def papers_marks() -> dict[str, int]:
    """The paper's sides, by the sets of options that reached them."""
    return {set_name(settings): side for side, settings in REACHED}


def draw_bars(
    axes: Any,
    names: Sequence[str],
    values: Sequence[int],
    label: str,
    marks: Mapping[str, int] | None = None,
) -> None:
    """A bar for every set of options, on a logarithmic scale; the paper's figures as diamonds."""
    axes.barh(names, values, color=INK, height=0.76)
    for name, value in zip(names, values, strict=True):
        axes.text(FOOT, name, shown(value), **WITHIN)
    if marks:
        style = {"marker": "D", "markerfacecolor": "white", "markeredgecolor": "#d1495b"}
        paper = _("paper, within a minute")
        axes.plot([*marks.values()], [*marks], linestyle="", markersize=7, label=paper, **style)
        axes.legend(loc="upper right", fontsize=8.5)
    axes.set_xscale("log")
    axes.set_xlim(1, 3 * max(values))
    axes.set_xlabel(label)
    axes.grid(visible=False, axis="y")
    axes.tick_params(axis="y", labelsize=7.5, color=FAINT)
    axes.invert_yaxis()
