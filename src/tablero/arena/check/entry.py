"""The entry rule: a player must do at least as well as *regular*, starting and not starting.

From every opening, *regular* also plays against itself. What the file got in a seat, less what
*regular* got in the same seat from the same opening, is a difference; if the file is as good, the
mean of all is 0 or more. A player is out if it is below 0 beyond doubt, in one seat or the other:
of players just as good as *regular*, one in twenty would look so bad by chance of the openings.
"""

import math
from collections.abc import Generator, Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any

from tablero import agents
from tablero.arena.check.case import Case
from tablero.arena.check.findings import Finding, Going, Kind, Report, Stage
from tablero.arena.check.matches import Matches, Score
from tablero.locale import _
from tablero.match.elo import moments
from tablero.match.referee import play_game
from tablero.position import FIRST, SECOND, Side

DOUBT = 0.05 / 2
"""So often a player who is just as good is called worse in a seat; there are two."""

ALL_ALIKE = math.ceil(-math.log2(DOUBT))
"""So often a coin that falls on one side only is no fair one, beyond that doubt."""

DEVIATIONS = NormalDist().inv_cdf(1 - DOUBT)
MOST_GAMES = 10_000
"""More are not worth telling."""


@dataclass(frozen=True)
class Seat:
    """What the file did in a seat, beside what the measure did there.

    points, measure -- of so many games
    worse           -- beyond doubt
    more            -- games in both seats that would tell; 0: it is told, or too many
    """

    side: Side
    games: int
    points: float
    measure: float
    worse: bool
    more: int


def compare(side: Side, own: Sequence[int], measure: Sequence[int]) -> Seat:
    """Of half points, opening by opening."""
    differences = [(one - other) / 2 for one, other in zip(own, measure, strict=True)]
    seen = moments(differences, [1] * len(differences))
    error = math.sqrt(seen.variance / seen.number)
    worse = seen.mean < 0 and seen.mean + DEVIATIONS * error < 0
    if not seen.variance:  # all alike: as a coin that always falls on one side
        worse = seen.mean < 0 and seen.number >= ALL_ALIKE
    more = 0
    if seen.mean < 0 and not worse:
        wanted = seen.variance * (DEVIATIONS / seen.mean) ** 2 if seen.variance else ALL_ALIKE
        more = 2 * max(1, math.ceil(wanted - seen.number))
        more = more if more <= MOST_GAMES else 0
    return Seat(side, len(own), sum(own) / 2, sum(measure) / 2, worse, more)


def enter(case: Case, score: Score) -> Generator[Going, None, Report]:
    """The stage, by the games against the measure."""
    measure: dict[Side, list[int]] = {FIRST: [], SECOND: []}
    matches = Matches(case)
    agent = agents.load(case.terms.entry)
    seats = agent.seat(case.game, FIRST), agent.seat(case.game, SECOND)
    for done, opening in enumerate(matches.openings, 1):
        for seat in seats:
            seat.begin(case.terms.seed)
        played = play_game(case.game, seats, case.game.start, opening)
        for side in measure:
            halves = 1 if played.winner is None else 2 * (played.winner == side)
            measure[side].append(halves)
        yield Going(Stage.ENTRY, done, len(matches.openings))
    found = [compare(side, score.halves[side], measure[side]) for side in measure]
    return _report(case, found)


def _report(case: Case, found: Sequence[Seat]) -> Report:
    told = [_seat_line(case, seat) for seat in found]
    findings: list[Finding] = []
    for seat, line in zip(found, told, strict=True):
        if seat.worse:
            words = "--games", case.terms.games
            kind = Kind.DISQUALIFIED
            findings.append(case.finding(kind, "entry", line, case.line, None, *words))
    if not findings:
        told += _doubt(found)
    facts = {_seat_key(seat.side): _facts(seat) for seat in found}
    return Report(Stage.ENTRY, not findings, tuple(told), tuple(findings), facts)


def _seat_key(side: Side) -> str:
    return "starting" if side == FIRST else "not_starting"


def _facts(seat: Seat) -> dict[str, Any]:
    keys = ("games", "points", "measure", "worse", "more")
    return {key: getattr(seat, key) for key in keys}


def _seat_line(case: Case, seat: Seat) -> str:
    where = _("starting") if seat.side == FIRST else _("not starting")
    message = _("{where}: {points:g} of {games}, and {entry} itself {measure:g}: {told}")
    if seat.worse:
        told = _("worse, beyond doubt")
    elif seat.points < seat.measure:
        told = _("fewer, and that may be chance")
    else:
        told = _("as well, or better")
    return message.format(
        where=where,
        points=seat.points,
        games=seat.games,
        entry=case.terms.entry,
        measure=seat.measure,
        told=told,
    )


def _doubt(found: Sequence[Seat]) -> list[str]:
    more = max(seat.more for seat in found)
    if not more:
        return []
    message = _("about {more} more games would tell: --games {games}")
    return [message.format(more=more, games=2 * found[0].games + more)]
