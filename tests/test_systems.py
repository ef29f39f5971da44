"""Systems that lack the modules of POSIX: what works there, and what says that it does not."""

import subprocess
import sys

import pytest

from tablero.cli import POSIX_MODULES

pytestmark = pytest.mark.plain

PROGRAM = """
import sys
for name in {modules}:
    sys.modules[name] = None
from tablero.cli import main
main(sys.argv[1:])
"""


def run(*words: str) -> "subprocess.CompletedProcess[str]":
    """Run a command in a process in which these modules cannot be imported."""
    program = PROGRAM.format(modules=POSIX_MODULES)
    command = [sys.executable, "-c", program, *words]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    "words",
    [
        "--help",
        "games",
        "show connect4 --play 4 4",
        "search tictactoe --depth 3",
        "search connect4 --algorithm engine --depth 3",
        "solve tictactoe xx.oo....",
        "perft connect4 --depth 3",
        "play connect4 random random --seed 1",
        "match connect4 random greedy --games 2 --seed 1",
        "match tictactoe random random --games 2 --seed 1 --out {folder}/games.jsonl",
        "lab compare tictactoe minimax(depth=2) alphabeta(depth=2) --positions 3",
        "lab regret tictactoe random --positions 2 --plies 5-6",
    ],
)
def test_the_core_needs_no_posix(words, tmp_path):
    done = run(*words.format(folder=tmp_path).split())
    assert (done.returncode, "Error" in done.stderr) == (0, False), done.stderr
    assert done.stdout


@pytest.mark.parametrize(
    ("words", "name"), [("arena round course", "fcntl"), ("serve --no-browser", "resource")]
)
def test_arena_and_page_say_that_they_need_linux(words, name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    subprocess.run([sys.executable, "-m", "tablero", "arena", "init", "course"], check=True)
    done = run(*words.split())
    assert (done.returncode, done.stdout) == (2, "")
    reason = f"this command needs Linux: Python has no module {name} on this system"
    assert done.stderr == f"tablero: {reason}\n"
