"""What is said where a package of somebody else's is missing."""

from collections.abc import Iterator
from contextlib import contextmanager

from tablero.errors import OptionError
from tablero.locale import _

COMMANDS = {
    "kaggle": "pip install 'tablero[kaggle]' && pip install --no-deps kaggle-environments",
}
"""Of those that an extra alone does not bring: with all that it asks for, kaggle-environments
would bring a gigabyte of machine learning that ConnectX never imports."""


@contextmanager
def needed(extra: str) -> Iterator[None]:
    """Raise OptionError, with the command that helps, if what is imported here is missing."""
    try:
        yield
    except ModuleNotFoundError as error:
        command = COMMANDS.get(extra, f"pip install 'tablero[{extra}]'")
        message = _("{module} is not installed; expected: {command}")
        raise OptionError(message.format(module=error.name, command=command)) from None
