"""Does what an extra is for work in this environment? scripts/try-install asks, with its Python.

try_extra.py EXTRA              one use of it; whatever goes wrong ends in a traceback
try_extra.py EXTRA --missing    the same use is refused in one line that names the extra
"""

import json
import subprocess
import sys
import urllib.request
from pathlib import Path

BIN = Path(sys.executable).parent

NIM = """
from easyAI import TwoPlayerGame

class Nim(TwoPlayerGame):
    def __init__(self, players=None):
        self.players, self.pile, self.current_player = players, 5, 1

    def possible_moves(self):
        return ["1", "2"][: self.pile]

    def make_move(self, move):
        self.pile -= int(move)

    def is_over(self):
        return self.pile == 0

    def scoring(self):
        return 1 if self.is_over() else 0
"""

ENVIRONMENT = "from tablero.adapters.pettingzoo import env; env('kalah').reset()"

USES = {
    "arena": "tablero arena verdict course",
    "books": "tablero solve connect4 --score-only",  # without a table it would take an hour
    "cluster": "tablero match tictactoe random random --games 2 --seed 1 --cluster local",
    "dev": "pytest --version",
    "docs": "zensical --version",
    "easyai": "tablero match nim.py easyai(depth=2) random --games 2 --seed 1",
    "kaggle": "tablero match connect4 kaggle(random) random --games 2 --seed 1",
    "openspiel": "tablero match openspiel(tic_tac_toe) random openspiel(mcts) --games 2 --seed 1",
    "pettingzoo": "python -c {environment}",
    "plots": "tablero lab growth tictactoe --depth 2 --out growth.svg",
    "postgres": "python -c {driver}",
    "tune": "tablero lab tune kalah composite --generations 1 --pairs 1 --depth 1 --match 0",
    "web": "tablero serve --port 0 --no-browser --json",
}

REFUSED = USES.keys() - {"books", "dev", "docs", "pettingzoo", "postgres"}
"""Commands of ours that need the extra; the solver is only slower without its table."""


def command(extra: str) -> list[str]:
    """In a directory that is this program's own."""
    Path("nim.py").write_text(NIM)
    if not Path("course").exists():
        make = [str(BIN / "tablero"), "arena", "init", "course"]
        subprocess.run(make, check=True, stdout=subprocess.DEVNULL)
    pieces = {"environment": ENVIRONMENT, "driver": "import psycopg"}
    program, *words = (word.format(**pieces) for word in USES[extra].split())
    return [str(BIN / program), *words]


def use(extra: str) -> None:
    if extra == "web":
        answer_a_browser()
    else:
        subprocess.run(command(extra), check=True, stdout=subprocess.DEVNULL)


def answer_a_browser() -> None:
    with subprocess.Popen(command("web"), stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout
            address = json.loads(server.stdout.readline())["address"]
            with urllib.request.urlopen(address) as page:
                assert b"<title>Tablero" in page.read()
        finally:
            server.terminate()


def refuse(extra: str) -> None:
    done = subprocess.run(command(extra), check=False, capture_output=True, text=True)
    assert done.returncode == 2, done
    assert f"tablero[{extra}]" in done.stderr, done
    assert done.stderr.count("\n") == 1, done


if __name__ == "__main__":
    name, *options = sys.argv[1:]
    if not options:
        use(name)
    elif name in REFUSED:
        refuse(name)
