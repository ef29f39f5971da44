"""`tablero lab`: what the experiments print and write, and what an interruption leaves."""

import csv
import json
import signal
import subprocess
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tablero.cli import main
from tablero.lab.probe import SearchProber
from tests.cli.test_bad_input import start

pytestmark = pytest.mark.plain

COMPARE = "lab compare tictactoe minimax(depth=2) alphabeta(depth=2) --positions 8 --plies 1-4"
GROWTH = "lab growth tictactoe minimax alphabeta --depth 3"
PRUNING = "lab pruning tictactoe --depth 3 --plies 1 --seed 4"
LADDER = "lab ladder tictactoe random greedy alphabeta(depth=1) --games 6 --openings plies=2"
REGRET = "lab regret kalah(pits=3,seeds=2) random greedy --positions 5 --plies 2-4"
TUNE = (
    "lab tune kalah(pits=3,seeds=2) composite --depth 1 --plies 4 --pairs 4 --generations 1"
    " --match 20"
)


@pytest.fixture
def tablero(capsys, monkeypatch, tmp_path):
    """Run a command: (exit code, output, errors)."""
    monkeypatch.setenv("LANG", "C")
    monkeypatch.delenv("LC_ALL", raising=False)
    monkeypatch.chdir(tmp_path)

    def run(words: str):
        with pytest.raises(SystemExit) as end:
            main(words.split())
        out, err = capsys.readouterr()
        return end.value.code or 0, out, err

    return run


def tables(out: str) -> list[list[dict[str, Any]]]:
    return [json.loads(line)["rows"] for line in out.splitlines()]


def test_compare(tablero):
    code, out, err = tablero(COMPARE + " --json")
    counts, ratios, scores = tables(out)
    assert (code, err) == (0, "")
    assert [row["search"] for row in counts] == ["minimax(depth=2)", "alphabeta(depth=2)"]
    assert [row["differ"] for row in counts] == [0, 0]
    assert ratios[1]["nodes"] == counts[1]["nodes"] / counts[0]["nodes"] < 1
    assert len(scores) == 8
    assert all(row["minimax(depth=2)"] == row["alphabeta(depth=2)"] for row in scores)
    again = tables(tablero(COMPARE + " --json")[1])[0]
    assert [row["nodes"] for row in again] == [row["nodes"] for row in counts]


def test_compare_positions_of_a_file_or_the_start(tablero):
    Path("positions.txt").write_text("x........\nxo.......\n")
    searches = "lab compare tictactoe minimax(depth=1) --json"
    (row,), *_others = tables(tablero(searches + " --from positions.txt")[1])
    assert row["nodes"] == 8 + 7
    (row,), *_others = tables(tablero(searches)[1])
    assert row["nodes"] == 9


@pytest.mark.parametrize("words", [COMPARE, GROWTH, LADDER, REGRET])
def test_any_whole_number_is_a_seed(words: str, tablero):
    code, out, err = tablero(f"{words} --seed -1 --json")
    assert (code, tables(out)[0] != []) == (0, True), err


WORK = "lab compare tictactoe minimax(depth=1)"


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (f"{WORK} --out /proc/a.csv", "cannot write /proc/a.csv"),
        (f"{WORK} --plies zz", "plies must be LOW-HIGH"),
        ("lab tune kalah composite --decay nan", "decay must be 0 to 1"),
        ("lab tune kalah composite --resume /proc/a.json", "cannot write /proc/a.json"),
        ("lab regret connect4 human", "for machines"),
    ],
)
def test_what_cannot_be_is_told_before_any_work(words: str, part: str, tablero):
    code, out, err = tablero(words)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert part in err


def test_a_contradiction_is_told(tablero, monkeypatch):
    """One of the searches is made to add a point to every score."""
    right = SearchProber.ask

    def wrong(self, position):
        found = right(self, position)
        return replace(found, score=found.score + (self.search.name == "alphabeta"))

    monkeypatch.setattr(SearchProber, "ask", wrong)
    code, out, err = tablero(COMPARE)
    assert code == 1
    assert "alphabeta(depth=2)" in out
    assert err == (
        "tablero: minimax(depth=2) and alphabeta(depth=2) must agree, but differ in 8 positions\n"
    )


def test_growth(tablero):
    code, out, err = tablero(GROWTH + " --json")
    assert (code, err) == (0, "")
    (rows,) = tables(out)
    assert [row["nodes"] for row in rows[:3]] == [9, 81, 585]
    assert [row["full"] for row in rows[:3]] == [9, 72, 504]
    assert f"b = {504 ** (1 / 3):.3f}, counted to depth 3" in json.loads(out)["title"]


def test_pruning(tablero):
    """After one random move there are eight, seven, six."""
    code, out, err = tablero(PRUNING + " --json")
    assert (code, err) == (0, "")
    (rows,) = tables(out)
    assert [*rows[0]][2:4] == ["minimax(depth=3)", "alphabeta(depth=3)"]
    assert rows[0]["minimax(depth=3)"] == 8 + 8 * 7 + 8 * 7 * 6
    assert rows[0]["alphabeta(depth=3)"] < rows[0]["minimax(depth=3)"]
    assert "random opening of length 1, seed 4" in json.loads(out)["title"]
    assert tablero(PRUNING + " --json")[1] == out


@pytest.mark.parametrize("fault", ["--plies -1", "--plies 9", "--depth 0", "minimax(depth=2)"])
def test_a_game_that_cannot_be_pruned(tablero, fault: str):
    code, out, err = tablero(f"lab pruning tictactoe {fault}")
    assert (code, out) == (2, "")
    assert err.startswith("tablero: ")


def test_ladder(tablero):
    code, out, err = tablero(LADDER + " --json")
    assert (code, err) == (0, "")
    ranked, crossed, seat = tables(out)
    assert {row["agent"] for row in ranked} == {"random", "greedy", "alphabeta(depth=1)"}
    assert sum(row["points"] for row in crossed) == 18
    assert len(seat) == 1
    assert tablero(LADDER + " --json")[1] == out


@pytest.mark.parametrize("words", [GROWTH, PRUNING, LADDER, REGRET, TUNE])
def test_rows_for_programs_are_in_no_language(words: str, tablero):
    """Not those of compare: seconds differ."""
    english, spanish = (tables(tablero(words + " --json" + end)[1]) for end in ("", " --lang es"))
    for row in (row for rows in (*english, *spanish) for row in rows):
        row.pop("seconds", None)
    assert english == spanish != []


def test_mistakes_for_programs_and_for_people(tablero):
    tablero("match kalah(pits=4,seeds=3) random random --games 2 --seed 1 --out games.jsonl")
    found, _players = tables(tablero("lab mistakes games.jsonl --game 1 --json --lang es")[1])
    assert {row["changes_result"] for row in found} == {True, False}
    told = tablero("lab mistakes games.jsonl --game 1 --lang es")[1]
    assert "  sí\n" in told
    assert "True" not in told


@pytest.mark.parametrize(
    ("words", "names"),
    [
        (COMPARE, ["", "-ratios", "-scores"]),
        (GROWTH, [""]),
        (LADDER, ["", "-points", "-seat"]),
        (REGRET, ["", "-worst"]),
        (TUNE, ["", "-match"]),
    ],
)
def test_every_table_is_a_csv_of_its_own(words: str, names: list[str], tablero):
    code, out, err = tablero(words + " --json --out all.csv")
    assert code == 0
    files = [f"all{name}.csv" for name in names]
    for file, rows in zip(files, tables(out), strict=True):
        head, *body, command = Path(file).read_text().splitlines()
        (fields,) = csv.reader([head])
        assert fields == [*rows[0]]
        assert all(len(row) == len(fields) for row in csv.reader(body))
        assert len(body) == len(rows)
        assert command.startswith("# tablero ")
    assert {file.name for file in Path().glob("*.csv")} == {*files}
    others = ", ".join(files[1:])
    told = f"tablero: a CSV holds one table; the others are in {others}\n" if others else ""
    assert err == told


@pytest.mark.parametrize("words", [COMPARE, GROWTH, LADDER])
def test_every_file_carries_the_command(words: str, tablero):
    pytest.importorskip("matplotlib")
    files = [f"a{suffix}" for suffix in (".csv", ".json", ".md", ".tex", ".txt", ".svg", ".pdf")]
    code, out, err = tablero(words + "".join(f" --out {file}" for file in files))
    assert code == 0
    sign = words.split()[4].partition("(")[0].encode()  # brackets differ by format
    for file in files:
        written = Path(file).read_bytes()
        assert b"tablero lab" in written, file
        assert sign in written, file
    assert out == Path("a.txt").read_text()


def test_ladder_is_another_name_of_round_robin(tablero):
    named = tablero(LADDER.replace("ladder", "round-robin") + " --json")
    code, out, err = tablero(LADDER + " --json")
    assert (code, out.replace("lab ladder", "lab round-robin"), err) == named
    code, out, _err = tablero("lab --help")
    assert (code, "round-robin" in out, "ladder" in out) == (0, True, False)


def test_the_same_ladder_is_the_same_picture(tablero):
    pytest.importorskip("matplotlib")
    pictures = []
    for _time in "12":
        tablero(LADDER + " --out ladder.svg")
        pictures.append(Path("ladder.svg").read_text())
    assert pictures[0] == pictures[1]
    assert "not significantly different" in pictures[0]


def test_what_should_not_be_overlooked(tablero):
    """After no random move two players without chance always play the same game."""
    words = "lab ladder tictactoe alphabeta(depth=1) alphabeta(depth=2) --games 6"
    code, _out, err = tablero(words + " --openings plies=0")
    assert code == 0
    assert err.startswith("tablero: alphabeta(depth=1) – alphabeta(depth=2): only 2 of 6 games")


def test_ctrl_c_leaves_a_ladder_that_goes_on(tmp_path, tablero):
    """Code 130, one line that says how; then the games that are there are not played again."""
    words = "lab ladder tictactoe random greedy --games 1000000 --openings plies=2 --keep games"
    ladder = start(
        words.split(), cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    file = tmp_path / "games" / "1-2.jsonl"
    while not (file.exists() and file.stat().st_size > 1000):
        assert ladder.poll() is None
        time.sleep(0.05)
    ladder.send_signal(signal.SIGINT)
    out, err = ladder.communicate()
    assert (ladder.returncode, out) == (130, "")
    assert err.endswith("of 1 000 000 games played; the same command continues\n")
    assert err.count("\n") == 1
    first = file.read_text().splitlines()[0]
    assert tablero(words.replace("1000000", "4"))[0] == 0
    assert file.read_text().splitlines()[0] == first
