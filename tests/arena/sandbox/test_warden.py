"""Cells do what honest players need, and whatever happens nobody waits for ever."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import tablero.games as games
from tablero.agents.agent import Limits, TimeIsUp
from tablero.arena.player.forms import Track
from tablero.arena.sandbox.level import Level, level_found, parse_level, require
from tablero.arena.sandbox.limits import MEGABYTE, CellLimits
from tablero.arena.sandbox.warden import Cell, CellFault, FaultKind, Warden
from tablero.errors import OptionError, UnknownName, WorkerDied
from tablero.locale import speaking
from tests.arena.sandbox.conftest import alive, fault_of, kill_nursery, wait_for_end
from tests.arena.sandbox.texts import ANY, HALVES, REGULAR, STORES

pytestmark = pytest.mark.plain

GAME = "mancala11"
START = games.load(GAME).start
LIBRARY_USER = """
import collections, dataclasses, datetime, heapq, io, itertools, json, math, os, random, re
import sys, time, traceback
import numpy as np

@dataclasses.dataclass
class Memory:
    seen: int = 0

memory = Memory()

def choose(position, moves, game, side, seconds, limits, boldness=3):
    memory.seen += 1
    print("to nobody", file=sys.stderr)
    try:
        1 / 0
    except ZeroDivisionError:
        traceback.print_exc()
    a = np.linalg.inv(np.eye(3) * 2) @ np.arange(3)
    table = np.random.default_rng(1).random((60, 60)) @ np.ones((60, 60))
    assert abs(a.sum() - 1.5) < 1e-9 and table.shape == (60, 60)
    assert datetime.datetime.strptime("2026-11-17", "%Y-%m-%d").year == 2026
    assert not sys.stdin.read() and not os.environ
    assert (side, seconds, limits.depth, boldness) == (0, None, None, 3)
    return game.move_name(position, moves[memory.seen])
"""


def evaluation(warden: Warden, text: str) -> Cell:
    return warden.cell(text, Track.EVALUATION, GAME)


def test_an_evaluation_values_positions_in_their_order(warden):
    cell = evaluation(warden, STORES)
    positions = [START, START.play(3), START.play(3).play(3), START.play(0)]
    assert cell.values(positions) == [each.store - each.their_store for each in positions]
    assert cell.values([]) == []
    assert not cell.finals
    cell.close()


def test_an_evaluation_may_say_what_the_end_is_worth(warden):
    cell = evaluation(warden, REGULAR)
    assert cell.finals
    over = START._replace(mine=0, theirs=0, store=20, their_store=16)
    assert over.outcome() == 4
    assert cell.judge([START], [over]) == ([0], [4])
    cell.close()


def test_halves_are_numbers(warden):
    position = START.play(3)._replace(store=1)
    assert evaluation(warden, HALVES).values([position]) == [0.5]


def test_questions_and_answers_larger_than_any_buffer(warden):
    cell = evaluation(warden, STORES)
    assert cell.values([START] * 60_000) == [0] * 60_000
    cell.close()


def test_an_agent_finds_what_it_needs(warden):
    cell = warden.cell(LIBRARY_USER, Track.AGENT, GAME)
    assert [cell.move(START), cell.move(START)] == ["1", "2"]
    cell.close()


def test_dice_are_the_match_s(warden):
    def line(seed: int) -> list[str]:
        cell = warden.cell(ANY, Track.AGENT, GAME, seed)
        moves = [cell.move(START) for _turn in range(20)]
        cell.begin(seed)
        assert [cell.move(START) for _turn in range(20)] == moves
        cell.close()
        return moves

    assert line(1) == line(1) != line(2)


def test_two_cells_know_nothing_of_each_other(warden):
    text = "count = 0\ndef value(board):\n    global count\n    count += 1\n    return count\n"
    one, two = evaluation(warden, text), evaluation(warden, text)
    assert (one.values([START] * 3), two.values([START])) == ([1, 2, 3], [1])
    assert one.pid != two.pid


def test_time_is_read_from_outside(warden):
    busy = "def value(board):\n    for turn in range(300000):\n        pass\n    return 0\n"
    lazy = "import time\ndef choose(moves):\n    time.sleep(0.3)\n    return moves[0]\n"
    worker, sleeper = evaluation(warden, busy), warden.cell(lazy, Track.AGENT, GAME)
    before = worker.cpu
    worker.values([START] * 10)
    rested = sleeper.cpu
    sleeper.move(START)
    assert worker.cpu - before > sleeper.cpu - rested
    worker.close()
    assert worker.cpu > before


@pytest.mark.parametrize(
    ("text", "evidence"),
    [
        ("def value(board)\n    return 1\n", "line 1: SyntaxError"),
        ("x = 1\nvalue = 1 / 0\n", "line 2: ZeroDivisionError"),
        ("import mosquito\n", "line 1: ModuleNotFoundError: an evaluation may import abc"),
        ("x = 1\n", "expected a function value(board)"),
        ("def value(board):\n    return 0\n\0", "SyntaxError|ValueError"),
    ],
)
def test_what_does_not_load(warden, text, evidence):
    fault = fault_of(lambda: evaluation(warden, text))
    assert fault.kind is FaultKind.LOADS_NOT
    assert any(part in fault.evidence for part in evidence.split("|")), fault.evidence


@pytest.mark.parametrize(
    ("track", "text", "evidence"),
    [
        (Track.EVALUATION, "x = 1\n", "se espera una función value(board)"),
        (Track.AGENT, "x = 1\n", "se espera una función choose"),
        (Track.AGENT, "def choose(luck): pass\n", "choose pide 'luck'; puede pedir position, "),
    ],
)
def test_why_a_text_is_no_player_is_told_in_the_language_spoken(warden, track, text, evidence):
    with speaking("es"):
        fault = fault_of(lambda: warden.cell(text, track, GAME))
    assert fault.kind is FaultKind.LOADS_NOT
    assert fault.evidence.startswith(evidence)


def test_an_error_is_told_with_the_player_s_own_line(warden):
    text = "def ask(board):\n    return board.x\n\ndef value(board):\n    return ask(board)\n"
    fault = fault_of(lambda: evaluation(warden, text).values([START]))
    assert fault.kind is FaultKind.RAISES
    assert fault.evidence.startswith("line 2: AttributeError:")


def test_after_a_fault_the_cell_is_gone(warden):
    cell = evaluation(warden, "def value(board):\n    return 'x'\n")
    assert fault_of(lambda: cell.values([START])).kind is FaultKind.BAD_ANSWER
    assert fault_of(lambda: cell.values([START])).kind is FaultKind.DIED
    wait_for_end(cell.pid)


def test_a_move_s_own_time_is_a_limit(warden):
    cell = warden.cell("def choose():\n    while True:\n        pass\n", Track.AGENT, GAME)
    with pytest.raises(TimeIsUp) as caught:
        cell.move(START, limits=Limits(seconds=0.1))
    assert isinstance(caught.value, CellFault)
    assert caught.value.kind is FaultKind.SLOW


def test_the_whole_life_is_limited_by_the_kernel(strongest):
    limits = CellLimits(life=1, memory=768 * MEGABYTE)
    text = "def value(board):\n    while True:\n        pass\n"
    with Warden(strongest, limits) as warden:
        fault = fault_of(lambda: evaluation(warden, text).values([START]))
    assert fault.kind is FaultKind.SLOW


def test_modules_can_be_added(strongest):
    text = "import colorsys\ndef choose(moves):\n    return moves[0]\n"
    with Warden(strongest) as warden:
        assert fault_of(lambda: warden.cell(text, Track.AGENT, GAME)).kind is FaultKind.LOADS_NOT
    with Warden(strongest, CellLimits(modules=("colorsys",))) as warden:
        assert warden.cell(text, Track.AGENT, GAME).move(START) == "0"


def test_a_game_in_a_file(strongest, tmp_path):
    source = Path(games.__file__).with_name("tictactoe.py").read_text()
    (tmp_path / "my_game.py").write_text(source)
    tmp_path.chmod(0o755)
    game = str(tmp_path / "my_game.py")
    with Warden(strongest) as warden:
        cell = warden.cell("def choose(moves):\n    return moves[4]\n", Track.AGENT, game)
        assert cell.move(games.load(game).start) == "5"


def test_a_nursery_that_is_gone_is_no_fault_of_the_player(strongest):
    with Warden(strongest) as warden:
        cell = evaluation(warden, STORES)
        kill_nursery(cell)
        wait_for_end(cell.pid)
        with pytest.raises(WorkerDied):
            cell.values([START])
        assert evaluation(warden, STORES).values([START]) == [0]


def test_a_game_that_is_none_is_told(strongest):
    with Warden(strongest) as warden, pytest.raises(WorkerDied, match="no game named 'chequers'"):
        warden.cell(STORES, Track.EVALUATION, "chequers")


LEFT_ALONE = """
import sys, time
from tablero.arena.player.forms import Track
from tablero.arena.sandbox.level import Level
from tablero.arena.sandbox.warden import Warden

warden = Warden(Level(sys.argv[1]))
text = "def choose():\\n    while True:\\n        pass\\n"
cell = warden.cell(text, Track.AGENT, "mancala11")
import threading
threading.Thread(target=lambda: cell.move((0,) * 9, 0), daemon=True).start()
print(cell.pid, warden.ward(Track.AGENT, "mancala11").process.pid, flush=True)
time.sleep(600)
"""


def test_kill_9_of_the_trusted_process_leaves_nothing_behind(strongest):
    process = subprocess.Popen(
        [sys.executable, "-c", LEFT_ALONE, strongest.value], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    pids = [int(word) for word in process.stdout.readline().split()]
    assert all(Path(f"/proc/{pid}").exists() for pid in pids)
    process.kill()
    process.wait()
    process.stdout.close()
    wait_for_end(*pids)


def test_a_closed_warden_leaves_nothing_behind(strongest):
    with Warden(strongest) as warden:
        pids = [evaluation(warden, STORES).pid, warden.ward(Track.EVALUATION, GAME).process.pid]
        assert all(map(alive, pids))
    wait_for_end(*pids)


def test_our_own_forks_do_not_hold_the_line(strongest):
    """A process that was forked from ours would otherwise keep the nursery alive."""
    warden = Warden(strongest)
    pid = evaluation(warden, STORES).pid
    child = os.fork()
    if child == 0:
        signal.pause()
    try:
        warden.close()
        wait_for_end(pid)
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)


def test_nobody_who_plays_is_root(warden):
    cell = evaluation(warden, STORES)
    status = Path(f"/proc/{cell.pid}/status").read_text()
    (users,) = (line for line in status.splitlines() if line.startswith("Uid:"))
    assert "0" not in users.split()[1:]
    if warden.level.reaches(Level.LOCKED):
        assert "NoNewPrivs:\t1" in status
        assert "Seccomp:\t2" in status
        assert "CapEff:\t0000000000000000" in status
    if os.getuid() == 0:
        environment = Path(f"/proc/{cell.pid}/environ").read_bytes()
        assert b"HOME" not in environment
        assert b"PATH=" not in environment.replace(b"PYTHONPATH=", b"")


def test_levels():
    assert [parse_level(level.value) for level in Level] == list(Level)
    assert Level.FULL.reaches(Level.LOCKED)
    assert not Level.LIMITS.reaches(Level.LOCKED)
    with pytest.raises(UnknownName):
        parse_level("strong")
    require(level_found())


def test_a_machine_without_the_level_refuses(monkeypatch):
    monkeypatch.setattr("tablero.arena.sandbox.level.level_found", lambda: Level.LIMITS)
    with pytest.raises(OptionError, match="level limits here, and locked is asked for"):
        require(Level.LOCKED)
    require(Level.LIMITS)
