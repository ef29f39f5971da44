"""How strongly a cell is shut."""

from enum import StrEnum
from functools import cache

from tablero.errors import OptionError, UnknownName
from tablero.locale import _


class Level(StrEnum):
    """From the weakest to the strongest; each has all that those before it have.

    NONE   -- a process of its own with an empty environment, ended when it takes too long
    LIMITS -- bounded memory and time, no files written, never as root
    LOCKED -- Landlock and seccomp: it can compute and answer, and nothing else
    FULL   -- inside bubblewrap as well: no network, no /proc, its own view of everything
    """

    NONE = "none"
    LIMITS = "limits"
    LOCKED = "locked"
    FULL = "full"

    def reaches(self, other: "Level") -> bool:
        """Is this as strong as `other`, or stronger?"""
        order = list(Level)
        return order.index(self) >= order.index(other)


def parse_level(text: str) -> Level:
    """The level of this name; `.value` is the name."""
    if text not in {level.value for level in Level}:
        raise UnknownName(_("level"), text, [level.value for level in Level])
    return Level(text)


@cache
def level_found() -> Level:
    """The strongest level whose self-test is passed here; tried once in a process."""
    from tablero.arena.sandbox.selftest import passes

    for level in reversed(Level):
        if passes(level):
            return level
    raise OptionError(_("no cell can be started on this system, or only as root"))


def require(level: Level) -> None:
    """Raise OptionError unless this machine offers a level, or a stronger one."""
    found = level_found()
    if not found.reaches(level):
        message = _("the sandbox reaches level {found} here, and {wanted} is asked for")
        raise OptionError(message.format(found=found.value, wanted=level.value))
