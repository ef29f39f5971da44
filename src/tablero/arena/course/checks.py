"""What the keys of a course file have to do with each other, and with the rest of Tablero."""

from collections import Counter
from collections.abc import Callable, Iterable
from datetime import date
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

import tablero.games as games
from tablero import agents
from tablero.arena.course.aliases import alias_key, check_alias
from tablero.arena.course.calendar import WEEKDAYS, Calendar, zone_of
from tablero.arena.course.keys import is_hash
from tablero.errors import OptionError, TableroError
from tablero.games.outside import is_path
from tablero.locale import _
from tablero.options import parse_call
from tablero.position import FIRST

if TYPE_CHECKING:
    from tablero.arena.course.model import Course

TRACKS = ("evaluation", "agent")


def check_course(course: "Course") -> None:
    """Raise OptionError, which names the key, unless a course can be run like this."""
    _check_game(course)
    _check_calendar(course)
    _check_points(course)
    _check_references(course)
    _check_pairs(course)
    if course.teacher.password and not is_hash(course.teacher.password):
        message = _("{key} must be a hash that tablero arena secret prints")
        raise OptionError(message.format(key="teacher.password"))


def _blame(key: str, attempt: Callable[[], object]) -> None:
    """Do it; if it cannot be done, say which key is to blame."""
    try:
        attempt()
    except TableroError as error:
        raise OptionError(f"{key}: {error}") from None


def _check_game(course: "Course") -> None:
    _blame("game.rules", lambda: _load_by_name(course.game.rules))
    _choices("game.tracks", course.game.tracks, TRACKS)
    if not course.game.tracks:
        message = _("{key} must name at least one of {known}")
        raise OptionError(message.format(key="game.tracks", known=", ".join(TRACKS)))
    _seat(course, "limits.time_agent", course.limits.time_agent)
    if course.rounds.entry:
        _seat(course, "rounds.entry", course.rounds.entry)
    players, room = course.names.players, 10 ** course.names.pattern.width("player") - 1
    if players > room:
        message = _("names.players must be {room} or less to fit into the pattern, not {players}")
        raise OptionError(message.format(room=room, players=players))


def _load_by_name(rules: str) -> None:
    if is_path(parse_call(rules)[0]):
        message = _("expected a game by name, not a file: {rules!r}")
        raise OptionError(message.format(rules=rules))
    games.load(rules)


def _seat(course: "Course", key: str, text: str) -> None:
    """Raise OptionError unless this agent of ours can play the course's game."""
    if agents.runs_code(text):
        message = _("{key} must be an agent by name, not a file or a program: {text!r}")
        raise OptionError(message.format(key=key, text=text))
    game = games.load(course.game.rules)
    _blame(key, lambda: agents.load(text).seat(game, FIRST).close())


def _choices(key: str, told: Iterable[str], known: Iterable[str]) -> None:
    for text in told:
        if text not in known:
            message = _("{key} must be of {known}, not {text!r}")
            raise OptionError(message.format(key=key, known=", ".join(known), text=text))
    _distinct(key, told)


def _distinct(key: str, told: Iterable[object]) -> None:
    for value, count in Counter(told).items():
        if count > 1:
            raise OptionError(_("{key} has {value} twice").format(key=key, value=value))


def _check_calendar(course: "Course") -> None:
    calendar = course.calendar
    zone_of(calendar.zone)
    _choices("calendar.weekend", calendar.weekend, WEEKDAYS)
    _distinct("calendar.holidays", calendar.holidays)
    for key, told in (("training", calendar.training), ("graded", calendar.graded)):
        if len(told) not in (0, 2) or [*told] != sorted(told):
            message = _("calendar.{key} must be the first and the last day, or [] for none")
            raise OptionError(message.format(key=key))
    both: list[date] = [*calendar.training, *calendar.graded]
    if not both:
        raise OptionError(_("calendar.training and calendar.graded cannot both be []"))
    if len(both) == 4 and both[1] >= both[2]:
        message = _("calendar.graded must begin after calendar.training ends, {last}, not {first}")
        raise OptionError(message.format(last=both[1], first=both[2]))
    if calendar.opens.date() > both[0]:
        message = _("calendar.opens must be {first} or earlier, not {opens}")
        raise OptionError(message.format(first=both[0], opens=calendar.opens))
    if any(hour.tzinfo for hour in (calendar.closes, calendar.publishes)):
        raise OptionError(_("calendar.closes and calendar.publishes have the zone's own time"))
    if not Calendar(calendar).rounds():
        raise OptionError(
            _("calendar: all days are of the weekend or holidays: no round is played")
        )


def _check_points(course: "Course") -> None:
    points = course.points
    for key in ("training_phase", "training", "references"):
        told = getattr(points, key) or ()
        if any(more < less for less, more in zip(told, told[1:], strict=False)):
            message = _("points.{key} must not fall: more cannot be worth less")
            raise OptionError(message.format(key=key))
    if len(points.references) < len(course.references):
        message = _("points.references needs a number for each of the {count} references")
        raise OptionError(message.format(count=len(course.references)))
    if points.least > points.most:
        message = _("points.least must be points.most or less, not {least:g} above {most:g}")
        raise OptionError(message.format(least=points.least, most=points.most))


def _check_references(course: "Course") -> None:
    for count, reference in enumerate(course.references, 1):
        key = f"references[{count}]"
        _blame(f"{key}.alias", lambda alias=reference.alias: check_alias(alias))  # type: ignore[misc]
        if bool(reference.agent) == bool(reference.file):
            message = _("{key} must have one of agent and file")
            raise OptionError(message.format(key=key))
        if reference.agent:
            _seat(course, f"{key}.agent", reference.agent)
        elif not _is_inside(reference.file):
            message = _("{key}.file must be a path below the course file, not {file!r}")
            raise OptionError(message.format(key=key, file=reference.file))
    _distinct("references", [alias_key(reference.alias) for reference in course.references])


def _is_inside(file: str) -> bool:
    path = PurePosixPath(file)
    return not path.is_absolute() and ".." not in path.parts and "\\" not in file


def _check_pairs(course: "Course") -> None:
    pattern = course.names.pattern
    for count, pair in enumerate(course.pairs, 1):
        for key in ("group", "pair"):
            width, value = pattern.width(key), getattr(pair, key)
            if len(str(value)) > width:
                message = _("pairs[{count}].{key} must have {width} digits or fewer, not {value}")
                values = {"count": count, "key": key, "width": width, "value": value}
                raise OptionError(message.format(**values))
        if not is_hash(pair.secret) or (pair.password and not is_hash(pair.password)):
            key = "password" if is_hash(pair.secret) else "secret"
            message = _("{key} must be a hash that tablero arena secret prints")
            raise OptionError(message.format(key=f"pairs[{count}].{key}"))
    _distinct("pairs", [pair.id for pair in course.pairs])
