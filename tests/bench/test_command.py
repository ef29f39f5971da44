"""`bench/run`: rows as they come, kept and drawn; stopped at any time."""

import json
import os
import pty
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import bench
from bench import growth
from bench.__main__ import append, main
from bench.positions import stones
from bench.rows import SECONDS, Row, must_agree
from tablero.games.connect4.solver.solver import Connect4Solver
from tablero.lab.machine import surroundings
from tests.docs.pages import ROOT

pytestmark = pytest.mark.plain

WANTED = Row("empty board, threads {threads}", 2, "wanted", 3, SECONDS, 1, {"threads": 2})

WRONG = {
    "speed": ["no measurement named 'speed'", "start, speeds"],
    "start --plot growth.svg": ["only growth can be drawn"],
    "growth --plot growth.gif": ["growth.gif", ".svg, .png, .pdf"],
    "growth --plot nowhere/growth.svg": ["no directory 'nowhere'"],
    "solver": ["solver needs BitBully", "bench/run --peers"],
    "peers --peers": ["peers needs OpenSpiel or easyAI"],
    "start --keep pyproject.toml": ["pyproject.toml"],
    "start --speed": ["--speed"],
}


@pytest.fixture(autouse=True)
def small(monkeypatch) -> None:
    """A growth that is measured soon."""
    case = growth.Case(
        "connect4",
        lambda game: Connect4Solver(game, bits=16),
        "stones on the board",
        stones,
        [36, 34],
    )
    monkeypatch.setattr(growth, "CASES", (case,))
    monkeypatch.setattr(growth, "POSITIONS", 2)


def run(*words: str) -> int:
    with pytest.raises(SystemExit) as end:
        main(words)
    return int(end.value.code or 0)


def test_rows_under_a_headline(capsys):
    assert run("growth") == 0
    game, headline, *rows = capsys.readouterr().out.splitlines()
    assert game == "connect4"
    assert headline.split("  ")[0] == "stones on the board"
    assert [row.split()[:2] for row in rows] == [["36", "2"], ["34", "2"]]


def test_json_is_a_line_for_every_row_and_is_what_is_kept(capsys, tmp_path: Path):
    assert run("growth", "--json", "--keep", str(tmp_path / "new/results")) == 0
    printed = capsys.readouterr().out
    assert printed == (tmp_path / "new/results/growth.jsonl").read_text()
    records = [json.loads(line) for line in printed.splitlines()]
    assert [record["value"] for record in records] == [36, 34]
    assert records[0]["measurement"] == "growth"
    assert {"when", "machine"} <= records[0].keys()


def test_growth_is_drawn(tmp_path: Path, capsys):
    file = tmp_path / "growth.svg"
    assert run("growth", "--plot", str(file)) == 0
    assert "stones on the board" in capsys.readouterr().out
    text = file.read_text(encoding="utf-8")
    assert "stones on the board" in text
    assert "bench/run growth --plot growth.svg" in text
    assert str(tmp_path) not in text


def rows_of(monkeypatch, *rows: Any) -> None:
    monkeypatch.setattr(bench, "measure", lambda name: iter(rows))


def test_a_comparison(monkeypatch, capsys):
    cells = ["empty board, threads 2", "2.00 s", "wanted", "3.00 s", "1.5x", "1x", "met"]
    rows_of(monkeypatch, WANTED, WANTED)
    assert run("start") == 0
    _headline, row, again = capsys.readouterr().out.splitlines()
    assert [cell.strip() for cell in row.split("  ") if cell.strip()] == cells
    assert again == row


def test_a_disagreement_is_a_no(monkeypatch, capsys):
    def measure(name: str):
        yield WANTED
        must_agree("connect4 44", 3, -2)

    monkeypatch.setattr(bench, "measure", measure)
    assert run("start") == 1
    out, err = capsys.readouterr()
    assert "met" in out
    assert err == "tablero: connect4 44: 3 by us, -2 by the other\n"


def test_peers_that_are_not_installed_are_told_in_one_line(monkeypatch, capsys):
    rows_of(monkeypatch)
    assert run("--peers") == 0
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("tablero: not installed: OpenSpiel, easyAI, BitBully; bench/run")
    assert err.count("\n") == 1


@pytest.mark.parametrize("words", WRONG)
def test_wrong_input_is_one_line_and_code_2(words: str, capsys, monkeypatch):
    monkeypatch.chdir(ROOT)
    assert run(*words.split()) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("tablero: ")
    assert err.count("\n") == 1
    for part in WRONG[words]:
        assert part in err


def test_help_lists_every_measurement(capsys):
    assert run("--help") == 0
    shown = capsys.readouterr().out
    assert "bench/run growth --plot growth.svg" in shown
    for name, measurement in bench.MEASUREMENTS.items():
        assert f"{name:<11}  {measurement.about}" in shown


def test_lines_are_added(tmp_path: Path):
    file = tmp_path / "start.jsonl"
    for number in (1, 2):
        append({"number": number, **surroundings()}, file)
    records = [json.loads(line) for line in file.read_text().splitlines()]
    assert [record["number"] for record in records] == [1, 2]
    assert records[0]["machine"]["cores"] >= 1


@pytest.mark.compiled_only
def test_the_script_runs_anywhere(tmp_path: Path):
    command = [str(ROOT / "bench/run"), "solver"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "solver needs BitBully" in done.stderr


def test_ctrl_c_also_ends_the_process_that_is_measured():
    terminal, stderr = pty.openpty()
    command = [sys.executable, "-m", "bench", "speeds"]
    run = subprocess.Popen(
        command,
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=stderr,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    shown = b""
    while b"measuring speeds" not in shown:
        shown += os.read(terminal, 1000)
    children = Path(f"/proc/{run.pid}/task").glob("*/children")
    worker = next(int(pid) for file in children for pid in file.read_text().split())
    run.send_signal(signal.SIGINT)
    assert run.wait() == 130
    with pytest.raises(ProcessLookupError):
        os.kill(worker, 0)
    assert run.stdout is not None
    assert run.stdout.read() == b""
    run.stdout.close()
    os.close(terminal)
    os.close(stderr)
