"""The cases, made ready once."""

from collections.abc import Callable
from functools import cache

import pytest

from tests.search.cases import HEAP, Board, Case, open_board


@pytest.fixture(scope="session")
def boards(tmp_path_factory: pytest.TempPathFactory) -> Callable[[Case], Board]:
    directory = tmp_path_factory.mktemp("outside")
    open_board(HEAP, directory)  # first: machine code is kept by what is loaded
    return cache(lambda case: open_board(case, directory))
