"""Terminals for the tests of the commands."""

import pytest

from tests.cli.terminal import Terminal


@pytest.fixture
def terminal():
    """Makes terminals, and closes them."""
    opened = []

    def open_terminal(*words, **options):
        opened.append(Terminal(*words, **options))
        return opened[-1]

    yield open_terminal
    for one in opened:
        one.close(force=True)
