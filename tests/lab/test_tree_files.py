"""The tree of a search as text, JSON lines, Graphviz and a picture."""

import json
import re
import xml.etree.ElementTree as ElementTree

import pytest

from tablero.errors import OptionError
from tablero.lab.tree import svg as pictures
from tablero.lab.tree.dot import dot
from tablero.lab.tree.outline import outline
from tablero.lab.tree.records import records
from tablero.lab.tree.svg import html, svg
from tests.lab.test_explain import grow_named

pytestmark = pytest.mark.plain

SPACE = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def noughts():
    return grow_named("tictactoe", "xox.ox...", "zero", depth=3)[0]


@pytest.fixture(scope="module")
def kalah():
    return grow_named("kalah(pits=3,seeds=2)", "", "stores", depth=4)[0]


def test_outline(noughts):
    lines = list(outline(noughts, plies=2, sizes=True))
    assert lines[0] == "MAX (△) is the second player, MIN (▽) the first; all values are for MAX."
    assert lines[3:] == [
        "△  [-∞..+∞]  +1",
        "├─ ▽ 4  [-∞..+∞]  -1",
        "│  ├─ △ 7  [-∞..+∞]  +1  nodes below: 2",
        "│  ├─ △ 8  [-∞..+1]  0  nodes below: 2",
        "│  ╰─ △ 9  [-∞..0]  -1  game over",
        "├─ ▽ 7  [-1..+∞]  ≤ -1",
        "│  ├─ △ 4  [-1..+∞]  +1  nodes below: 2",
        "│  ├─ △ 8  [-1..+1]  0  nodes below: 2",
        "│  ╰─ △ 9  [-1..0]  -1  game over",
        "├─ ▽ 8  [-1..+∞]  +1  game over  *",
        "╰─ ▽ 9  [+1..+∞]  ≤ +1  cutoff by 4",
        "   ├─ △ 4  [+1..+∞]  ≤ +1  nodes below: 2",
        "   ╰─ pruned: 7 (3) 8 (3)",
    ]


def test_outline_has_a_line_for_every_node(kalah):
    signs = [line for line in outline(kalah) if re.search("[△▽]↻? ", line) and "MAX" not in line]
    assert len(signs) == len(kalah.nodes)
    assert sum("↻" in line for line in signs) == sum(node.again for node in kalah.nodes) > 0


def test_outline_of_a_part():
    tree = grow_named("tictactoe", "xox.ox...", "zero", nodes=10, depth=3)[0]
    lines = list(outline(tree))
    assert lines[1] == "The tree has the first 10 of the 21 nodes visited below the root."
    assert lines[-1] == "╰─ …"


@pytest.mark.compiled_only
def test_a_tree_deeper_than_calls_can_be():
    options = {"algorithm": "negamax", "depth": 1000, "cache": True}
    tree = grow_named("quarry(dimensions=1,side=990)", "", "zero", nodes=1200, **options)[0]
    assert max(node.ply for node in tree.nodes) == 989
    assert sum("x-" in line for line in outline(tree, plies=1000)) == 1200
    assert sum("x-" in line for line in outline(tree)) == 100
    assert "Plies shown: 100; " in svg(tree, "")


def test_json_lines(noughts):
    header, *nodes = map(json.loads, records(noughts, "tablero search …", "xox.ox..."))
    assert header["command"] == "tablero search …"
    assert header["position"] == "xox.ox..."
    assert (header["algorithm"], header["depth"], header["eval"]) == ("alphabeta", 3, "zero")
    assert (header["max"], header["roots"]) == (2, [0])
    assert header["visited"] == 21
    assert header["recorded"] == header["written"] == len(nodes) == 22
    assert [node["node"] for node in nodes] == list(range(22))
    cut = next(node for node in nodes if node["kind"] == "cut")
    assert (cut["move"], cut["best"], cut["skipped"]) == ("9", "4", ["7", "8"])
    assert (cut["alpha"], cut["value"], cut["bound"]) == (1, 1, "most")
    children = [node["move"] for node in nodes if node["parent"] == 0]
    assert children == ["4", "7", "8", "9"]


def test_json_lines_of_the_top(noughts):
    header, *nodes = map(json.loads, records(noughts, "", "", plies=1, sizes=True))
    assert (header["plies"], header["written"], len(nodes)) == (1, 5, 5)
    assert [node["skipped_sizes"] for node in nodes] == [[], [], [], [], [3, 3]]


def test_graphviz(kalah):
    lines = list(dot(kalah, 'a "command"'))
    text = "\n".join(lines)
    assert lines[0] == "digraph tree {"
    assert lines[-1] == "}"
    assert r'label="a \"command\""' in text
    assert len(re.findall(r"^  n\d+ \[", text, re.MULTILINE)) == len(kalah.nodes)
    assert len(re.findall(r"n\d+ -> n\d+ ", text)) == len(kalah.nodes) - 1
    ghosts = sum(node.skipped for node in kalah.nodes)
    assert len(re.findall(r"n\d+ -> g\d+_\d+ ", text)) == ghosts > 0
    assert 'label="2 ↻", penwidth=3' in text


def test_picture(kalah):
    text = svg(kalah, "tablero <search>")
    assert text == svg(kalah, "tablero <search>")
    picture = ElementTree.fromstring(text)
    assert picture.findtext(f"{SPACE}desc") == "tablero <search>"
    assert len(picture.findall(f"{SPACE}g/{SPACE}title")) == len(kalah.nodes)
    kinds = [path.get("class") for path in picture.iter(f"{SPACE}path")]
    assert kinds.count("ghost") == sum(node.skipped for node in kalah.nodes)
    assert kinds.count("edge best") == len(kalah.line(kalah.roots[0])) == 4
    assert kinds.count("edge") + kinds.count("edge best") == len(kalah.nodes) - 1


def test_nothing_in_a_picture_overlaps(kalah):
    picture = ElementTree.fromstring(svg(kalah, ""))
    rows: dict[str, list[tuple[float, float]]] = {}
    for text in picture.findall(f"{SPACE}g/{SPACE}text"):
        width = pictures.LETTER_WIDTH[9] * len(text.text or "")
        x = float(text.get("x", ""))
        if text.get("class") == "window":
            rows.setdefault(text.get("y", ""), []).append((x - width / 2, x + width / 2))
    for row in rows.values():
        row.sort()
        assert all(left[1] <= right[0] for left, right in zip(row, row[1:], strict=False))


def test_a_picture_of_the_top_says_so(kalah):
    texts = [each.text for each in ElementTree.fromstring(svg(kalah, "", plies=1)).iter()]
    assert f"Plies shown: 1; nodes below the root: 3 of {len(kalah.nodes) - 1}." in texts
    assert sum("nodes below:" in (text or "") for text in texts) == 3


def test_a_picture_shows_as_many_plies_as_fit(monkeypatch, kalah):
    monkeypatch.setattr(pictures, "MAX_DRAWN", 20)
    assert svg(kalah, "") == svg(kalah, "", plies=2)
    with pytest.raises(OptionError, match="at most 20 nodes: that is 2 plies"):
        svg(kalah, "", plies=3)


def test_a_picture_has_no_more_plies_than_the_tree(kalah):
    assert svg(kalah, "", plies=50) == svg(kalah, "")


def test_a_picture_of_one_node():
    tree = grow_named("tictactoe", "xox.ox...", "zero", nodes=1, depth=3)[0]
    assert "nodes below:" not in svg(tree, "")
    assert "The tree has the first 1 of the 21 nodes visited below the root." in svg(tree, "")


def test_a_root_with_too_many_moves(monkeypatch, kalah):
    monkeypatch.setattr(pictures, "MAX_DRAWN", 3)
    with pytest.raises(OptionError, match="0 plies"):
        svg(kalah, "")


def test_many_ghosts_are_counted(monkeypatch, kalah):
    monkeypatch.setattr(pictures, "MAX_PRUNED_DRAWN", 1)
    picture = ElementTree.fromstring(svg(kalah, ""))
    ghosts = [each.text for each in picture.iter() if each.get("class") == "ghostly"]
    assert ghosts.count("+2") == sum(node.skipped == 2 for node in kalah.nodes) > 0


def test_passes_are_told_apart():
    tree = grow_named("quarry", "3x2x2", "zero", algorithm="mtdf", depth=6, cache=True)[0]
    texts = [each.text for each in ElementTree.fromstring(svg(tree, "")).iter()]
    assert [text for text in texts if text and "pass" in text and len(text) < 20] == [
        "pass 1 of 2",
        "pass 2 of 2",
    ]


def test_page(noughts):
    text = html(noughts, "tablero search")
    assert text.startswith("<!doctype html>")
    assert svg(noughts, "tablero search") in text
