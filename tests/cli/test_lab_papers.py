"""`tablero lab papers`: what it prints, what it keeps, and how it is stopped."""

import json
import os
import pty
import shlex
import signal
import subprocess
import sys

import pytest

from tablero.cli import main

pytestmark = pytest.mark.plain


def tablero(*words):
    with pytest.raises(SystemExit) as end:
        main(list(words))
    return end.value.code


@pytest.mark.compiled_only
def test_a_paper_is_printed_and_kept(tmp_path, capsys):
    names = "p5.html", "p5.csv", "p5.json", "p5.md", "p5.tex", "p5.txt", "p5.svg"
    files = [tmp_path / name for name in names]
    words = ["lab", "papers", "p5", *(f"--out={file}" for file in files)]
    assert tablero(*words) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("P5. Connect-4")
    assert printed.count("137 256") >= 3
    command = shlex.join(["tablero", *words])
    assert printed.endswith(f"{command}\n")
    texts = {file.suffix: file.read_text() for file in files}
    assert texts.pop(".txt") == printed
    assert all("lab papers p5" in text for text in texts.values())
    page = texts[".html"]
    for part in (command, "Tablero 0.", "Numba", "20 567".replace(" ", "\u00a0"), "<svg role="):
        assert part in page, part


@pytest.mark.compiled_only
def test_json_has_a_table_to_a_line(tmp_path, capsys):
    assert tablero("lab", "papers", "p5", "--json", f"--html={tmp_path / 'p5.html'}") == 0
    tables = [*map(json.loads, capsys.readouterr().out.splitlines())]
    findings, numbers, faults, game = tables[:4]
    assert [row["verdict"] for row in findings["rows"]][:2] == ["same", "same"]
    wanted = {"paper": "P5", "key": "calls_minimax", "quantity": "calls"}
    assert numbers["rows"][0] == {**wanted, "theirs": 137_256, "ours": 137_256}
    assert [row["key"] for row in faults["rows"]][0] == "p5-wrong-side"
    assert len(game["rows"]) == 42
    assert {row["verdict"] for row in game["rows"]} == {"same"}
    assert game["rows"][0]["alphabeta_program"] == 20_567
    assert (tmp_path / "p5.html").exists()


@pytest.mark.compiled_only
def test_ctrl_c_ends_it_and_writes_nothing(tmp_path):
    terminal, stderr = pty.openpty()
    run = subprocess.Popen(
        [sys.executable, "-m", "tablero", "lab", "papers", "p2", f"--out={tmp_path / 'p2.csv'}"],
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        stdout=subprocess.PIPE,
        stderr=stderr,
    )
    shown = b""
    while b"p2" not in shown:
        shown += os.read(terminal, 1000)
    run.send_signal(signal.SIGINT)
    assert run.wait() == 130
    assert run.stdout is not None
    assert run.stdout.read() == b""
    run.stdout.close()
    os.close(terminal)
    os.close(stderr)
    assert list(tmp_path.iterdir()) == []
