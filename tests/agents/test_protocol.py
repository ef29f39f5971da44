"""The lines of the protocol: what we write we read back, and the page shows what is said."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tablero.games as games
from tablero.agents.agent import NO_LIMITS, RESIGN, Choice, Clock, Limits, TimeIsUp
from tablero.agents.child import Child
from tablero.agents.host import Host
from tablero.agents.protocol import (
    answer_text,
    introduction,
    limits_text,
    move_request,
    parse_answer,
    parse_limits,
)
from tablero.errors import IllegalMove, NotationError, OutsideError
from tablero.position import FIRST, ONGOING, SECOND
from tests.agents.programs import EXAMPLES
from tests.docs.pages import ROOT
from tests.games.setups import CHOICES, SETUPS, Setup

pytestmark = pytest.mark.plain

PAGE = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
some = st.integers(min_value=1, max_value=10**12)
seconds = st.floats(0.001, 1e6)
clocks = st.builds(Clock, st.tuples(seconds, seconds), seconds)
limits = st.builds(
    Limits, st.none() | some, st.none() | some, st.none() | seconds, st.none() | clocks
)


@given(limits=limits, side=st.sampled_from([FIRST, SECOND]))
def test_limits_are_read_back(limits: Limits, side: int):
    assert parse_limits(limits_text(limits, side), side) == limits


@given(
    setup=st.sampled_from(SETUPS),
    choices=CHOICES,
    score=st.none() | st.integers(-(10**9) + 1, 10**9 - 1),
)
def test_answers_are_read_back(setup: Setup, choices: bytes, score: int | None):
    game, position = setup.game, setup.reach(choices)
    for move in game.legal_moves(position):
        told = answer_text(game.move_name(position, move), score)
        assert parse_answer(told, game, position) == Choice(move, score)


@given(setup=st.sampled_from(SETUPS), choices=CHOICES)
def test_a_question_tells_the_position(setup: Setup, choices: bytes):
    game, position = setup.game, setup.reach(choices)
    if position.outcome() == ONGOING:
        place, legal, *_rest = move_request(game, position, NO_LIMITS)
        assert game.read(place.removeprefix("position ")) == position
        names = legal.split()[1:]
        assert [game.parse_move(position, name) for name in names] == list(position.moves())


@given(said=st.text() | st.text(alphabet="move rsign0123456789\n").map("move ".__add__))
def test_any_answer_is_a_choice_or_a_fault(said: str):
    game = games.load("quarry")
    try:
        choice = parse_answer(said, game, game.start)
    except (IllegalMove, NotationError, OutsideError, TimeIsUp):
        return
    assert choice.move == RESIGN or choice.move in game.start.moves()


def conversation() -> list[tuple[str, str]]:
    (block,) = re.findall(r"^```text\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    return [(line[0], line[2:]) for line in block.splitlines()]


def test_the_conversation_of_the_page_is_that_of_the_example():
    child = Child([str(EXAMPLES / "player_first.sh")], {})
    lines: list[str] = []
    received = 0
    for who, line in conversation():
        if who == ">":
            lines.append(line)
        else:
            assert child.ask(*lines, seconds=60) == line
            lines, received = [], received + 1
    assert (received, lines) == (3, ["quit"])
    child.close()
    assert child.process.returncode == 0


def test_the_conversation_of_the_page_is_what_we_say():
    game = games.load("tictactoe")
    position = game.read("x...o....")
    lines = [line for who, line in conversation() if who == ">"]
    assert lines == [
        *introduction(game, FIRST),
        "begin 42",
        *move_request(game, game.start, NO_LIMITS),
        *move_request(game, position, Limits(4, 1000, 0.5)),
        "quit",
    ]


def test_the_script_of_the_page_is_the_example():
    (block,) = re.findall(r"^```sh\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    example = (EXAMPLES / "player_first.sh").read_text().splitlines()
    assert block.splitlines() == [line for line in example if not line.startswith("# ")]


@pytest.mark.parametrize("word", ["hello", "", "legal", "position", "tablero 2"])
def test_a_host_passes_over_what_it_does_not_know(word: str, tmp_path: Path):
    assert Host("nothing.py").answer(word) == ""
