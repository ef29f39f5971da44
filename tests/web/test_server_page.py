"""docs/page/server.md says what can be asked, and how much of it."""

import re

import click
import pytest

from tablero.cli import serve
from tablero.games.variants import KEPT
from tablero.web import (
    clerk,
    connection,
    crew,
    desk,
    door,
    guard,
    orders,
    places,
    said,
    shelf,
    tabs,
    tries,
    worker,
)
from tablero.web.app import Terms, create_app
from tablero.web.shelf import Shelf
from tests.web.browser import ROOT

pytestmark = pytest.mark.plain

TEXT = (ROOT / "docs" / "page" / "server.md").read_text(encoding="utf-8")

NUMBERS: dict[str, list[float]] = {
    "tabs": [desk.MOST_TABS],
    "streams of a tab": [tabs.MOST_STREAMS],
    "connections": [connection.MOST_FILES, connection.SPARE, connection.A_PROCESS],
    "unfinished jobs of a tab": [desk.MOST_JOBS],
    "jobs that wait": [crew.MOST_WAITING],
    "seconds of a search that the page may ask for": [said.MOST_SECONDS],
    "seconds of a job, all in all": [orders.LONGEST, desk.GRANTED["experiment"]],
    "legal moves told of a position": [places.MOST_LISTED],
    "legal moves told of a line": [places.MOST_TOLD],
    "moves that are scored": [places.MOST_LISTED],
    "nodes of a tree": [said.MOST_NODES],
    "simulations of `mcts`, threads of an agent": list(shelf.MOST.values()),
    "games with options that are kept in memory": [KEPT],
    "address space of a worker": [
        size / worker.GIGABYTE for size in (worker.LARGEST, worker.LARGE)
    ],
}
"""Of the rows of *How much*, in the order in which they stand there."""

SENTENCES = {
    "a game that does\n  not answer within ten seconds": clerk.SECONDS == 10,
    "goes on for 1.5 seconds is ended": crew.PATIENCE == 1.5,
    "one that compiles has two minutes": crew.COMPILED == 120,
    "at most ten times a second each": worker.PAUSE == 0.1,
    "hidden for ten seconds its searches\n  stop": desk.GRACE == 10,
    "goes on for ten minutes more": desk.FORGOTTEN == 600,
    "0.3 seconds at least": desk.LEAST_SECONDS == 0.3,
    "one MiB at most, within ten seconds": (guard.LONGEST_BODY, guard.PATIENCE) == (1 << 20, 10),
    "closed, within twenty seconds": 2 * connection.PATIENCE == 20,
    "Ten wrong ones a minute": (door.MOST_TRIES, tries.WINDOW) == (10, 60),
    "else one for each processor, up to 4": serve.MOST_BY_ITSELF == 4,
}
"""Of the rest of the page: what it says, and whether that is so."""


@pytest.fixture(scope="module")
def schema():
    return create_app(Terms(Shelf(), page=None)).openapi()


def rows(heading: str) -> dict[str, str]:
    """Of the table below this heading: what it says of what."""
    part = TEXT.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    return dict(re.findall(r"^\| (\S.*?) \| (.*?) \|$", part, re.MULTILINE))


def test_every_question_is_named(schema):
    assert all(rows("What can be asked").values())
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


def test_everything_that_a_stream_is_told_is_named(schema):
    ours = schema["paths"]["/api/events"]["get"]["parameters"]
    (row,) = (row for row in rows("What can be asked").items() if "/api/events" in row[0])
    told = re.findall(r"[?](\w+)=", row[0]) + re.findall("`(.*?)`", row[1])
    assert sorted(map(str.lower, told)) == sorted(each["name"] for each in ours)


def test_every_row_of_how_much_is_compared():
    assert list(rows("How much")) == list(NUMBERS)


@pytest.mark.parametrize("what", NUMBERS)
def test_every_number_is_right(what):
    told = re.findall(r"[0-9]+(?: [0-9]{3})*", rows("How much")[what])
    assert [float(number.replace(" ", "")) for number in told] == NUMBERS[what]


@pytest.mark.parametrize("sentence", SENTENCES)
def test_every_sentence_is_right(sentence):
    assert sentence in TEXT
    assert SENTENCES[sentence]


def test_every_option_is_named():
    """With the word that stands for its value."""
    table = dict(re.findall(r"^\| (`--.*?) \| (.*?) \|$", TEXT, re.MULTILINE))
    told = [each for row in table for each in re.findall("`(.*?)`", row)]
    ours = [_written(each) for each in serve.command().params if isinstance(each, click.Option)]
    assert sorted(told) == sorted(ours)
    assert all(table.values())


def _written(option: click.Option) -> str:
    """As the table has it; of choices, the last one."""
    choices = getattr(option.type, "choices", [None])
    return (
        option.opts[0] if option.is_flag else f"{option.opts[0]} {option.metavar or choices[-1]}"
    )
