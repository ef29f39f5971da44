"""`tablero bench`: rows as they come, kept and drawn; stopped at any time."""

import json
import os
import pty
import signal
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tablero import bench
from tablero.bench import growth
from tablero.bench.positions import stones
from tablero.bench.rows import SECONDS, Row, must_agree
from tablero.cli import main
from tablero.locale import mark
from tablero.solve.connect4.solver import Connect4Solver
from tests.cli.test_bad_input import start

pytestmark = pytest.mark.plain

WANTED = Row(
    mark("empty board, threads {threads}"), 2, mark("wanted"), 3, SECONDS, 1, {"threads": 2}
)


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
    monkeypatch.setenv("LANG", "C")


def tablero(*words: str) -> int:
    with pytest.raises(SystemExit) as end:
        main(words)
    return int(end.value.code or 0)


def test_rows_under_a_headline(capsys):
    assert tablero("bench", "growth") == 0
    game, headline, *rows = capsys.readouterr().out.splitlines()
    assert game == "connect4"
    assert headline.split("  ")[0] == "stones on the board"
    assert [row.split()[:2] for row in rows] == [["36", "2"], ["34", "2"]]


def test_json_is_a_line_for_every_row_and_is_what_is_kept(capsys, tmp_path: Path):
    assert tablero("bench", "growth", "--json", "--keep", str(tmp_path / "new/results")) == 0
    printed = capsys.readouterr().out
    assert printed == (tmp_path / "new/results/growth.jsonl").read_text()
    records = [json.loads(line) for line in printed.splitlines()]
    assert [record["value"] for record in records] == [36, 34]
    assert records[0]["measurement"] == "growth"
    assert {"when", "machine"} <= records[0].keys()


def test_growth_is_drawn(tmp_path: Path, capsys):
    file = tmp_path / "growth.svg"
    assert tablero("bench", "growth", "--plot", str(file), "--lang", "es") == 0
    assert "fichas en el tablero" in capsys.readouterr().out
    text = file.read_text(encoding="utf-8")
    assert "fichas en el tablero" in text
    assert "tablero bench growth --plot growth.svg --lang es" in text
    assert str(tmp_path) not in text


def rows_of(monkeypatch, *rows: Any) -> None:
    monkeypatch.setattr(bench, "measure", lambda name: iter(rows))


@pytest.mark.parametrize(
    ("language", "cells"),
    [
        ("en", ["empty board, threads 2", "2.00 s", "wanted", "3.00 s", "1.5x", "1x", "met"]),
        ("es", ["tablero vacío, hilos 2", "2.00 s", "deseado", "3.00 s", "1.5x", "1x", "logrado"]),
    ],
)
def test_a_comparison_in_both_languages(monkeypatch, capsys, language: str, cells: list[str]):
    rows_of(monkeypatch, WANTED, WANTED)
    assert tablero("bench", "start", "--lang", language) == 0
    _headline, row, again = capsys.readouterr().out.splitlines()
    assert [cell.strip() for cell in row.split("  ") if cell.strip()] == cells
    assert again == row


def test_a_disagreement_is_a_no(monkeypatch, capsys):
    def measure(name: str):
        yield WANTED
        must_agree("connect4 44", 3, -2)

    monkeypatch.setattr(bench, "measure", measure)
    assert tablero("bench", "start") == 1
    out, err = capsys.readouterr()
    assert "met" in out
    assert err == "tablero: connect4 44: 3 by us, -2 by the other\n"


def test_peers_that_are_not_installed_are_told_in_one_line(monkeypatch, capsys):
    rows_of(monkeypatch)
    assert tablero("bench", "--peers") == 0
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("tablero: not installed: OpenSpiel, easyAI, BitBully; bench/run")
    assert err.count("\n") == 1


def test_ctrl_c_also_ends_the_process_that_is_measured():
    terminal, stderr = pty.openpty()
    run = start(["bench", "speeds"], stdout=subprocess.PIPE, stderr=stderr)
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
