"""Writers of a journal killed at any moment: what they have told is there, and nothing twice."""

import signal
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from tablero.arena.store.journal import OUTCOMES, StoreJournal
from tests.arena.courses import MONDAY, local

pytestmark = pytest.mark.plain

ROOT = Path(__file__).parents[3]


@pytest.mark.slow
def test_what_a_killed_writer_has_told_is_there(store, address):
    opened = store.open_round(MONDAY, "graded", local(MONDAY, 20), {}, [])
    journal, dice, told = StoreJournal(store, opened), Random(1), 0
    for _time in range(4):
        writer = subprocess.Popen(
            [sys.executable, "-m", "tests.arena.store.writer", address],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert writer.stdout is not None
        for _line in range(dice.randint(1, 60)):
            assert int(writer.stdout.readline()) == told + 1
            told += 1
        writer.send_signal(signal.SIGKILL)
        rest = writer.stdout.read().splitlines(keepends=True)
        told += len([line for line in rest if line.endswith("\n")])
        writer.stdout.close()
        assert writer.wait() == -signal.SIGKILL
        known = journal.known()
        assert {key.opening for key in known} >= {*range(1, told + 1)}
        assert len(known) - told <= 1
        told = len(known)
    assert {key.opening: outcome for key, outcome in known.items()} == {
        opening: OUTCOMES[opening % 3] for opening in range(1, told + 1)
    }
    assert len(store.games(opened)) == told
