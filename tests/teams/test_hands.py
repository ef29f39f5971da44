"""What a worker does with orders: jobs stay open between them, and not for ever."""

import pickle
import threading
from dataclasses import dataclass
from time import sleep

import pytest

from tablero.locale import speak
from tablero.teams import hands
from tablero.teams.hands import Failed, Letter, dismiss, work
from tablero.teams.versions import facts
from tests.teams.jobs import Squares, squares

pytestmark = pytest.mark.plain

EVENTS: list[str] = []


@dataclass(frozen=True)
class Noted(Squares):
    """Tells when it is opened and closed, and by whom."""

    def open(self):
        EVENTS.append(f"open {threading.current_thread().name}")
        return super().open()

    def close(self) -> None:
        EVENTS.append(f"close {threading.current_thread().name}")


def letter(job, id: str = "id", language: str = "en", **unlike: str) -> Letter:
    return Letter(id, pickle.dumps(job), language, {**facts(), **unlike})


@pytest.fixture(autouse=True)
def _alone():
    EVENTS.clear()
    yield
    dismiss("id")


def settled(events: int) -> list[str]:
    """So many things have happened."""
    for _look in range(500):
        if len(EVENTS) >= events:
            break
        sleep(0.01)
    return EVENTS


def test_a_job_stays_open_in_one_thread():
    assert work(letter(Noted()), [1, 2]) == squares(2)
    assert work(letter(Noted()), [3]) == [(3, 9)]
    assert len(EVENTS) == 1
    dismiss("id")
    opened, closed = settled(2)
    assert opened.removeprefix("open ") == closed.removeprefix("close ")


def test_jobs_do_not_disturb_each_other():
    assert work(letter(Noted()), [1]) == work(letter(Noted(), "other"), [1]) == squares(1)
    dismiss("other")
    assert len([event for event in settled(3) if event.startswith("close")]) == 1


def test_a_job_that_nobody_needs_any_more_is_closed(monkeypatch):
    monkeypatch.setattr(hands, "IDLE", 0.05)
    work(letter(Noted()), [1])
    assert [event.split()[0] for event in settled(2)] == ["open", "close"]
    assert work(letter(Noted()), [2]) == [(2, 4)]


def test_a_long_order_is_handed_back_half_done(monkeypatch):
    monkeypatch.setattr(hands, "PORTION", 0.0)
    assert work(letter(Squares()), [1, 2, 3]) == squares(1)
    assert work(letter(Squares(whole=True), "whole"), [1, 2, 3]) == squares(3)


def test_a_failure_is_told_and_the_next_order_begins_anew():
    failed = work(letter(Noted(stop=2)), [1, 2])
    assert isinstance(failed, Failed)
    assert failed.why.endswith(": 2 has no square")
    assert work(letter(Noted(stop=2)), [1]) == squares(1)
    assert [event.split()[0] for event in settled(3)] == ["open", "close", "open"]


def test_an_error_that_is_no_ours_is_raised():
    with pytest.raises(TypeError):
        work(letter(Squares()), ["text"])


def test_who_is_unlike_does_nothing():
    failed = work(letter(Noted(), numba="0.1", language="es"), [1])
    assert isinstance(failed, Failed)
    assert f"numba {facts()['numba']} allí, 0.1 aquí" in failed.why
    assert EVENTS == []
    speak("en")
