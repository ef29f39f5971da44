"""The third paper: why does *good* not beat *regular*, and what helps?"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from tablero.games import evaluations, load
from tablero.lab.papers import charts
from tablero.lab.papers.duels import Duels, duel_table, estimates, nearest, play_duels, searcher
from tablero.lab.papers.faults import ProgramFault
from tablero.lab.papers.horizon import horizon
from tablero.lab.papers.measure import (
    count_columns,
    elo_cells,
    elo_columns,
    elo_numbers,
    elo_range,
    papers_command,
)
from tablero.lab.papers.report import Chart, PaperFinding, PaperVerdict, Section, fault_section
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
from tablero.lab.papers.worth import worth
from tablero.lab.table import Column, ResultTable, shown
from tablero.locale import _
from tablero.numbers import signed
from tablero.search.run import Settings, search

FLAT_END = "p3-flat-end"
"""The key of the fault of *good*."""

ENDING, TO_THE_END = "0 0 0 0 1 5 13 / 0 0 0 0 0 1 16 / 1", 30
"""A position with two legal moves, and a depth at which a search reaches the end of all games
from there."""


def title() -> str:
    return _("The tournament: good and regular")


def faults() -> list[ProgramFault]:
    """Return the faults of the players that the paper ships."""
    return [
        ProgramFault(
            "p3",
            FLAT_END,
            _("good gives -50 to every finished game"),
            _(
                "good values a finished game at -50 for the side to move, whoever has won; the "
                "paper ships it with this fault on purpose. It should give the margin: the seeds "
                "of the side to move less those of the rival."
            ),
            _(
                "good avoids games that the rival's move would end, also those that it has won, "
                "and ends games by its own move, also those that it has lost. In the position "
                "below good gives seeds away and loses; mended, it lets the rival end the game, "
                "and wins. Against regular good does not win significantly more games than it "
                "loses, though it looks one ply further; mended, it wins about seven of ten."
            ),
            "if is_finished(position): return -50",
            "if is_finished(position): return marker(mover) - marker(rival)",
            compare_ends,
        )
    ]


def sections(seed: int) -> list[Callable[[], Section]]:
    return [
        partial(does_good_win, seed),
        partial(worth, seed),
        partial(remedy, seed),
        partial(strength, seed),
        partial(horizon, seed),
        lambda: fault_section(faults()),
    ]


def compare_ends(games: int = 200, seed: int = 1) -> ResultTable:
    """Return the moves of *good* and *good* mended in ENDING, and games against *regular*."""
    rules = load(GAME)
    position, rows = rules.read(ENDING), []
    for name in (GOOD, MENDED):
        found = search(position, evaluations.load(name, rules), Settings("negamax", TOURNAMENT))
        duel = played(name, REGULAR, (TOURNAMENT,), games, seed)[TOURNAMENT]
        choice = rules.move_name(position, found.move), found.score
        margin = -margin_of(position.play(found.move))  # the other side moves: passes are moves
        rows.append([name, *choice, margin, *duel.counts, *elo_cells(duel.estimate)])
    columns = [
        Column("eval", _("evaluation")),
        Column("move", _("move")),
        Column("score", _("score"), signed),
        Column("margin", _("margin with best play"), signed),
        *count_columns(),
        *elo_columns(),
    ]
    title = _("The move in {position}, and {games} games against regular; depth {depth}")
    title = title.format(position=ENDING, games=games, depth=TOURNAMENT)
    return ResultTable(title, columns, rows, f"tablero lab faults {FLAT_END}", FLAT_END)


def margin_of(position: Any) -> int:
    """Return the margin for the side to move after best play of both sides."""
    found = search(position, evaluations.load(REGULAR, load(GAME)), Settings(depth=TO_THE_END))
    assert found.exact, position
    return found.score


def does_good_win(seed: int, games: int = GAMES, depths: Sequence[int] = DEPTHS) -> Section:
    """Answer the paper's question at every depth: does *good* beat *regular*?"""
    duels = played(GOOD, REGULAR, tuple(depths), games, seed)
    depth, here = nearest(TOURNAMENT, duels)
    findings = [
        PaperFinding(
            "good_beats_regular",
            _("does good beat regular at the tournament's depth?"),
            _("not by as much as it costs"),
            _("{elo} at depth {depth}").format(elo=elo_range(here.estimate), depth=depth),
            PaperVerdict.ANSWERED,
            _("{games} games in pairs with the same opening.").format(games=shown(games)),
            here.command,
            elo_numbers(here.estimate),
        ),
        resistance(duels),
    ]
    title = _("good against regular, both of this depth, {games} games each")
    table = duel_table(
        "good_beats_regular", title.format(games=shown(games)), duels, papers_command("p3", seed)
    )
    drawn = partial(charts.elo_by_depth, series={"good": estimates(duels)})
    chart = Chart(_("good against regular"), drawn)
    return Section(_("Does good beat regular?"), findings, [table], [chart])


def resistance(duels: Duels) -> PaperFinding:
    because = _(
        "good counts every finished game as -50 for the side to move, whoever has won; what that "
        "costs is measured below, by the remedy."
    )
    return PaperFinding(
        "resistance",
        _("resistance: does good hold at greater depth?"),
        _("asked"),
        _("from {first} at depth {least} to {last} at depth {most}").format(**extremes(duels)),
        PaperVerdict.ANSWERED,
        because,
        duels[max(duels)].command,
        elo_numbers(duels[max(duels)].estimate),
    )


def extremes(duels: Duels) -> dict[str, str | int]:
    """Return the figures of the shallowest match and of the deepest."""
    least, most = min(duels), max(duels)
    first, last = elo_range(duels[least].estimate), elo_range(duels[most].estimate)
    return {"least": least, "first": first, "most": most, "last": last}


def remedy(seed: int, games: int = GAMES, depths: Sequence[int] = DEPTHS) -> Section:
    """Let a finished game count its margin: then *good* is *regular*, a ply deeper."""
    gains, leads = (played(MENDED, other, tuple(depths), games, seed) for other in (GOOD, REGULAR))
    series = {
        _("good mended against good"): gains,
        _("good mended against regular"): leads,
    }
    title = _("{who}, {games} games each")
    tables = [
        duel_table(
            name, title.format(who=who, games=shown(games)), duels, papers_command("p3", seed)
        )
        for name, (who, duels) in zip(
            ("mended_against_good", "mended_against_regular"), series.items(), strict=True
        )
    ]
    drawn = {who: estimates(duels) for who, duels in series.items()}
    chart = Chart(_("What the remedy gains"), partial(charts.elo_by_depth, series=drawn))
    return Section(_("Why, and a remedy"), [reason(leads), gain(gains)], tables, [chart])


def reason(leads: Duels) -> PaperFinding:
    depth, outcome = nearest(TOURNAMENT, leads)
    mended = _("its end of the game: mended, {elo} at depth {depth}")
    because = _(
        "without the -50, good gives at every depth the score of regular one ply deeper. That "
        "ply is its advantage, and the fault takes it away."
    )
    return PaperFinding(
        "why",
        _("why does good not beat regular?"),
        _("asked"),
        mended.format(elo=elo_range(outcome.estimate), depth=depth),
        PaperVerdict.ANSWERED,
        because,
        outcome.command,
        elo_numbers(outcome.estimate),
    )


def gain(gains: Duels) -> PaperFinding:
    depth, outcome = nearest(TOURNAMENT, gains)
    return PaperFinding(
        "remedy",
        _("a remedy, and its gain"),
        _("asked"),
        _("{elo} over good at depth {depth}").format(elo=elo_range(outcome.estimate), depth=depth),
        PaperVerdict.ANSWERED,
        _("eval={mended}: a finished game counts its margin.").format(mended=MENDED),
        outcome.command,
        elo_numbers(outcome.estimate),
    )


def strength(seed: int, games: int = GAMES, depths: Sequence[int] = range(2, 9)) -> Section:
    """Measure the gain of one ply more."""
    regular = searcher(REGULAR)
    duels = play_duels(GAME, regular, lambda depth: regular(depth - 1), depths, games, seed)
    finding = PaperFinding(
        "strength_by_depth",
        _("strength by depth: what is a ply worth?"),
        _("asked"),
        _("{first} at depth {least}, {last} at depth {most}").format(**extremes(duels)),
        PaperVerdict.ANSWERED,
        _("regular of this depth plays regular one ply shallower."),
        duels[max(duels)].command,
        elo_numbers(duels[max(duels)].estimate),
    )
    title = _("regular against regular of one ply less, {games} games each")
    table = duel_table(
        "strength_by_depth", title.format(games=shown(games)), duels, papers_command("p3", seed)
    )
    drawn = partial(charts.elo_by_depth, series={"regular": estimates(duels)})
    chart = Chart(_("What a ply is worth"), drawn)
    return Section(_("Strength by depth"), [finding], [table], [chart])
