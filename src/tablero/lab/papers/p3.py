"""The third paper: why does *good* not beat *regular*, and what helps?"""

from collections.abc import Callable, Sequence
from functools import partial
from statistics import fmean
from typing import Any

from tablero import evals
from tablero.games import load
from tablero.lab.figure import FAINT
from tablero.lab.papers import charts
from tablero.lab.papers.measure import (
    Outcome,
    again,
    clocked,
    count_columns,
    elo_columns,
    elo_range,
    match,
    nodes,
    opened,
    seconds,
    seconds_text,
)
from tablero.lab.papers.report import Chart, Finding, Part, Verdict
from tablero.lab.table import Column, Table, shown
from tablero.locale import _
from tablero.match.openings import Openings
from tablero.search.run import Result, Settings, search

GAME = "mancala11(passes=true)"
REGULAR, GOOD, HONEST = "regular", "good", "good(finished=0,margin=1)"
"""HONEST is good without its fault."""

TOURNAMENT = 2
"""The depth of the paper's rounds."""

GAMES = 1000
DEPTHS = range(1, 7)
PLIES = 6
"""Random moves that lead to the positions whose scores are compared."""


def title() -> str:
    return _("The tournament: good and regular")


def parts(seed: int) -> list[Callable[[], Part]]:
    return [
        partial(does_good_win, seed),
        cost,
        partial(remedy, seed),
        partial(strength, seed),
        partial(horizon, seed),
    ]


def player(evaluation: str, depth: int) -> str:
    """Alpha-beta plays the moves of the tournament's negamax, and sooner."""
    return f"alphabeta(depth={depth},eval={evaluation})"


def by_depth(pairs: Sequence[tuple[str, str]], games: int, seed: int) -> list[Outcome]:
    return [match(opened(GAME, pair, games, seed)) for pair in pairs]


def table_of(title: str, depths: Sequence[int], outcomes: Sequence[Outcome], seed: int) -> Table:
    columns = [Column("depth", _("depth")), *count_columns(), *elo_columns()]
    rows = [
        [depth, *outcome.counts, *outcome.elo()]
        for depth, outcome in zip(depths, outcomes, strict=True)
    ]
    return Table(title, columns, rows, again("p3", seed))


def at(depth: int, depths: Sequence[int], outcomes: Sequence[Outcome]) -> tuple[int, Outcome]:
    """The match at this depth, or at the nearest that was played."""
    return min(zip(depths, outcomes, strict=True), key=lambda each: abs(each[0] - depth))


def does_good_win(seed: int, games: int = GAMES, depths: Sequence[int] = DEPTHS) -> Part:
    """The paper's question, at every depth: resistance."""
    pairs = [(player(GOOD, depth), player(REGULAR, depth)) for depth in depths]
    outcomes = by_depth(pairs, games, seed)
    depth, here = at(TOURNAMENT, depths, outcomes)
    first, last = outcomes[0], outcomes[-1]
    findings = [
        Finding(
            _("does good beat regular at the tournament's depth?"),
            _("not by as much as it costs"),
            _("{elo} at depth {depth}").format(elo=elo_range(here), depth=depth),
            Verdict.ANSWERED,
            _("{games} games in pairs with the same opening.").format(games=shown(games)),
            here.command,
        ),
        Finding(
            _("resistance: does good hold at greater depth?"),
            _("asked"),
            _("from {first} at depth {least} to {last} at depth {most}").format(
                first=elo_range(first), least=depths[0], last=elo_range(last), most=depths[-1]
            ),
            Verdict.ANSWERED,
            _(
                "good counts every finished game as -50 for the side to move, whoever has won; "
                "what that costs is measured below, by the remedy."
            ),
            last.command,
        ),
    ]
    heading = _("Does good beat regular?")
    title = _("good against regular, both of this depth, {games} games each")
    table = table_of(title.format(games=shown(games)), depths, outcomes, seed)
    chart = Chart(
        _("good against regular"),
        partial(charts.elo_by_depth, depths=depths, series={"good": outcomes}),
    )
    return Part(heading, findings, [table], [chart])


def cost(depths: Sequence[int] = range(1, 9)) -> Part:
    """What each evaluation costs by negamax, beside regular one ply deeper."""
    game = load(GAME)

    def times(evaluation: str, more: int = 0) -> list[Result]:
        judge = evals.load(evaluation, game)
        wanted = (Settings("negamax", depth + more) for depth in depths)
        return [clocked(game.start, judge, settings) for settings in wanted]

    cheap, dear, deeper = times(REGULAR), times(GOOD), times(REGULAR, 1)
    ratio, other = (seconds(each[-1]) / seconds(cheap[-1]) for each in (dear, deeper))
    ours = _("{ratio:.1f} times the time of regular at depth {depth}")
    finding = Finding(
        _("speed: what does good cost?"),
        _("slow"),
        ours.format(ratio=ratio, depth=depths[-1]),
        Verdict.ANSWERED,
        _("regular one ply deeper costs {other:.1f} times as much.").format(other=other),
        again("p3"),
    )
    columns = [
        Column("depth", _("depth")),
        Column("nodes", _("nodes")),
        Column("regular", "regular", seconds_text),
        Column("good", "good", seconds_text),
        Column("deeper", _("regular, a ply deeper"), seconds_text),
    ]
    rows = [
        [depth, nodes(one), seconds(one), seconds(two), seconds(three)]
        for depth, one, two, three in zip(depths, cheap, dear, deeper, strict=True)
    ]
    table = Table(_("Time of the first move by negamax"), columns, rows, again("p3"))
    return Part(_("What good costs"), [finding], [table])


def remedy(seed: int, games: int = GAMES, depths: Sequence[int] = DEPTHS) -> Part:
    """Let a finished game count its margin: then good is regular, a ply deeper."""
    pairs = [(player(HONEST, depth), player(GOOD, depth)) for depth in depths]
    others = [(player(HONEST, depth), player(REGULAR, depth)) for depth in depths]
    gains, leads = by_depth(pairs, games, seed), by_depth(others, games, seed)
    depth, gain = at(TOURNAMENT, depths, gains)
    _depth, lead = at(TOURNAMENT, depths, leads)
    findings = [
        Finding(
            _("why does good not beat regular?"),
            _("asked"),
            _("its end of the game: mended, {elo} at depth {depth}").format(
                elo=elo_range(lead), depth=depth
            ),
            Verdict.ANSWERED,
            _(
                "without the -50 good says at every depth exactly what regular says one ply "
                "deeper: it is worth that ply, and its fault takes it away."
            ),
            lead.command,
        ),
        Finding(
            _("a remedy, and its gain"),
            _("asked"),
            _("{elo} over good at depth {depth}").format(elo=elo_range(gain), depth=depth),
            Verdict.ANSWERED,
            _("eval={honest}: a finished game counts its margin.").format(honest=HONEST),
            gain.command,
        ),
    ]
    series = {_("good mended against good"): gains, _("good mended against regular"): leads}
    title = _("{who}, {games} games each")
    tables = [
        table_of(title.format(who=who, games=shown(games)), depths, outcomes, seed)
        for who, outcomes in series.items()
    ]
    chart = Chart(
        _("What the remedy gains"), partial(charts.elo_by_depth, depths=depths, series=series)
    )
    return Part(_("Why, and a remedy"), findings, tables, [chart])


def strength(seed: int, games: int = GAMES, depths: Sequence[int] = range(2, 9)) -> Part:
    """What one ply more is worth."""
    pairs = [(player(REGULAR, depth), player(REGULAR, depth - 1)) for depth in depths]
    outcomes = by_depth(pairs, games, seed)
    first, last = outcomes[0], outcomes[-1]
    finding = Finding(
        _("strength by depth: what is a ply worth?"),
        _("asked"),
        _("{first} at depth {least}, {last} at depth {most}").format(
            first=elo_range(first), least=depths[0], last=elo_range(last), most=depths[-1]
        ),
        Verdict.ANSWERED,
        _("regular against itself, one ply less deep."),
        last.command,
    )
    title = _("regular against regular of one ply less, {games} games each")
    table = table_of(title.format(games=shown(games)), depths, outcomes, seed)
    chart = Chart(
        _("What a ply is worth"),
        partial(charts.elo_by_depth, depths=depths, series={"regular": outcomes}),
    )
    return Part(_("Strength by depth"), [finding], [table], [chart])


def horizon(seed: int, positions: int = 400, depths: Sequence[int] = range(1, 11)) -> Part:
    """Who moves last before the horizon thinks too well of himself."""
    game = load(GAME)
    judge = evals.load(REGULAR, game)
    places = []
    for opening in Openings(PLIES).draw(game, seed).first(positions):
        place = game.start
        for move in opening:
            place = place.play(move)
        places.append(place)
    means = [
        fmean(search(place, judge, Settings(depth=depth)).score for place in places)
        for depth in depths
    ]
    odd, even = (
        fmean(mean for mean, depth in zip(means, depths, strict=True) if depth % 2 == parity)
        for parity in (1, 0)
    )
    finding = Finding(
        _("odd and even depth: the horizon"),
        _("asked"),
        _("mean score {odd:+.2f} at odd depths, {even:+.2f} at even ones").format(
            odd=odd, even=even
        ),
        Verdict.ANSWERED,
        _(
            "the same {positions} positions; at an odd depth the mover has the last word before "
            "the horizon."
        ).format(positions=len(places)),
        again("p3", seed),
    )
    columns = [Column("depth", _("depth")), Column("mean", _("mean score for the mover"))]
    rows = [[depth, mean] for depth, mean in zip(depths, means, strict=True)]
    heading = _("The horizon")
    table = Table(_("Scores of regular by depth"), columns, rows, again("p3", seed))
    chart = Chart(_("Who has the last word"), partial(draw_horizon, depths=depths, means=means))
    return Part(heading, [finding], [table], [chart])


def draw_horizon(axes: Any, depths: Sequence[int], means: Sequence[float]) -> None:
    """Odd and even depths as two lines."""
    axes.axhline(0, color=FAINT, linewidth=1)
    for name, parity, style in zip((_("odd"), _("even")), (1, 0), charts.STYLES, strict=False):
        both = [each for each in zip(depths, means, strict=True) if each[0] % 2 == parity]
        axes.plot(*zip(*both, strict=True), label=name, linewidth=1.6, **style)
    charts.legend_below(axes, 2)
    axes.grid(visible=False, axis="x")
    axes.set_xticks(list(depths))
    axes.set_xlabel(_("depth"))
    axes.set_ylabel(_("mean score for the mover"))
