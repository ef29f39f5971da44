"""A search has one node count wherever it is shown: that of the nodes visited below the root,
`evaluated` in `tablero search --json`."""

import json
import re
import shlex
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import tablero.games as games
from tablero.cli import program
from tablero.games import evaluations
from tablero.web.chores.analyse import Fan
from tests.web.test_follow import MINIMAX, follow
from tests.web.test_trees import grow

pytestmark = pytest.mark.plain

SMALL_CONNECT4 = "connect4(columns=5,rows=4)"
SEARCHES: list[tuple[str, int, dict[str, Any]]] = [
    ("tictactoe", 3, {"algorithm": "minimax"}),
    ("tictactoe", 3, {"algorithm": "mtdf", "moves": ["5", "1"]}),
    (SMALL_CONNECT4, 4, {"algorithm": "alphabeta", "order": "best"}),
    (SMALL_CONNECT4, 4, {"algorithm": "alphabeta", "root_window": "full", "lazy": False}),
    (SMALL_CONNECT4, 4, {"algorithm": "mtdf", "cache": True, "eval": "lines"}),
    ("kalah", 3, {"algorithm": "negamax", "cache": True}),
    ("kalah", 4, {"algorithm": "negascout", "order": "best"}),
    ("mancala11", 3, {"algorithm": "negascout", "cache": True}),
    ("quarry(side=3)", 4, {"algorithm": "alphabeta", "infer": True}),
    ("quarry(side=3)", 4, {"algorithm": "mtdf", "cache": True, "infer": True}),
]
"""Game, depth and options of a tree of the page."""

COMMANDS = [
    "search tictactoe --depth 3 --algorithm minimax",
    "search tictactoe x...o.... --depth 4 --order best",
    f"search '{SMALL_CONNECT4}' --depth 4 --algorithm mtdf --cache --eval lines",
    "search kalah --depth 4 --algorithm negascout --no-lazy --root-window full",
    "search kalah --depth 4 --algorithm engine",
    "search mancala11 --depth 3 --algorithm negamax --cache",
    "search 'quarry(side=3)' --depth 4 --algorithm mtdf",
]


def result_of(*words: str) -> dict[str, Any]:
    """The first object that a command prints with --json."""
    done = CliRunner().invoke(program(), [*words, "--json"])
    assert done.exit_code == 0, done.output
    result: dict[str, Any] = json.loads(done.stdout.splitlines()[0])
    return result


def evaluated(*words: str) -> int:
    return int(result_of(*words)["statistics"]["evaluated"])


def words_of(tree: dict[str, Any]) -> list[str]:
    """The command of a tree of the page, without the file that it writes."""
    tablero, *words, option, file = shlex.split(tree["command"])
    assert (tablero, option, file) == ("tablero", "--tree", "tree.jsonl")
    return words


@pytest.mark.parametrize(("game", "depth", "options"), SEARCHES)
def test_the_trees_of_the_page(game: str, depth: int, options: dict[str, Any]):
    tree = grow(game, depth, **options)
    words = words_of(tree)
    assert tree["visited"] == evaluated(*words)
    minimax = ["--algorithm", "minimax", "--depth", str(depth)]
    assert tree["minimax"] == evaluated(*words[:3], *minimax)


@pytest.mark.parametrize("nodes", [5, 100_000])
@pytest.mark.parametrize(("game", "depth", "options"), SEARCHES)
def test_other_counters_of_the_page(game: str, depth: int, options: dict[str, Any], nodes: int):
    """They too are those of the whole search, however few nodes the tree has room for."""
    tree = grow(game, depth, nodes=nodes, **options)
    counted = result_of(*words_of(tree))["statistics"]
    assert tree["pruned"] == counted["lazy_savings"]
    assert tree["cached"] == counted["cache_hits"]
    assert tree["inferred"] == counted["inferred"]


@pytest.mark.parametrize("command", COMMANDS)
def test_the_files_of_a_tree(command: str, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    words = shlex.split(command)
    nodes = evaluated(*words, "--tree", "tree.jsonl")
    header, *records = map(json.loads, Path("tree.jsonl").read_text().splitlines())
    assert header["visited"] == nodes
    assert header["recorded"] == header["written"] == len(records)
    assert len(records) == nodes + len(header["roots"])
    assert evaluated(*words, "--tree", "tree.txt", "--tree-plies", "0") == nodes
    outline = Path("tree.txt").read_text()
    assert sum(map(int, re.findall(r"nodes below: (\d+)", outline))) == nodes
    assert evaluated(*words, "--tree", "tree.svg", "--tree-plies", "1") == nodes
    first_ply = sum(record["ply"] == 1 for record in records)
    shown = f"Plies shown: 1; nodes below the root: {first_ply} of {nodes}."
    assert shown in Path("tree.svg").read_text()


@pytest.mark.parametrize("command", COMMANDS)
def test_a_part_of_a_tree(command: str, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    words = [*shlex.split(command), "--tree", "tree.jsonl", "--tree", "tree.txt"]
    done = CliRunner().invoke(program(), [*words, "--tree-nodes", "7"])
    header, *records = map(json.loads, Path("tree.jsonl").read_text().splitlines())
    nodes, kept = evaluated(*shlex.split(command)), len(records) - len(header["roots"])
    assert (header["visited"], len(header["roots"])) == (nodes, 1 + 7 - kept)
    assert f"the tree has the first {kept} of {nodes} nodes;" in done.stderr
    told = f"The tree has the first {kept} of the {nodes} nodes visited below the root."
    assert told in Path("tree.txt").read_text()


@pytest.mark.parametrize("algorithm", ["minimax", "alphabeta", "negascout"])
def test_room_for_as_many_nodes_as_were_visited(algorithm: str, tmp_path, monkeypatch):
    """The root needs no room of theirs."""
    monkeypatch.chdir(tmp_path)
    words = ["search", "tictactoe", "--depth", "3", "--algorithm", algorithm]
    nodes = str(evaluated(*words))
    done = CliRunner().invoke(program(), [*words, "--tree", "tree.txt", "--tree-nodes", nodes])
    assert (done.exit_code, done.stderr) == (0, "")


def test_the_tree_of_a_players_file(tmp_path):
    """It is a minimax of two plies."""
    tree = follow(tmp_path, MINIMAX, "connect4(columns=4,rows=4)")
    words = ["search", "connect4(columns=4,rows=4)", "--algorithm", "minimax", "--depth", "2"]
    assert tree["visited"] == evaluated(*words) == 4 + 4 * 4


@pytest.mark.parametrize(
    ("name", "text"),
    [("connect4", ""), ("kalah", ""), ("tictactoe", "x...o...."), ("tictactoe", "xx.o....o")],
)
def test_an_analysis_of_all_moves(name: str, text: str):
    """Its first step looks two plies ahead and cuts nothing here, like minimax. In the last
    position a move ends the game."""
    game = games.load(name)
    fan = Fan(game.read(text), evaluations.load(evaluations.default_name(game), game))
    assert next(whole for whole in fan.steps() if whole)
    assert fan.nodes == evaluated("search", name, text, "--algorithm", "minimax", "--depth", "2")
