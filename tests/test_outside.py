"""Games of other packages: announced as entry points, full citizens, never stale."""

import json
import os
import subprocess
import sys

import pytest

pytestmark = pytest.mark.plain

RULES = """
from typing import NamedTuple
from tablero.games.game import Game
from tablero.position import ONGOING
from sticks_package.most import MOST

class Sticks(NamedTuple):
    left: int
    side: int

    def moves(self):
        for number in range(1, min(MOST, self.left) + 1):
            yield number

    def play(self, move):
        return Sticks(self.left - move, 1 - self.side)

    def outcome(self):
        return ONGOING if self.left else -1

    def turn(self):
        return self.side

class SticksGame(Game):
    name = "sticks"
    start = Sticks(7, 0)
"""


@pytest.fixture
def site(tmp_path):
    """A directory with an installed package that brings a game."""
    package = tmp_path / "site" / "sticks_package"
    package.mkdir(parents=True)
    (package / "__init__.py").touch()
    (package / "rules.py").write_text(RULES)
    (package / "most.py").write_text("MOST = 3\n")
    facts = tmp_path / "site" / "sticks_package-1.0.dist-info"
    facts.mkdir()
    (facts / "METADATA").write_text("Metadata-Version: 2.1\nName: sticks-package\nVersion: 1.0\n")
    entry = "[tablero.games]\nsticks = sticks_package.rules:SticksGame\n"
    (facts / "entry_points.txt").write_text(entry)
    return tmp_path / "site"


def tablero(site, *words):
    environment = {
        **os.environ,
        "PYTHONPATH": str(site),
        "PYTHONDONTWRITEBYTECODE": "1",
        "XDG_CACHE_HOME": str(site.parent / "cache"),
    }
    command = [sys.executable, "-m", "tablero", *words]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


def best_move(site):
    done = tablero(site, "search", "sticks", "--depth", "9", "--json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)["move"]


def test_a_game_of_another_package_is_listed(site):
    assert "sticks" in tablero(site, "games").stdout.split()


def test_a_rule_edited_in_another_file_of_the_package_is_obeyed(site):
    """Seven sticks: leave a multiple of four; with up to four a turn, a multiple of five."""
    assert best_move(site) == "3"
    (site / "sticks_package" / "most.py").write_text("MOST = 4\n")
    assert best_move(site) == "2"


def test_a_rule_edited_in_a_file_that_a_game_imports_is_obeyed(site):
    """A game in a file, with a constant from a module that lies on the path."""
    game = site.parent / "sticks.py"
    game.write_text(RULES)

    def move():
        done = tablero(site, "search", str(game), "--depth", "9", "--json")
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)["move"]

    assert move() == "3"
    (site / "sticks_package" / "most.py").write_text("MOST = 4\n")
    assert move() == "2"


def test_a_package_that_does_not_import_is_told_in_one_line(site):
    (site / "sticks_package" / "most.py").write_text("LEAST = 1\n")
    done = tablero(site, "show", "sticks")
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "cannot import name 'MOST'" in done.stderr
