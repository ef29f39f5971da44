"""The third paper: why does *good* not beat *regular*, and what helps?"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial, reduce
from statistics import fmean
from typing import Any

from tablero import evals
from tablero.games import load
from tablero.lab.figure import FAINT
from tablero.lab.papers import charts
from tablero.lab.papers.duels import Duels, duel_table, nearest, play_duels, searcher
from tablero.lab.papers.measure import (
    again,
    clocked,
    elo_range,
    nodes,
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


def does_good_win(seed: int, games: int = GAMES, depths: Sequence[int] = DEPTHS) -> Part:
    """The paper's question, at every depth: resistance."""
    duels = play_duels(GAME, searcher(GOOD), searcher(REGULAR), depths, games, seed)
    depth, here = nearest(TOURNAMENT, duels)
    findings = [
        Finding(
            _("does good beat regular at the tournament's depth?"),
            _("not by as much as it costs"),
            _("{elo} at depth {depth}").format(elo=elo_range(here), depth=depth),
            Verdict.ANSWERED,
            _("{games} games in pairs with the same opening.").format(games=shown(games)),
            here.command,
        ),
        resistance(duels),
    ]
    title = _("good against regular, both of this depth, {games} games each")
    table = duel_table(title.format(games=shown(games)), duels, again("p3", seed))
    drawn = partial(charts.elo_by_depth, series={"good": duels})
    chart = Chart(_("good against regular"), drawn)
    return Part(_("Does good beat regular?"), findings, [table], [chart])


def resistance(duels: Duels) -> Finding:
    because = _(
        "good counts every finished game as -50 for the side to move, whoever has won; what that "
        "costs is measured below, by the remedy."
    )
    return Finding(
        _("resistance: does good hold at greater depth?"),
        _("asked"),
        _("from {first} at depth {least} to {last} at depth {most}").format(**extremes(duels)),
        Verdict.ANSWERED,
        because,
        duels[max(duels)].command,
    )


def extremes(duels: Duels) -> dict[str, str | int]:
    """The shallowest match and the deepest."""
    least, most = min(duels), max(duels)
    first, last = elo_range(duels[least]), elo_range(duels[most])
    return {"least": least, "first": first, "most": most, "last": last}


def cost(depths: Sequence[int] = range(1, 9)) -> Part:
    """What each evaluation costs by negamax, beside regular one ply deeper."""
    cheap, dear = (first_moves(name, depths) for name in (REGULAR, GOOD))
    deeper = first_moves(REGULAR, [depth + 1 for depth in depths])
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


def first_moves(evaluation: str, depths: Sequence[int]) -> list[Result]:
    """The tournament's search of the start, by depth."""
    game = load(GAME)
    judge = evals.load(evaluation, game)
    return [clocked(game.start, judge, Settings("negamax", depth)) for depth in depths]


def remedy(seed: int, games: int = GAMES, depths: Sequence[int] = DEPTHS) -> Part:
    """Let a finished game count its margin: then good is regular, a ply deeper."""
    gains, leads = (
        play_duels(GAME, searcher(HONEST), searcher(other), depths, games, seed)
        for other in (GOOD, REGULAR)
    )
    series = {
        _("good mended against good"): gains,
        _("good mended against regular"): leads,
    }
    title = _("{who}, {games} games each")
    tables = [
        duel_table(title.format(who=who, games=shown(games)), duels, again("p3", seed))
        for who, duels in series.items()
    ]
    chart = Chart(_("What the remedy gains"), partial(charts.elo_by_depth, series=series))
    return Part(_("Why, and a remedy"), [reason(leads), gain(gains)], tables, [chart])


def reason(leads: Duels) -> Finding:
    depth, outcome = nearest(TOURNAMENT, leads)
    mended = _("its end of the game: mended, {elo} at depth {depth}")
    because = _(
        "without the -50 good says at every depth exactly what regular says one ply deeper: it is "
        "worth that ply, and its fault takes it away."
    )
    return Finding(
        _("why does good not beat regular?"),
        _("asked"),
        mended.format(elo=elo_range(outcome), depth=depth),
        Verdict.ANSWERED,
        because,
        outcome.command,
    )


def gain(gains: Duels) -> Finding:
    depth, outcome = nearest(TOURNAMENT, gains)
    return Finding(
        _("a remedy, and its gain"),
        _("asked"),
        _("{elo} over good at depth {depth}").format(elo=elo_range(outcome), depth=depth),
        Verdict.ANSWERED,
        _("eval={honest}: a finished game counts its margin.").format(honest=HONEST),
        outcome.command,
    )


def strength(seed: int, games: int = GAMES, depths: Sequence[int] = range(2, 9)) -> Part:
    """What one ply more is worth."""
    regular = searcher(REGULAR)
    duels = play_duels(GAME, regular, lambda depth: regular(depth - 1), depths, games, seed)
    finding = Finding(
        _("strength by depth: what is a ply worth?"),
        _("asked"),
        _("{first} at depth {least}, {last} at depth {most}").format(**extremes(duels)),
        Verdict.ANSWERED,
        _("regular against itself, one ply less deep."),
        duels[max(duels)].command,
    )
    title = _("regular against regular of one ply less, {games} games each")
    table = duel_table(title.format(games=shown(games)), duels, again("p3", seed))
    drawn = partial(charts.elo_by_depth, series={"regular": duels})
    chart = Chart(_("What a ply is worth"), drawn)
    return Part(_("Strength by depth"), [finding], [table], [chart])


def horizon(seed: int, positions: int = 400, depths: Sequence[int] = range(1, 11)) -> Part:
    """Who moves last before the horizon thinks too well of himself."""
    means = mean_scores(seed, positions, depths)
    odd, even = (
        fmean(mean for depth, mean in means.items() if depth % 2 == parity) for parity in (1, 0)
    )
    ours = _("mean score {odd:+.2f} at odd depths, {even:+.2f} at even ones")
    because = _(
        "the same {positions} positions; at an odd depth the mover has the last word before the "
        "horizon."
    )
    finding = Finding(
        _("odd and even depth: the horizon"),
        _("asked"),
        ours.format(odd=odd, even=even),
        Verdict.ANSWERED,
        because.format(positions=positions),
        again("p3", seed),
    )
    columns = [Column("depth", _("depth")), Column("mean", _("mean score for the mover"))]
    rows = [*means.items()]
    table = Table(_("Scores of regular by depth"), columns, rows, again("p3", seed))
    chart = Chart(_("Who has the last word"), partial(draw_horizon, means=means))
    return Part(_("The horizon"), [finding], [table], [chart])


def mean_scores(seed: int, positions: int, depths: Sequence[int]) -> dict[int, float]:
    """What regular thinks of random positions, on the average, by depth."""
    game = load(GAME)
    judge, openings = evals.load(REGULAR, game), Openings(PLIES).draw(game, seed)
    places = [
        reduce(lambda place, move: place.play(move), opening, game.start)
        for opening in openings.first(positions)
    ]
    return {
        depth: fmean(search(place, judge, Settings(depth=depth)).score for place in places)
        for depth in depths
    }


def draw_horizon(axes: Any, means: Mapping[int, float]) -> None:
    """Odd and even depths as two lines."""
    axes.axhline(0, color=FAINT, linewidth=1)
    for name, parity, style in zip((_("odd"), _("even")), (1, 0), charts.STYLES, strict=False):
        some = {depth: mean for depth, mean in means.items() if depth % 2 == parity}
        axes.plot([*some], [*some.values()], label=name, linewidth=1.6, **style)
    charts.legend_below(axes, 2)
    axes.grid(visible=False, axis="x")
    axes.set_xticks([*means])
    axes.set_xlabel(_("depth"))
    axes.set_ylabel(_("mean score for the mover"))
