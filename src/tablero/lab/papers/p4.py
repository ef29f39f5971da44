"""The fourth paper: Connect-4, alpha-beta with open lines, and how time grows with depth."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from tablero.games import evaluations, load
from tablero.lab.papers import charts
from tablero.lab.papers.measure import clocked, nodes, papers_command, seconds, seconds_text
from tablero.lab.papers.p4_faults import faults
from tablero.lab.papers.report import (
    Chart,
    PaperFinding,
    PaperVerdict,
    Section,
    faster,
    fault_section,
    ours_alone,
)
from tablero.lab.table import Cell, Column, ResultTable, shown
from tablero.locale import _
from tablero.search import ENGINE
from tablero.search.run import Result, Settings
from tablero.solve import solve, solver_of

SECONDS = {8: 7.0, 10: 2.06 * 60, 11: 8.3 * 60}
"""The paper's times in seconds, by depth."""

EVALUATION = "lines"
DEEPEST, STRONGER = 12, 11


def title() -> str:
    return _("Connect-4 with open lines")


def sections(seed: int) -> list[Callable[[], Section]]:
    return [time_by_depth, stronger, lambda: fault_section(faults())]


def command(depth: int, *options: str) -> str:
    words = ["tablero search connect4 --eval", EVALUATION, "--depth", str(depth), *options]
    return " ".join(words)


def time_by_depth(deepest: int = DEEPEST) -> Section:
    """Measure the first move, one ply deeper each time."""
    game = load("connect4")
    evaluation = evaluations.load(EVALUATION, game)
    depths = range(1, deepest + 1)
    results = [clocked(game.start, evaluation, Settings(depth=depth)) for depth in depths]
    findings = [timed(depth, results[depth - 1]) for depth in SECONDS if depth <= deepest]
    heading = _("Time for the first move, by depth")
    chart = Chart(heading, partial(draw_times, results=results))
    return Section(heading, findings, [table_of(heading, results)], [chart])


def timed(depth: int, result: Result) -> PaperFinding:
    because = _("{times:.0f} times as fast: compiled code on a machine of today.")
    paper, ours = SECONDS[depth], seconds(result)
    return PaperFinding(
        f"first_move_depth_{depth}",
        _("time for the first move at depth {depth}").format(depth=depth),
        seconds_text(paper),
        seconds_text(ours),
        faster(paper, ours),
        because.format(times=paper / ours),
        command(depth),
        {"seconds": (paper, ours)},
    )


def table_of(heading: str, results: Sequence[Result]) -> ResultTable:
    columns = [
        Column("depth", _("depth")),
        Column("nodes", _("nodes")),
        Column("nodes_growth", _("times as many")),
        Column("seconds", _("time"), seconds_text),
        Column("seconds_growth", _("times as long")),
        Column("paper_seconds", _("paper"), seconds_text),
    ]
    rows = [
        [
            place,
            nodes(each),
            nodes(each) / nodes(before) if before else None,
            seconds(each),
            seconds(each) / seconds(before) if before and seconds(before) else None,
            SECONDS.get(place),
        ]
        for place, (each, before) in enumerate(zip(results, [None, *results], strict=False), 1)
    ]
    return ResultTable(heading, columns, rows, papers_command("p4"), "time_by_depth")


def draw_times(axes: Any, results: Sequence[Result]) -> None:
    depths = range(1, len(results) + 1)
    first, last = min(SECONDS), max(SECONDS)
    lines: dict[str, Sequence[float | None]] = {
        _("ours"): [*map(seconds, results)],
        _("paper"): [SECONDS.get(depth) for depth in depths],
    }
    charts.curves(axes, depths, lines)
    if last <= len(results):  # a line across the depth that the paper leaves out
        axes.lines[-1].set_data(list(SECONDS), list(SECONDS.values()))
        axes.annotate("8.3 min", (last, SECONDS[last]), (-42, 0), textcoords="offset points")
        axes.annotate("7 s", (first, SECONDS[first]), (-24, 0), textcoords="offset points")
    axes.set_xlabel(_("depth"))
    axes.set_ylabel(_("seconds"))
    axes.set_xticks(list(depths))


def stronger(depth: int = STRONGER) -> Section:
    """Measure what the paper asks for: scout, move ordering, a cache; and the exact answer."""
    game = load("connect4")
    evaluation = evaluations.load(EVALUATION, game)
    ways = {
        ("--algorithm", "alphabeta"): Settings("alphabeta", depth),
        ("--order", "best"): Settings("alphabeta", depth, "best"),
        ("--order", "best", "--cache"): Settings("alphabeta", depth, "best", cache=True),
        ("--algorithm", "negascout", "--order", "best", "--cache"): Settings(
            "negascout", depth, "best", cache=True
        ),
        ("--algorithm", ENGINE): Settings(ENGINE, depth),
    }
    found = {
        command(depth, *words): clocked(game.start, evaluation, settings)
        for words, settings in ways.items()
    }
    rows: list[list[Cell]] = [
        [text, result.score, nodes(result), seconds(result)] for text, result in found.items()
    ]
    heading = _("What would make it stronger")
    columns = [
        Column("search", _("search")),
        Column("score", _("score")),
        Column("nodes", _("nodes")),
        Column("seconds", _("time"), seconds_text),
    ]
    table = ResultTable(heading, columns, rows, papers_command("p4"), "stronger")
    return Section(heading, [fewer(found, depth), unbeatable()], [table])


def fewer(found: Mapping[str, Result], depth: int) -> PaperFinding:
    """Compare the nodes, by command; the first is plain alpha-beta, and the best other is
    cited."""
    (_plain, plain), *others = found.items()
    best, result = min(others, key=lambda each: nodes(each[1]))
    alike = len({each.score for each in found.values()}) == 1
    scores = _("all find the same score.") if alike else _("they do not find the same score.")
    because = _("{least} nodes instead of {plain}; {scores}")
    return PaperFinding(
        "fewer_nodes",
        _("would scout and better search go deeper?"),
        _("proposed"),
        _("{times:.0f} times fewer nodes at depth {depth}").format(
            times=nodes(plain) / nodes(result), depth=depth
        ),
        PaperVerdict.ANSWERED,
        because.format(least=shown(nodes(result)), plain=shown(nodes(plain)), scores=scores),
        best,
        ours_alone(alphabeta=nodes(plain), best=nodes(result)),
    )


def unbeatable() -> PaperFinding:
    """Return the theoretical value of the empty board."""
    game = load("connect4")
    solution = solve(solver_of(game), game.start)
    (move,) = game.line_names(game.start, solution.best[:1])
    ours = _("score {score:+}, by column {move}").format(score=solution.score, move=move)
    because = _(
        "solved: the agent `perfect` never does worse than the exact score, whoever plays against "
        "it."
    )
    return PaperFinding(
        "unbeatable",
        _("what would make the machine unbeatable?"),
        _("deeper search"),
        ours,
        PaperVerdict.ANSWERED,
        because,
        "tablero solve connect4",
        ours_alone(score=solution.score),
    )
