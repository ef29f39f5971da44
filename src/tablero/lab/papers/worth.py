"""Is *good* worth its time? Matches at the same nodes, and at the same time."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from statistics import median
from typing import TypeAlias

from tablero.games import evaluations, load
from tablero.lab.papers import charts
from tablero.lab.papers.duels import Duels, estimates, nearest, play_duels, searcher
from tablero.lab.papers.measure import (
    clocked,
    elo_cells,
    elo_columns,
    elo_numbers,
    elo_range,
    nodes,
    papers_command,
    seconds,
    seconds_text,
)
from tablero.lab.papers.mixture import EVEN, Share, mixed
from tablero.lab.papers.report import Chart, PaperFinding, PaperVerdict, Section, ours_alone
from tablero.lab.papers.tournament import (
    DEPTHS,
    GAME,
    GAMES,
    GOOD,
    MENDED,
    REGULAR,
    TOURNAMENT,
    played,
)
from tablero.lab.table import Cell, Column, ResultTable
from tablero.locale import _
from tablero.match.elo import Estimate
from tablero.numbers import percent
from tablero.search.run import Result, Settings

Worth: TypeAlias = Mapping[str, Mapping[int, Estimate]]
"""Estimates by the terms of a match, and by depth."""


ROUNDS = 5
"""Number of times that the two evaluations are timed, one after the other."""


@dataclass(frozen=True)
class Costs:
    """Cost of *good*, and of one more ply.

    ratios: by round, the time of *good* divided by that of *regular*; negamax has the same nodes.
    growth: by depth, the nodes of *regular* one ply deeper divided by those at that depth.
    """

    ratios: Sequence[float]
    growth: Mapping[int, float]

    @property
    def ratio(self) -> float:
        return median(self.ratios)

    def share(self, depth: int) -> Share:
        """Return the share of games that *regular* can search a ply deeper in the time of
        *good*."""
        value, least, most = (
            min(1.0, max(0.0, (ratio - 1) / (self.growth[depth] - 1)))
            for ratio in (self.ratio, min(self.ratios), max(self.ratios))
        )
        return Share(value, max(value - least, most - value))


def worth(
    seed: int,
    games: int = GAMES,
    depths: Sequence[int] = DEPTHS,
    moves: Sequence[int] = range(1, 9),
) -> Section:
    """Compare *good* with *regular* at the same nodes, and at the same time.

    moves: depths at which a move is timed, `depths` among them; the cost of *good* is measured at
        the last one.
    """
    table, costs = cost(moves)
    found = compared({depth: costs.share(depth) for depth in depths}, games, seed)
    drawn = partial(draw_worth, found=found)
    chart = Chart(_("At the same nodes, and at the same time"), drawn, height=4.2)
    return Section(
        _("Is good worth its time?"),
        [speed(costs, moves[-1]), suggested(found, costs, seed), same_time(found, costs, seed)],
        [table, worth_table(found, seed)],
        [chart],
    )


def cost(depths: Sequence[int]) -> tuple[ResultTable, Costs]:
    """Return nodes and times of the first move by negamax, and the costs derived from them."""
    cheap, dear = (first_moves(name, depths) for name in (REGULAR, GOOD))
    deeper = first_moves(REGULAR, [depth + 1 for depth in depths])
    costs = Costs(
        [cost_ratio(depths[-1]) for _round in range(ROUNDS)],
        {
            depth: nodes(more) / nodes(one)
            for depth, one, more in zip(depths, cheap, deeper, strict=True)
        },
    )
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
    return ResultTable(title, columns, rows, papers_command("p3"), "cost"), costs


def cost_ratio(depth: int) -> float:
    """Return the time of a search with *good* divided by that with *regular*, run in turn."""
    cheap, dear = (first_moves(name, [depth])[0] for name in (REGULAR, GOOD))
    return seconds(dear) / seconds(cheap)


def first_moves(eval_text: str, depths: Sequence[int]) -> list[Result]:
    """Return the tournament's search of the start position, by depth."""
    game = load(GAME)
    evaluation = evaluations.load(eval_text, game)
    return [clocked(game.start, evaluation, Settings("negamax", depth)) for depth in depths]


def compared(shares: Mapping[int, Share], games: int, seed: int) -> Worth:
    """Compare *good* with *regular* on these terms, at every depth.

    same_nodes: both search to the same depth; negamax visits the same nodes for both.
    suggested: a match without *good*: the gain of *regular* over itself by the time of *good*.
    same_time: *regular* searches a ply deeper in this share of the games.
    mended_time: the same against *good* without its fault, which plays like *regular* a ply
        deeper.
    """
    depths = tuple(shares)
    same = estimates(played(GOOD, REGULAR, depths, games, seed))
    leads = estimates(played(MENDED, REGULAR, depths, games, seed))
    deeper = estimates(deeper_duels(depths, games, seed + 1))
    return {
        "same_nodes": same,
        "suggested": {depth: mixed(shares[depth], leads[depth], EVEN) for depth in depths},
        "same_time": {depth: mixed(shares[depth], deeper[depth], same[depth]) for depth in depths},
        "mended_time": {depth: mixed(shares[depth], EVEN, leads[depth]) for depth in depths},
    }


def deeper_duels(depths: Sequence[int], games: int, seed: int) -> Duels:
    """Return the matches of *good* against *regular* with one ply more."""
    regular = searcher(REGULAR)
    return play_duels(GAME, searcher(GOOD), lambda depth: regular(depth + 1), depths, games, seed)


def terms_text(terms: Cell) -> str:
    return {
        "same_nodes": _("good, the same nodes"),
        "suggested": _("what good's time buys regular"),
        "same_time": _("good, the same time"),
        "mended_time": _("good mended, the same time"),
    }[str(terms)]


def worth_table(found: Worth, seed: int) -> ResultTable:
    columns = [
        Column("terms", _("against regular"), terms_text),
        Column("depth", _("depth")),
        *elo_columns(),
    ]
    rows: list[list[Cell]] = [
        [terms, depth, *elo_cells(estimate)]
        for terms, by_depth in found.items()
        for depth, estimate in by_depth.items()
    ]
    title = _("Good against regular at the same nodes, and at the same time")
    return ResultTable(title, columns, rows, papers_command("p3", seed), "worth")


def draw_worth(axes: object, found: Worth) -> None:
    charts.elo_by_depth(axes, {terms_text(terms): by_depth for terms, by_depth in found.items()})


def speed(costs: Costs, depth: int) -> PaperFinding:
    ours = _("{ratio:.1f} times the time of regular at depth {depth}, for the same nodes")
    return PaperFinding(
        "speed",
        _("speed: what does good cost?"),
        _("slow"),
        ours.format(ratio=costs.ratio, depth=depth),
        PaperVerdict.ANSWERED,
        _("regular one ply deeper visits {other:.1f} times as many.").format(
            other=costs.growth[depth]
        ),
        papers_command("p3"),
        ours_alone(good=costs.ratio, deeper=costs.growth[depth]),
    )


def suggested(found: Worth, costs: Costs, seed: int) -> PaperFinding:
    """Return the finding at the tournament's depth, or the nearest."""
    depth, here = nearest(TOURNAMENT, found["suggested"])
    ours = _("its time buys regular {suggested}; good gains {same_nodes} at depth {depth}")
    because = _(
        "in the time that good needs, regular can search one ply deeper in {share} of its "
        "games, and gains this much over itself. At the same depth good visits the same nodes "
        "as regular."
    )
    return PaperFinding(
        "suggested",
        _("does good win by as much as its cost suggests?"),
        _("not by as much as it costs"),
        ours.format(depth=depth, **ranges(found, depth)),
        PaperVerdict.ANSWERED,
        because.format(share=percent(costs.share(depth).value)),
        papers_command("p3", seed),
        elo_numbers(here),
    )


def same_time(found: Worth, costs: Costs, seed: int) -> PaperFinding:
    """Return the finding at the tournament's depth, or the nearest."""
    depth, here = nearest(TOURNAMENT, found["same_time"])
    because = _(
        "good plays regular of the same depth and regular one ply deeper. The second match "
        "counts for {share} of the games, so that both sides need the same time. The intervals "
        "contain the error of the games and that of the measured times."
    )
    return PaperFinding(
        "same_time",
        _("does good beat a regular that has the same time?"),
        _("asked"),
        _("{same_time}; mended, {mended_time} at depth {depth}").format(
            depth=depth, **ranges(found, depth)
        ),
        PaperVerdict.ANSWERED,
        because.format(share=percent(costs.share(depth).value)),
        papers_command("p3", seed),
        elo_numbers(here),
    )


def ranges(found: Worth, depth: int) -> dict[str, str]:
    """Return the Elo ranges at this depth, by the terms of a match."""
    return {terms: elo_range(by_depth[depth]) for terms, by_depth in found.items()}
