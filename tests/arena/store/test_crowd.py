"""A hundred files at once, from threads and processes, into a database that is not even there
yet: every one is answered, and none lost."""

import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from tests.arena.store.conftest import DATABASES

pytestmark = pytest.mark.plain

ROOT = Path(__file__).parents[3]
PROCESSES, THREADS = 2, 50


@pytest.mark.slow
@pytest.mark.parametrize("kind", DATABASES)
def test_a_hundred_hand_ins_at_once(kind, addresses, open_store):
    address = addresses(kind, blank=True)
    command = [sys.executable, "-m", "tests.arena.store.crowd", address]
    crowd = [
        subprocess.Popen(
            [*command, str(number), str(THREADS)],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for number in range(PROCESSES)
    ]
    for process in crowd:
        assert process.stdout.readline() == "ready\n"  # type: ignore[union-attr]
    told = []
    for process in crowd:
        process.stdin.write("\n")  # type: ignore[union-attr]
        process.stdin.flush()  # type: ignore[union-attr]
    for process in crowd:
        out, err = process.communicate()
        told.append((process.returncode, out, err))
    assert told == [(0, "kept\n" * THREADS, "")] * PROCESSES
    store = open_store(address)
    kept = [*map(store.file, store.kept())]
    assert sorted(upload.version for upload in kept) == [*range(1, PROCESSES * THREADS + 1)]
    wanted = {f"{number} {count}" for number in range(PROCESSES) for count in range(THREADS)}
    assert {upload.data.decode() for upload in kept} == wanted
    events = store.events()
    assert Counter(event.what for event in events) == {"coming": 100, "kept": 100}
