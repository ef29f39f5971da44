"""A watched folder: files come to rest, are handed in once, and moved with what was said."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest

from tablero.arena.handin.desk import Desk
from tablero.arena.handin.folder import Folder
from tablero.errors import OutsideError
from tests.arena.courses import MONDAY, course, first_line_check, local, name

pytestmark = pytest.mark.plain

ROOT = Path(__file__).parents[3]


class Clock:
    """Goes on when it is told to."""

    def __init__(self) -> None:
        self.now = local(MONDAY, 12)

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def inbox(tmp_path):
    return tmp_path / "inbox"


@pytest.fixture
def watch(store, inbox, clock):
    """Watches the folder, as long as the context lasts."""
    desk = Desk(course(), store, first_line_check)
    return lambda: closing(Folder(inbox, desk, clock))


@pytest.fixture
def folder(watch):
    with watch() as watched:
        yield watched


def looks(folder, times=2):
    return [answer for _time in range(times) for answer in folder.look()]


def names(place):
    return sorted(path.name.split("-", 2)[2] for path in place.iterdir())


def test_files_are_moved_with_the_answer_beside_them(folder, inbox, store):
    (inbox / name(1, 1, MONDAY)).write_bytes(b"Sower\n")
    (inbox / "wrong.py").write_bytes(b"x")
    told = {file: answer.kept for file, answer in looks(folder)}
    assert told == {name(1, 1, MONDAY): True, "wrong.py": False}
    without = name(1, 1, MONDAY, told="__")
    assert names(inbox / "kept") == [without, f"{without}.txt"]
    assert names(inbox / "discarded") == ["wrong.py", "wrong.py.txt"]
    (reason,) = (inbox / "discarded").glob("*.txt")
    assert reason.read_text() == store.discarded()[0].message + "\n"
    (kept,) = (inbox / "kept").glob("*.py")
    assert kept.read_bytes() == store.file(store.kept()[0]).data == b"Sower\n"
    assert store.kept()[0].way == "folder"
    assert sorted(path.name for path in inbox.iterdir()) == [".taken", "discarded", "kept"]
    assert looks(folder) == []


def test_a_file_that_is_still_written_is_left_alone(folder, inbox, store):
    path = inbox / name(1, 1, MONDAY)
    path.write_bytes(b"Sow")
    assert looks(folder, 1) == []
    path.write_bytes(b"Sower\n")
    assert looks(folder, 1) == []
    assert len(looks(folder, 1)) == 1
    assert store.file(store.kept()[0]).data == b"Sower\n"


def test_the_time_is_that_of_the_first_look(folder, inbox, clock):
    clock.now = local(MONDAY, 19, 59)
    (inbox / name(1, 1, MONDAY)).write_bytes(b"Sower\n")
    assert looks(folder, 1) == []
    clock.now += timedelta(minutes=5)
    ((_file, answer),) = looks(folder, 1)
    assert (answer.kept, answer.upload.at) == (True, local(MONDAY, 19, 59))


def test_the_first_look_outlives_whoever_looked(inbox, store, clock, watch):
    """Also if he died in the moment of the second, whatever he had done by then."""
    clock.now, taken = local(MONDAY, 19, 59), inbox / ".taken"
    with watch() as first:
        for player in (1, 2, 3):
            (inbox / name(1, player, MONDAY)).write_bytes(b"Sower%d\n" % player)
        assert looks(first, 1) == []
    seen = json.loads((taken / "seen.json").read_text())
    (taken / "seen.json.new").write_text("half of it")
    places = [taken / seen[name(1, player, MONDAY)][1] for player in (1, 2)]
    for place in places:
        place.mkdir()
    (inbox / name(1, 2, MONDAY)).rename(places[1] / name(1, 2, MONDAY))
    clock.now += timedelta(minutes=5)
    with watch() as second:
        assert [answer.kept for _file, answer in looks(second, 1)] == [True] * 3
    assert {upload.at for upload in store.kept()} == {local(MONDAY, 19, 59)}
    assert [*taken.iterdir()] == []


def test_the_same_file_again_is_a_new_version_though_somebody_died(inbox, store, clock, watch):
    """In the midst of the second look: it was taken, and that it was seen still stands there.
    After a power cut, half of that may be left."""
    file, seen = inbox / name(1, 1, MONDAY), inbox / ".taken" / "seen.json"
    for version, left in ((1, None), (2, -9), (3, None)):
        with watch() as watched:
            file.write_bytes(b"Sower\n")
            os.utime(file, ns=(0, 0))
            assert looks(watched, 1) == []
            told = seen.read_text()
            assert len(looks(watched, 1)) == 1
        assert not seen.exists()
        seen.write_text(told[:left])
        assert store.kept()[-1].version == version


def test_a_file_that_is_taken_back_while_we_look(folder, inbox, monkeypatch):
    (inbox / "x.py").write_bytes(b"x")
    scandir = os.scandir

    def gone(path):
        found = [*scandir(path)]
        (inbox / "x.py").unlink(missing_ok=True)
        return found

    monkeypatch.setattr(os, "scandir", gone)
    assert looks(folder) == []


def test_hidden_and_half_copied_files_stay(folder, inbox):
    for file in (".x.py", "x.part", "x.tmp", "x~"):
        (inbox / file).write_bytes(b"x")
    (inbox / "a_directory").mkdir()
    assert looks(folder) == []
    assert len([*inbox.iterdir()]) == 4 + 1 + 3


def test_links_and_pipes_are_not_read(folder, inbox, tmp_path, store):
    secret = tmp_path / "secret"
    secret.write_bytes(b"Sower, a secret")
    (inbox / name(1, 1, MONDAY)).symlink_to(secret)
    os.mkfifo(inbox / name(1, 2, MONDAY))
    told = looks(folder)
    messages = {answer.message for _file, answer in told}
    assert (len(told), messages) == (2, {"the file is empty, or cannot be read"})
    assert store.kept() == []


def test_no_name_tells_a_secret_afterwards(folder, inbox):
    """Neither of what was kept, nor of what came on the wrong day, nor of a wrong secret."""
    files = [
        name(1, 1, MONDAY),
        name(2, 1, MONDAY + timedelta(days=1)),
        name(3, 1, MONDAY, told="zz"),
    ]
    for file in files:
        (inbox / file).write_bytes(b"Sower\n")
    assert [answer.kept for _file, answer in looks(folder)] == [True, False, False]
    left = [path.name for path in inbox.rglob("grupo*")] + names(inbox / "kept")
    left += names(inbox / "discarded")
    assert len(left) == 6
    assert all("__" in each for each in left), left


@pytest.mark.parametrize("raw", ["€".encode() * 84, b"x" * 255, b"\xff" * 255, b"\xc3" * 250])
def test_names_as_long_as_can_be_stop_nobody(folder, inbox, raw):
    """Systems count bytes, and we put something before and behind."""
    (inbox / os.fsdecode(raw)).write_bytes(b"Sower\n")
    (inbox / name(1, 1, MONDAY)).write_bytes(b"Sower\n")
    assert sorted(answer.kept for _file, answer in looks(folder)) == [False, True]
    assert len([*(inbox / "discarded").iterdir()]) == 2
    assert [*(inbox / ".taken").iterdir()] == []


def test_a_large_file_is_not_read_whole(folder, inbox):
    with (inbox / name(1, 1, MONDAY)).open("wb") as file:
        file.truncate(1 << 40)
    ((_file, answer),) = looks(folder)
    assert answer.message == "a file has 96 kilobytes or fewer, not 97"


def test_what_a_crash_has_left_is_finished(folder, inbox, store, clock):
    """Taken and not handed in; handed in and not moved; and a place without its file."""
    desk = Desk(course(), store, first_line_check)
    for count, done in ((1, False), (2, True)):
        ticket = f"20270201T110000000000Z-{count:032x}"
        (inbox / ".taken" / ticket).mkdir()
        (inbox / ".taken" / ticket / name(1, count, MONDAY)).write_bytes(b"Sower%d" % count)
        if done:
            at = local(MONDAY, 12)
            assert desk.hand_in(name(1, 2, MONDAY), b"Sower2", at, "folder", ticket).kept
    (inbox / ".taken" / f"20270201T110000000000Z-{3:032x}").mkdir()
    (inbox / ".taken" / "what is this").write_text("not ours")
    clock.now = local(MONDAY, 23)
    assert [answer.kept for _file, answer in looks(folder)] == [True, True]
    assert [(upload.player, upload.version) for upload in store.kept()] == [(2, 1), (1, 1)]
    assert [path.name for path in (inbox / ".taken").iterdir()] == ["what is this"]


def test_a_folder_that_cannot_be(tmp_path, store):
    (tmp_path / "file").write_text("")
    with pytest.raises(OutsideError, match="cannot watch"):
        Folder(tmp_path / "file", Desk(course(), store, first_line_check), Clock())
    for _time in range(2):
        Folder(tmp_path / "other", Desk(course(), store, first_line_check), Clock()).close()


def test_a_folder_is_watched_by_one(folder, inbox, store, clock):
    desk = Desk(course(), store, first_line_check)
    with pytest.raises(OutsideError, match="another process watches"):
        Folder(inbox, desk, clock)
    assert [*folder.look()] == []


@pytest.mark.slow
def test_killed_at_any_moment_nothing_is_lost_or_taken_twice(tmp_path, store, inbox):
    inbox.mkdir()
    files = [name(pair, player, MONDAY) for pair in (1, 2, 3) for player in (1, 2, 3)]
    for count, file in enumerate([*files, *(f"wrong{number}.py" for number in range(30))]):
        (inbox / file).write_bytes(b"Player %d" % count)
    dice, kills = random.Random(1), 0
    while True:
        watcher = subprocess.Popen(
            [sys.executable, "-m", "tests.arena.handin.watcher", str(tmp_path)],
            cwd=ROOT,
            stdout=subprocess.PIPE,
        )
        assert watcher.stdout is not None
        watcher.stdout.readline()
        wanted = len(store.kept()) + len(store.discarded()) + dice.randint(1, 8)
        while watcher.poll() is None and len(store.kept()) + len(store.discarded()) < wanted:
            time.sleep(0.0005)
        watcher.send_signal(signal.SIGKILL)
        watcher.stdout.close()
        if watcher.wait() == 0:
            break
        kills += 1
    assert kills >= 3
    assert Counter((each.pair, each.player, each.version) for each in store.kept()) == {
        (f"01-0{pair}", player, 1): 1 for pair in (1, 2, 3) for player in (1, 2, 3)
    }
    assert len(store.discarded()) == 30
    shown = [name(pair, player, MONDAY, "__") for pair in (1, 2, 3) for player in (1, 2, 3)]
    assert sorted(names(inbox / "kept")) == sorted([*shown, *(f"{file}.txt" for file in shown)])
    assert len(names(inbox / "discarded")) == 60


def test_a_file_that_nobody_may_read_stops_nobody(folder, inbox, monkeypatch):
    """Whoever may bring files may bring one with mode 000."""
    locked, fine = name(1, 1, MONDAY), name(2, 1, MONDAY)
    for each in (locked, fine):
        (inbox / each).write_bytes(b"Alias" + each.encode()[-12:])
    really = os.open

    def opened(path, *ways, **named):
        if Path(path).name == locked:
            raise PermissionError(13, "Permission denied", str(path))
        return really(path, *ways, **named)

    monkeypatch.setattr(os, "open", opened)
    told = {file: (answer.kept, answer.message) for file, answer in looks(folder)}
    assert told[locked] == (False, "the file is empty, or cannot be read")
    assert told[fine][0]
    assert names(inbox / "discarded") == [
        name(1, 1, MONDAY, told="__"),
        name(1, 1, MONDAY, told="__") + ".txt",
    ]
