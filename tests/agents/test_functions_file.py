"""A file with `def value(board)`: negamax asks it, in its own process, and tells what it found."""

from pathlib import Path

import pytest

import tablero.games as games
from tablero import agents
from tablero.agents.agent import NO_LIMITS, Limits
from tablero.agents.host import MAX_ANSWER_CHARACTERS, Host
from tablero.agents.plain import PlainSearch
from tablero.agents.protocol import MAX_LINE_MOVES, parse_answer, result_text
from tablero.errors import IllegalMove, NotationError
from tablero.games.student.functions import PlainEvaluation
from tablero.match.referee import Reason
from tablero.position import ONGOING
from tablero.search.run import Result
from tests.agents.programs import play, seated
from tests.search.cases import random_positions

pytestmark = pytest.mark.plain

STORES = """
from tablero.arena.player import ME, RIVAL

ALIAS = "Stores"


def value(board):
    return 2.5 * (board.store(ME) - board.store(RIVAL))
"""


@pytest.fixture(autouse=True)
def _folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def hosted(text: str, options: str = "", game: str = "mancala11"):
    Path("mine.py").write_text(text)
    host = Host(f"mine.py{options}")
    host.answer(f"game {game}")
    return host, host.answer("side first")


def asked(host: Host, position: str = "start", limits: str = "") -> str:
    host.answer("begin 7")
    host.answer(f"position {position}")
    host.answer(f"limits {limits}".rstrip())
    return host.answer("choose")


def test_it_plays_what_negamax_plays():
    """One evaluation in both forms: the NamedTuple's is compiled, this one asked leaf by leaf."""
    Path("evaluation.py").write_text(
        "from typing import NamedTuple\nclass Stores(NamedTuple):\n    lead: int = 3\n"
        "    def value(self, position):\n"
        "        return self.lead * (position.store - position.their_store)\n"
    )
    game = games.load("kalah")
    for depth in (1, 2, 3):
        ours = agents.load(f"negamax(depth={depth},eval=evaluation.py)").seat(game, 0)
        host, ready = hosted(STORES.replace("2.5", "3"), f"(depth={depth})", "kalah")
        assert ready == "ready"
        for position in random_positions(game.start, 8, 3, 30):
            theirs = parse_answer(asked(host, game.write(position)), game, position)
            choice = ours.choose(position, NO_LIMITS)
            assert (theirs.move, theirs.score) == (choice.move, choice.score)
            assert theirs.trace[0].line == choice.trace[0].line
            assert theirs.trace[0].depth == depth
            assert theirs.statistics["evaluated"] == choice.statistics["evaluated"]


def test_two_plies_are_usual_and_limits_hold():
    game = games.load("mancala11")
    host, _ready = hosted(STORES)
    assert parse_answer(asked(host), game, game.start).trace[0].depth == 2
    shallow = parse_answer(asked(host, limits="depth=1"), game, game.start)
    assert shallow.trace[0].depth == 1
    assert asked(host, limits="nodes=41") == "timeout"
    assert asked(host, limits="nodes=42").startswith("move ")


@pytest.mark.parametrize(
    ("text", "options", "told"),
    [
        (STORES, "(depth=0)", "depth must be 1 to 1000, not 0"),
        (STORES, "(weight=1)", "no option named 'weight'; known: depth"),
        (
            "def value(board):\n    return board.stores",
            "",
            "mine.py, line 2: the evaluation fails",
        ),
        ("def value(board):\n    return 'good'", "", "value must return a number, not 'good'"),
        ("def value(): return 1", "", "the evaluation fails in the initial position: TypeError"),
        ("x = 3", "", "expected def choose, def value(board), or a NamedTuple with value"),
    ],
)
def test_faults_are_told_when_it_takes_its_seat(text, options, told):
    _host, answer = hosted(text, options)
    assert answer.startswith("error ")
    assert told in answer


def test_a_fault_in_the_game_is_told_with_its_line():
    host, ready = hosted("def value(board):\n    return 1 // (board.played - 2)")
    assert ready == "ready"
    told = "error mine.py, line 2: the player fails: ZeroDivisionError"
    assert asked(host).startswith(told)


def test_it_sits_at_a_board_and_tells_its_trace():
    Path("mine.py").write_text(STORES)
    game = games.load("mancala11")
    with seated("mine.py", "mancala11") as player:
        player.begin(1)
        choice = player.choose(game.start, Limits())
        (found,) = choice.trace
        assert found.line[0] == choice.move
        assert len(found.line) == found.depth == 2
        assert found.statistics["evaluated"] == 6 + 36
        assert play(player, game="mancala11").reason in (Reason.WON, Reason.DRAWN)


def test_what_a_search_found_is_read_back():
    game = games.load("mancala11")
    found = PlainSearch(PlainEvaluation(lambda position: position.store, None)).run(game.start, 2)
    choice = parse_answer(result_text(game, game.start, found), game, game.start)
    assert choice.trace[0].line == found.line
    assert (choice.move, choice.score) == (found.move, found.score)
    wrong = "move 1 score 2 depth 2 nodes 3 seconds 0.1 line {}"
    with pytest.raises(IllegalMove):
        parse_answer(wrong.format("1 9"), game, game.start)
    with pytest.raises(NotationError, match="does not begin with the move '1'"):
        parse_answer(wrong.format("2 1"), game, game.start)


def test_a_long_line_is_told_as_far_as_an_answer_reaches():
    game = games.load("kalah")
    position, line = game.start, []
    while position.outcome() == ONGOING:
        line.append(next(position.moves()))
        position = position.play(line[-1])
    counted: dict[str, int | float] = {"evaluated": 1, "seconds": 0.5}
    told = result_text(game, game.start, Result(1, line, len(line), False, counted))
    assert len(told) < MAX_ANSWER_CHARACTERS
    shown = parse_answer(told, game, game.start).trace[0].line
    assert shown == line[: len(shown)]
    assert len(shown) == min(MAX_LINE_MOVES, len(line))
