"""Numba is kept in its room: it comes late, knows our verbs, and forgets nothing it should not."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tablero import sources
from tablero.agents.beginner import Beginner, Blinkers
from tablero.agents.chance import Thrower
from tablero.agents.compiled import player_class
from tablero.agents.greedy import Glance
from tablero.agents.mcts import Gardener
from tablero.agents.uct import Tree
from tablero.jit import disk, words
from tablero.position import Judge, Position
from tablero.search.node import Best, Natural
from tablero.solve.connect4.kernel import room_class
from tablero.solve.sowing.kalah import kalah_field
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


def test_numba_knows_exactly_the_verbs():
    kinds = (
        *(Position, Judge, Natural, Best, Thrower),
        *(Glance, Gardener, Tree, Beginner, Blinkers),
        *(room_class(7, 6, 4), kalah_field(2, 1, 0, 1), player_class(0)),
    )
    names = {name for kind in kinds for name in vars(kind) if name[0] != "_"}
    fields = {name for kind in kinds for name in getattr(kind, "_fields", ())}
    assert names - fields - {"count", "index"} == set(words.VERBS)
    assert fields & set(words.VERBS) == set()


@pytest.mark.parametrize(
    "words",
    ["--help", "games", "show connect4 44", "search --help", "match --help", "bench --help"],
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
from tablero import evals, games
from tablero.search.alphabeta import alphabeta
from tablero.search.run import Settings, search

for name, judge in (("connect4(columns=5,rows=4)", "table"), ("quarry(side=3)", "zero")):
    game = games.load(name)
    search(game.start, evals.load(judge, game), Settings(depth=2))
stats = alphabeta.dispatcher.stats
print(sum(stats.cache_hits.values()), sum(stats.cache_misses.values()))
"""
    assert run_python(code, XDG_CACHE_HOME=str(tmp_path)) == "0 2\n"
    assert run_python(code, XDG_CACHE_HOME=str(tmp_path)) == "2 0\n"


@pytest.mark.compiled_only
def test_a_file_from_outside_takes_no_machine_code_of_ours_away(tmp_path):
    code = """
import sys
from tablero import evals, games
from tablero.search.minimax import minimax
from tablero.search.run import Settings, search

for name in sys.argv[1:]:
    game = games.load(name)
    search(game.start, evals.load("zero", game), Settings("minimax", 2))
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
from tablero import evals, games
from tablero.position import rules
from tablero.search.minimax import minimax
from tablero.search.run import Settings, search

game = games.load("tictactoe")
zero, settings = evals.load("zero", game), Settings("minimax", 2)
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
    assert words.replaced((1, 2, 3), 1, 9) == (1, 9, 3)
