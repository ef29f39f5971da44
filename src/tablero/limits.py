"""Limits of the numbers that users give, and the error message for a number outside of them."""

from typing import Any, NamedTuple

from tablero.errors import OptionError
from tablero.locale import _
from tablero.threads import MOST_THREADS


class Between(NamedTuple):
    """The limits of a number, both included: `Annotated[int, Between(1, 31)]`.

    most: None means that there is no upper limit.
    """

    least: float
    most: float | None = None

    def check(self, name: str, value: Any) -> None:
        """Raise OptionError if the value of the option `name` is outside of the limits.

        The value of an option that was not given is None, which is allowed.
        """
        if value is not None and not self.allows(value):
            message = _("option {name} must be {limits}, not {value}")
            raise OptionError(message.format(name=name, limits=self, value=_written(value)))

    def allows(self, value: Any) -> bool:
        """Return whether this is a number within the limits."""
        is_number = isinstance(value, int | float)
        return is_number and self.least <= value and (self.most is None or value <= self.most)

    def __str__(self) -> str:
        if self.most is None:
            return _("{least} or more").format(least=_written(self.least))
        values = {"least": _written(self.least), "most": _written(self.most)}
        return _("{least} to {most}").format(**values)


THREADS = Between(1, MOST_THREADS)
"""The limits of a number of threads, or of processes."""

POSITIVE_SECONDS = Between(0.001)
"""The limits of a player's time, in seconds."""


def _written(value: Any) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)
