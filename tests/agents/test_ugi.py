"""Engines that speak UGI: what they are told, what they say, and what they do wrong."""

import shutil
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

import tablero.games as games
from tablero import agents
from tablero.agents.agent import NO_LIMITS, Clock, Limits
from tablero.agents.ugi import go_line
from tablero.errors import OptionError, OutsideError
from tablero.match.batch import Batch
from tablero.match.plan import MatchTerms, Plan
from tablero.match.referee import Reason, Rules, play_game
from tablero.position import FIRST, SECOND
from tests.agents.programs import EXAMPLES

pytestmark = pytest.mark.plain

ENGINE = """#!{python} -S
import os, sys, time

def say(*words):
    print(*words, flush=True)

heard = open("heard", "a")
for line in sys.stdin:
    heard.write(line)
    heard.flush()
    word, *rest = line.split()
    if word == "ugi":
        say("id name test")
        say("option name Seed type spin default 0 min 0 max 10")
        {at_start}
        say("ugiok")
    elif word == "isready":
        say("readyok")
    elif word == "position":
        place = rest
    elif word == "go":
        moves = place[place.index("moves") + 1:] if "moves" in place else []
        free = [n for n in "123456789" if n not in moves]
        {answer}
    elif word == "quit":
        break
"""
BY_RULES = Reason.WON, Reason.DRAWN


def write_engine(folder: Path, answer: str = "say('bestmove', free[0])", at_start: str = "pass"):
    path = folder / "engine"
    texts = {"answer": answer.replace("\n", "\n" + 8 * " "), "at_start": at_start}
    path.write_text(ENGINE.format(python=sys.executable, **texts))
    path.chmod(0o755)
    return f"ugi({path})"


@pytest.fixture(autouse=True)
def _folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def play(text: str, limits: Limits = NO_LIMITS, opening=(), seed: int = 1, start: str = "start"):
    """Play a game of tic-tac-toe in which the engine is the first player."""
    game = games.load("tictactoe")
    other = agents.load("random").seat(game, SECOND)
    with closing(agents.load(text).seat(game, FIRST)) as player:
        player.begin(seed)
        other.begin(seed)
        place = game.read(start)
        return play_game(game, (player, other), place, opening, Rules(limits))


def heard() -> list[str]:
    return Path("heard").read_text().splitlines()


def test_an_engine_plays_a_whole_game(tmp_path):
    assert play(write_engine(tmp_path)).reason in BY_RULES


def test_what_an_engine_is_told(tmp_path):
    text = write_engine(tmp_path).replace(")", ",options=Hash=16 Level=3,depth=4)")
    played = play(text, Limits(nodes=9, seconds=5), opening=[4, 0])
    assert heard()[:7] == [
        "ugi",
        "setoption name Hash value 16",
        "setoption name Level value 3",
        "isready",
        "setoption name Seed value 1",
        "uginewgame",
        "position startpos moves 5 1",
    ]
    assert heard()[7] == "go depth 4 nodes 9 movetime 5000"
    moves = " ".join(str(move + 1) for move in played.moves)
    assert moves.startswith(heard()[-3].removeprefix("position startpos moves "))
    assert heard()[-1] == "quit"


def test_another_position_is_told_by_its_text(tmp_path):
    play(write_engine(tmp_path, "say('bestmove 9')"), start="xo.......")
    assert [line for line in heard() if line.startswith("position")][0] == "position fen xo......."


def test_a_player_that_was_not_told_the_moves_gets_the_position(tmp_path):
    game = games.load("tictactoe")
    with closing(
        agents.load(write_engine(tmp_path, "say('bestmove 9')")).seat(game, FIRST)
    ) as player:
        player.begin(1)
        player.choose(game.read("x...o...."), Limits())
    assert "position fen x...o...." in heard()


@pytest.mark.parametrize(
    ("limits", "line"),
    [
        (Limits(), "go movetime 1000"),
        (Limits(depth=3), "go depth 3"),
        (Limits(nodes=30), "go nodes 30"),
        (Limits(seconds=0.25), "go movetime 250"),
        (
            Limits(clock=Clock((60.0, 58.5), 0.5)),
            "go p1time 60000 p2time 58500 p1inc 500 p2inc 500",
        ),
        (
            Limits(seconds=2, clock=Clock((1.0, 0.0))),
            "go p1time 1000 p2time 0 p1inc 0 p2inc 0 movetime 2000",
        ),
    ],
)
def test_limits(limits: Limits, line: str):
    assert go_line(limits) == line


def test_what_an_engine_says_of_its_search(tmp_path):
    info = "info depth 7 seldepth 9 score cp -31 time 250 nodes 1200 tthits 3 pv 5 1 9 7 77"
    text = write_engine(tmp_path, f"say('info string hi')\nsay('{info}')\nsay('bestmove 5')")
    game = games.load("tictactoe")
    with closing(agents.load(text).seat(game, FIRST)) as player:
        player.begin(1)
        choice = player.choose(game.start, Limits())
    assert (choice.move, choice.score) == (4, -31)
    assert choice.statistics == {"evaluated": 1200, "seconds": 0.25}
    (found,) = choice.trace
    assert (found.depth, found.score, found.line) == (7, -31, [4, 0, 8, 6])


def test_an_engine_may_write_outside_a_search(tmp_path):
    played = play(write_engine(tmp_path, "say('bestmove', free[0])\nsay('info string thinking')"))
    assert played.reason in BY_RULES


AT_ONCE = [
    ("say('bestmove 99')", Reason.ILLEGAL, "'99' is not a legal move here"),
    ("say('bestmove')", Reason.ILLEGAL, "'bestmove' is not a valid answer, expected bestmove"),
    ("say('bestmove 0000')", Reason.ILLEGAL, "'0000' is not a legal move here"),
    ("say('bestmove resign')", Reason.RESIGNED, ""),
    ("sys.exit(3)", Reason.CRASH, "it ended with exit code 3"),
    ("while True: print(end='x' * 50)", Reason.ILLEGAL, "a line of more than 4096 bytes"),
    ("os.kill(os.getpid(), 9)", Reason.CRASH, "it was killed by signal 9"),
]


@pytest.mark.parametrize(("answer", "reason", "detail"), AT_ONCE)
def test_a_fault_of_an_engine_costs_the_game(answer, reason, detail, tmp_path):
    played = play(write_engine(tmp_path, answer))
    assert (played.winner, played.reason) == (SECOND, reason)
    assert detail in played.detail


@pytest.mark.parametrize("answer", ["time.sleep(60)", "while True: say('info depth 1')"])
def test_nobody_waits_for_ever(answer, tmp_path):
    played = play(write_engine(tmp_path, answer), Limits(seconds=0.2))
    assert (played.reason, played.winner) == (Reason.TIMEOUT, SECOND)
    assert "no answer within 0.2 seconds" in played.detail


def test_an_engine_that_does_not_start(tmp_path):
    text = write_engine(tmp_path, at_start="sys.exit('no licence')")
    with pytest.raises(OutsideError, match="it ended with exit code 1: no licence"):
        agents.load(text).seat(games.load("tictactoe"), FIRST)


@pytest.mark.parametrize(
    "text",
    ["ugi(./engine)", "ugi(command=./engine --fast,time=0.5,options=Hash=16)"],
)
def test_an_agent_is_told_by_its_text(text: str):
    agent = agents.load(text)
    assert agents.load(str(agent)) == agent
    assert agents.runs_code(text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("ugi", "no command"),
        ("ugi(./e,options=Hash)", "NAME=VALUE"),
        ("ugi(./e,depth=0)", "depth"),
    ],
)
def test_bad_options(text: str, words: str):
    with pytest.raises(OptionError, match=words):
        agents.load(text)


@pytest.fixture(scope="module")
def c_engine(tmp_path_factory) -> str:
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        pytest.skip("there is no C compiler")
    path = tmp_path_factory.mktemp("engine") / "tictactoe_ugi"
    source = EXAMPLES / "tictactoe_ugi.c"
    subprocess.run([compiler, "-O2", "-Wall", "-Werror", "-o", path, source], check=True)
    return f"ugi({path})"


def test_an_engine_in_c_plays_a_match_and_never_loses(c_engine: str):
    batch = Batch(Plan(MatchTerms("tictactoe", (c_engine, "random"), 10, 1)))
    batch.run()
    assert batch.tally.games[0] == 0
    assert batch.tally.games[2] > 0
    assert batch.tally.forfeits == {}


def test_an_engine_in_c_draws_against_the_perfect_agent(c_engine: str):
    batch = Batch(Plan(MatchTerms("tictactoe", (c_engine, "alphabeta(depth=9)"), 2, 1)))
    batch.run()
    assert batch.tally.games == [0, 2, 0]
