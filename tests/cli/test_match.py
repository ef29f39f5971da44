"""`tablero match`: its JSON, its file, and what an interruption leaves."""

import json
import os
import pty
import re
import resource
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path
from unittest.mock import Mock

import pytest

from tablero import agents
from tablero.cli import main
from tablero.match.batch import Batch
from tablero.match.openings import Openings
from tests.agents.test_players_file import is_gone

pytestmark = pytest.mark.plain

FIELDS = (
    "game first second games wins draws losses score elo elo_low elo_high los pentanomial "
    "as_first as_second different reasons faults seed openings seconds"
)


@pytest.fixture
def tablero(capsys, monkeypatch, tmp_path):
    """Run `tablero match` with these words: (exit code, output, errors)."""
    monkeypatch.setenv("LANG", "C")
    monkeypatch.delenv("LC_ALL", raising=False)
    monkeypatch.chdir(tmp_path)

    def run(words: str):
        with pytest.raises(SystemExit) as end:
            main(["match", *words.split()])
        out, err = capsys.readouterr()
        return end.value.code or 0, out, err

    return run


@pytest.mark.parametrize(
    "words",
    [
        "tictactoe random alphabeta(depth=1) --games 4 --seed 4",
        "kalah(pits=3,seeds=2) random random --games 2 --seed -1 --openings plies=2 --max-moves 9",
        "connect4 minimax random --games 2 --seed 1 --depth 2 --nodes 500 --time 60.0",
    ],
)
def test_the_terms_tell_their_command(words: str, monkeypatch: pytest.MonkeyPatch):
    asked: list[Batch] = []
    monkeypatch.setattr(Batch, "run", lambda batch: asked.append(batch))
    with pytest.raises(SystemExit):
        main(["match", *words.split()])
    assert shlex.split(asked[0].plan.terms.command) == ["tablero", "match", *words.split()]


def test_the_agents_and_openings_of_a_match_are_read_once(tablero, monkeypatch):
    load, draw = Mock(wraps=agents.load), Mock(wraps=Openings(1).draw)
    monkeypatch.setattr(agents, "load", load)
    monkeypatch.setattr(Openings, "draw", draw)
    code, _out, _err = tablero("tictactoe random greedy --games 4 --seed 1 --openings plies=1")
    assert (code, load.call_count, draw.call_count) == (0, 2, 1)


def test_json(tablero):
    code, out, err = tablero("tictactoe random alphabeta(depth=1) --games 40 --seed 4 --json")
    record = json.loads(out)
    assert (code, err) == (0, "")
    assert list(record) == FIELDS.split()
    assert record["wins"] + record["draws"] + record["losses"] == record["games"] == 40
    assert record["score"] == (record["wins"] + record["draws"] / 2) / 40
    assert sum(record["pentanomial"]) == 20
    assert sum(record["reasons"].values()) == 40
    assert record["elo_low"] <= record["elo"] <= record["elo_high"] < 0
    assert (record["seed"], record["first"], record["second"]) == (
        4,
        "random",
        "alphabeta(depth=1)",
    )


def test_the_same_seed_gives_the_same_games_and_names_swapped_the_opposite(tablero):
    def played(words: str):
        record = json.loads(tablero(f"tictactoe {words} --games 40 --json")[1])
        return record["wins"], record["draws"], record["losses"]

    one = played("random(seed=1) random(seed=2) --seed 3")
    assert one == played("random(seed=1) random(seed=2) --seed 9")
    assert one != played("random(seed=1) random(seed=3) --seed 3")


def test_a_seed_is_drawn_and_shown(tablero):
    seeds = [
        json.loads(tablero("tictactoe random random --games 2 --json")[1])["seed"] for _ in "12"
    ]
    assert seeds[0] != seeds[1]
    again = tablero(f"tictactoe random random --games 2 --seed {seeds[0]}")[1]
    assert f"seed {seeds[0]}" in again


def test_one_sided_results_are_json_too(tablero):
    out = tablero("connect4 random random --games 2 --max-moves 1 --seed 1 --json")[1]
    record = json.loads(out)
    assert (record["elo"], record["reasons"]) == (0.0, {"move limit": 2})
    won = json.loads(tablero("connect4 alphabeta(depth=4) random --games 2 --seed 1 --json")[1])
    assert (won["wins"], won["elo"], won["elo_high"]) == (2, None, None)
    assert won["elo_low"] < 0
    text = tablero("connect4 alphabeta(depth=4) random --games 2 --seed 1")[1]
    assert re.search(r"Elo +\+∞", text)


def test_faults_are_shown(tablero):
    """A search that may visit one node only has no move when that is over."""
    words = "connect4 alphabeta(depth=4) random --games 4 --nodes 1 --seed 1"
    code, out, err = tablero(words)
    assert code == 0
    assert re.search(r"alphabeta\(depth=4\): timeout +4", out)
    assert err.startswith("tablero: game 1, alphabeta(depth=4): timeout: ")
    assert json.loads(tablero(words + " --json")[1])["faults"] == {
        "first": {"timeout": 4},
        "second": {},
    }


def test_a_test_says_what_it_has_accepted(tablero):
    words = "tictactoe alphabeta(depth=2) random --games 1000 --seed 1 --sprt elo0=0,elo1=200"
    code, out, _err = tablero(words)
    assert code == 0
    assert "H1 accepted: a difference of 200 Elo fits better than 0" in out
    record = json.loads(tablero(words + " --json")[1])
    assert record["sprt"]["accepted"] == "H1"
    assert record["sprt"]["llr"] >= record["sprt"]["upper"]
    assert record["games"] < 1000
    undecided = tablero("tictactoe random random --games 2 --seed 1 --sprt elo0=0,elo1=1")[1]
    assert "no verdict yet between 0 and 1 Elo" in undecided


def test_a_file_is_gone_on_with_by_the_same_command(tablero):
    words = "tictactoe random random --games 10 --out games.jsonl --json"
    whole = json.loads(tablero(words)[1])
    lines = Path("games.jsonl").read_text().splitlines(keepends=True)
    assert len(lines) == 10
    code, _out, err = tablero(words)
    assert code == 2
    assert "--resume plays what is missing" in err
    Path("games.jsonl").write_text("".join(lines[:6]) + lines[6][:50])
    code, out, err = tablero(words + " --resume")
    assert code == 0
    damaged, few = err.splitlines()
    assert re.fullmatch(r"tablero: games.jsonl, line 7: .* the game is played again", damaged)
    assert few == "tablero: fewer than 20 pairs of games: the interval is only a rough guide"
    again = json.loads(out)
    assert {**again, "seconds": 0} == {**whole, "seconds": 0}
    code, _out, err = tablero(words.replace("random random", "random minimax") + " --resume")
    assert code == 2
    assert err.count("\n") == 1
    assert "is of another match: second 'random', here 'minimax'" in err


def test_a_list_may_have_spaces(tablero):
    commas = "tictactoe random random --games 20 --seed 1 --json --sprt elo0=0,elo1=50"
    spaces = commas.replace(",", " ") + " --openings plies=1"
    records = [json.loads(tablero(words)[1]) for words in (commas + " --openings plies=1", spaces)]
    assert records[0]["sprt"] == records[1]["sprt"]
    assert records[0]["sprt"]["elo1"] == 50


def test_few_openings_and_equal_games_are_told(tablero):
    words = "connect4 alphabeta(depth=1) alphabeta(depth=1) --games 20 --openings plies=1 --seed 1"
    _code, _out, err = tablero(words)
    assert "there are only 7 openings of 1 plies" in err
    assert "only 14 of 20 games are different" in err


@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_keeps_what_was_played_and_says_how_to_go_on(workers, tmp_path):
    out = tmp_path / "games.jsonl"
    words = ["match", "connect4", "random", "random", "--games", "1000000", "--seed", "1"]
    options = ["--workers", workers, "--out", str(out), "--json"]
    terminal, stderr = pty.openpty()
    match = subprocess.Popen(
        [sys.executable, "-m", "tablero", *words, *options],
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        stdout=subprocess.PIPE,
        stderr=stderr,
        env={**os.environ, "LANG": "C", "LC_ALL": "C"},
    )
    shown = b""
    while not re.search(rb"\+[1-9][0-9]* =[0-9]+ -[0-9]+", shown):
        shown += os.read(terminal, 1000)
    match.send_signal(signal.SIGINT)
    assert match.stdout is not None
    record = json.loads(match.stdout.read())
    assert match.wait() == 130
    match.stdout.close()
    os.close(stderr)
    while b"--resume" not in shown:
        shown += os.read(terminal, 1000)
    os.close(terminal)
    assert b"the same command with --resume continues" in shown
    assert abs(len(out.read_text().splitlines()) - record["games"]) <= 1
    assert record["games"] > 0


STUBBORN = """#!/bin/sh
echo $$ >> pids
echo ready
while :; do sleep 1; done
"""


def test_a_match_that_is_ended_leaves_no_program_behind(tmp_path):
    (tmp_path / "stubborn").write_text(STUBBORN)
    (tmp_path / "stubborn").chmod(0o700)
    words = ["match", "tictactoe", "./stubborn", "random", "--games", "2"]
    match = subprocess.Popen([sys.executable, "-m", "tablero", *words], cwd=tmp_path)
    pids = tmp_path / "pids"
    while not pids.exists() or len(pids.read_text().split()) < 2:
        assert match.poll() is None
        time.sleep(0.05)
    match.send_signal(signal.SIGTERM)
    assert match.wait() == 143
    for pid in map(int, pids.read_text().split()):
        assert any(is_gone(pid) for _attempt in range(300))


def test_a_disk_that_is_full(tmp_path):
    """What was played is told, and the same command goes on when there is room again."""
    out = tmp_path / "games.jsonl"
    words = ["match", "tictactoe", "random", "random", "--games", "20", "--seed", "1"]
    words = [sys.executable, "-m", "tablero", *words, "--out", str(out), "--json"]
    full = subprocess.run(
        words,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (3000, 3000)),
        env={**os.environ, "LANG": "C", "LC_ALL": "C", "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert full.returncode == 2
    assert 0 < json.loads(full.stdout)["games"] < 20
    assert "the same command with --resume continues" in full.stderr.splitlines()[-1]
    again = subprocess.run([*words, "--resume"], capture_output=True, text=True, check=False)
    assert again.returncode == 0
    assert json.loads(again.stdout)["games"] == 20
