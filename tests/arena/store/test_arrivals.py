"""A file that came in time is in its round, however long somebody looks at it."""

import threading
import time
from dataclasses import replace
from datetime import timedelta

import pytest

from tablero.arena.handin.desk import Desk, Opinion
from tablero.arena.handin.folder import Folder
from tablero.arena.sandbox.level import Level
from tablero.arena.season.openings import openings_of
from tablero.arena.season.season import Chosen, Season
from tablero.arena.store import arrivals
from tablero.arena.store.models import Kind
from tablero.arena.store.store import Ruling
from tests.arena.courses import MONDAY, course, first_line_check, local, name

pytestmark = pytest.mark.plain

COURSE = course(rounds={"openings": 1, "plies": 10})
CLOSING = local(MONDAY, 20)
IN_TIME, LATER = CLOSING - timedelta(seconds=1), CLOSING + timedelta(seconds=1)
FILE = name(1, 1, MONDAY)


class Opener(threading.Thread):
    """Opens the round of Monday; waits: it has had to wait for somebody."""

    def __init__(self, store, folder, monkeypatch) -> None:
        super().__init__(daemon=True)
        self.season = Season(folder, COURSE, store, lambda: LATER)
        self.waits, sleep = threading.Event(), time.sleep

        def look_again(seconds: float) -> None:
            self.waits.set()
            sleep(seconds)

        monkeypatch.setattr("tablero.arena.store.arrivals.time.sleep", look_again)

    def run(self) -> None:
        self.season.open(MONDAY, Chosen(Level.NONE))

    def has_begun_or_waits(self) -> None:
        while self.is_alive() and not self.waits.wait(0.01):
            pass

    def players(self) -> list[str]:
        """Of the round that was opened."""
        self.join()
        (opened,) = self.season.store.rounds()
        return [each.player for each in self.season.store.entrants(opened) if each.upload]


@pytest.fixture
def opener(store, tmp_path, monkeypatch):
    return Opener(store, tmp_path, monkeypatch)


def test_a_round_waits_for_files_that_are_looked_at(store, opener):
    def check(text: str, _name: str) -> Opinion:
        opener.start()
        opener.has_begun_or_waits()
        return Opinion(text, "evaluation")

    answer = Desk(COURSE, store, check).hand_in(FILE, b"Sower", IN_TIME)
    assert answer.message.endswith("; the round closes at 2027-02-01 20:00")
    assert opener.players() == ["01-01-1"]


def test_a_round_waits_for_the_second_look_at_a_folder(store, opener, tmp_path):
    (tmp_path / "inbox").mkdir()
    (tmp_path / "inbox" / FILE).write_text("Sower")
    folder = Folder(tmp_path / "inbox", Desk(COURSE, store, first_line_check), lambda: IN_TIME)
    assert [*folder.look()] == []
    opener.start()
    opener.has_begun_or_waits()
    ((_file, answer),) = folder.look()
    folder.close()
    assert answer.kept
    assert opener.players() == ["01-01-1"]


def test_a_file_that_is_taken_back_holds_nobody_up(store, opener, tmp_path):
    (tmp_path / "inbox").mkdir()
    (tmp_path / "inbox" / FILE).write_text("Sower")
    folder = Folder(tmp_path / "inbox", Desk(COURSE, store, first_line_check), lambda: IN_TIME)
    assert [*folder.look()] == []
    (tmp_path / "inbox" / FILE).unlink()
    assert [*folder.look()] == []
    folder.close()
    opener.start()
    assert (opener.players(), opener.waits.is_set()) == ([], False)


def test_what_is_discarded_is_not_waited_for(store, opener):
    assert not Desk(COURSE, store, first_line_check).hand_in("x", b"Sower", IN_TIME).kept
    opener.start()
    assert (opener.players(), opener.waits.is_set()) == ([], False)


def test_whoever_died_at_the_desk_is_waited_for_in_vain_but_not_for_long(
    store, opener, monkeypatch
):
    desk = Desk(COURSE, store, first_line_check)
    monkeypatch.setattr(arrivals, "PATIENCE", timedelta(seconds=0.5))
    arrivals.announce(store, "ticket", IN_TIME)
    opener.start()
    assert (opener.players(), opener.waits.is_set()) == ([], True)
    for _time in range(2):
        answer = desk.hand_in(FILE, b"Sower", IN_TIME, "folder", "ticket")
        assert answer.kept
        assert answer.message == (
            "kept as version 1 of player 1; the round of 2027-02-01 has begun without it; "
            "its round closes at 2027-02-02 20:00"
        )


def test_a_file_that_is_kept_while_the_round_is_prepared(store, opener, monkeypatch):
    """It has been seen by nobody who waits; the round is prepared anew, with it, however late it
    is. And without whoever has had a verdict meanwhile."""
    desk = Desk(COURSE, store, first_line_check)
    early = desk.hand_in(name(2, 1, MONDAY), b"Miser", IN_TIME)

    def meanwhile(*told):
        if len(store.kept()) == 1:
            assert desk.hand_in(FILE, b"Sower", IN_TIME).kept
            store.judge(Ruling(Kind.DISQUALIFIED, "time"), early.upload, LATER)
        return openings_of(*told)

    monkeypatch.setattr("tablero.arena.season.beginning.openings_of", meanwhile)
    monkeypatch.setattr("tablero.arena.season.beginning.new_deadline", lambda: 0.0)
    opener.start()
    assert opener.players() == ["01-01-1"]


def test_a_file_that_is_kept_while_a_round_is_given_up(store, opener):
    class Slow(Season):
        def due(self):
            if len(store.kept()) == 1:
                assert desk.hand_in(name(2, 1, MONDAY), b"Miser", IN_TIME).kept
            return super().due()

    desk, nobody = Desk(COURSE, store, first_line_check), replace(COURSE, references=())
    assert desk.hand_in(FILE, b"Sower", IN_TIME).kept
    opener.season = Slow(opener.season.folder, nobody, store, lambda: LATER)
    opener.start()
    assert opener.players() == ["01-01-1", "01-02-1"]
    assert opener.season.due() == [MONDAY]


def test_a_round_that_was_given_up_and_then_begun_by_hand_is_gone_on_with(store, opener):
    store.skip_round(MONDAY, LATER, 0, lambda: True)
    assert opener.season.due() == []
    opener.start()
    assert opener.players() == []
    assert opener.season.due() == [MONDAY]
