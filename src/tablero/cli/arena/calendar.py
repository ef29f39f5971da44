"""`tablero arena calendar`: what each day of a course is."""

from pathlib import Path

import click

from tablero.cli.arena.common import at_option, folder_argument, instant
from tablero.cli.common import make_command, print_json
from tablero.locale import _


def command() -> click.Command:
    text = _("The days of a course: training, graded or free, and when each round closes.")
    at = at_option(_("Marks the day of this time in place of now."))
    return make_command("calendar", text, calendar, [folder_argument(), at])


def calendar(folder: Path, at: str, as_json: bool) -> None:
    from tablero.arena.course import load_course
    from tablero.arena.course.calendar import Calendar, Phase

    course = load_course(folder)
    days, now = Calendar(course.calendar), instant(course, at)
    today = days.day(now)
    names = {
        Phase.TRAINING: _("training"),
        Phase.GRADED: _("graded"),
        Phase.FREE: _("free"),
    }
    every = sorted(day for phase in names for day in days.days(phase))
    if as_json:
        rows = [
            {
                "day": day.isoformat(),
                "phase": days.phase(day).value,
                "closes": days.closing(day).isoformat(),
                "published": days.publication(day).isoformat(),
            }
            for day in every
        ]
        print_json({"zone": course.calendar.zone, "today": today.isoformat(), "days": rows})
        return
    for day in every:
        closes = days.closing(day).astimezone(days.zone)
        line = f"{day}  {names[days.phase(day)]:<13}"
        if days.is_working(day):
            line += "  " + _("closes at {time}").format(time=f"{closes:%H:%M %Z}")
        click.echo((line + ("  <" if day == today else "")).rstrip())
