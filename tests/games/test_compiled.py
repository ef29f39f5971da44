"""Machine code plays by the rules that Python reads."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import tablero.games as games
from tablero.jit import INTERPRETED
from tablero.position import ONGOING
from tests.games.replay import BLANK, REPLAYED, written_down
from tests.games.setups import Setup

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def interpreted() -> dict[str, list[list[int]]]:
    """What a process without Numba writes down."""
    command = [sys.executable, "-m", "tests.games.replay"]
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    process = subprocess.run(
        command, cwd=ROOT, env=environment, check=True, capture_output=True, text=True
    )
    written: dict[str, list[list[int]]] = json.loads(process.stdout)
    return written


@pytest.mark.compiled_only
@pytest.mark.parametrize("setup", REPLAYED, ids=str)
def test_compiled_equals_interpreted(setup: Setup, interpreted: dict[str, list[list[int]]]):
    assert not INTERPRETED
    compiled = written_down(setup)
    for ours, theirs in zip(compiled, interpreted[str(setup)], strict=True):
        assert ours == theirs


def test_every_shipped_game_is_compared():
    assert set(games.GAMES) <= {setup.text.partition("(")[0] for setup in REPLAYED}


@pytest.mark.parametrize("setup", REPLAYED, ids=str)
def test_whole_games_are_written_down(setup: Setup):
    rows = written_down(setup)
    assert {row[0] == ONGOING for row in rows} == {True, False}
    assert len({tuple(row) for row in rows}) > 20
    assert all(row[-1] == BLANK for row in rows)
