"""The games of examples/games: each is a file that a user could have written."""

import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

import tablero.games as games
from tablero.cli import main
from tablero.jit import INTERPRETED
from tablero.position import ONGOING
from tablero.search.perft import perft
from tests.games.test_perft import PATIENCE, TABLES, Row, read_rows
from tests.games.test_playthroughs import playthrough

ROOT = Path(__file__).parents[2]
FILES = sorted((ROOT / "examples" / "games").glob("*.py"))
ROWS = [row for table in sorted((TABLES / "examples").glob("*.txt")) for row in read_rows(table)]
PLAYTHROUGHS = sorted((ROOT / "tests" / "data" / "playthroughs" / "examples").glob("*.txt"))
GAMES = ["othello.py", "oware.py", "hex.py(size=4)"]


@pytest.fixture(autouse=True)
def _at_the_root(monkeypatch):
    monkeypatch.chdir(ROOT)


@pytest.mark.plain
def test_each_has_a_table_a_playthrough_and_at_most_120_lines():
    names = [file.stem for file in FILES]
    assert names == ["hex", "othello", "oware"]
    assert names == sorted({Path(row.game.partition("(")[0]).stem for row in ROWS})
    assert names == sorted(file.stem for file in PLAYTHROUGHS)
    assert all(len(file.read_text().splitlines()) <= 120 for file in FILES)


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_tables(row: Row):
    position = games.load(row.game).read(row.position)
    expected = row.below(PATIENCE)
    assert {depth: perft(position, depth) for depth in expected} == expected


@pytest.mark.plain
@pytest.mark.parametrize("file", PLAYTHROUGHS, ids=lambda file: file.stem)
def test_playthroughs(file: Path):
    written = file.read_text(encoding="utf-8")
    played = playthrough(written)
    if os.environ.get("TABLERO_REWRITE"):
        file.write_text(played, encoding="utf-8")
    assert played == written
    assert "\nover: " in played


def late(text: str, plies: int) -> str:
    """A position of a random game, so many plies before its end."""
    game, generator = games.load(text), Random(text)
    positions = [game.start]
    while positions[-1].outcome() == ONGOING:
        position = positions[-1]
        positions.append(position.play(generator.choice(list(position.moves()))))
    return game.write(positions[-1 - plies])


def printed(command: list[str], **environment: str) -> Any:
    """The JSON that a command prints in a process, without the seconds that it took."""
    done = subprocess.run(
        [sys.executable, "-m", "tablero", *command],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    found = json.loads(done.stdout)
    found.pop("seconds", None)
    found.get("statistics", {}).pop("seconds", None)
    return found


FEW_SEEDS = f"{1 << 24 | 1 << 30},{1 << 6},23,22,0,0,0,0"


@pytest.mark.slow
@pytest.mark.compiled_only
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize(
    "command",
    [
        "search --algorithm negascout --depth 3 --order best --cache",
        "solve",
        "perft --depth 3",
        "match alphabeta(depth=2) random(seed=1) --games 2 --seed 1",
    ],
)
def test_commands_print_the_same_at_both_speeds(name: str, command: str):
    verb, *options = command.split()
    words = [verb, f"examples/games/{name}", *options, "--json"]
    if verb == "solve" and name == "oware.py":
        words.insert(2, FEW_SEEDS)
    elif verb != "match":
        words.insert(2, late(words[1], 6))
    assert not INTERPRETED
    assert printed(words) == printed(words, NUMBA_DISABLE_JIT="1")


@pytest.mark.plain
@pytest.mark.parametrize("name", GAMES)
def test_agents_play_and_the_result_is_told(name: str, capsys):
    with pytest.raises(SystemExit, match="0"):
        main(["play", f"examples/games/{name}", "random", "random", "--silent"])
    assert "random against random" in capsys.readouterr().out


@pytest.mark.plain
def test_oware_ends_when_a_position_comes_back():
    """One seed each goes round for ever; each side keeps its own."""
    game = games.load("examples/games/oware.py")
    position, plies = game.read("1,1,23,23,0,0,0,0"), 0
    while position.outcome() == ONGOING:
        position, plies = position.play(next(iter(position.moves()))), plies + 1
    assert position.outcome() == 0
    assert plies > 12


@pytest.mark.plain
def test_oware_grand_slam_captures_nothing():
    game = games.load("examples/games/oware.py")
    house = [0, 0, 0, 0, 0, 3], [1, 1, 1, 0, 0, 0]
    mine, theirs = (sum(seeds << 6 * n for n, seeds in enumerate(row)) for row in house)
    after = game.read(f"{mine},{theirs},0,0,0,0,0,0").play(5)
    assert (after.captured, after.lost) == (0, 0)
    assert after.mine == 2 | 2 << 6 | 2 << 12
