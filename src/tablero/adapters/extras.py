"""The error for an optional package that is not installed."""

from collections.abc import Iterator
from contextlib import contextmanager

from tablero.errors import OptionError
from tablero.locale import _

INSTALL_COMMANDS = {
    "kaggle": "pip install 'tablero[kaggle]' && pip install --no-deps kaggle-environments",
}
"""Install commands, by extra, where `pip install 'tablero[extra]'` is not enough.

With all its dependencies, kaggle-environments would install a gigabyte of machine learning
packages that ConnectX never imports.
"""


@contextmanager
def importing_extra(extra: str) -> Iterator[None]:
    """Raise OptionError, with the install command, if a module imported here is missing."""
    try:
        yield
    except ModuleNotFoundError as error:
        command = INSTALL_COMMANDS.get(extra, f"pip install 'tablero[{extra}]'")
        message = _("{module} is not installed; install it with: {command}")
        raise OptionError(message.format(module=error.name, command=command)) from None
