"""A player's file: what it may hold, what it may ask for, and how its faults are told."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import tablero.games as games
from tablero import agents
from tablero.agents.agent import Limits
from tablero.agents.host import Host
from tablero.agents.players_file import PlayersFile
from tablero.agents.protocol import parse_answer
from tablero.errors import OptionError, OutsideError
from tablero.locale import speak
from tablero.match.referee import Reason, play_game
from tablero.position import SECOND
from tests.agents.programs import EXAMPLES, play, seated

pytestmark = pytest.mark.plain

EVALUATION = """
from typing import NamedTuple

class Stores(NamedTuple):
    lead: int = 3

    def value(self, position):
        return self.lead * (position.store - position.their_store)
"""


@pytest.fixture(autouse=True)
def _folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def hosted(text: str, options: str = "", game: str = "tictactoe", side: str = "first"):
    """A host of a file with this text that has been told what to play, and its answer."""
    Path("mine.py").write_text(text)
    host = Host(f"mine.py{options}")
    host.answer(f"game {game}")
    return host, host.answer(f"side {side}")


def asked(host: Host, position: str = "start", limits: str = "") -> str:
    host.answer("begin 7")
    host.answer(f"position {position}")
    host.answer(f"limits {limits}".rstrip())
    return host.answer("choose")


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ("4", "move 5"),
        ("moves[4]", "move 5"),
        ("'5'", "move 5"),
        ("game.move_name(position, 4)", "move 5"),
        ("__import__('numpy').int64(4)", "move 5"),
        ("'resign'", "resign"),
        ("9", "move number 9"),
        ("-1", "move number -1"),
        ("'10'", "move 10"),
        ("None", "move None"),
        ("4.0", "move 4.0"),
        ("[4]", "move [4]"),
    ],
)
def test_a_move_is_told_by_number_or_name(answer, told):
    host, ready = hosted(f"def choose(position, moves, game): return {answer}")
    assert ready == "ready"
    assert asked(host) == told


def test_it_is_given_what_it_asks_for():
    text = "def choose(limits, side, seconds, game, moves, position): return repr(locals())"
    host, _ready = hosted(text, game="kalah", side="second")
    game = games.load("kalah")
    told = asked(host, "4 4 4 4 4 4 0 / 0 0 0 0 0 24 0 / 2", "depth=3 time=1.5").removeprefix(
        "move "
    )
    assert f"'position': {game.read('4 4 4 4 4 4 0 / 0 0 0 0 0 24 0 / 2')}" in told
    assert "'moves': [5]" in told
    assert "'side': 1" in told
    assert "'seconds': 1.5" in told
    assert "'limits': Limits(depth=3, nodes=None, seconds=1.5, clock=None)" in told


def test_what_has_no_name_for_others_is_given_too():
    host, ready = hosted("def choose(moves, n=3, /, *, side): return repr((moves[:1], n, side))")
    assert ready == "ready"
    assert asked(host) == "move ([0], 3, 0)"


def test_other_parameters_are_options():
    text = (
        "def choose(position, n=4, x=0.5, b=False, s='a', other=None): return repr((n, x, b, s))"
    )
    host, _ready = hosted(text)
    assert asked(host) == "move (4, 0.5, False, 'a')"
    host, _ready = hosted(text, "(n=3,x=2,b=true,s=c)")
    assert asked(host) == "move (3, 2.0, True, 'c')"
    host, _ready = hosted(text, "(3,b=true)")
    assert asked(host) == "move (3, 0.5, True, 'a')"


def test_its_dice_are_those_of_the_match():
    host, _ready = hosted("import random\ndef choose(): return random.randrange(10**9)")
    assert asked(host) == asked(host)


@pytest.mark.parametrize(
    ("text", "options", "told"),
    [
        ("def choose(position)\n    pass", "", "mine.py, line 1: the file does not import: Synt"),
        ("x = 1\ny = x / 0", "", "mine.py, line 2: the file does not import: ZeroDivisionError"),
        ("import sys\nsys.exit(3)", "", "mine.py, line 2: the file does not import: SystemExit"),
        ("", "", "mine.py: expected def choose, def value(board), or a NamedTuple with value"),
        ("choose = 3", "", "mine.py: choose must be a function"),
        ("\ndef choose(board): pass", "", "mine.py, line 2: choose asks for 'board'; it may ask"),
        ("def choose(n=1): pass", "(m=1)", "no option named 'm'; known: n"),
        ("def choose(n=1): pass", "(n=x)", "option n must be an integer, not 'x'"),
        (EVALUATION, "(depth=0)", "depth must be"),
        (EVALUATION, "(other=1)", "no option named 'other'; known: lead"),
        (EVALUATION + EVALUATION.replace("Stores", "S"), "", "mine.py: expected one NamedTuple"),
        (EVALUATION.replace("their_", "x"), "", "line 8: the evaluation fails in the initial pos"),
    ],
)
def test_a_fault_of_the_file_is_told_in_one_line(text, options, told):
    _host, answer = hosted(text, options, "kalah")
    assert answer.startswith("error ")
    assert told in answer
    assert "\n" not in answer


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("def choose():\n    return 1 / 0", "mine.py, line 2: the player fails: ZeroDivisionErr"),
        ("def choose(): exit(3)", "mine.py, line 1: the player fails: SystemExit: 3"),
        ("def choose(): choose()", "mine.py, line 1: the player fails: RecursionError"),
        ("def choose(): input()", "mine.py, line 1: the player fails: "),
        (
            "def choose(position, game):\n    return game.parse_move(position, 'a')",
            "mine.py, line 2: IllegalMove: 'a' is not a legal move here",
        ),
    ],
)
def test_a_fault_while_playing_is_told_with_its_line(text, told):
    host, _ready = hosted(text)
    assert asked(host).startswith(f"error {told}")


def test_an_evaluation_is_played_by_alphabeta():
    host, ready = hosted(EVALUATION, "(depth=3,lead=5)", "kalah")
    game = games.load("kalah")
    ours = agents.load("alphabeta(depth=3,eval=mine.py(lead=5))").seat(game, 0)
    position = game.start
    assert ready == "ready"
    for _ply in range(6):
        choice = ours.choose(position, Limits())
        told = parse_answer(asked(host, game.write(position)), game, position)
        assert (told.move, told.score) == (choice.move, choice.score)
        assert [(each.line, each.depth) for each in told.trace] == [(choice.trace[0].line, 3)]
        position = position.play(choice.move)


def test_an_evaluation_keeps_to_the_limits():
    host, _ready = hosted(EVALUATION, "(depth=6)", "kalah")
    assert asked(host, limits="depth=1 time=60").startswith("move")
    assert asked(host, limits="nodes=10") == "timeout"


@pytest.mark.parametrize(
    ("text", "reason", "detail"),
    [
        ("return 9", Reason.ILLEGAL, "'number 9' is not a legal move here; legal: 1 2 3"),
        ("return 'b2'", Reason.ILLEGAL, "'b2' is not a legal move here"),
        ("return 1 / 0", Reason.CRASH, "mine.py, line 2: the player fails: ZeroDivisionError"),
        ("import os; os._exit(5)", Reason.CRASH, "it ended with exit code 5"),
        ("input()", Reason.CRASH, "mine.py, line 2: the player fails: EOFError"),
        ("return 'resign'", Reason.RESIGNED, ""),
        ("print('move 1'); return 9", Reason.ILLEGAL, "'number 9'"),
        ("import os; os.system('echo move 1'); return 9", Reason.ILLEGAL, "'number 9'"),
        ("while True: pass", Reason.TIMEOUT, "no answer within"),
    ],
)
def test_through_the_referee(text, reason, detail):
    Path("mine.py").write_text(f"def choose(position):\n    {text}\n")
    with seated("mine.py(patience=30)") as player:
        played = play(player, seconds=0.3 if reason == Reason.TIMEOUT else None)
    assert (played.reason, played.winner) == (reason, SECOND)
    assert detail in played.detail


def test_what_it_prints_is_no_move():
    Path("mine.py").write_text("def choose(moves):\n    print('move 99')\n    return moves[0]\n")
    with seated("mine.py(log=mine.log)") as player:
        played = play(player)
    assert played.reason in (Reason.WON, Reason.DRAWN)
    assert Path("mine.log").read_text() == "move 99\n" * len(played.moves[::2])


def test_faults_are_told_when_it_takes_its_seat():
    Path("mine.py").write_text("def choose(position):\nreturn 3")
    with pytest.raises(OutsideError) as error, seated("mine.py"):
        pass
    assert str(error.value).startswith("mine.py, line 2: the file does not import: Indentation")
    with pytest.raises(OutsideError, match="cannot read 'nothing.py': no such file"):
        agents.load("nothing.py").seat(games.load("tictactoe"), 0)


def test_faults_are_told_in_the_language_spoken():
    speak("es")
    with pytest.raises(OutsideError, match=r"no se puede leer 'nothing\.py'"):
        agents.load("nothing.py").seat(games.load("tictactoe"), 0)


def test_a_file_beside_it_does_not_hide_a_module():
    """A player in the same folder may be called like a module of Python's own."""
    Path("random.py").write_text("raise SystemExit('not this one')")
    Path("mine.py").write_text("def choose(moves): return moves[0]")
    with seated("mine.py") as player:
        assert play(player).reason in (Reason.WON, Reason.DRAWN)


@pytest.mark.parametrize(
    ("game", "text"),
    [
        *((game, f"{EXAMPLES}/player_choose.py") for game in games.GAMES),
        ("kalah", f"{EXAMPLES}/player_eval.py(depth=2)"),
        ("kalah", f"{EXAMPLES}/player_eval.py(depth=2,tempo=3)"),
    ],
)
def test_the_examples_play(game, text):
    with seated(text, game) as player:
        played = play(player, game=game)
        again = play(player, game=game)
    assert played.reason in (Reason.WON, Reason.DRAWN), played.detail
    assert again.moves == played.moves


def test_the_example_that_looks_one_move_ahead_wins_and_defends():
    host = Host(f"{EXAMPLES}/player_choose.py")
    host.answer("game tictactoe")
    assert host.answer("side first") == "ready"
    assert asked(host, "xx.oo....") == "move 3"
    assert asked(host, "xx..o....") == "move 3"


def test_two_files_play_each_other():
    game = games.load("kalah")
    evaluation, function = f"{EXAMPLES}/player_eval.py(depth=2)", f"{EXAMPLES}/player_choose.py"
    with seated(evaluation, "kalah") as first, seated(function, "kalah", SECOND) as second:
        first.begin(1)
        second.begin(2)
        played = play_game(game, (first, second), game.start)
    assert played.reason in (Reason.WON, Reason.DRAWN), played.detail


@pytest.mark.parametrize(
    "text",
    [
        "a.py",
        "a.py(3,log=b)",
        "a.py(depth=3)",
        "a/b c.py(x=1,patience=2.5,log=b c.log)",
        "a(1).py",
    ],
)
def test_an_agent_is_read_back(text):
    assert str(agents.load(text)) == text
    assert isinstance(agents.load(text), PlayersFile)


def test_patience_is_a_number():
    with pytest.raises(OptionError):
        agents.load("a.py(patience=long)")
    with pytest.raises(OptionError):
        agents.load("a.py(patience=0)")


REFEREE = """
import sys
import tablero.games as games
from tablero import agents
from tablero.agents.agent import Limits
game = games.load("tictactoe")
player = agents.load("mine.py").seat(game, 0)
print(player.child.process.pid, flush=True)
player.begin(1)
player.choose(game.start, Limits())
"""


def test_a_player_who_thinks_for_ever_does_not_outlive_its_referee():
    Path("mine.py").write_text("def choose():\n    while True:\n        pass\n")
    command = [sys.executable, "-c", REFEREE]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as referee:
        assert referee.stdout
        pid = int(referee.stdout.readline())
        os.kill(referee.pid, signal.SIGKILL)
    assert any(is_gone(pid) for _attempt in range(300))


def is_gone(pid: int) -> bool:
    """Killing takes a moment; an orphan whom nobody buries is gone too."""
    try:
        os.kill(pid, 0)
        state = Path(f"/proc/{pid}/stat")
        if state.exists() and state.read_text().rpartition(")")[2].split()[0] == "Z":
            return True
    except (ProcessLookupError, FileNotFoundError):
        return True
    time.sleep(0.1)
    return False
