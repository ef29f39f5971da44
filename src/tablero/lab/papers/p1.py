"""The first paper: Kalah of six pits with five seeds each, random players, minimax, alpha-beta."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from tablero.games import evaluations, load
from tablero.lab.papers import charts
from tablero.lab.papers.duels import Duels, duel_table, estimates, nearest, play_duels, searcher
from tablero.lab.papers.measure import (
    COUNTED,
    clocked,
    count,
    count_columns,
    elo_numbers,
    elo_range,
    match,
    papers_command,
    seconds_text,
    total_seconds,
    whole_game,
)
from tablero.lab.papers.p1_faults import faults as faults
from tablero.lab.papers.p1_faults import order_text
from tablero.lab.papers.p1_program import (
    DEPTH,
    GAME,
    MINIMAX,
    PAPER,
    games_against_random,
    paper_agents,
)
from tablero.lab.papers.report import (
    Chart,
    PaperFinding,
    PaperVerdict,
    Section,
    beside,
    faster,
    fault_section,
)
from tablero.lab.papers.significance import (
    WonDrawnLost,
    counts_text,
    counts_verdict,
    p_value,
    reproduction_verdict,
    share,
    share_range,
)
from tablero.lab.table import Cell, Column, ResultTable, shown
from tablero.locale import _
from tablero.match.plan import MatchTerms
from tablero.numbers import percent
from tablero.search.run import Result, Settings

RANDOM = 493, 53, 454
"""The paper's games of two random players: won, drawn, lost."""

SECONDS = 0.397, 0.189
"""The paper's times of minimax and of alpha-beta, in seconds."""


def title() -> str:
    return _("Kalah: chance, minimax and alpha-beta")


def sections(seed: int) -> list[Callable[[], Section]]:
    return [
        partial(random_games, seed),
        partial(against_random, seed),
        both_searches,
        partial(composite, seed),
        lambda: fault_section(faults()),
    ]


def random_games(seed: int, games: int = 1000, many: int = 100_000) -> Section:
    """Compare the games of two random players; `many` games show the expected shares."""
    ours = match(MatchTerms(GAME, ("random", "random"), games, seed))
    truth = match(MatchTerms(GAME, ("random", "random"), many, seed + 1))
    samples = {"paper": RANDOM, "ours": ours.counts, "many": truth.counts}
    because = _(
        "chance alone gives two such samples a difference as large with p = {between:.2f}; below "
        "0.05 the difference would be significant. Beside {many} games of ours the paper's sample "
        "has p = {theirs:.2f}, our sample {ours:.2f}."
    ).format(
        between=p_value(RANDOM, ours.counts),
        many=shown(many),
        theirs=p_value(RANDOM, truth.counts),
        ours=p_value(ours.counts, truth.counts),
    )
    question = _("random against random, {games} games: won / drawn / lost")
    finding = PaperFinding(
        "random_games",
        question.format(games=shown(games)),
        counts_text(RANDOM),
        counts_text(ours.counts),
        counts_verdict(RANDOM, ours.counts),
        because,
        ours.command,
        beside(COUNTED, RANDOM, ours.counts),
    )
    return _samples(_("Random against random"), [finding], samples, seed)


def _samples(
    heading: str, findings: Sequence[PaperFinding], samples: dict[str, WonDrawnLost], seed: int
) -> Section:
    """Return counts of games side by side, as a table named after the first finding and as
    bars."""
    columns = [
        Column("sample", _("sample"), sample_text),
        *count_columns(),
        Column("share", _("share won"), percent),
        Column("low", _("from"), percent),
        Column("high", _("to"), percent),
    ]
    rows: list[list[Cell]] = [
        [name, *counts, *share(counts[0], sum(counts))] for name, counts in samples.items()
    ]
    table = ResultTable(heading, columns, rows, papers_command("p1", seed), findings[0].key)
    names, counts = [*map(sample_text, samples)], list(samples.values())
    height = 1 + 0.4 * len(samples)
    bars = Chart(heading, partial(charts.stacked, names=names, counts=counts), height)
    return Section(heading, findings, [table], [bars])


def sample_text(sample: Cell) -> str:
    """Return the name of a sample for people.

    many: our games in a number that makes chance negligible.
    first_pit, last_pit: the paper's program, whose successors begin with this pit.
    """
    return {
        "paper": _("paper"),
        "ours": _("ours"),
        "many": _("ours, many"),
        "first_pit": _("faulty, first pit first"),
        "last_pit": _("faulty, last pit first"),
    }[str(sample)]


def against_random(seed: int, games: int = 500, depth: int = DEPTH, many: int = 10_000) -> Section:
    """Compare the paper's games with those of our minimax, and of the paper's faulty one."""
    ours = match(MatchTerms(GAME, (f"minimax(depth={depth})", "random"), games, seed))
    because = _(
        "the paper's minimax had a fault; chance alone would explain the difference with "
        "p = {p:.2g}."
    )
    question = _("minimax of depth {depth} against random, {games} games: won / drawn / lost")
    correct = PaperFinding(
        "minimax_against_random",
        question.format(depth=depth, games=games),
        counts_text(MINIMAX),
        counts_text(ours.counts),
        counts_verdict(MINIMAX, ours.counts),
        because.format(p=p_value(MINIMAX, ours.counts)),
        ours.command,
        beside(COUNTED, MINIMAX, ours.counts),
    )
    samples, findings = {"paper": MINIMAX}, [correct]
    for order, agent in paper_agents(depth, PAPER).items():
        samples[order] = games_against_random(agent, games, seed)
        expected = games_against_random(agent, many, seed + 1)
        findings.append(_faulty_minimax(order, samples[order], expected, seed))
    samples["ours"] = ours.counts
    return _samples(_("Minimax against random"), findings, samples, seed)


def _faulty_minimax(order: str, ours: WonDrawnLost, many: WonDrawnLost, seed: int) -> PaperFinding:
    """Return the result of the paper's program in our games, with its successors in this order.

    many: its result in other games, in a number that makes chance negligible.
    """
    question = _(
        "the paper's faulty minimax, {order}, against random, {games} games: won / drawn / lost"
    )
    because = _(
        "chance alone gives a difference as large with p = {p:.2g}. In {games} games the program "
        "wins {won} and draws {drawn}; the paper's won {their_won} and drew {their_drawn}."
    )
    (won, drawn, _lost), games = many, sum(many)
    return PaperFinding(
        f"faulty_minimax_{order}",
        question.format(order=order_text(order), games=sum(ours)),
        counts_text(MINIMAX),
        counts_text(ours),
        reproduction_verdict(MINIMAX, ours),
        because.format(
            p=p_value(MINIMAX, ours),
            games=shown(games),
            won=percent(won / games),
            drawn=percent(drawn / games),
            their_won=share_range(MINIMAX[0], sum(MINIMAX)),
            their_drawn=share_range(MINIMAX[1], sum(MINIMAX)),
        ),
        papers_command("p1", seed),
        beside(COUNTED, MINIMAX, ours),
    )


def both_searches(depth: int = 4, deepest: int = 8, position: str = "") -> Section:
    """Compare minimax with alpha-beta on all positions of a game, at the paper's and other
    depths."""
    rules = load(GAME)
    evaluation = evaluations.load("simple", rules)
    turns = whole_game(rules, evaluation, [Settings(depth=depth)], rules.read(position))
    found = {
        at: [
            [clocked(turn.position, evaluation, Settings(name, at)) for turn in turns]
            for name in ("minimax", "alphabeta")
        ]
        for at in range(2, deepest + 1, 2)
    }
    heading = _("Minimax and alpha-beta on the same game")
    rows = [
        [at, *compared(*map(count, both)), *compared(*map(total_seconds, both))]
        for at, both in found.items()
    ]
    title = _("Nodes and time for all {turns} moves of a game").format(turns=len(turns))
    chart = Chart(heading, partial(draw_depths, found=found))
    finding = _times(depth, len(turns), *found[depth])
    table = ResultTable(title, _both_columns(), rows, papers_command("p1"), finding.key)
    return Section(heading, [finding], [table], [chart])


def _both_columns() -> list[Column]:
    return [
        Column("depth", _("depth")),
        Column("minimax", "minimax"),
        Column("alphabeta", _("alpha-beta")),
        Column("ratio", _("times fewer")),
        Column("minimax_seconds", "minimax", seconds_text),
        Column("alphabeta_seconds", _("alpha-beta"), seconds_text),
        Column("seconds_ratio", _("times as fast")),
    ]


def compared(slow: float, fast: float) -> tuple[float, float, float]:
    return slow, fast, slow / fast


def _times(depth: int, turns: int, slow: Sequence[Result], fast: Sequence[Result]) -> PaperFinding:
    """Compare the times with the paper's."""
    theirs, ours = SECONDS, (total_seconds(slow), total_seconds(fast))
    text = _("{minimax} and {alphabeta}, {ratio:.1f} times")
    paper, here = (
        text.format(minimax=seconds_text(a), alphabeta=seconds_text(b), ratio=a / b)
        for a, b in (theirs, ours)
    )
    because = _(
        "our times are those of all {turns} moves of a game together. They are so short that "
        "starting a search takes longer than visiting its nodes: {fast} by alpha-beta, {slow} "
        "by minimax. The greater depths show the difference."
    )
    return PaperFinding(
        "both_searches",
        _("minimax and alpha-beta of depth {depth} on the same game: time").format(depth=depth),
        paper,
        here,
        faster(sum(theirs), sum(ours)),
        because.format(turns=turns, fast=shown(count(fast)), slow=shown(count(slow))),
        papers_command("p1"),
        beside(("minimax_seconds", "alphabeta_seconds"), theirs, ours),
    )


def draw_depths(axes: Any, found: dict[int, list[list[Result]]]) -> None:
    """Draw the nodes of a whole game, by depth."""
    slow, fast = ([count(both[place]) for both in found.values()] for place in (0, 1))
    charts.curves(axes, list(found), {"minimax": slow, _("alpha-beta"): fast})
    axes.set_xticks(list(found))
    axes.set_xlabel(_("depth"))
    axes.set_ylabel(_("nodes"))


def composite(seed: int, games: int = 1000, depths: Sequence[int] = range(1, 7)) -> Section:
    """Measure whether the composite evaluation is better than the simple one."""
    players = searcher("composite"), searcher("simple")
    duels = play_duels(GAME, *players, depths, games, seed)
    heading = _("Is the composite evaluation better than the simple one?")
    title = _("Composite against simple, alpha-beta of the same depth, {games} games each")
    table = duel_table(
        "composite", title.format(games=shown(games)), duels, papers_command("p1", seed)
    )
    drawn = partial(charts.elo_by_depth, series={"composite": estimates(duels)})
    chart = Chart(_("Composite against simple"), drawn)
    return Section(heading, [_better(heading, duels)], [table], [chart])


def _better(question: str, duels: Duels) -> PaperFinding:
    """Return the answer at the paper's depth or the nearest, and how many depths are
    significant."""
    sure = sum(outcome.estimate.low > 0 for outcome in duels.values())
    depth, outcome = nearest(DEPTH, duels)
    because = _(
        "the interval lies above 0 at {sure} of {all} depths; the games are pairs with the same "
        "opening and swapped sides."
    )
    return PaperFinding(
        "composite",
        question,
        _("not measured"),
        _("{elo} at depth {depth}").format(elo=elo_range(outcome.estimate), depth=depth),
        PaperVerdict.ANSWERED,
        because.format(sure=sure, all=len(duels)),
        outcome.command,
        elo_numbers(outcome.estimate),
    )
