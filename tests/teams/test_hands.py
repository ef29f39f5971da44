"""What a worker does with orders: jobs stay open between them, and not for ever."""

import pickle
import threading
import uuid
from collections import defaultdict
from dataclasses import dataclass
from queue import SimpleQueue
from time import sleep
from typing import Any

import pytest

from tablero.teams import hands
from tablero.teams.hands import Failed, Letter, dismiss, work
from tablero.teams.versions import facts
from tests.teams.jobs import Squares, squares

pytestmark = pytest.mark.plain

EVENTS: defaultdict[str, list[str]] = defaultdict(list)


@dataclass(frozen=True)
class Noted(Squares):
    """Tells when it is opened and closed, and by whom; `mark` is the test that it belongs to."""

    def open(self):
        EVENTS[self.mark].append(f"open {threading.current_thread().name}")
        return super().open()

    def close(self) -> None:
        EVENTS[self.mark].append(f"close {threading.current_thread().name}")


def letter(job, id: str, language: str = "en", **unlike: str) -> Letter:
    return Letter(id, pickle.dumps(job), language, {**facts(), **unlike})


@pytest.fixture
def id():
    """Of the job of this test."""
    found = uuid.uuid4().hex
    yield found
    dismiss(found)


def settled(id: str, events: int) -> list[str]:
    """So many things have happened."""
    for _look in range(500):
        if len(EVENTS[id]) >= events:
            break
        sleep(0.01)
    return EVENTS[id]


def test_a_job_stays_open_in_one_thread(id):
    job = Noted(mark=id)
    assert work(letter(job, id), [1, 2]) == squares(2)
    assert work(letter(job, id), [3]) == [(3, 9)]
    assert len(EVENTS[id]) == 1
    dismiss(id)
    opened, closed = settled(id, 2)
    assert opened.removeprefix("open ") == closed.removeprefix("close ")
    assert work(letter(job, id), [4]) == [], "an order that comes too late"


def test_who_is_dismissed_as_his_order_comes_answers_it(monkeypatch, id):
    """Else the thread of the worker that waits for him would wait for ever."""

    class Hasty(hands.Hands):
        def give(self, *given):
            found = super().give(*given)
            self.dismiss(id)
            return found

    monkeypatch.setattr(hands, "HANDS", Hasty())
    answers: SimpleQueue[Any] = SimpleQueue()
    told = letter(Squares(), id)
    threading.Thread(target=lambda: answers.put(work(told, [1, 2])), daemon=True).start()
    assert answers.get(timeout=30) == squares(1)


def test_jobs_do_not_disturb_each_other(id):
    job = Noted(mark=id)
    assert work(letter(job, id), [1]) == work(letter(job, f"{id} too"), [1]) == squares(1)
    dismiss(f"{id} too")
    assert [event.split()[0] for event in settled(id, 3)] == ["open", "open", "close"]


def test_a_job_that_nobody_needs_any_more_is_closed(monkeypatch, id):
    monkeypatch.setattr(hands, "IDLE", 0.05)
    work(letter(Noted(mark=id), id), [1])
    assert [event.split()[0] for event in settled(id, 2)] == ["open", "close"]
    assert work(letter(Noted(mark=id), id), [2]) == [(2, 4)]


def test_a_long_order_is_handed_back_half_done(monkeypatch, id):
    monkeypatch.setattr(hands, "PORTION", 0.0)
    assert work(letter(Squares(), id), [1, 2, 3]) == squares(1)
    assert work(letter(Squares(whole=True), f"{id} whole"), [1, 2, 3]) == squares(3)


def test_a_failure_is_told_and_the_next_order_begins_anew(id):
    job = Noted(mark=id, stop=2)
    failed = work(letter(job, id), [1, 2])
    assert isinstance(failed, Failed)
    assert failed.why.endswith(": 2 has no square")
    assert work(letter(job, id), [1]) == squares(1)
    assert sorted(event.split()[0] for event in settled(id, 3)) == ["close", "open", "open"]


def test_an_error_that_is_no_ours_is_raised(id):
    with pytest.raises(TypeError):
        work(letter(Squares(), id), ["text"])


def test_who_is_unlike_does_nothing(id):
    failed = work(letter(Noted(mark=id), id, numba="0.1", language="es"), [1])
    assert isinstance(failed, Failed)
    assert f"numba {facts()['numba']} allí, 0.1 aquí" in failed.why
    assert EVENTS[id] == []
