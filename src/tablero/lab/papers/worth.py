"""Is *good* worth its time? Matches at the same nodes, and at the same time."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import NamedTuple, TypeAlias

from tablero import evals
from tablero.games import load
from tablero.lab.papers import charts
from tablero.lab.papers.duels import Duels, nearest, play_duels, searcher
from tablero.lab.papers.measure import (
    again,
    clocked,
    elo_columns,
    elo_numbers,
    elo_range,
    finite,
    nodes,
    seconds,
    seconds_text,
)
from tablero.lab.papers.mixture import EVEN, mixed
from tablero.lab.papers.report import Chart, Finding, Part, Verdict, ours_alone
from tablero.lab.papers.tournament import (
    DEPTHS,
    GAME,
    GAMES,
    GOOD,
    HONEST,
    REGULAR,
    TOURNAMENT,
    played,
)
from tablero.lab.table import Cell, Column, Table
from tablero.locale import _
from tablero.match.elo import Estimate
from tablero.numbers import percent
from tablero.search.run import Result, Settings

Worth: TypeAlias = Mapping[str, Mapping[int, Estimate]]
"""By the terms of a match, and by depth."""


class Costs(NamedTuple):
    """Seconds of one and the same move by negamax; deeper -- regular's, for one ply more."""

    regular: float
    good: float
    deeper: float

    @property
    def share(self) -> float:
        """In so many of its games regular can look a ply deeper, and needs good's time then."""
        return min(1.0, max(0.0, (self.good - self.regular) / (self.deeper - self.regular)))


def worth(
    seed: int,
    games: int = GAMES,
    depths: Sequence[int] = DEPTHS,
    moves: Sequence[int] = range(1, 9),
) -> Part:
    """moves -- the depths at which a move is clocked; the deepest tells what good costs"""
    table, costs = cost(moves)
    found = compared(costs.share, tuple(depths), games, seed)
    drawn = partial(draw_worth, found=found)
    chart = Chart(_("At the same nodes, and at the same time"), drawn, height=4.2)
    return Part(
        _("Is good worth its time?"),
        [speed(costs, moves[-1]), *answers(found, costs, seed)],
        [table, worth_table(found, seed)],
        [chart],
    )


def cost(depths: Sequence[int]) -> tuple[Table, Costs]:
    """The first move by negamax, and what it costs at the last of these depths."""
    cheap, dear = (first_moves(name, depths) for name in (REGULAR, GOOD))
    deeper = first_moves(REGULAR, [depth + 1 for depth in depths])
    columns = [
        Column("depth", _("depth")),
        Column("regular_nodes", _("nodes of regular")),
        Column("good_nodes", _("nodes of good")),
        Column("regular_seconds", "regular", seconds_text),
        Column("good_seconds", "good", seconds_text),
        Column("deeper_seconds", _("regular, a ply deeper"), seconds_text),
    ]
    rows: list[list[Cell]] = [
        [depth, nodes(one), nodes(two), *map(seconds, (one, two, three))]
        for depth, one, two, three in zip(depths, cheap, dear, deeper, strict=True)
    ]
    title = _("Nodes and time of the first move by negamax")
    costs = Costs(*(seconds(each[-1]) for each in (cheap, dear, deeper)))
    return Table(title, columns, rows, again("p3"), "cost"), costs


def first_moves(evaluation: str, depths: Sequence[int]) -> list[Result]:
    """The tournament's search of the start, by depth."""
    game = load(GAME)
    judge = evals.load(evaluation, game)
    return [clocked(game.start, judge, Settings("negamax", depth)) for depth in depths]


def compared(share: float, depths: Sequence[int], games: int, seed: int) -> Worth:
    """Good against regular, at every depth.

    same_nodes  -- both look as far: negamax visits the same nodes for both
    suggested   -- no match of good: what regular gains over itself by good's time
    same_time   -- regular looks a ply deeper in this share of the games
    mended_time -- the same against good without its fault, which plays like regular of a ply more
    """
    same = played(GOOD, REGULAR, depths, games, seed)
    leads = played(HONEST, REGULAR, depths, games, seed)
    deeper = deeper_duels(depths, games, seed + 1)
    return {
        "same_nodes": {depth: same[depth].estimate for depth in depths},
        "suggested": {depth: mixed(share, leads[depth].estimate, EVEN) for depth in depths},
        "same_time": {
            depth: mixed(share, deeper[depth].estimate, same[depth].estimate) for depth in depths
        },
        "mended_time": {depth: mixed(share, EVEN, leads[depth].estimate) for depth in depths},
    }


def deeper_duels(depths: Sequence[int], games: int, seed: int) -> Duels:
    """Good against regular of one ply more."""
    regular = searcher(REGULAR)
    return play_duels(GAME, searcher(GOOD), lambda depth: regular(depth + 1), depths, games, seed)


def terms_text(terms: Cell) -> str:
    return {
        "same_nodes": _("good, the same nodes"),
        "suggested": _("what good's time buys regular"),
        "same_time": _("good, the same time"),
        "mended_time": _("good mended, the same time"),
    }[str(terms)]


def worth_table(found: Worth, seed: int) -> Table:
    columns = [
        Column("terms", _("against regular"), terms_text),
        Column("depth", _("depth")),
        *elo_columns(),
    ]
    rows: list[list[Cell]] = [
        [terms, depth, *finite(estimate)]
        for terms, by_depth in found.items()
        for depth, estimate in by_depth.items()
    ]
    title = _("Good against regular at the same nodes, and at the same time")
    return Table(title, columns, rows, again("p3", seed), "worth")


def draw_worth(axes: object, found: Worth) -> None:
    charts.elo_by_depth(axes, {terms_text(terms): by_depth for terms, by_depth in found.items()})


def speed(costs: Costs, depth: int) -> Finding:
    ratio, other = costs.good / costs.regular, costs.deeper / costs.regular
    ours = _("{ratio:.1f} times the time of regular at depth {depth}, for the same nodes")
    return Finding(
        "speed",
        _("speed: what does good cost?"),
        _("slow"),
        ours.format(ratio=ratio, depth=depth),
        Verdict.ANSWERED,
        _("regular one ply deeper costs {other:.1f} times as much.").format(other=other),
        again("p3"),
        ours_alone(good=ratio, deeper=other),
    )


def answers(found: Worth, costs: Costs, seed: int) -> list[Finding]:
    """At the tournament's depth, or the nearest."""
    depth, _estimate = nearest(TOURNAMENT, found["same_nodes"])
    share = percent(costs.share)
    told = {terms: elo_range(by_depth[depth]) for terms, by_depth in found.items()}
    suggested = _("its time buys regular {suggested}; good gains {same_nodes} at depth {depth}")
    same = _("{same_time}; mended, {mended_time} at depth {depth}")
    because = _(
        "in the time of good, regular looks a ply deeper in {share} of its games: so much it "
        "gains over itself. Good visits the same nodes as regular of the same depth."
    )
    mixture = _(
        "both matches of good, with regular of the same depth and of a ply more, weighed as "
        "{share} of the games: then both need the same time. Intervals are those of the games."
    )
    return [
        Finding(
            "suggested",
            _("does good win by as much as its cost suggests?"),
            _("not by as much as it costs"),
            suggested.format(depth=depth, **told),
            Verdict.ANSWERED,
            because.format(share=share),
            again("p3", seed),
            elo_numbers(found["suggested"][depth]),
        ),
        Finding(
            "same_time",
            _("does good beat a regular that has the same time?"),
            _("asked"),
            same.format(depth=depth, **told),
            Verdict.ANSWERED,
            mixture.format(share=share),
            again("p3", seed),
            elo_numbers(found["same_time"][depth]),
        ),
    ]
