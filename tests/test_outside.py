"""Games and agents of other packages: announced as entry points, as good as ours, never stale."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import tablero as tablero_package

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

AGENTS = """
from dataclasses import dataclass
from typing import ClassVar
from tablero.agents.agent import Agent, Choice

class Player:
    compiled = None

    def __init__(self, place):
        self.place = place

    def begin(self, seed):
        pass

    def choose(self, position, limits):
        return Choice(list(position.moves())[self.place])

    def close(self):
        pass

@dataclass(frozen=True)
class AtPlace(Agent):
    name: ClassVar[str] = "at_place"
    place: int = 0

    def seat(self, game, side):
        return Player(self.place)

class Renamed(AtPlace):
    name = "other"
"""

SEARCHES = """
from typing import NamedTuple
from tablero.jit import kernel
from tablero.position import INFINITY
from tablero.search.node import NO_MOVE, enter, improve, leave, sign_of, visit

class Fours(NamedTuple):
    weight: int = 3

    def value(self, position):
        return self.weight if position.left % 4 else -self.weight

def new_fours(game):
    return Fours(5)

@kernel
def whole(position, depth, ply, alpha, beta, task):
    known, score = enter(task, position, depth, ply, alpha, beta)
    if known:
        return score
    best, best_move = -INFINITY, NO_MOVE
    for move in task.order.arrange(position):
        child = visit(task, position, move, ply)
        sign = sign_of(position, child)
        score = sign * whole(child, depth - 1, ply + 1, -INFINITY, INFINITY, task)
        if score > best:
            best, best_move = score, move
            improve(task, ply, move)
    return leave(task, position, depth, ply, alpha, beta, best, best_move)
"""

FAMILY = """
from dataclasses import dataclass
from sticks_package.rules import SticksGame, Sticks

@dataclass(frozen=True)
class Piles(SticksGame):
    number: int

    name = "piles"

    @property
    def start(self):
        return Sticks(self.number, 0)

def game_in(path):
    return SticksGame
"""

ENTRIES = """
[tablero.games]
sticks = sticks_package.rules:SticksGame
[tablero.families]
piles = sticks_package.family:Piles
[tablero.frameworks]
sticks_writer = sticks_package.family:game_in
[tablero.agents]
at_place = sticks_package.agents:AtPlace
no_agent = sticks_package.rules:MOST
renamed = sticks_package.agents:Renamed
nowhere = sticks_package.nowhere:Agent
[tablero.searches]
whole = sticks_package.searches:whole
[tablero.evaluations.sticks]
fours = sticks_package.searches:new_fours
"""


@pytest.fixture
def site(tmp_path):
    """A directory with an installed package that brings games and agents."""
    package = tmp_path / "site" / "sticks_package"
    package.mkdir(parents=True)
    (package / "__init__.py").touch()
    (package / "rules.py").write_text(RULES)
    (package / "most.py").write_text("MOST = 3\n")
    (package / "agents.py").write_text(AGENTS)
    (package / "family.py").write_text(FAMILY)
    (package / "searches.py").write_text(SEARCHES)
    facts = tmp_path / "site" / "sticks_package-1.0.dist-info"
    facts.mkdir()
    (facts / "METADATA").write_text("Metadata-Version: 2.1\nName: sticks-package\nVersion: 1.0\n")
    (facts / "entry_points.txt").write_text(ENTRIES)
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


def moves_of(site, agent):
    """The moves of a game that this agent plays alone."""
    done = tablero(site, "play", "sticks", agent, agent, "--silent", "--json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])["moves"]


def test_an_agent_of_another_package_plays_with_its_options(site):
    assert moves_of(site, "at_place") == ["1"] * 7
    assert moves_of(site, "at_place(place=-1)") == ["3", "3", "1"]


def test_an_unknown_agent_is_told_together_with_those_of_other_packages(site):
    done = tablero(site, "play", "sticks", "deepblue", "random")
    assert done.returncode == 2
    known = done.stderr.partition("known: ")[2].strip().split(", ")
    assert known[:2] == ["random", "minimax"]
    others = ["at_place", "easyai", "kaggle", "no_agent", "nowhere", "openspiel", "renamed"]
    assert known[-len(others) :] == others


@pytest.mark.parametrize(
    ("agent", "part"),
    [
        ("no_agent", "rules:MOST: expected a class derived from Agent with the name 'no_agent'"),
        ("renamed", "expected a class derived from Agent with the name 'renamed'"),
        ("nowhere", "the agent does not import: ModuleNotFoundError"),
    ],
)
def test_what_is_no_agent_is_told_in_one_line(site, agent, part):
    done = tablero(site, "play", "sticks", agent, "random")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert part in done.stderr


def test_a_family_of_games_has_members_and_is_in_no_list(site):
    done = tablero(site, "show", "piles(9)", "--json")
    assert json.loads(done.stdout)["game"] == "piles(number=9)"
    listed = tablero(site, "games", "--json").stdout
    assert "sticks" in listed
    assert "piles" not in listed
    assert "openspiel" not in listed


def test_a_file_is_read_by_the_framework_that_it_imports(site):
    (site / "sticks_writer.py").touch()
    file = site.parent / "mine.py"
    file.write_text("import sticks_writer\n")
    done = tablero(site, "show", str(file), "--json")
    assert json.loads(done.stdout)["game"] == "sticks"


def test_the_package_itself_names_no_adapter():
    """Games and agents know adapters through entry points alone."""
    for folder in ("games", "agents"):
        for path in (Path(tablero_package.__file__).parent / folder).rglob("*.py"):
            assert "tablero.adapters" not in path.read_text(encoding="utf-8"), path


def test_evaluations_and_searches_of_another_package(site):
    how = ("--algorithm", "whole", "--eval", "fours", "--depth", "2", "--json")
    done = tablero(site, "search", "sticks", *how)
    found = json.loads(done.stdout)
    assert (found["algorithm"], found["eval"], found["score"]) == ("whole", "fours", 5)
    assert found["statistics"]["evaluated"] == 12
    rivals = "whole(depth=2,eval=fours(weight=4))", "alphabeta(depth=2,eval=fours)"
    match = tablero(site, "match", "sticks", *rivals, "--games", "2", "--json")
    assert json.loads(match.stdout)["first"] == rivals[0], match.stderr
    assert json.loads(match.stdout)["draws"] + json.loads(match.stdout)["wins"] == 1
    unknown = tablero(site, *["search", "sticks", "--algorithm", "half"])
    assert unknown.returncode == 2
    assert "no search named 'half'; known: minimax" in unknown.stderr
    assert "whole" in unknown.stderr
