"""Recorded games, shown; damaged lines, named."""

import io
import json

import pytest

from tablero.cli import main

pytestmark = pytest.mark.plain


@pytest.fixture
def tablero(capsys, monkeypatch):
    """Run a command in a pipe: (exit code, output, errors)."""
    monkeypatch.setenv("LANG", "C")
    monkeypatch.setattr("sys.stdin", io.StringIO(""))

    def run(*words):
        with pytest.raises(SystemExit) as end:
            main(list(map(str, words)))
        out, err = capsys.readouterr()
        return end.value.code or 0, out, err

    return run


@pytest.fixture
def file(tablero, tmp_path):
    """Two games with a damaged line between them."""
    path = tmp_path / "games.jsonl"
    for name, seed in (("tictactoe", 1), ("kalah", 2)):
        tablero("play", name, "random", "random", "--silent", "--seed", seed, "--out", path)
    first, second = path.read_text().splitlines()
    path.write_text(f"{first}\n\xff{second[:40]}\n\n{second}\n", encoding="latin-1")
    return path


def test_every_position_in_a_pipe(tablero, file):
    code, out, err = tablero("replay", file)
    record = json.loads(file.read_text(encoding="latin-1").splitlines()[0])
    assert code == 0
    assert out.startswith("tictactoe: random against random\n\n. . .\n. . .\n. . .\n")
    assert out.count("\nmove ") == len(record["moves"])
    assert "first player (random) has won by" in out or "drawn" in out or "second" in out
    assert err.startswith(f"tablero: {file}, line 2: not a record of a game: ")
    assert err.count("\n") == 1


def test_a_game_by_its_line(tablero, file):
    code, out, err = tablero("replay", file, "--game", 4, "--moves")
    record = json.loads(file.read_text(encoding="latin-1").splitlines()[3])
    assert (code, err.count("\n")) == (0, 1)
    header, *moves, _result = out.splitlines()
    assert header == "kalah: random against random"
    assert " ".join(line.partition(". ")[2] for line in moves).split() == record["moves"]
    assert [int(line.partition(".")[0]) for line in moves] == list(range(1, len(moves) + 1))


def test_a_game_of_a_match_by_its_number(tablero, tmp_path):
    path = tmp_path / "match.jsonl"
    tablero("match", "tictactoe", "random", "random", "--games", 6, "--seed", 1, "--out", path)
    lines = path.read_text().splitlines()
    path.write_text("\n".join(reversed(lines)) + "\n")
    moves = {json.loads(line)["number"]: json.loads(line)["moves"] for line in lines}
    for number in range(1, 7):
        record = json.loads(tablero("replay", path, "--game", number, "--json")[1])
        assert (record["number"], record["moves"]) == (number, moves[number])


STICKS = """
from typing import NamedTuple
from tablero.games.game import Game
from tablero.position import ONGOING, rules
print("run")

@rules
class Heap(NamedTuple):
    left: int
    side: int

    def moves(self):
        yield from range(1, min(3, self.left) + 1)

    def play(self, move):
        return Heap(self.left - move, 1 - self.side)

    def outcome(self):
        return ONGOING if self.left else -1

    def turn(self):
        return self.side

class Sticks(Game):
    name = "sticks"
    start = Heap(7, 0)
"""


def test_a_games_file_is_run_only_if_it_is_named(tablero, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "sticks.py").write_text(STICKS)
    words = ("sticks.py", "random", "random", "--seed", "1", "--silent", "--out", "games")
    assert tablero("play", *words)[0] == 0
    (tmp_path / "sticks.py").write_text(STICKS.replace("run", "again"))
    code, out, err = tablero("replay", "games")
    assert (code, out) == (2, "")
    assert "'sticks.py' would be run without having been asked for" in err
    code, out, err = tablero("replay", "games", "--rules", "sticks.py")
    assert (code, err) == (0, "")
    assert out.startswith("again\nsticks.py: random against random")


def test_the_damaged_game_cannot_be_shown(tablero, file):
    code, out, err = tablero("replay", file, "--game", 2)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "line 2" in err


@pytest.mark.parametrize("number", [0, -1, 3, 9])
def test_a_game_that_is_not_there(tablero, file, number):
    code, out, err = tablero("replay", file, "--game", number)
    assert (code, out) == (2, "")
    assert f"has no game {number}; its last line is 4" in err


def test_json_has_every_position(tablero, file):
    _code, out, _err = tablero("replay", file, "--json")
    record = json.loads(out)
    assert record["positions"][0] == "........."
    assert len(record["positions"]) == len(record["moves"]) + 1


def test_a_game_whose_second_player_began(tablero, tmp_path):
    path = tmp_path / "games.jsonl"
    start = "4,4,4,4,4,4,0/4,4,4,4,4,4,0/2"
    words = ("play", "kalah", "random", "random", "--silent", "--from", start, "--out", path)
    tablero(*words, "--seed", 3)
    moves = tablero("replay", path, "--moves")[1].splitlines()[1]
    assert moves.startswith("   1. …  ")


def test_a_file_that_is_not_there(tablero, tmp_path):
    code, _out, err = tablero("replay", tmp_path / "nowhere.jsonl")
    assert (code, err.count("\n")) == (2, 1)
    assert "nowhere.jsonl" in err
