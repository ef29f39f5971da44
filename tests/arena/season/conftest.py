"""What rounds in cells are tested with."""

import pytest

from tablero.arena.sandbox.level import Level, level_found
from tablero.errors import OptionError


@pytest.fixture(scope="session")
def level() -> Level:
    """The strongest of this machine; none at all, and there is nothing to test."""
    try:
        return level_found()
    except OptionError as error:
        pytest.skip(str(error))
