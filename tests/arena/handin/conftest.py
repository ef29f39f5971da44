"""What hand-ins are tested with."""

import pytest

from tests.arena.courses import open_copy


@pytest.fixture
def store(tmp_path):
    with open_copy(tmp_path) as opened:
        yield opened
