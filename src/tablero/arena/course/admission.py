"""Whose file is it, and is it taken now? What the name of a file and the clock decide."""

from collections.abc import Callable
from contextlib import suppress
from datetime import date, datetime
from typing import NamedTuple, TypeAlias

from tablero.arena.course.calendar import Calendar
from tablero.arena.course.keys import verifies
from tablero.arena.course.model import Course, Pair, player_id
from tablero.arena.course.names import MASK, SECRET, Name
from tablero.errors import NotationError
from tablero.locale import _


class Discard(Exception):
    """A file is not taken."""

    def __init__(self, message: str, name: str = "", pair: str | None = None) -> None:
        super().__init__(message)
        self.name, self.pair = name, pair


class Admitted(NamedTuple):
    """Whose file it is. shown: its name, without the secret."""

    shown: str
    pair: Pair
    player: int
    day: date


Verify: TypeAlias = Callable[[Pair, str, datetime], bool]
"""Is this the secret or the password of a pair, told at this time? Raises Discard where nobody is
told."""


def verify(pair: Pair, told: str, _at: datetime) -> bool:
    """As often as one likes."""
    return any(verifies(told, kept) for kept in (pair.secret, pair.password))


class Admission:
    """Of the files of a course."""

    def __init__(self, course: Course, verify: Verify = verify) -> None:
        self.course, self.verify = course, verify
        self.calendar = Calendar(course.calendar)

    def by_name(self, name: str, at: datetime) -> Admitted:
        """Whose file it is by its name, and its day; the password may stand in it in place of the
        secret. Raises Discard."""
        pattern = self.course.names.pattern
        told = self._read(name)
        shown = pattern.veiled(name)
        pair = self.course.pair(told.group, told.pair)
        if pair is None:
            message = _("there is no pair {pair} in group {group}")
            raise Discard(message.format(pair=told.pair, group=told.group), shown)
        if not self.verify(pair, told.secret, at):
            message = _("the secret in the name is not that of pair {pair} of group {group}")
            raise Discard(message.format(pair=told.pair, group=told.group), shown)
        admitted = self.of_pair(pair, told.player, at)
        if pattern.tells_day(told, admitted.day):
            return admitted
        message = _(
            "the date in the name is wrong: it came at {at}, and the day that closes at "
            "{closes} is written {right}"
        )
        closes = self.local(self.calendar.closing(admitted.day))
        values = {"at": self.local(at), "closes": closes, "right": admitted.shown}
        raise Discard(message.format(**values), shown, pair.id)

    def _read(self, name: str) -> Name:
        pattern = self.course.names.pattern
        with suppress(NotationError):
            return pattern.with_password().read(name)
        try:
            return pattern.read(name)
        except NotationError as error:
            raise Discard(str(error)) from None

    def of_pair(self, pair: Pair, player: int, at: datetime) -> Admitted:
        """The right name of this player on the course's day. Raises Discard."""
        id = player_id(pair.id, player)
        if not 1 <= player <= self.course.names.players:
            message = _("a pair has players 1 to {most}, not {player}")
            values = {"most": self.course.names.players, "player": player}
            raise Discard(message.format(**values), id, pair.id)
        calendar, pattern = self.calendar, self.course.names.pattern
        if at < calendar.opens:
            message = _("nothing is taken before {opens}")
            raise Discard(message.format(opens=self.local(calendar.opens)), id, pair.id)
        if at >= calendar.ends:
            message = _("nothing is taken any more: the course closed at {ends}")
            raise Discard(message.format(ends=self.local(calendar.ends)), id, pair.id)
        day = calendar.day(at)
        year = day.year % 10 ** pattern.width("year")
        mask = MASK * pattern.width(SECRET)
        name = Name(pair.group, pair.pair, player, mask, day.day, day.month, year)
        return Admitted(pattern.masked(name), pair, player, day)

    def local(self, at: datetime) -> str:
        """A time as the course's clocks show it."""
        return f"{at.astimezone(self.calendar.zone):%Y-%m-%d %H:%M}"
