"""Clocks with increment as users write them: `60+0.5` is a minute, and half a second a move."""

import re

from tablero.agents.agent import Clock
from tablero.errors import OptionError
from tablero.limits import Between
from tablero.locale import _

SECONDS = Between(0.001, 10**6)
"""The limits of the seconds of a clock at the beginning of a game."""

_CLOCK = re.compile(r"(?P<seconds>\d+(?:\.\d+)?)(?:\+(?P<increment>\d+(?:\.\d+)?))?")


def parse_clock(text: str) -> Clock:
    """Return the clock of this text at the beginning of a game. Raise OptionError."""
    parts = _CLOCK.fullmatch(text)
    if not parts:
        message = _("not a clock: {text!r}, expected seconds+increment, as in 60+0.5")
        raise OptionError(message.format(text=text))
    seconds, increment = float(parts["seconds"]), float(parts["increment"] or 0)
    SECONDS.check("clock", seconds)
    Between(0, SECONDS.most).check("increment", increment)
    return Clock((seconds, seconds), increment)


def clock_text(clock: Clock) -> str:
    """Return the text of a clock; `parse_clock` parses it."""
    increment = f"+{clock.increment:.10g}" if clock.increment else ""
    return f"{clock.remaining[0]:.10g}{increment}"
