"""Files of the user's, for the tests of adapters."""

import pytest


@pytest.fixture
def written(tmp_path):
    """Writes a file: its path."""

    def write(text, name="mine.py"):
        (tmp_path / name).write_text(text)
        return str(tmp_path / name)

    return write
