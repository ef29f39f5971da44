"""Trees of searches as the page gets them, and why a node is what it is."""

import gzip
import json
from typing import Any

import pytest

import tablero.games as games
from tablero.errors import OptionError
from tablero.games import evaluations
from tablero.web import jobs, models
from tablero.web.chores import chore_of
from tablero.web.chores.grow import UNCOUNTED, Growing
from tests.web.live import Tab

pytestmark = pytest.mark.plain

EVALUATION = """
from typing import NamedTuple


class Mine(NamedTuple):
    weight: int = 1

    def value(self, position):
        return self.weight * (len(list(position.moves())) - 3)
"""


def grow_job(game: str, depth: int, **options: Any) -> jobs.Grow:
    moves, nodes = options.pop("moves", []), options.pop("nodes", 100_000)
    options.setdefault("eval", evaluations.default_name(games.load(game)))
    line = models.Line(game=game, moves=moves)
    return jobs.Grow(line=line, search=jobs.Search(depth=depth, **options), nodes=nodes)


def grow(game: str, depth: int, **options: Any) -> dict[str, Any]:
    told: list[Any] = []
    chore = chore_of(grow_job(game, depth, **options))
    chore.run(told.append)
    tree: dict[str, Any] = json.loads(gzip.decompress(chore.result))
    below_a_root = sum(parent >= 0 for parent in tree["parent"])
    assert told == [jobs.Grown(nodes=below_a_root, visited=tree["visited"])]
    jobs.TreeTold.model_validate(tree)
    return tree


def test_the_first_plies_of_tictactoe():
    """Without an opinion all is even: the first move's 1 + 8 + 8 * 7 nodes are looked at, and of
    every other one move, for it is no better. Worked out by hand for two plies."""
    tree = grow("tictactoe", 2)
    assert tree["parent"] == [-1, *[0], *[1] * 8, *[n for k in range(8) for n in (0, 10 + 2 * k)]]
    assert tree["skipped"] == [0, 0, *[0] * 8, *[7, 0] * 8]
    assert tree["unseen"] == tree["skipped"]
    assert tree["minimax"] == 9 + 9 * 8


@pytest.mark.parametrize("game", ["tictactoe", "connect4(columns=5,rows=4)", "kalah", "mancala11"])
@pytest.mark.parametrize("order", ["natural", "best"])
def test_what_was_seen_and_what_was_not_is_what_minimax_sees(game: str, order: str):
    tree = grow(game, 4, order=order)
    assert UNCOUNTED not in tree["unseen"]
    assert tree["visited"] + sum(tree["unseen"]) == tree["minimax"]


@pytest.mark.parametrize("algorithm", ["minimax", "negamax", "alphabeta", "negascout", "mtdf"])
def test_every_search_ends_in_the_same_value(algorithm: str):
    tree = grow("connect4(columns=5,rows=4)", 4, algorithm=algorithm)
    last = max(number for number, parent in enumerate(tree["parent"]) if parent == -1)
    assert tree["value"][last] == grow("connect4(columns=5,rows=4)", 4)["value"][0]
    assert (tree["alpha"][0] is None) == (algorithm in ("minimax", "negamax"))


def test_a_tree_is_as_large_as_was_asked_for():
    tree = grow("connect4", 4, nodes=50)
    assert len(tree["parent"]) == 1 + 50
    assert 1 + tree["visited"] == tree["size"][0] > 51


def test_max_is_whoever_moves_at_the_root():
    assert grow("connect4", 2)["max"] == 1
    assert grow("connect4", 2, moves=["4"])["max"] == 2


def test_an_extra_move_keeps_the_turn():
    tree = grow("kalah", 2, moves=[])
    third = [n for n, parent in enumerate(tree["parent"]) if parent == 0 and tree["again"][n]]
    assert [tree["move"][n] for n in third] == ["3"]
    assert all(tree["turn"][n] == 1 for n in third)


def test_the_command_writes_the_same_tree():
    tree = grow("kalah", 2, algorithm="negascout", cache=True, lazy=False, order="best")
    assert tree["command"] == (
        "tablero search kalah '4 4 4 4 4 4 0 / 4 4 4 4 4 4 0 / 1' --algorithm negascout "
        "--depth 2 --eval simple --order best --cache --no-lazy --tree tree.jsonl"
    )


def test_an_evaluation_in_a_file(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(EVALUATION)
    tree = grow("connect4(columns=5,rows=4)", 1, eval=f"{path}(weight=10)")
    assert tree["value"] == [-20, *[-20] * 5]


def explain(game: str, depth: int, node: int) -> jobs.Explained:
    told: list[jobs.Explained] = []
    chore_of(jobs.Explain(grow=grow_job(game, depth), node=node)).run(told.append)  # type: ignore[arg-type]
    assert told[0].sentences == told[-1].sentences
    return told[-1]


def test_why_a_node_was_cut():
    told = explain("tictactoe", 2, 10)
    assert told.skipped == ["3", "4", "5", "6", "7", "8", "9"]
    assert told.sizes == [1] * 7
    assert told.sentences[0] == "After 2: MIN moves, remaining depth 1, window 0..+∞."
    assert "were pruned: 3 4 5 6 7 8 9" in told.sentences[-1]


def test_what_is_too_large_is_not_counted(monkeypatch):
    monkeypatch.setattr("tablero.web.chores.explain.MOST_COUNTED", 3)
    assert explain("tictactoe", 2, 10).sizes == [1, 1, 1, None, None, None, None]
    monkeypatch.setattr("tablero.web.chores.grow.MOST_COUNTED", 20)
    tree = grow("tictactoe", 2)
    assert tree["minimax"] is None
    assert tree["unseen"].count(UNCOUNTED) == 8 - 20 // 7


def test_no_node_of_that_number():
    with pytest.raises(OptionError, match="no node 999; the last one is 25"):
        explain("tictactoe", 2, 999)


def test_a_search_that_is_too_large_is_left(monkeypatch):
    monkeypatch.setattr("tablero.web.chores.grow.MOST_VISITED", 100)
    with pytest.raises(OptionError, match="has visited 100 nodes"):
        Growing(grow_job("connect4", 5, eval="zero")).run(lambda told: None)


def test_the_engine_has_no_tree(client):
    job = {"kind": "grow", "line": {"game": "tictactoe"}, "search": {"algorithm": "engine"}}
    answer = client.post("/api/jobs", json={"tab": "0123456789abcdef", "job": job})
    assert answer.status_code == 400
    assert "a tree for every depth" in answer.json()["detail"]


def test_a_tree_and_its_reasons_through_the_door(tab: Tab):
    asked = json.loads(grow_job("tictactoe", 2).model_dump_json())
    number = tab.post(**asked)
    assert tab.events(number)[-1]["state"] == "done"
    tree = tab.client.get(f"/api/results/{number}").json()
    assert len(tree["parent"]) == 26
    told = tab.events(tab.post(kind="explain", grow=asked, node=10))
    assert told[-1]["state"] == "done"
    assert told[-2]["told"]["skipped"][0] == "3"
