"""Numba is imported late, compiles methods of NamedTuples, and its disk cache is never stale."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

from tablero import sources
from tablero.cli import main
from tablero.jit import disk, kernel
from tablero.jit.extensions import replaced
from tablero.jit.records import record
from tests.games.setups import OUTSIDE


def run_python(code: str, *words: str, **environment: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code, *words],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


class Square(NamedTuple):
    """A field `area`, and methods with the names of a field of Cube."""

    side: int
    area: int

    def volume(self) -> int:
        return self.side * self.area

    def larger(self, by: int) -> "Square":
        return Square(self.side + by, (self.side + by) ** 2)


class Cube(NamedTuple):
    """A field `volume`, and methods of the names that Square has, one with other arguments."""

    side: int
    volume: float

    def area(self) -> int:
        return 6 * self.side * self.side

    def larger(self, by: int, times: int = 1) -> "Cube":
        return Cube(self.side + by * times, self.volume)


@kernel
def measured(square: Square, cube: Cube) -> tuple[int, float, int, int]:
    square, cube = square.larger(1), cube.larger(1, 2).larger(1)
    return square.volume() + square.area, cube.volume, cube.area(), cube.side


def test_kernels_call_the_methods_of_each_class():
    """A name may be a field here and a method there, with other numbers of arguments."""
    assert measured(Square(1, 1), Cube(1, 0.5)) == (2 * 4 + 4, 0.5, 6 * 16, 4)


GAME = """
from typing import NamedTuple
from tablero.games.game import Game
from tablero.position import ONGOING

class Sticks(NamedTuple):
    FIELD: int
    side: int

    def moves(self):
        for number in range(1, min(3, self.FIELD) + 1):
            yield number

    def play(self, move):
        return Sticks(self.FIELD - move, 1 - self.side)

    def outcome(self):
        return ONGOING if self.FIELD else -1

    def turn(self):
        return self.side

class Nim(Game):
    name = "nim"
    start = Sticks(7, 0)
"""


@pytest.mark.parametrize("field", ["board", "key", "number", "value", "pick"])
def test_a_field_may_have_the_name_of_a_method_of_another_class(field, tmp_path, capsys):
    """Seven sticks, one to three a turn: who takes three leaves a multiple of four, and wins."""
    file = tmp_path / "nim.py"
    file.write_text(GAME.replace("FIELD", field))
    agents = "alphabeta(depth=7,cache=true)", "engine(depth=7)", "level(8)"
    for agent in agents:
        words = ["match", str(file), agent, "random", "--games", "4", "--json"]
        with pytest.raises(SystemExit) as end:
            main(words)
        assert not end.value.code, capsys.readouterr().err
        match = json.loads(capsys.readouterr().out)
        assert match["wins"] + match["losses"] == 4
    with pytest.raises(SystemExit) as end:
        main(["search", str(file), "--cache", "--depth", "7", "--json"])
    assert not end.value.code
    assert json.loads(capsys.readouterr().out)["move"] == "3"


def test_records_hold_python_ints_when_interpreted():
    notes = record(np.dtype([("count", np.int64), ("moves", np.int64, (2, 3))]), interpreted=True)
    notes.moves[1, 2] = 5
    notes.moves[0] = 7
    assert type(notes.count) is type(notes.moves[1, 2]) is int
    assert notes.moves.tolist() == [[7, 7, 7], [0, 0, 5]]
    assert notes.moves[1].tolist() == notes.moves[1, :].tolist() == [0, 0, 5]


@pytest.mark.parametrize(
    "words",
    ["--help", "games", "show connect4 44", "search --help", "match --help"],
)
def test_the_door_is_light(words):
    code = f"""
import sys
from tablero.cli import main
try:
    main({words.split()!r})
except SystemExit as end:
    assert not end.code, end.code
heavy = {{"numba", "numpy", "rich", "matplotlib"}} & set(sys.modules)
assert not heavy, heavy
"""
    run_python(code)


def test_an_interpreted_search_never_imports_numba():
    code = """
import sys
from tablero.cli import main
try:
    main(["search", "tictactoe", "xo..x.o..", "--json"])
except SystemExit as end:
    assert not end.code, end.code
assert "numba" not in sys.modules
"""
    run_python(code, NUMBA_DISABLE_JIT="1")


def test_the_cache_is_named_after_all_sources(monkeypatch):
    monkeypatch.setattr(sources, "_outside", {})
    names = {sources.package_digest(), sources.digest()}
    sources.include("a_game", "a_game.py", b"one rule")
    names.add(sources.digest())
    sources.include("a_game", "a_game.py", b"another rule")
    names.add(sources.digest())
    assert len(names) == 4


def test_only_the_caches_used_last_are_kept(tmp_path):
    for age in range(disk.CACHES_KEPT + 3):
        directory = tmp_path / f"kernels-{age:04}"
        directory.mkdir()
        (directory / "machine.code").touch()
        os.utime(directory, (age, age))
    (tmp_path / "not ours").mkdir()
    disk.sweep(tmp_path)
    left = sorted(path.name for path in tmp_path.iterdir())
    assert left == [*(f"kernels-{age:04}" for age in range(3, disk.CACHES_KEPT + 3)), "not ours"]


@pytest.mark.compiled_only
def test_the_next_process_finds_the_machine_code(tmp_path):
    code = """
import tablero.games as games
from tablero.games import evaluations
from tablero.search.alphabeta import alphabeta
from tablero.search.run import Settings, search

for name, evaluation in (("connect4(columns=5,rows=4)", "table"), ("quarry(side=3)", "zero")):
    game = games.load(name)
    search(game.start, evaluations.load(evaluation, game), Settings(depth=2))
stats = alphabeta.dispatcher.stats
print(sum(stats.cache_hits.values()), sum(stats.cache_misses.values()))
"""
    assert run_python(code, XDG_CACHE_HOME=str(tmp_path)) == "0 2\n"
    assert run_python(code, XDG_CACHE_HOME=str(tmp_path)) == "2 0\n"


@pytest.mark.compiled_only
def test_threads_may_call_a_kernel_first_at_the_same_time(tmp_path):
    code = """
import threading
from concurrent.futures import ThreadPoolExecutor
import tablero.games as games
from tablero.games import evaluations
from tablero.search.run import Settings, search

def score(name):
    game = games.load(name)
    ready.wait()
    return search(game.start, evaluations.load("zero", game), Settings("alphabeta", 2)).score

names = ["connect4", "connect4", "tictactoe", "tictactoe"]
ready = threading.Barrier(len(names))
with ThreadPoolExecutor(len(names)) as pool:
    print(*pool.map(score, names))
"""
    assert run_python(code, XDG_CACHE_HOME=str(tmp_path)).split() == ["0"] * 4


@pytest.mark.compiled_only
def test_a_recursive_kernel_called_with_a_literal_is_found_on_disk(tmp_path):
    code = """
from tablero.match.plan import MatchTerms, Plan
from tablero.match.players import MatchPlayers
from tablero.search.alphabeta import alphabeta

players = MatchPlayers(Plan(MatchTerms("tictactoe", ("alphabeta(depth=2)",) * 2, 2, 1)))
assert players.are_compiled
print([played.moves for _number, played in players.run([1, 2])])
print(len(alphabeta.dispatcher.overloads))
"""
    first, again = (run_python(code, XDG_CACHE_HOME=str(tmp_path)) for _process in range(2))
    moves, compiled = first.splitlines()
    assert (again.splitlines()[0], compiled) == (moves, "1")


@pytest.mark.compiled_only
def test_a_file_from_outside_takes_no_machine_code_of_ours_away(tmp_path):
    code = """
import sys
import tablero.games as games
from tablero.games import evaluations
from tablero.search.minimax import minimax
from tablero.search.run import Settings, search

for name in sys.argv[1:]:
    game = games.load(name)
    search(game.start, evaluations.load("zero", game), Settings("minimax", 2))
stats = minimax.dispatcher.stats
print(sum(stats.cache_hits.values()), sum(stats.cache_misses.values()))
"""
    cache = {"XDG_CACHE_HOME": str(tmp_path)}
    assert run_python(code, "tictactoe", **cache) == "0 1\n"
    assert run_python(code, OUTSIDE, "tictactoe", **cache) == "1 1\n"
    assert run_python(code, OUTSIDE, "tictactoe", **cache) == "2 0\n"
    assert run_python(code, "tictactoe", **cache) == "1 0\n"


@pytest.mark.compiled_only
def test_a_module_of_somebodys_is_in_nobody_elses_way(tmp_path):
    """Positions of a module that only one process can import, changed in between."""
    own = tmp_path / "own"
    own.mkdir()
    rules = Path(OUTSIDE).read_text()
    code = """
import sys
import tablero.games as games
from tablero.games import evaluations
from tablero.position import rules
from tablero.search.minimax import minimax
from tablero.search.run import Settings, search

game = games.load("tictactoe")
zero, settings = evaluations.load("zero", game), Settings("minimax", 2)
if sys.argv[1:]:
    sys.path.insert(0, sys.argv[1])
    import own_sticks
    rules(own_sticks.Pile)
    search(own_sticks.Sticks().start, zero, settings)
search(game.start, zero, settings)
stats = minimax.dispatcher.stats
print(sum(stats.cache_hits.values()), sum(stats.cache_misses.values()))
"""
    cache = {"XDG_CACHE_HOME": str(tmp_path / "cache")}
    (own / "own_sticks.py").write_text(rules)
    assert run_python(code, str(own), **cache) == "0 2\n"
    assert run_python(code, str(own), **cache) == "2 0\n"
    assert run_python(code, **cache) == "1 0\n"
    (own / "own_sticks.py").write_text(rules + "\n# another text\n")
    assert run_python(code, str(own), **cache) == "1 1\n"


def test_replaced():
    assert replaced((1, 2, 3), 1, 9) == (1, 9, 3)
