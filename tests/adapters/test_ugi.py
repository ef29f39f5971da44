"""Our agents as engines that speak UGI; and the round trip, our engine played by our agent."""

import io
import re
import sys
import threading
from queue import SimpleQueue

import pytest

import tablero.games as games
from tablero import agents
from tablero.adapters.ugi import UgiEngine, parse_go
from tablero.agents.agent import Clock, Limits
from tablero.cli import main
from tablero.errors import NotationError
from tablero.match.batch import Batch
from tablero.match.openings import Openings
from tablero.match.plan import MatchTerms, Plan
from tablero.match.referee import Rules
from tablero.position import FIRST, SECOND
from tests.docs.pages import ROOT

pytestmark = pytest.mark.plain


class Conversation:
    """An engine in a thread: what is sent to it, and the lines that come back."""

    def __init__(self, game: str, agent: str) -> None:
        self.lines: SimpleQueue[str | None] = SimpleQueue()
        self.answers: SimpleQueue[str] = SimpleQueue()
        engine = UgiEngine(games.load(game), agents.load(agent), self.answers.put)
        self.thread = threading.Thread(
            target=engine.run, args=[iter(self.lines.get, None)], daemon=True
        )
        self.thread.start()

    def send(self, *lines: str) -> None:
        for line in lines:
            self.lines.put(line + "\n")

    def until(self, word: str) -> list[str]:
        found = [self.answers.get(timeout=60)]
        while found[-1].split()[0] != word:
            found.append(self.answers.get(timeout=60))
        return found

    def ask(self, *lines: str, word: str) -> list[str]:
        self.send(*lines)
        return self.until(word)


@pytest.fixture
def talk():
    begun = []

    def begin(game: str, agent: str) -> Conversation:
        begun.append(Conversation(game, agent))
        return begun[-1]

    yield begin
    for each in begun:
        each.send("quit")
        each.thread.join(60)
        assert not each.thread.is_alive()


def test_the_conversation_of_the_page(talk):
    page = (ROOT / "docs" / "ugi.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"^```text\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    engine = talk("connect4", "alphabeta(depth=8)")
    for line in block.splitlines():
        sign, _blank, text = line.partition(" ")
        if sign == ">":
            engine.send(text)
        else:
            said = engine.answers.get(timeout=60)
            assert re.sub(r"time [0-9]+", "time 0", said) == text


def test_a_session(talk):
    engine = talk("tictactoe", "alphabeta(depth=9)")
    told = engine.ask("ugi", word="ugiok")
    assert told[0].startswith("id name Tablero")
    assert told[0].endswith("alphabeta(depth=9) (tictactoe)")
    assert "option name Seed type spin default 0 min 0 max 2147483647" in told
    assert engine.ask("isready", word="readyok") == ["readyok"]
    engine.send("uginewgame", "position startpos moves 1 5")
    assert engine.ask("query p1turn", word="response") == ["response true"]
    assert engine.ask("query gameover", word="response") == ["response false"]
    assert engine.ask("query result", word="response") == ["response none"]
    *info, best = engine.ask("go depth 3", word="bestmove")
    assert best.split()[1] in "2346789"
    assert info[-1].startswith("info depth 3 score cp 0 nodes ")
    assert f" pv {best.split()[1]} " in info[-1]


@pytest.mark.parametrize(
    ("position", "p1turn", "gameover", "result"),
    [
        ("fen xxxoo....", "false", "true", "p1win"),
        ("startpos moves 9 1 8 2 4 3", "true", "true", "p2win"),
        ("fen xoxxoooxx", "false", "true", "draw"),
        ("fen x........", "false", "false", "none"),
    ],
)
def test_questions(talk, position, p1turn, gameover, result):
    engine = talk("tictactoe", "random")
    engine.send(f"position {position}", "query p1turn", "query gameover", "query result")
    assert [engine.answers.get(timeout=60) for _question in range(3)] == [
        f"response {answer}" for answer in (p1turn, gameover, result)
    ]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("position startpos moves 1 1", "'1' is not a legal move here"),
        ("position here", "not a position: 'here'"),
        ("position fen abc", "not a position: 'abc'"),
        ("query weather", "not a question: 'weather'"),
        ("go depth", "not a number: '', expected depth N"),
        ("go movetime soon", "not a number: 'soon', expected movetime N"),
        ("setoption name Hash value 3", "not an option: 'name Hash value 3'"),
    ],
)
def test_what_cannot_be_read_is_told_as_text(talk, line, told):
    engine = talk("tictactoe", "random")
    (answer,) = engine.ask(line, word="info")
    assert answer.startswith(f"info string {told}")
    assert engine.ask("isready", word="readyok") == ["readyok"]


def test_without_a_position_or_in_a_finished_one_there_is_no_move(talk):
    engine = talk("tictactoe", "random")
    for position in ("startpos moves 1 1", "fen xxxoo...."):
        assert engine.ask(f"position {position}", "go", word="bestmove")[-1] == "bestmove 0000"


def test_a_position_is_searched_also_before_the_engine_was_asked_whether_it_is_ready(talk):
    engine = talk("tictactoe", "alphabeta(depth=9)")
    assert engine.ask("position fen xx.oo....", "go", word="bestmove")[-1] == "bestmove 3"


def test_an_agent_that_cannot_play_ends_the_engine(monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin", io.StringIO("ugi\nisready\n"))
    with pytest.raises(SystemExit) as end:
        main(["ugi", "connect4", "alphabeta(eval=simple)", "--lang", "en"])
    out, err = capsys.readouterr()
    assert end.value.code == 2
    assert out.endswith("ugiok\n")
    assert "no evaluation of connect4 named 'simple'" in err


def test_unknown_commands_and_blank_lines_are_passed_over(talk):
    engine = talk("tictactoe", "random")
    assert engine.ask("hello", "", "  ", "isready", word="readyok") == ["readyok"]


def test_a_search_is_stopped_and_answers_meanwhile(talk):
    engine = talk("connect4", "engine")
    assert engine.ask("isready", word="readyok") == ["readyok"]
    engine.send("position startpos", "go infinite")
    assert engine.ask("isready", word="readyok") == ["readyok"]
    best = engine.ask("stop", word="bestmove")[-1]
    assert best.split()[1] in "1234567"


def test_an_infinite_search_waits_for_stop(talk):
    engine = talk("tictactoe", "random")
    engine.send("go infinite")
    assert engine.ask("isready", word="readyok") == ["readyok"]
    assert engine.answers.empty()
    assert engine.ask("stop", word="bestmove")[-1].startswith("bestmove ")


def test_a_search_that_has_no_move_in_time_answers_with_a_short_one(talk):
    engine = talk("connect4", "minimax(depth=30)")
    told = engine.ask("isready", "position startpos", "go movetime 50", word="bestmove")
    assert any(line.startswith("info string the search was stopped after") for line in told)
    assert told[-1].split()[1] in "1234567"


def test_a_seed_gives_the_same_game_again(talk):
    engine = talk("connect4", "random")

    def moves(seed: int) -> list[str]:
        engine.send(f"setoption name Seed value {seed}", "uginewgame", "position startpos")
        return [engine.ask("go", word="bestmove")[-1] for _move in range(12)]

    first = moves(1)
    assert moves(1) == first != moves(2)


def test_an_agent_that_resigns_says_so(talk, tmp_path):
    path = tmp_path / "player.py"
    path.write_text("def choose(position): return 'resign'\n")
    engine = talk("tictactoe", str(path))
    assert engine.ask("go", word="bestmove")[-1] == "bestmove resign"


def test_an_agent_that_fails_has_no_move(talk, tmp_path):
    path = tmp_path / "player.py"
    path.write_text("def choose(position): return 1 / 0\n")
    engine = talk("tictactoe", str(path))
    told = engine.ask("go", word="bestmove")
    assert told[-1] == "bestmove 0000"
    assert any("ZeroDivisionError" in line for line in told)


@pytest.mark.parametrize(
    ("words", "side", "limits"),
    [
        ("", FIRST, Limits()),
        ("depth 3 nodes 20 movetime 1500", FIRST, Limits(3, 20, 1.5)),
        ("p1time 1000 p2time 2000", FIRST, Limits(clock=Clock((1.0, 2.0), 0.0))),
        (
            "p1time 1000 p2time -5 p1inc 100 p2inc 200",
            SECOND,
            Limits(clock=Clock((1.0, 0.0), 0.2)),
        ),
        ("infinite", FIRST, Limits(seconds=1e6)),
    ],
)
def test_limits_of_a_search(words: str, side: int, limits: Limits):
    assert parse_go(words.split(), side) == limits


def test_a_number_is_needed():
    with pytest.raises(NotationError, match="not a number: 'nodes', expected depth N"):
        parse_go(["depth", "nodes", "5"], FIRST)


ROUND_TRIP = f"ugi({sys.executable} -m tablero ugi connect4 'alphabeta(depth=3)',depth=3)"


def test_round_trip(tmp_path):
    """Through UGI the agent makes the very moves that it makes here, with the same scores."""
    games_played = []
    for agent in ("alphabeta(depth=3)", ROUND_TRIP):
        batch_terms = MatchTerms("connect4", (agent, "random"), 4, 1, Openings(2))
        batch = Batch(Plan(batch_terms))
        batch.run()
        assert batch.tally.forfeits == {}
        games_played.append((batch.tally.games, batch.tally._known))
    assert games_played[0] == games_played[1]


def test_round_trip_with_a_clock():
    agent = f"ugi({sys.executable} -m tablero ugi tictactoe engine)"
    rules = Rules(clock=Clock((20.0, 20.0), 0.1))
    batch = Batch(Plan(MatchTerms("tictactoe", (agent, "random"), 2, 1, rules=rules)))
    batch.run()
    assert batch.tally.forfeits == {}, batch.tally.first_forfeit
