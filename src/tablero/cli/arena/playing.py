"""A round as the command line plays it: what was asked for, a bar while it lasts, and a report."""

import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING, Any

import click

from tablero.cli.arena.common import verdict_record
from tablero.cli.common import Number, print_json
from tablero.cli.progress import run_counted
from tablero.errors import OptionError
from tablero.limits import Between
from tablero.locale import _
from tablero.numbers import grouped

if TYPE_CHECKING:
    from tablero.arena.course import Course
    from tablero.arena.handin.reviews import Reviews, Step
    from tablero.arena.rounds.driver import Progress
    from tablero.arena.season.season import Chosen, Season
    from tablero.arena.store.models import Round, Verdict
    from tablero.workers.pool import WorkerPool


def level_option() -> click.Option:
    return click.Option(
        ["--level"],
        metavar="none|limits|locked|full",
        help=_(
            "How strongly players are shut in; the usual one is the strongest that there is. "
            "Told, a graded round may have less than the course asks for; that is recorded."
        ),
    )


def openings_count_option() -> click.Option:
    return click.Option(
        ["--openings"],
        type=Number(),
        metavar="N",
        help=_("So many openings, each from both seats; else as the course says."),
    )


def clock_of(course: "Course", at: str) -> Callable[[], datetime]:
    """The time that was told, which then stands still; else the system's."""
    from tablero.cli.arena.common import instant

    if at:
        told = instant(course, at)
        return lambda: told
    return lambda: datetime.now(UTC)


def chosen(level: str | None, openings: int | None) -> "Chosen":
    """What was asked for. Raises OptionError if this machine does not offer that."""
    from tablero.arena.sandbox.level import level_found, parse_level, require
    from tablero.arena.season.season import Chosen

    Between(1).check("openings", openings)
    if level is None:
        return Chosen(level_found(), openings)
    told = parse_level(level)
    require(told)
    return Chosen(told, openings, lower=True)


@dataclass(frozen=True)
class Report:
    """What has become of a round.

    level    -- of the sandbox
    checked  -- files that were checked before it, just now
    spoilt   -- checks that were broken off and run again
    away     -- verdicts that kept files of the day out of it
    voided   -- games that were spoilt and played again
    verdicts -- of the round
    """

    round: "Round"
    level: str
    games: int
    players: int
    checked: int
    spoilt: int
    away: list["Verdict"]
    voided: int
    verdicts: list["Verdict"]


def play_round(
    season: "Season",
    day: date,
    how: "Chosen",
    pool: "WorkerPool",
    meanwhile: Callable[[], None] = lambda: None,
) -> Report | None:
    """The round of a day, from wherever it is to its end. None: there are not two players. Raises
    Paused if the teacher has paused it.

    meanwhile -- called again and again
    """
    with season.alone():
        begun, reviews = _begin(season, day, how, meanwhile)
        if begun is None:
            return None
        told = len(begun.terms["openings"]), begun.terms["system"]["openings"]
        if how.openings not in (None, *told):
            message = _("the round of {day} has begun with {count} openings")
            raise OptionError(message.format(day=day, count=told[1]))
        voided = _play(season, begun, how, pool, meanwhile)
        verdicts = season.close(begun, how.level)
    store = season.store
    return Report(
        store.round(begun.number),
        how.level.value,
        len(store.games(begun)),
        len(store.entrants(begun)),
        sum(each.done for each in reviews),
        sum(len(each.spoilt) for each in reviews),
        season.turned_away(day),
        voided,
        verdicts,
    )


def _begin(
    season: "Season", day: date, how: "Chosen", meanwhile: Callable[[], None]
) -> tuple["Round | None", list["Reviews"]]:
    """The round of a day, and the checks before it: again for files that were kept meanwhile."""
    from tablero.arena.season.beginning import Unchecked

    reviews = []
    while True:
        found = _review(season, day, how, meanwhile)
        reviews += [found] if found else []
        with suppress(Unchecked):
            return season.open(day, how, found), reviews


def _review(
    season: "Season", day: date, how: "Chosen", meanwhile: Callable[[], None]
) -> "Reviews | None":
    """What was checked; None: the round has begun. Raises Paused."""
    from tablero.arena.check.findings import stage_name
    from tablero.arena.handin.checks import waiting
    from tablero.arena.season.pause import Paused

    stop, done = threading.Event(), [0]
    title = _("checks before the round of {day}").format(day=day)
    shown = [title]

    def tell(step: "Step") -> None:
        done[0] = step.done
        shown[0] = f"{title}: {step.upload.alias}, {stage_name(step.stage)}"
        meanwhile()

    reviews = run_counted(
        lambda: season.review(day, how, tell, stop),
        lambda: done[0],
        len(waiting(season.store, season.calendar.closing(day))),
        stop.set,
        lambda: shown[0],
    )
    if reviews is None and season.known(day) is None:  # Ctrl-C does not come back here
        raise Paused
    return reviews


def _play(
    season: "Season",
    begun: "Round",
    how: "Chosen",
    pool: "WorkerPool",
    meanwhile: Callable[[], None],
) -> int:
    """How many games were spoilt and played again. Raises Paused."""
    from tablero.arena.season.pause import Paused
    from tablero.arena.season.terms import read_system

    stop, done = threading.Event(), [0]

    def tell(progress: "Progress") -> None:
        done[0] = progress.done
        meanwhile()

    title = _("round {number}, {day}, sandbox {level}")
    values = {"number": begun.number, "day": begun.day, "level": how.level.value}
    over, voided = run_counted(
        lambda: season.play(begun, how.level, pool, tell, stop),
        lambda: done[0],
        read_system(begun.terms["system"]).expected(len(begun.terms["order"])),
        stop.set,
        lambda: title.format(**values),
    )
    if not over:  # Ctrl-C does not come back here
        raise Paused
    return len(voided)


def print_report(season: "Season", report: Report, as_json: bool) -> None:
    played = report.round
    published = season.calendar.publication(played.day)
    if as_json:
        print_json(_record(report, published))
        return
    line = _("round {number}, {day}, {phase}: {games} games of {players} players")
    values = {"number": played.number, "day": played.day, "phase": phase_name(played.phase)}
    counts = {"games": grouped(report.games), "players": report.players}
    click.echo(line.format(**values, **counts))
    click.echo(_("sandbox: level {level}").format(level=report.level))
    for count, message in (
        (report.checked, _("files checked before it: {count}")),
        (report.spoilt, _("checks broken off by something of ours and run again: {count}")),
        (report.voided, _("spoilt by something of ours and played again: {count}")),
    ):
        if count:
            click.echo(message.format(count=count))
    _print_verdicts(season, report)
    if season.is_published(played):
        click.echo(_("published"))
    else:
        message = _("standings are published at {at}; --unpublished shows them before")
        click.echo(message.format(at=season.local(published)))


def _print_verdicts(season: "Season", report: Report) -> None:
    """Of those who were not let in, and of those who played."""
    aliases = {each.id: each.alias or each.name for each in season.store.kept()}
    not_in = _("{alias}, not in the round: {told}")
    for verdicts, line in ((report.away, not_in), (report.verdicts, "{alias}: {told}")):
        for verdict in verdicts:
            alias = aliases[verdict.upload or 0]
            click.echo(line.format(alias=alias, told=_told(verdict)))


def _record(report: Report, published: datetime) -> dict[str, Any]:
    played = report.round
    return {
        "round": played.number,
        "day": played.day.isoformat(),
        "phase": played.phase,
        "level": report.level,
        "players": report.players,
        "games": report.games,
        "checked": report.checked,
        "spoilt": report.spoilt,
        "away": [verdict_record(verdict) for verdict in report.away],
        "voided": report.voided,
        "published": published.isoformat(),
        "verdicts": [verdict_record(verdict) for verdict in report.verdicts],
    }


def _told(verdict: "Verdict") -> str:
    from tablero.arena.check.findings import kind_name

    told = [verdict.rule, verdict.place, verdict.evidence]
    return f"{kind_name(verdict.kind)}: {', '.join(filter(None, told))}"


def phase_name(phase: str) -> str:
    """As people call it."""
    return {"training": _("training"), "graded": _("graded")}.get(phase, phase)
