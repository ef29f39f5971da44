"""The first paper's games against a random player: random games, minimax, its faulty minimax."""

from collections.abc import Sequence
from functools import partial

from tablero.lab.papers import charts
from tablero.lab.papers.measure import COUNTED, count_columns, match, papers_command
from tablero.lab.papers.p1_faults import order_text
from tablero.lab.papers.p1_program import (
    DEPTH,
    GAME,
    MINIMAX,
    PAPER,
    games_against_random,
    paper_agents,
)
from tablero.lab.papers.report import Chart, PaperFinding, Section, beside
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

RANDOM = 493, 53, 454
"""The paper's games of two random players: won, drawn, lost."""


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
