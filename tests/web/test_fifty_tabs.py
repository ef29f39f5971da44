"""A class of fifty opens the page at once."""

import threading
from typing import Any

import pytest

from tests.web.live import Address, Tab, line
from tests.web.test_serve import running, token_of

TABS = 50
POSITIONS = [
    line("connect4", start="4444"),
    line("kalah", "3"),
    line("quarry", start="5x4x3"),
    line("tictactoe", "5"),
    line("connect4", start="445566"),
]


@pytest.mark.slow
@pytest.mark.compiled_only
def test_everybody_is_answered():
    """Each analyses twice, the second time while others still wait for their first."""
    with running() as (_process, url):
        address = Address(url, token_of(url))
        answers: list[list[dict[str, Any]]] = []

        def visit(number: int) -> None:
            tab = Tab(address)
            for question in range(2):
                position = POSITIONS[(number + question) % len(POSITIONS)]
                answers.append(tab.events(tab.post(kind="analyse", line=position, seconds=2)))
            tab.close()

        visitors = [threading.Thread(target=visit, args=(number,)) for number in range(TABS)]
        for visitor in visitors:
            visitor.start()
        for visitor in visitors:
            visitor.join()
        assert len(answers) == 2 * TABS
        for events in answers:
            assert events[0]["state"] == "waiting"
            assert events[-1]["state"] == "done"
            assert events[-2]["told"]["scores"]
