"""The job threads of a Dask worker: jobs stay open from task to task, but not without end."""

import pickle
import threading
import uuid
from collections import defaultdict
from dataclasses import dataclass
from queue import SimpleQueue
from time import sleep
from typing import Any

import pytest

from tablero.workers import job_threads
from tablero.workers.job_threads import SerializedJob, TaskFailure, cancel_job, run_task
from tablero.workers.versions import own_versions
from tests.workers.jobs import Squares, squares

pytestmark = pytest.mark.plain

EVENTS: defaultdict[str, list[str]] = defaultdict(list)


@dataclass(frozen=True)
class Noted(Squares):
    """A job that records in EVENTS[mark] when, and in which thread, it is opened and closed."""

    def open(self):
        EVENTS[self.mark].append(f"open {threading.current_thread().name}")
        return super().open()

    def close(self) -> None:
        EVENTS[self.mark].append(f"close {threading.current_thread().name}")


def serialized(job, id: str, language: str = "en", **unlike: str) -> SerializedJob:
    return SerializedJob(id, pickle.dumps(job), b"", language, {**own_versions(), **unlike})


@pytest.fixture
def id():
    """The id of the job of a test."""
    found = uuid.uuid4().hex
    yield found
    cancel_job(found)


def settled(id: str, events: int) -> list[str]:
    """Wait for this many events, and return them."""
    for _look in range(500):
        if len(EVENTS[id]) >= events:
            break
        sleep(0.01)
    return EVENTS[id]


def test_a_job_stays_open_in_one_thread(id):
    job = Noted(mark=id)
    assert run_task(serialized(job, id), [1, 2]) == squares(2)
    assert run_task(serialized(job, id), [3]) == [(3, 9)]
    assert len(EVENTS[id]) == 1
    cancel_job(id)
    opened, closed = settled(id, 2)
    assert opened.removeprefix("open ") == closed.removeprefix("close ")
    assert run_task(serialized(job, id), [4]) == [], "a task that comes too late"


def test_a_thread_that_is_cancelled_right_after_a_task_came_returns_a_result(monkeypatch, id):
    """Otherwise the thread of the Dask worker would wait for it without end."""

    class Hasty(job_threads.JobThreads):
        def submit(self, *given):
            found = super().submit(*given)
            self.cancel(id)
            return found

    monkeypatch.setattr(job_threads, "JOB_THREADS", Hasty())
    answers: SimpleQueue[Any] = SimpleQueue()
    told = serialized(Squares(), id)
    threading.Thread(target=lambda: answers.put(run_task(told, [1, 2])), daemon=True).start()
    assert answers.get(timeout=30) == squares(1)


def test_jobs_do_not_disturb_each_other(id):
    job = Noted(mark=id)
    assert (
        run_task(serialized(job, id), [1])
        == run_task(serialized(job, f"{id} too"), [1])
        == squares(1)
    )
    cancel_job(f"{id} too")
    assert [event.split()[0] for event in settled(id, 3)] == ["open", "open", "close"]


def test_an_idle_job_is_closed(monkeypatch, id):
    monkeypatch.setattr(job_threads, "IDLE_TIMEOUT_S", 0.05)
    run_task(serialized(Noted(mark=id), id), [1])
    assert [event.split()[0] for event in settled(id, 2)] == ["open", "close"]
    assert run_task(serialized(Noted(mark=id), id), [2]) == [(2, 4)]


def test_the_finished_part_of_a_long_task_is_returned(monkeypatch, id):
    monkeypatch.setattr(job_threads, "SPLIT_AFTER_S", 0.0)
    assert run_task(serialized(Squares(), id), [1, 2, 3]) == squares(1)
    assert run_task(serialized(Squares(splittable=False), f"{id} whole"), [1, 2, 3]) == squares(3)


def test_after_a_failure_the_next_task_opens_the_job_again(id):
    job = Noted(mark=id, stop=2)
    failed = run_task(serialized(job, id), [1, 2])
    assert isinstance(failed, TaskFailure)
    assert failed.why.endswith(": 2 has no square")
    assert run_task(serialized(job, id), [1]) == squares(1)
    assert sorted(event.split()[0] for event in settled(id, 3)) == ["close", "open", "open"]


def test_other_errors_than_ours_are_raised(id):
    with pytest.raises(TypeError):
        run_task(serialized(Squares(), id), ["text"])


def test_other_versions_are_refused(id):
    failed = run_task(serialized(Noted(mark=id), id, numba="0.1", language="es"), [1])
    assert isinstance(failed, TaskFailure)
    assert f"numba {own_versions()['numba']} allí, 0.1 aquí" in failed.why
    assert EVENTS[id] == []


def test_a_worker_process_does_not_grow_with_its_jobs(monkeypatch):
    monkeypatch.setattr(job_threads, "MAX_CANCELLED", 10)
    threads = job_threads.JobThreads()
    monkeypatch.setattr(job_threads, "JOB_THREADS", threads)
    for number in range(30):
        job = serialized(Squares(), str(number))
        assert run_task(job, [2]) == [(2, 4)]
        cancel_job(job.id)
        assert run_task(job, [3]) == [], "a task that comes too late"
    assert [*threads._cancelled] == [str(number) for number in range(20, 30)]
    assert (threads._idle, threads._busy, len(threads)) == ({}, {}, 0)
