"""The days of a course. Instants are handed in; nothing here looks at a clock.

A day lasts from one closing hour to the next: with closing at 20:00, what comes on Monday at
20:00 or later is Tuesday's.

        Mon 20:00          Tue 20:00          Wed 20:00
    ────────┼──────────────────┼──────────────────┼────
     Monday │     Tuesday      │    Wednesday     │
"""

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from enum import StrEnum
from zoneinfo import ZoneInfo

from tablero.arena.course.model import CalendarTable
from tablero.errors import OptionError
from tablero.locale import _

WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
DAY = timedelta(days=1)


def zone_of(name: str) -> ZoneInfo:
    """The time zone of this name. Raises OptionError if there is none."""
    try:
        return ZoneInfo(name)
    except (ValueError, OSError, LookupError):  # what zoneinfo raises for different wrong names
        message = _("calendar.zone must be a time zone like Europe/Madrid, not {name!r}")
        raise OptionError(message.format(name=name)) from None


class Phase(StrEnum):
    """What a day is to a course."""

    TRAINING = "training"
    GRADED = "graded"
    FREE = "free"
    OUTSIDE = "outside"


class Calendar:
    """Which day it is, what is due, and when the next round closes."""

    def __init__(self, table: CalendarTable) -> None:
        self.table = table
        self.zone = zone_of(table.zone)

    def instant(self, day: date, hour: time) -> datetime:
        """This hour of this day, as an instant. An hour that clocks skip is the instant at
        which they do; of an hour that they show twice, the first."""
        local = datetime.combine(day, hour, self.zone)
        back = local.astimezone(UTC).astimezone(self.zone)
        if back.replace(tzinfo=None) != local.replace(tzinfo=None):  # clocks have skipped it
            before, after = (local.replace(fold=fold).utcoffset() for fold in (0, 1))
            assert before is not None
            assert after is not None
            gap = abs(before - after)
            return self._skip(local, gap)
        return local.astimezone(UTC)

    def _skip(self, local: datetime, gap: timedelta) -> datetime:
        """The instant at which clocks skip the hour that `local` is in: the first after which
        they are ahead by the gap."""
        low = (local - gap).replace(fold=0).astimezone(UTC)
        high = (local + gap).replace(fold=1).astimezone(UTC)
        offset = low.astimezone(self.zone).utcoffset()
        while high - low > timedelta(seconds=1):
            middle = low + (high - low) // 2
            same = middle.astimezone(self.zone).utcoffset() == offset
            low, high = (middle, high) if same else (low, middle)
        return high.replace(microsecond=0)

    @property
    def opens(self) -> datetime:
        """Nothing is taken before."""
        return self.instant(self.table.opens.date(), self.table.opens.time())

    @property
    def ends(self) -> datetime:
        """Nothing is taken from here on: the last round has closed."""
        return self.closing(self.rounds()[-1])

    def closing(self, day: date) -> datetime:
        """When this day closes."""
        return self.instant(day, self.table.closes)

    def publication(self, day: date) -> datetime:
        """When the standings of this day's round are shown: the next morning."""
        return self.instant(day + DAY, self.table.publishes)

    def day(self, now: datetime) -> date:
        """Which day it is for the course: the one that closes next."""
        today = now.astimezone(self.zone).date()
        return today if now < self.closing(today) else today + DAY

    def phase(self, day: date) -> Phase:
        """What this day is."""
        spans = ((Phase.TRAINING, self.table.training), (Phase.GRADED, self.table.graded))
        for phase, span in spans:
            if span and span[0] <= day <= span[1]:
                return phase if self.is_working(day) else Phase.FREE
        return Phase.OUTSIDE

    def is_working(self, day: date) -> bool:
        """Neither weekend nor holiday."""
        weekday = WEEKDAYS[day.weekday()]
        return weekday not in self.table.weekend and day not in self.table.holidays

    def days(self, phase: Phase) -> Iterator[date]:
        """All days of this phase."""
        both = [*self.table.training, *self.table.graded]
        for count in range((both[-1] - both[0]).days + 1):
            day = both[0] + count * DAY
            if self.phase(day) == phase:
                yield day

    def rounds(self) -> list[date]:
        """The days with a round: those of training and of grades."""
        return sorted([*self.days(Phase.TRAINING), *self.days(Phase.GRADED)])

    def next_round(self, now: datetime) -> tuple[date, datetime] | None:
        """The next day with a round, and when it closes; None after the last."""
        return next(
            ((day, self.closing(day)) for day in self.rounds() if now < self.closing(day)), None
        )

    def last_round(self, now: datetime) -> date | None:
        """The day of the round that has closed last; None before the first."""
        closed = [day for day in self.rounds() if self.closing(day) <= now]
        return closed[-1] if closed else None
