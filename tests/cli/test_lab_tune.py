"""`tablero lab tune`, `regret` and `mistakes` as somebody types them."""

import json
import os
import shlex
import signal
import subprocess
import sys
import time
from dataclasses import fields
from pathlib import Path

import pytest

from tablero.cli import main
from tablero.cli.lab.tune import command
from tablero.lab.tuning.parameters import TuningParameters

pytestmark = pytest.mark.plain

SMALL = "kalah(pits=3,seeds=2)"
TUNE = [
    "lab",
    "tune",
    SMALL,
    "composite",
    "--depth",
    "1",
    "--plies",
    "4",
    "--pairs",
    "4",
    "--match",
    "0",
]


@pytest.fixture
def tablero(capsys, monkeypatch, tmp_path):
    """Run it with these words: (exit code, output, errors)."""
    monkeypatch.setenv("LANG", "C")
    monkeypatch.delenv("LC_ALL", raising=False)
    monkeypatch.chdir(tmp_path)

    def run(*words: str):
        with pytest.raises(SystemExit) as end:
            main(list(words))
        out, err = capsys.readouterr()
        return end.value.code or 0, out, err

    return run


def test_the_default_options_are_the_default_parameters():
    """The command that is printed omits them."""
    options = {option.name: option.default for option in command().params}
    for parameter in fields(TuningParameters)[2:]:
        assert options[parameter.name] == parameter.default, parameter.name


def test_tune_tells_a_text_that_every_command_takes(tablero):
    code, out, err = tablero(*TUNE, "--generations", "2", "--match", "20", "--json")
    assert (code, err) == (0, "")
    weights, match = map(json.loads, out.splitlines())
    tuned = weights["title"].rpartition(": ")[2]
    told = ",".join(f"{row['weight']}={row['after']}" for row in weights["rows"])
    assert tuned == f"composite({told})"
    assert match["rows"][0]["games"] == 20
    code, out, err = tablero("search", SMALL, "--eval", tuned, "--depth", "2", "--json")
    assert (code, json.loads(out)["eval"]) == (0, tuned)


def test_the_last_match_can_be_played_again(tablero):
    _code, out, _err = tablero(*TUNE, "--generations", "1", "--match", "20", "--json")
    match = json.loads(out.splitlines()[1])
    code, out, _err = tablero(*shlex.split(match["command"])[1:], "--json")
    record, row = json.loads(out), match["rows"][0]
    assert code == 0
    assert [record["wins"], record["draws"], record["losses"]] == [
        row["won"],
        row["drawn"],
        row["lost"],
    ]


@pytest.mark.parametrize("method", ["td", "cma"])
def test_resume_ends_with_the_same_weights(tablero, method: str):
    ways = [*TUNE, "--method", method, "--json"]
    _code, whole, _err = tablero(*ways, "--games", "600")
    tablero(*ways, "--games", "1", "--resume", "state.json")
    assert Path("state.json").exists()
    assert not Path("state.json.new").exists()
    _code, resumed, _err = tablero(*ways, "--games", "600", "--resume", "state.json")
    assert json.loads(resumed)["rows"] == json.loads(whole)["rows"]
    before = Path("state.json").read_bytes()
    code, _out, err = tablero(*ways, "--games", "600", "--seed", "2", "--resume", "state.json")
    assert (code, err.count("\n")) == (2, 1)
    assert "another tuning: seed 1, here 2" in err
    assert Path("state.json").read_bytes() == before


@pytest.mark.parametrize(
    "ways",
    [
        ["--seconds", "0.001"],
        ["--seconds", "0.001", "--method", "td", "--decay", "0.5"],
        ["--games", "1", "--seed", "-7", "--out", "tuned.json"],
        ["--games", "1", "--method", "td", "--pairs", "3"],
    ],
)
def test_the_command_that_is_told_learns_the_same_weights(tablero, ways: list[str]):
    """It was stopped, by the clock or by a number, and went on; the command was not, and does not
    need its file."""
    _code, first, _err = tablero(*TUNE, *ways, "--resume", "state.json", "--json")
    told = json.loads(first)
    for unwanted in ("--resume", "--seconds"):
        assert unwanted not in told["command"]
    Path("state.json").unlink()
    code, again, err = tablero(*shlex.split(told["command"])[1:], "--json")
    assert (code, err) == (0, "")
    assert json.loads(again) == told
    if "--out" in ways:
        assert json.loads(Path("tuned.json").read_text()) == told


def test_a_picture_of_what_was_stopped_tells_how_to_make_it(tablero):
    pytest.importorskip("matplotlib")
    tablero(*TUNE, "--games", "1", "--resume", "state.json")
    words = [*TUNE, "--generations", "2", "--resume", "state.json", "--out", "tuned.svg"]
    _code, out, _err = tablero(*words)
    command = out.splitlines()[-1]
    assert command.endswith("--generations 2 --out tuned.svg")
    drawn = Path("tuned.svg").read_text(encoding="utf-8")
    assert command.replace("'", "&#x27;") in drawn or command in drawn
    tablero(*shlex.split(command)[1:])
    assert Path("tuned.svg").read_text(encoding="utf-8") == drawn


def test_a_file_that_is_no_state_stays_as_it_is(tablero):
    Path("notes.txt").write_text("mine")
    code, _out, err = tablero(*TUNE, "--resume", "notes.txt")
    assert (code, err.count("\n")) == (2, 1)
    assert "not the state of a tuning" in err
    assert Path("notes.txt").read_text() == "mine"


@pytest.mark.compiled_only
def test_ctrl_c_keeps_the_state(tmp_path: Path):
    """Interrupted after a step: code 130, one line that says how to go on, a whole file."""
    words = [*TUNE, "--generations", "1000000", "--resume", "state.json"]
    tuning = subprocess.Popen(
        [sys.executable, "-m", "tablero", *words],
        cwd=tmp_path,
        env={**os.environ, "LANG": "C", "LC_ALL": "C"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    while not (tmp_path / "state.json").exists():
        assert tuning.poll() is None
        time.sleep(0.05)
    tuning.send_signal(signal.SIGINT)
    out, err = tuning.communicate()
    assert (tuning.returncode, out) == (130, b"")
    assert b"the same command resumes" in err
    assert json.loads((tmp_path / "state.json").read_text())["history"]


def test_regret(tablero):
    words = ["lab", "regret", SMALL, "random", "perfect", "--plies", "2-5", "--positions", "10"]
    code, out, err = tablero(*words, "--json", "--out", "regret.md")
    assert (code, err) == (0, "")
    table, worst = map(json.loads, out.splitlines())
    assert [row["agent"] for row in table["rows"]] == ["random", "perfect"]
    assert table["rows"][1] == {
        "agent": "perfect",
        "regret": 0,
        "low": 0,
        "high": 0,
        "perfect": 1,
        "changed": 0,
    }
    assert worst["rows"][0]["regret"] > 0
    assert "| agent | mean regret | from | to |" in Path("regret.md").read_text()
    assert tablero(*words, "--json")[1].splitlines()[0].count("--out") == 0


def test_regret_in_positions_of_a_file(tablero):
    words = ["lab", "regret", "quarry", "perfect", "--from", "blocks.txt"]
    Path("blocks.txt").write_text("3x2x1\n\n4x4x1\n")
    _code, out, _err = tablero(*words)
    assert "in 2 positions" in out
    Path("blocks.txt").write_text("3x2x1\n1x1x1\n")
    code, _out, err = tablero(*words)
    assert (code, err.count("\n")) == (2, 1)
    assert "blocks.txt, line 2: the game is already over" in err
    Path("blocks.txt").write_text("\n")
    code, _out, err = tablero(*words)
    assert (code, "there are no positions" in err) == (2, True)


def test_regret_has_a_usual_number_of_positions(tablero):
    _code, out, _err = tablero("lab", "regret", SMALL, "perfect")
    assert "in 100 positions" in out


def test_mistakes(tablero):
    tablero("match", SMALL, "greedy", "random", "--games", "4", "--seed", "1", "--out", "g.jsonl")
    code, out, err = tablero("lab", "mistakes", "g.jsonl", "--game", "2", "--json")
    assert (code, err) == (0, "")
    mistakes, players = map(json.loads, out.splitlines())
    regrets = [row["regret"] for row in mistakes["rows"]]
    assert regrets == sorted(regrets, reverse=True)
    assert all(row["best"] - row["score"] == row["regret"] > 0 for row in mistakes["rows"])
    assert [row["agent"] for row in players["rows"]] == ["random", "greedy"]
    assert sum(row["lost"] for row in players["rows"]) == sum(regrets)
    with Path("g.jsonl").open("a") as file:
        file.write("no record\n")
    again = tablero("lab", "mistakes", "g.jsonl", "--game", "2", "--json")
    assert again[:2] == (0, out)
    assert again[2].startswith("tablero: g.jsonl, line 5: not a record of a game: ")
    Path("g.jsonl").write_text("no record\n")
    code, _out, err = tablero("lab", "mistakes", "g.jsonl")
    assert (code, err.count("\n")) == (2, 1)
    assert err.startswith("tablero: g.jsonl, line 1: not a record of a game: ")
    Path("g.jsonl").write_text("")
    code, _out, err = tablero("lab", "mistakes", "g.jsonl", "--game", "9")
    assert (code, "no game 9" in err) == (2, True)
