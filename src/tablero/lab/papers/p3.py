"""The third paper: why does *good* not beat *regular*, and what helps?"""

from collections.abc import Callable, Sequence
from functools import partial

from tablero.lab.papers import charts
from tablero.lab.papers.duels import Duels, duel_table, estimates, nearest, play_duels, searcher
from tablero.lab.papers.horizon import horizon
from tablero.lab.papers.measure import again, elo_numbers, elo_range
from tablero.lab.papers.report import Chart, Finding, Part, Verdict
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
from tablero.lab.papers.worth import worth
from tablero.lab.table import shown
from tablero.locale import _


def title() -> str:
    return _("The tournament: good and regular")


def parts(seed: int) -> list[Callable[[], Part]]:
    return [
        partial(does_good_win, seed),
        partial(worth, seed),
        partial(remedy, seed),
        partial(strength, seed),
        partial(horizon, seed),
    ]


def does_good_win(seed: int, games: int = GAMES, depths: Sequence[int] = DEPTHS) -> Part:
    """The paper's question, at every depth: resistance."""
    duels = played(GOOD, REGULAR, tuple(depths), games, seed)
    depth, here = nearest(TOURNAMENT, duels)
    findings = [
        Finding(
            "good_beats_regular",
            _("does good beat regular at the tournament's depth?"),
            _("not by as much as it costs"),
            _("{elo} at depth {depth}").format(elo=elo_range(here.estimate), depth=depth),
            Verdict.ANSWERED,
            _("{games} games in pairs with the same opening.").format(games=shown(games)),
            here.command,
            elo_numbers(here.estimate),
        ),
        resistance(duels),
    ]
    title = _("good against regular, both of this depth, {games} games each")
    table = duel_table(
        "good_beats_regular", title.format(games=shown(games)), duels, again("p3", seed)
    )
    drawn = partial(charts.elo_by_depth, series={"good": estimates(duels)})
    chart = Chart(_("good against regular"), drawn)
    return Part(_("Does good beat regular?"), findings, [table], [chart])


def resistance(duels: Duels) -> Finding:
    because = _(
        "good counts every finished game as -50 for the side to move, whoever has won; what that "
        "costs is measured below, by the remedy."
    )
    return Finding(
        "resistance",
        _("resistance: does good hold at greater depth?"),
        _("asked"),
        _("from {first} at depth {least} to {last} at depth {most}").format(**extremes(duels)),
        Verdict.ANSWERED,
        because,
        duels[max(duels)].command,
        elo_numbers(duels[max(duels)].estimate),
    )


def extremes(duels: Duels) -> dict[str, str | int]:
    """The shallowest match and the deepest."""
    least, most = min(duels), max(duels)
    first, last = elo_range(duels[least].estimate), elo_range(duels[most].estimate)
    return {"least": least, "first": first, "most": most, "last": last}


def remedy(seed: int, games: int = GAMES, depths: Sequence[int] = DEPTHS) -> Part:
    """Let a finished game count its margin: then good is regular, a ply deeper."""
    gains, leads = (played(HONEST, other, tuple(depths), games, seed) for other in (GOOD, REGULAR))
    series = {
        _("good mended against good"): gains,
        _("good mended against regular"): leads,
    }
    title = _("{who}, {games} games each")
    tables = [
        duel_table(name, title.format(who=who, games=shown(games)), duels, again("p3", seed))
        for name, (who, duels) in zip(
            ("mended_against_good", "mended_against_regular"), series.items(), strict=True
        )
    ]
    drawn = {who: estimates(duels) for who, duels in series.items()}
    chart = Chart(_("What the remedy gains"), partial(charts.elo_by_depth, series=drawn))
    return Part(_("Why, and a remedy"), [reason(leads), gain(gains)], tables, [chart])


def reason(leads: Duels) -> Finding:
    depth, outcome = nearest(TOURNAMENT, leads)
    mended = _("its end of the game: mended, {elo} at depth {depth}")
    because = _(
        "without the -50 good says at every depth exactly what regular says one ply deeper: it is "
        "worth that ply, and its fault takes it away."
    )
    return Finding(
        "why",
        _("why does good not beat regular?"),
        _("asked"),
        mended.format(elo=elo_range(outcome.estimate), depth=depth),
        Verdict.ANSWERED,
        because,
        outcome.command,
        elo_numbers(outcome.estimate),
    )


def gain(gains: Duels) -> Finding:
    depth, outcome = nearest(TOURNAMENT, gains)
    return Finding(
        "remedy",
        _("a remedy, and its gain"),
        _("asked"),
        _("{elo} over good at depth {depth}").format(elo=elo_range(outcome.estimate), depth=depth),
        Verdict.ANSWERED,
        _("eval={honest}: a finished game counts its margin.").format(honest=HONEST),
        outcome.command,
        elo_numbers(outcome.estimate),
    )


def strength(seed: int, games: int = GAMES, depths: Sequence[int] = range(2, 9)) -> Part:
    """What one ply more is worth."""
    regular = searcher(REGULAR)
    duels = play_duels(GAME, regular, lambda depth: regular(depth - 1), depths, games, seed)
    finding = Finding(
        "strength_by_depth",
        _("strength by depth: what is a ply worth?"),
        _("asked"),
        _("{first} at depth {least}, {last} at depth {most}").format(**extremes(duels)),
        Verdict.ANSWERED,
        _("regular against itself, one ply less deep."),
        duels[max(duels)].command,
        elo_numbers(duels[max(duels)].estimate),
    )
    title = _("regular against regular of one ply less, {games} games each")
    table = duel_table(
        "strength_by_depth", title.format(games=shown(games)), duels, again("p3", seed)
    )
    drawn = partial(charts.elo_by_depth, series={"regular": estimates(duels)})
    chart = Chart(_("What a ply is worth"), drawn)
    return Part(_("Strength by depth"), [finding], [table], [chart])
