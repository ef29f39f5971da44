"""Programs from outside: whatever they do costs them one game, and leaves nothing behind."""

import os
import re
import signal
import sys
import threading
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tablero.games as games
from tablero import agents
from tablero.agents import program
from tablero.agents.agent import RESIGN, Limits, TimeIsUp
from tablero.agents.child import Child
from tablero.agents.program import ProgramAgent
from tablero.cli import main
from tablero.errors import IllegalMove, NotationError, OptionError, OutsideError, UnknownName
from tablero.match.referee import Reason, Rules, play_game
from tablero.position import SECOND
from tests.agents.programs import EXAMPLES, nobody_is_left, play, seated, write_program

pytestmark = pytest.mark.plain

FAULTS = IllegalMove, NotationError, TimeIsUp, OutsideError


@pytest.fixture(autouse=True)
def _folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


AT_ONCE = [
    ("say('move 99')", Reason.ILLEGAL, "'99' is not a legal move here"),
    ("say('move')", Reason.ILLEGAL, "'move' is not a valid answer, expected move and its name"),
    ("say('I think 5')", Reason.ILLEGAL, "'I think 5' is not a valid answer"),
    ("say('move 1 score high')", Reason.ILLEGAL, "'1 score high' is not a legal move"),
    ("os.write(1, bytes([255, 27, 10]))", Reason.ILLEGAL, "is not a valid answer"),
    ("while True: print('x' * 50)", Reason.ILLEGAL, "is not a valid answer"),
    ("while True: print(end='x' * 50)", Reason.ILLEGAL, "a line of more than 4096 bytes: 'xxx"),
    (r"say(good + '\n' + good)", Reason.ILLEGAL, "came without a request"),
    ("sys.exit(3)", Reason.CRASH, "it ended with exit code 3"),
    ("os._exit(0)", Reason.CRASH, "it ended with exit code 0"),
    ("1 / 0", Reason.CRASH, " | ZeroDivisionError: division by zero"),
    ("sys.exit('no time, sorry')", Reason.CRASH, "exit code 1: no time, sorry"),
    ("os.kill(os.getpid(), 9)", Reason.CRASH, "it was killed by signal 9"),
    ("os.close(1)\ntime.sleep(60)", Reason.CRASH, "it closed its output"),
    ("os.fork() and os._exit(4)\ntime.sleep(60)", Reason.CRASH, "it ended with exit code 4"),
    ("print(good, end='')\nos._exit(0)", Reason.CRASH, "it ended with exit code 0"),
    ("say('error my book is lost')", Reason.CRASH, "my book is lost"),
    ("say('error')", Reason.CRASH, "it reported a failure"),
    ("say('timeout')", Reason.TIMEOUT, "no move within the limits"),
    ("say('resign')", Reason.RESIGNED, ""),
]
WITH_TIME = [
    "time.sleep(60)",
    "time.sleep(1)\nsay(good)",
    "while True: print()",
    "while True: sys.stderr.write('x' * 1000)",
    "while True: pass",
    "os.fork()\ntime.sleep(60)",
    "print(good, end='', flush=True)\ntime.sleep(60)",
    "import signal\nsignal.signal(15, lambda *_: None)\ntime.sleep(60)",
]


@pytest.mark.parametrize(("misdeed", "reason", "detail"), AT_ONCE)
def test_a_misdeed_costs_one_game(misdeed, reason, detail, tmp_path):
    with seated(write_program(tmp_path, misdeed)) as player:
        assert_lost(play(player), reason, detail)
        assert_played(play(player))
    assert nobody_is_left(tmp_path)


@pytest.mark.parametrize("misdeed", WITH_TIME)
def test_nobody_waits_for_ever(misdeed, tmp_path):
    with seated(write_program(tmp_path, misdeed)) as player:
        assert_lost(play(player, seconds=0.2), Reason.TIMEOUT, "no answer within 0.2 seconds")
        assert_played(play(player))
    assert nobody_is_left(tmp_path)


def test_patience_has_an_end_without_a_clock(tmp_path):
    path = write_program(tmp_path, "time.sleep(60)")
    with seated(f"{path}(patience=0.2)") as player:
        assert_lost(play(player), Reason.TIMEOUT, "no answer within 0.2 seconds")


def test_a_program_that_behaves_stays_the_same_process(tmp_path):
    with seated(write_program(tmp_path)) as player:
        first, second = play(player), play(player)
    assert_played(first)
    assert_played(second)
    assert set(first.scores) == set(second.scores)


def test_what_was_said_too_much_in_one_game_is_not_heard_in_the_next(tmp_path):
    """A game that was broken off after its first move, which was told twice."""
    with seated(write_program(tmp_path, r"print(good + '\n' + good, flush=True)")) as player:
        player.begin(1)
        first = player.choose(games.load("tictactoe").start, Limits())
        second = play(player)
    assert_played(second)
    assert first.score not in second.scores


def test_a_program_that_ended_between_two_games_is_started_again(tmp_path):
    with seated(write_program(tmp_path)) as player:
        first = play(player)
        os.kill(player.child.process.pid, signal.SIGKILL)
        player.child.process.wait()
        second = play(player)
    assert_played(second)
    assert set(first.scores) - {None} != set(second.scores) - {None}


def test_a_program_that_cannot_be_started_again_loses_and_is_tried_again(tmp_path):
    dies = "if os.path.exists('misdeed') and first_time('death'): sys.exit('no more')"
    with seated(write_program(tmp_path, "sys.exit(3)", dies)) as player:
        assert_lost(play(player), Reason.CRASH, "exit code 3")
        assert_lost(play(player), Reason.CRASH, "it ended with exit code 1: no more")
        assert_played(play(player))


@pytest.mark.parametrize(
    ("at_start", "told"),
    [
        ("say('Hello!')", "'Hello!' is not a valid answer, expected ready"),
        ("sys.exit('no licence')", "it ended with exit code 1: no licence"),
        ("say('error program knows only chess')", "program knows only chess"),
        ("os.close(1); time.sleep(60)", "it closed its output"),
        ("time.sleep(60)", "no answer within 0.5 seconds"),
        ("while True: print(end='x' * 50)", "a line of more than 4096 bytes"),
    ],
)
def test_a_program_that_never_becomes_ready_takes_no_seat(at_start, told, tmp_path, monkeypatch):
    monkeypatch.setattr(program, "START_TIMEOUT_S", 0.5 if "within" in told else 60)
    with pytest.raises(OutsideError) as error, seated(write_program(tmp_path, at_start=at_start)):
        pass
    assert told in str(error.value)
    assert "\n" not in str(error.value)
    assert str(error.value).startswith((str(tmp_path / "program"), "program knows"))
    assert nobody_is_left(tmp_path)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("./nothing", "cannot start './nothing': no such file or directory"),
        ("./text", "cannot start './text': permission denied"),
        ("./folder/", "cannot start './folder/': permission denied"),
        ("./no_header", "cannot start './no_header': it is not a program"),
        ("program(command=there-is-no-such-program)", "no such file or directory"),
        ("./nul\0", "cannot start './nul\\x00': embedded null byte"),
    ],
)
def test_what_is_no_program_is_told_in_one_line(text, told, tmp_path):
    (tmp_path / "text").write_text("ready\n")
    (tmp_path / "folder").mkdir()
    (tmp_path / "no_header").write_text("ready\n")
    (tmp_path / "no_header").chmod(0o700)
    with pytest.raises(OutsideError, match=".") as error, seated(text):
        pass
    assert told in str(error.value)


def test_it_never_reads(tmp_path):
    """More than any pipe holds does not stop us."""
    child = Child(["sleep", "60"], {})
    try:
        with pytest.raises(TimeIsUp):
            child.ask("x" * 10_000_000, seconds=0.2)
    finally:
        child.kill()


def test_it_reads_slowly_but_all(tmp_path):
    code = "import sys, time; time.sleep(0.1); print(len(sys.stdin.readline()), flush=True)"
    child = Child([sys.executable, "-S", "-c", code], {})
    try:
        assert child.ask("x" * 1_000_000, seconds=60) == "1000001"
    finally:
        child.close()


def test_it_does_not_listen_but_answers(tmp_path):
    at_start = "say('ready')\nos.close(0)\ntime.sleep(1)\nsay('move 1')\nsys.exit()"
    with seated(write_program(tmp_path, at_start=at_start)) as player:
        played = play(player)
    assert len(played.scores) == 2
    assert_lost(played, Reason.CRASH, "it ended with exit code 0")


def test_nothing_is_left_open(tmp_path):
    before = sorted(os.listdir("/dev/fd"))
    for misdeed in ("say(good)", "sys.exit(3)", "os.fork()\ntime.sleep(60)"):
        (tmp_path / "misdeed").unlink(missing_ok=True)
        with seated(write_program(tmp_path, misdeed)) as player:
            play(player, seconds=0.3)
            pid = play(player).scores[0]
        with pytest.raises(ChildProcessError):  # no zombie waits for us
            os.waitpid(pid, os.WNOHANG)
    assert sorted(os.listdir("/dev/fd")) == before


def test_whom_it_has_started_leaves_with_it(tmp_path):
    helper = "if os.fork() == 0:\n    time.sleep(60)\n    os._exit(0)"
    with seated(write_program(tmp_path, "say(good)", helper)) as player:
        assert_played(play(player))
    assert nobody_is_left(tmp_path)


def test_a_program_that_does_not_leave_is_ended(tmp_path):
    with seated(write_program(tmp_path, "say(good)\ntime.sleep(60)")) as player:
        player.begin(1)
        player.choose(games.load("tictactoe").start, Limits())
    assert nobody_is_left(tmp_path)


def test_closing_twice_does_no_harm(tmp_path):
    with seated(write_program(tmp_path)) as player:
        player.close()


@pytest.fixture
def _interrupted():
    """As at a terminal; a shell may have told us to ignore it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("_interrupted")
def test_an_interruption_reaches_us_and_not_the_program(tmp_path):
    with seated(write_program(tmp_path, "time.sleep(60)")) as player:
        player.begin(1)
        assert os.getsid(player.child.process.pid) != os.getsid(0)
        interrupt = threading.Timer(0.2, os.kill, [os.getpid(), signal.SIGINT])
        interrupt.start()
        with pytest.raises(KeyboardInterrupt):
            player.choose(games.load("tictactoe").start, Limits())
        interrupt.join()
        assert nobody_is_left(tmp_path)
        with pytest.raises(OutsideError, match="the program was killed in this game"):
            player.choose(games.load("tictactoe").start, Limits())


def test_it_is_told_all_there_is_to_know(tmp_path):
    misdeed = "open('told', 'w').write(repr(told))\nsay(good)"
    with seated(write_program(tmp_path, misdeed), "kalah(seeds=3)", SECOND) as player:
        player.begin(42)
        position = games.load("kalah(seeds=3)").read("0 3 3 3 3 3 0 / 3 3 3 3 3 3 3 / 1")
        player.choose(position, Limits(depth=4, nodes=1000, seconds=30))
    assert eval((tmp_path / "told").read_text()) == {
        "tablero": "1",
        "game": "kalah(seeds=3)",
        "side": "second",
        "begin": "42",
        "position": "0 3 3 3 3 3 0 / 3 3 3 3 3 3 3 / 1",
        "legal": "2 3 4 5 6",
        "limits": "depth=4 nodes=1000 time=30",
        "choose": "",
    }


def test_blank_lines_and_ends_of_other_systems_do_not_matter(tmp_path):
    with seated(write_program(tmp_path, r"say('\n\n \r\n' + good + '\r\n')")) as player:
        assert_played(play(player))


@pytest.mark.parametrize(
    ("said", "score", "statistics", "lines"),
    [
        ("score 1", 1, {}, []),
        ("score 1 depth 3", 1, {}, [(3, [4])]),
        ("depth 3", None, {}, []),
        ("score -2 depth 3 line 5 1", -2, {}, [(3, [4, 0])]),
        ("score 1 nodes 17", 1, {"evaluated": 17}, []),
        ("nodes 17 seconds 0.5", None, {"evaluated": 17, "seconds": 0.5}, []),
        ("score 1 depth 3 seconds 0.5", 1, {"seconds": 0.5}, [(3, [4])]),
        ("line 5 1", None, {}, []),
    ],
)
def test_any_part_of_an_answer_may_be_missing(said, score, statistics, lines, tmp_path):
    with seated(write_program(tmp_path, f"say('move 5 {said}')")) as player:
        player.begin(1)
        choice = player.choose(games.load("tictactoe").start, Limits())
    assert (choice.move, choice.score, choice.statistics) == (4, score, statistics)
    assert [(result.depth, result.line) for result in choice.trace] == lines


def test_a_trace_without_nodes_is_shown(tmp_path, capsys):
    misdeed = "say('move ' + told['legal'].split()[0] + ' score 1 depth 3')"
    path = write_program(tmp_path, misdeed, "first_time = lambda what: True")
    with pytest.raises(SystemExit):
        main(["play", "tictactoe", path, path, "--trace", "--lang", "en"])
    assert re.search(r"\n +3 +\+1 +– +–  1\n", capsys.readouterr().out)


def test_a_score_is_the_players_own(tmp_path):
    with seated(write_program(tmp_path, "say('move 5 score -17')")) as player:
        player.begin(1)
        choice = player.choose(games.load("tictactoe").start, Limits())
    assert (choice.move, choice.score) == (4, -17)


PARROT = """#!/bin/sh
echo ready
while read -r word text; do
    case $word in choose) cat {words} ;; esac
done
"""


def test_what_it_complains_about_goes_to_a_log(tmp_path):
    path = write_program(tmp_path, "sys.exit('oh no')", "sys.stderr.write('ñ' * 100_000 + '!')")
    with seated(f"{path}(log=all.log)") as player:
        play(player)
        play(player)
    start = "ñ" * 100_000 + "!"
    assert Path("all.log").read_text(encoding="utf-8") == f"{start}oh no\n{start}"


def test_a_log_that_cannot_be_written(tmp_path):
    with pytest.raises(OutsideError, match="cannot write no/such/folder: no such file"):
        agents.load(f"{write_program(tmp_path)}(log=no/such/folder)").seat(games.load("kalah"), 0)


@pytest.fixture(scope="module")
def parrot(tmp_path_factory):
    """A player whose program says whatever stands in a file."""
    folder = tmp_path_factory.mktemp("parrot")
    (folder / "parrot").write_text(PARROT.format(words=folder / "words"))
    (folder / "parrot").chmod(0o700)
    with seated(str(folder / "parrot"), "connect4") as player:
        yield player, folder / "words"


WORDS = st.sampled_from(
    [b"move", b"resign", b"score", b"error", b"ready", b" ", b"1", b"8", b"\n"]
)


@given(said=st.binary(max_size=200) | st.lists(WORDS).map(b"".join))
def test_anything_may_be_said(parrot, said):
    player, words = parrot
    words.write_bytes(said + b"\n")
    game = games.load("connect4")
    player.begin(1)
    try:
        choice = player.choose(game.start, Limits(seconds=0.1))
    except FAULTS as error:
        told = str(error)
    else:
        told = "a move"
        assert choice.move == RESIGN or choice.move in game.start.moves()
    assert told.isprintable()


@pytest.mark.parametrize("game", [*games.GAMES])
@pytest.mark.parametrize("example", ["player_first.sh", "player_program.py"])
def test_the_examples_play_every_game(example, game):
    with seated(f"program(command={EXAMPLES / example})", game) as player:
        played = play(player, game=game)
    assert played.reason in (Reason.WON, Reason.DRAWN), played.detail


def test_the_example_in_python_plays_the_same_game_again():
    with seated(f"program(command={EXAMPLES}/player_program.py)", "connect4") as player:
        games_played = [play(player, game="connect4", seed=seed).moves for seed in (1, 2, 1)]
    assert games_played[0] == games_played[2] != games_played[1]


@pytest.mark.parametrize(
    "text",
    [
        "./bot.sh",
        "./my bot.sh",
        "./Juan's bot",
        "../a/b",
        "./bot.sh(patience=5,log=a b)",
        "./b(1)/c.py",
    ],
)
def test_a_path_is_an_agent_that_is_read_back(text):
    agent = agents.load(text)
    assert agents.load(str(agent)) == agent


@pytest.mark.parametrize(
    "text",
    ["program(command=./bot.sh --hard -n 3)", "program(command=awk -f bot.awk,patience=2.5)"],
)
def test_a_command_is_an_agent_that_is_read_back(text):
    assert str(agents.load(text)) == text


def test_words_are_read_as_a_shell_reads_them(tmp_path):
    code = "import sys; print('error', sys.argv[1:], flush=True); sys.stdin.read()"
    (tmp_path / "echo words.py").write_text(code)
    with pytest.raises(OutsideError) as error:
        agents.load(f"program(command={sys.executable} 'echo words.py' a 'b c' d=e)").seat(
            games.load("tictactoe"), 0
        )
    assert str(error.value) == "['a', 'b c', 'd=e']"


@pytest.mark.parametrize(
    "text",
    [
        "program",
        "program(command=)",
        "program(command=it's)",
        "program(patience=0,command=./a)",
        "program(patience=soon,command=./a)",
        "./a,b(patience=3)",
    ],
)
def test_what_is_no_command(text):
    with pytest.raises(OptionError):
        agents.load(text)


def test_a_path_has_no_command_of_its_own():
    with pytest.raises(UnknownName):
        agents.load("./bot.sh(command=./other.sh)")


def test_a_command_that_cannot_be_told_is_none():
    with pytest.raises(OptionError, match="expected words without commas"):
        ProgramAgent("./bot.sh a,b")


def test_every_reason_is_provoked_by_a_program(tmp_path):
    reasons = set()
    for misdeed, *_rest in AT_ONCE:
        (tmp_path / "misdeed").unlink(missing_ok=True)
        with seated(write_program(tmp_path, misdeed)) as player:
            reasons.add(play(player).reason)
    first = f"{EXAMPLES}/player_first.sh"
    for game, most in [("tictactoe", None), ("tictactoe", 3), ("kalah(pits=1,seeds=1)", None)]:
        with seated(first, game) as player, seated(first, game, SECOND) as other:
            player.begin(1)
            other.begin(1)
            rules = games.load(game)
            played = play_game(rules, (player, other), rules.start, rules=Rules(Limits(), most))
            reasons.add(played.reason)
    assert reasons == set(Reason) - {Reason.UNFINISHED, Reason.ADJUDICATED}


def assert_lost(played, reason, detail):
    assert (played.reason, played.winner) == (reason, SECOND), played.detail
    assert detail in played.detail
    assert "\n" not in played.detail


def assert_played(played):
    assert played.reason in (Reason.WON, Reason.DRAWN), played.detail
