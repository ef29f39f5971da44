"""docs/page/server.md says what can be asked, and how much of it."""

import re

import pytest

from tablero.games.variants import KEPT
from tablero.web import connection, desk, guard, places, said, shelf, tabs
from tablero.web.app import Terms, create_app
from tablero.web.shelf import Shelf
from tests.web.browser import ROOT

TEXT = (ROOT / "docs" / "page" / "server.md").read_text(encoding="utf-8")

NUMBERS: dict[str, list[float]] = {
    "tabs": [desk.MOST_TABS],
    "streams of a tab": [tabs.MOST_STREAMS],
    "connections": [connection.MOST_FILES - connection.SPARE, connection.SPARE],
    "unfinished jobs of a tab": [desk.MOST_JOBS],
    "seconds of a search that the page may ask for": [said.MOST_SECONDS],
    "seconds of a job, all in all": [desk.GRANTED["experiment"]],
    "legal moves told of a position": [places.MOST_LISTED],
    "legal moves told of a line": [places.MOST_TOLD],
    "nodes of a tree": [said.MOST_NODES],
    "simulations of `mcts`, threads of an agent": list(shelf.MOST.values()),
    "games with options that are kept in memory": [KEPT],
}


@pytest.fixture(scope="module")
def schema():
    return create_app(Terms(Shelf(), page=None)).openapi()


def rows(heading: str) -> dict[str, str]:
    """Of the table below this heading: what it says of what."""
    part = TEXT.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    return dict(re.findall(r"^\| (\S.*?) \| (.*?) \|$", part, re.MULTILINE))


def test_every_question_is_named(schema):
    told = [re.sub(r"[?].*", "", row.strip("`")) for row in rows("What can be asked")]
    ours = {
        f"{method.upper()} {path}"
        for path, methods in schema["paths"].items()
        for method in methods
    }
    assert len(told) == len(ours)
    assert set(told) == ours


def test_every_job_is_named(schema):
    job = schema["components"]["schemas"]["Posted"]["properties"]["job"]
    told = re.findall("`([a-z]+)`", rows("What can be asked")["`POST /api/jobs`"])
    assert sorted(told) == sorted(job["discriminator"]["mapping"])


@pytest.mark.parametrize("what", NUMBERS)
def test_every_number_is_right(what):
    told = re.findall(r"[0-9]+(?: [0-9]{3})*", rows("How much")[what])
    assert set(NUMBERS[what]) <= {float(number.replace(" ", "")) for number in told}


def test_the_patience_of_a_server_is_told():
    assert guard.PATIENCE == connection.PATIENCE == 10
    assert guard.LONGEST_BODY == 1 << 20
    assert "one MiB at most, within ten seconds" in TEXT
