"""The tree of a player's file: what it looks at, and where it differs from alpha-beta."""

import gzip
import json
import threading
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tablero.errors import OutsideError, SearchStopped
from tablero.web import jobs, models
from tablero.web.chores import chore_of
from tablero.web.chores.follow import Following
from tablero.web.shelf import Shelf
from tests.web.live import wait_until
from tests.web.test_trees import grow

pytestmark = pytest.mark.plain

NEGAMAX = """
ONGOING = 1 << 20


def search(position, depth, alpha, beta):
    if position.outcome() != ONGOING:
        return 1000 * position.outcome()
    if depth == 0:
        return {judge}
    best = -10**9
    for move in position.moves():
        child = position.play(move)
        sign = {sign}
        low, high = sorted((sign * max(alpha, best), sign * beta))
        best = max(best, sign * search(child, depth - 1, low, high))
        if best >= {beta}:
            break
    return best


def choose(position, moves, depth=3):
    best, chosen = -10**9, moves[0]
    for move in moves:
        child = position.play(move)
        sign = {sign}
        low, high = sorted((sign * best, sign * 10**9))
        score = sign * search(child, depth - 1, low, high)
        if score > best:
            best, chosen = score, move
    return chosen
"""
RIGHT = "1 if child.turn() == position.turn() else -1"
STORES = "position.store - position.their_store"

MINIMAX = """
def search(position, depth, me):
    if position.outcome() != 1 << 20 or depth == 0:
        return len(list(position.moves())) * 0.5, None
    scored = [(search(position.play(m), depth - 1, me)[0], m) for m in position.moves()]
    return max(scored) if position.turn() == me else min(scored)


def choose(position, side):
    return search(position, 2, side)[1]
"""


def follow(tmp_path: Path, text: str, game: str, **options: Any) -> dict[str, Any]:
    path = tmp_path / "mine.py"
    path.write_text(text)
    chore = chore_of(
        jobs.Follow(
            line=models.Line(game=game), player=options.pop("player", str(path)), **options
        )
    )
    chore.run(lambda told: None)
    tree: dict[str, Any] = json.loads(gzip.decompress(chore.result))
    jobs.TreeTold.model_validate(tree)
    return tree


def test_a_correct_alphabeta_has_the_tree_of_ours(tmp_path):
    text = NEGAMAX.format(judge="0", sign=RIGHT, beta="beta")
    mine, ours = follow(tmp_path, text, "tictactoe"), grow("tictactoe", 3)
    for column in ("parent", "move", "turn", "again", "value", "size", "skipped", "bound"):
        assert mine[column] == ours[column], column
    assert mine["differs"] is None
    assert mine["notes"][0] == "It has chosen 1."
    assert mine["notes"][1].startswith("As far as can be told")


def test_extra_moves_are_no_difference(tmp_path):
    text = NEGAMAX.format(judge=STORES, sign=RIGHT, beta="beta")
    tree = follow(tmp_path, text, "kalah")
    assert tree["differs"] is None
    assert any(tree["again"])


def test_a_sign_that_changes_though_the_same_side_moves(tmp_path):
    tree = follow(tmp_path, NEGAMAX.format(judge=STORES, sign="-1", beta="beta"), "kalah")
    node = tree["differs"]
    below = [n for n, parent in enumerate(tree["parent"]) if parent == node]
    assert any(tree["again"][n] for n in below)
    best = max if tree["turn"][node] == tree["max"] else min
    assert tree["value"][node] != best(tree["value"][n] for n in below)
    assert "moves twice in a row" in tree["notes"][-1]


def test_a_cut_without_a_reason(tmp_path):
    text = NEGAMAX.format(judge=STORES, sign=RIGHT, beta="beta - 2")
    tree = follow(tmp_path, text, "kalah", seconds=20)
    node = tree["differs"]
    assert tree["skipped"][node] > 0
    assert tree["alpha"][node] < tree["value"][node] < tree["beta"][node]
    assert "was pruned" in tree["notes"][-1]


def test_values_in_pairs_and_halves_seen_by_max(tmp_path):
    tree = follow(tmp_path, MINIMAX, "connect4(columns=4,rows=4)")
    assert len(tree["parent"]) == 1 + 4 + 16
    assert set(tree["value"]) == {2}
    assert tree["differs"] is None
    assert set(tree["alpha"]) == {None}


def test_a_player_without_a_search(tmp_path):
    tree = follow(tmp_path, "def choose(moves):\n    return moves[-1]\n", "tictactoe")
    assert tree["parent"] == [-1]
    assert tree["notes"][-1].startswith("It has called no function")


def test_no_more_nodes_than_was_asked_for(tmp_path):
    text = NEGAMAX.format(judge="0", sign=RIGHT, beta="beta")
    tree = follow(tmp_path, text, "tictactoe", nodes=30)
    assert len(tree["parent"]) == 1 + tree["visited"] == 1 + 30
    assert tree["notes"][0].startswith("It was stopped")


def test_what_is_wrong_with_a_file_is_told_with_its_line(tmp_path):
    with pytest.raises(OutsideError, match="mine.py, line 2: the player fails: ZeroDivisionError"):
        follow(tmp_path, "def choose(moves):\n    return 1 / 0\n", "tictactoe")


def test_an_evaluation_has_no_tree_of_its_own(tmp_path):
    text = "from typing import NamedTuple\n\n\nclass Mine(NamedTuple):\n    weight: int = 1\n\n"
    text += "    def value(self, position):\n        return self.weight\n"
    with pytest.raises(OutsideError, match="holds an evaluation"):
        follow(tmp_path, text, "tictactoe")


def test_it_can_be_stopped(tmp_path):
    path = tmp_path / "slow.py"
    path.write_text("import time\n\n\ndef choose(moves):\n    time.sleep(60)\n")
    chore = Following(jobs.Follow(line=models.Line(game="tictactoe"), player=str(path)))
    chore.stop()
    with pytest.raises(SearchStopped):
        chore.run(lambda told: None)


HELPED = """
import pathlib, subprocess, sys, time

helper = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
pathlib.Path({note!r}).write_text(str(helper.pid))


def choose(moves):
    {does}
    return moves[0]
"""


@pytest.mark.parametrize("does", ["pass", "time.sleep(600)"])
def test_whatever_a_player_has_started_ends_with_it(tmp_path, does):
    path, note = tmp_path / "helped.py", tmp_path / "helper"
    path.write_text(HELPED.format(note=str(note), does=does))
    chore = Following(jobs.Follow(line=models.Line(game="tictactoe"), player=str(path)))

    def run():
        with suppress(SearchStopped):
            chore.run(lambda told: None)

    runner = threading.Thread(target=run)
    runner.start()
    wait_until(lambda: note.exists() and note.read_text())
    if does != "pass":
        chore.stop()
    runner.join()
    wait_until(lambda: not is_alive(int(note.read_text())))


def is_alive(process: int) -> bool:
    """A process that has ended and that nobody has asked about is not."""
    try:
        return ") Z " not in Path(f"/proc/{process}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False


def test_the_page_knows_files_by_their_names(tmp_path):
    (tmp_path / "mine.py").write_text("def choose(moves):\n    return moves[0]\n")
    (tmp_path / "judge.py").write_text("weight = 1\n")
    shelf = Shelf(player_files=[str(tmp_path / "mine.py"), str(tmp_path / "judge.py")])
    assert shelf.player("mine(depth=2)") == f"{tmp_path / 'mine.py'}(depth=2)"
    assert (shelf.chooses("mine"), shelf.chooses("judge")) == (True, False)
