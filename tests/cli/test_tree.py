"""`tablero search --tree` and `--explain`."""

import json
import re
from pathlib import Path

import pytest

from tablero.cli import main
from tests.docs.pages import ROOT

pytestmark = pytest.mark.plain

SEARCH = ("search", "tictactoe", "xox.ox...", "--depth", "3")


@pytest.fixture
def tablero(capsys, monkeypatch, tmp_path):
    """Run a command in an empty directory: (exit code, output, errors)."""
    monkeypatch.setenv("LANG", "C")
    monkeypatch.delenv("LC_ALL", raising=False)
    monkeypatch.chdir(tmp_path)

    def run(*words):
        with pytest.raises(SystemExit) as end:
            main(words)
        out, err = capsys.readouterr()
        return end.value.code or 0, out, err

    return run


def test_one_search_many_files(tablero):
    names = ["tree.jsonl", "tree.dot", "tree.svg", "tree.html", "tree.txt"]
    words = [word for name in names for word in ("--tree", name)]
    code, out, err = tablero(*SEARCH, *words)
    assert (code, err) == (0, "")
    assert out.splitlines()[:-1] == tablero(*SEARCH)[1].splitlines()[:-1]
    lines = Path("tree.jsonl").read_text().splitlines()
    header = json.loads(lines[0])
    assert header["command"].startswith("tablero search tictactoe xox.ox... --depth 3 --tree ")
    assert (header["visited"], header["written"], len(lines)) == (21, 22, 23)
    assert Path("tree.dot").read_text().startswith("digraph tree {\n")
    assert Path("tree.svg").read_text().startswith("<svg ")
    assert Path("tree.html").read_text().startswith("<!doctype html>")
    assert Path("tree.txt").read_text().count("△") == 9
    assert Path("tree.txt").read_text().splitlines()[-1].startswith("tablero search tictactoe ")


def test_the_terminal(tablero):
    code, out, err = tablero(*SEARCH, "--tree", "-", "--tree-plies", "1", "--tree-sizes")
    assert (code, err) == (0, "")
    assert out.endswith(
        "△  [-∞..+∞]  +1\n"
        "├─ ▽ 4  [-∞..+∞]  -1  nodes below: 7\n"
        "├─ ▽ 7  [-1..+∞]  ≤ -1  nodes below: 7\n"
        "├─ ▽ 8  [-1..+∞]  +1  game over  *\n"
        "╰─ ▽ 9  [+1..+∞]  ≤ +1  cutoff by 4  nodes below: 3\n"
    )


def test_json(tablero):
    code, out, err = tablero(*SEARCH, "--tree", "-", "--explain", "9 8", "--json")
    assert (code, err) == (0, "")
    result, header, *nodes, explained = map(json.loads, out.splitlines())
    assert result["statistics"]["evaluated"] == header["visited"] == len(nodes) - 1
    assert explained["explain"] == ["9", "8"]
    assert explained["sentences"][0] == ("After 9 8: pruned. The reason is found after 9.")


def test_explain_the_root(tablero):
    code, out, err = tablero(*SEARCH, "--explain", "")
    assert (code, err) == (0, "")
    assert out.endswith(
        "\nAt the root: MAX moves, remaining depth 3, window -∞..+∞.\n"
        "Every move was searched. The best for MAX is 8: exactly +1.\n"
    )


@pytest.mark.parametrize("algorithm", ["mtdf", "engine"])
def test_the_last_of_several_passes_is_explained(tablero, algorithm):
    code, out, err = tablero(*SEARCH, "--algorithm", algorithm, "--explain", "8")
    assert (code, err) == (0, "")
    passes = re.search(r"made (\d+) passes from the root. This is pass (\d+).\n", out)
    assert passes
    assert passes[1] == passes[2] != "1"
    assert "won by MAX" in out


def test_a_pass_that_was_stopped_explains_nothing(tablero):
    limits = ("--algorithm", "engine", "--nodes", "500")
    code, out, err = tablero("search", "kalah", *limits, "--explain", "")
    assert (code, err) == (0, "")
    assert "The search made 6 passes from the root. This is pass 5.\n" in out
    assert "The best for MAX is" in out


def test_room(tablero):
    code, out, err = tablero(*SEARCH, "--tree", "tree.jsonl", "--tree-nodes", "10")
    assert code == 0
    assert "best move 8" in out
    assert err == "tablero: the tree has the first 10 of 21 nodes; --tree-nodes N: more\n"
    header = json.loads(Path("tree.jsonl").read_text().splitlines()[0])
    assert (header["visited"], header["recorded"]) == (21, 1 + 10)


def test_a_picture_that_nobody_can_read(tablero):
    words = ("search", "connect4", "--depth", "4", "--tree", "tree.svg")
    code, _out, err = tablero(*words, "--tree-plies", "4")
    assert code == 2
    assert err == ("tablero: a picture shows at most 400 nodes: that is 3 plies of this tree\n")
    assert not Path("tree.svg").exists()
    assert tablero(*words)[0] == 0
    assert "Plies shown: 3; nodes below the root: " in Path("tree.svg").read_text()


def test_the_picture_of_the_page(tablero):
    """docs/searches/tree.md says how it is made."""
    tablero(*SEARCH, "--order", "best", "--tree", "tree.svg")
    kept = ROOT / "docs" / "searches" / "tree.svg"
    assert Path("tree.svg").read_text() == kept.read_text()
