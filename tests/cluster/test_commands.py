"""What the commands say about clusters, before any is asked."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tablero.cli import main
from tests.cluster.grid import wait_until

pytestmark = pytest.mark.plain

MATCH = ["match", "tictactoe", "random", "random", "--games", "2"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([*MATCH, "--cluster", "here"], "a cluster is local or its scheduler's address, tcp://"),
        (
            [*MATCH, "--cluster", "tcp://h"],
            "a cluster is local or its scheduler's address, tcp://",
        ),
        ([*MATCH, "--cluster", "tcp://:8786"], "a cluster is local or its scheduler's address"),
        ([*MATCH, "--cluster", "tls://h:port"], "a cluster is local or its scheduler's address"),
        ([*MATCH, "--cluster", "http://h:1"], "a cluster is local or its scheduler's address"),
        ([*MATCH, "--cluster", "tcp://h:1", "--workers", "2"], "--workers is for this machine"),
        (["solve", "connect4", "--cluster", "local"], "--out and --cluster need --build-book N"),
        (["lab", "tune", "kalah", "composite", "--cluster", "x"], "a cluster is local or"),
        (["lab", "compare", "kalah", "minimax", "--cluster", "x"], "a cluster is local or"),
        (["lab", "growth", "kalah", "--cluster", "x"], "a cluster is local or"),
        (["lab", "pruning", "kalah", "--cluster", "x"], "a cluster is local or"),
        (["arena", "serve", "nowhere", "--cluster", "x"], "a cluster is local or"),
        (
            ["arena", "serve", "nowhere", "--cluster", "tcp://h:1", "--round-workers", "2"],
            "--round-workers is for this machine",
        ),
        (["lab", "ladder", "kalah", "random", "greedy", "--cluster", "x"], "a cluster is local"),
    ],
)
def test_what_is_no_cluster(words, message, capsys):
    with pytest.raises(SystemExit) as end:
        main(words)
    assert end.value.code == 2
    told = capsys.readouterr().err
    assert message in told
    assert told.count("\n") == 1


def test_without_the_extra(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "tablero.workers.dask_pool", None)
    with pytest.raises(SystemExit) as end:
        main([*MATCH, "--cluster", "local"])
    assert end.value.code == 2
    assert "pip install 'tablero[cluster]'" in capsys.readouterr().err


def test_nobody_imports_dask_who_does_not_ask_for_it():
    code = f"from tablero.cli import main\ntry: main({MATCH!r})\nexcept SystemExit: pass\n"
    check = "import sys; assert not {'dask', 'distributed'} & {*sys.modules}"
    subprocess.run([sys.executable, "-c", code + check], check=True, capture_output=True)


def test_ctrl_c_is_heard_by_the_command_alone(tmp_path: Path):
    """A terminal sends it to all processes of a cluster of our own."""
    out = tmp_path / "games.jsonl"
    words = ["connect4", "random", "random", "--games", "1000000", "--seed", "1"]
    match = subprocess.Popen(
        [
            *(sys.executable, "-m", "tablero", "match", *words),
            *("--cluster", "local", "--out", str(out)),
        ],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    wait_until(lambda: out.exists() and out.stat().st_size)
    os.killpg(match.pid, signal.SIGINT)
    _told, errors = match.communicate()
    assert match.returncode == 130
    assert b"Traceback" not in errors
    assert b"the same command with --resume continues" in errors
