"""One process at a time plays rounds of a course, whatever its database and its machine."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from sqlalchemy import text

from tablero.arena.store import lock
from tablero.arena.store.database import database_url, open_engine
from tablero.arena.store.lock import alone, is_file_held, is_held, is_held_elsewhere
from tablero.errors import OptionError

pytestmark = pytest.mark.plain

REFUSAL = "another process plays a round of this course: process {pid}$"


def test_another_machine_is_refused_until_we_have_ended(store, address, open_store):
    """It has nothing of ours but the database."""
    there = open_store(address).engine
    for _time in range(2):
        with alone(store.engine):
            assert is_held(there)
            with pytest.raises(OptionError, match=REFUSAL.format(pid=os.getpid())), alone(there):
                pass
            assert is_held(there), "who is refused takes nothing away"
        assert not is_held(there)
    with alone(there):
        assert is_held(store.engine)


def test_whoever_was_killed_stands_in_nobodys_way(store, address):
    command = [sys.executable, "-m", __name__, address]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "alone\n"
    with pytest.raises(OptionError, match=REFUSAL.format(pid=process.pid)), alone(store.engine):
        pass
    process.kill()
    process.communicate()
    while is_held(store.engine):  # a server sees a moment later that somebody is gone
        time.sleep(0.01)
    with alone(store.engine):
        pass


@pytest.mark.slow
def test_on_a_server_of_many(addresses, open_store, monkeypatch):
    """Courses in schemas of their own are nobody's rivals, and a machine of another name is told.
    A session that somebody ends leaves without a word, and takes its lock with it."""
    address = addresses("postgresql")
    here, same, other = map(open_store, (address, address, addresses("postgresql")))
    monkeypatch.setattr(lock, "gethostname", lambda: "lab-2")
    with alone(here.engine), alone(other.engine):
        assert not is_held_elsewhere(same.engine)
        monkeypatch.undo()
        assert is_held_elsewhere(same.engine)
        told = REFUSAL.format(pid=f"{os.getpid()}@lab-2")
        with pytest.raises(OptionError, match=told), alone(same.engine):
            pass
        with same.engine.connect() as connection:
            ended = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            ended += " WHERE application_name LIKE '%@lab-2'"
            assert [*connection.scalars(text(ended))] == [True, True]
        while is_held(same.engine):
            time.sleep(0.01)
        with alone(same.engine):
            pass


def test_whose_lock_it_is(tmp_path):
    path = tmp_path / "lock"
    path.write_text("4711")
    found = path.stat()
    device = f"{os.major(found.st_dev):02x}:{os.minor(found.st_dev):02x}"
    line = "1: {kind}FLOCK  ADVISORY  WRITE {pid} {device}:{inode} 0 EOF\n"
    ours = {"kind": "", "pid": 4711, "device": device, "inode": found.st_ino}
    elsewhere = {"device": "7f:7f"}
    for told, held in (
        ({}, True),
        ({"pid": 1}, True),
        (elsewhere, True),
        ({**elsewhere, "pid": 1}, False),
        ({"inode": found.st_ino + 1}, False),
        ({"kind": "-> ", "pid": found.st_ino, "inode": 1}, False),
    ):
        assert is_file_held(path, line.format(**{**ours, **told})) == held
    assert not is_file_held(path, "")
    assert not is_file_held(tmp_path / "none", line.format(**ours))


if __name__ == "__main__":
    with alone(open_engine(database_url(Path(), sys.argv[1]))):
        print("alone", flush=True)
        time.sleep(600)
