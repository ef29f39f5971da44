"""Worker pools: every result once, even if workers die, and an error if they keep dying."""

import signal
import subprocess
import sys
import threading

import psutil
import pytest

from tablero.errors import TableroError, WorkerDied
from tablero.workers import processes
from tablero.workers.in_process import IN_PROCESS, InProcessPool
from tablero.workers.interrupts import interrupts_delayed
from tablero.workers.job import LostKey, TaskQueue
from tablero.workers.processes import ProcessPool, WorkerProcess, local_pool
from tests.workers.jobs import Squares, blocked, squares, tasks

pytestmark = pytest.mark.plain

POOLS = [IN_PROCESS, InProcessPool(3), ProcessPool(2)]


def never() -> threading.Event:
    return threading.Event()


@pytest.mark.usefixtures("nobody_left")
@pytest.mark.parametrize("pool", POOLS)
def test_every_result_comes_once(pool):
    assert sorted(pool.results(Squares(), tasks(40), never())) == squares(40)


@pytest.mark.usefixtures("nobody_left")
def test_workers_block_interrupts_from_their_first_moment_on():
    worker = WorkerProcess(Squares())
    try:
        assert signal.SIGINT in blocked(str(worker.process.pid))
        assert signal.SIGINT not in blocked("self")
    finally:
        worker.stop()


def test_interrupts_are_delayed_while_something_is_half_made():
    made = []

    def make() -> None:
        with interrupts_delayed():
            signal.raise_signal(signal.SIGINT)
            made.append("whole")

    with pytest.raises(KeyboardInterrupt):
        make()
    assert made == ["whole"]


def test_one_worker_is_this_process():
    assert local_pool(1) is IN_PROCESS
    assert (local_pool(1).size, local_pool(3).size) == (1, 3)


def test_only_the_key_at_which_a_worker_died_is_lost(tmp_path):
    job = Squares(deadly=6, mark=str(tmp_path / "deaths"))
    events = [*ProcessPool(2).events(job, TaskQueue(tasks(12)), never())]
    lost = [each for each in events if isinstance(each, LostKey)]
    assert [each.key for each in lost] == [6]
    assert "died with exit code -9" in lost[0].why
    found = sorted(each for each in events if not isinstance(each, LostKey))
    assert found == [square for square in squares(12) if square[0] != 6]


def test_a_lost_key_is_retried(tmp_path):
    job = Squares(deadly=6, mark=str(tmp_path / "deaths"), deaths=2)
    assert sorted(ProcessPool(2).results(job, tasks(12), never())) == squares(12)


@pytest.mark.usefixtures("nobody_left")
def test_a_key_at_which_all_workers_die_raises(tmp_path):
    mark = tmp_path / "deaths"
    with pytest.raises(WorkerDied, match="died with exit code -9"):
        list(ProcessPool(2).results(Squares(deadly=6, mark=str(mark)), tasks(12), never()))
    assert mark.read_text() == "xxx"


@pytest.mark.usefixtures("nobody_left")
@pytest.mark.parametrize("pool", POOLS)
@pytest.mark.parametrize(
    ("job", "message"),
    [(Squares(stop=7), "7 has no square"), (Squares(broken=True), "nothing can be squared here")],
)
def test_errors_of_a_job_are_raised(pool, job, message):
    with pytest.raises(TableroError, match=message):
        list(pool.results(job, tasks(12), never()))


@pytest.mark.usefixtures("nobody_left")
@pytest.mark.parametrize("pool", POOLS)
def test_a_stop_is_soon(pool):
    stop, found = threading.Event(), 0
    for _result in pool.results(Squares(slow=0.01), tasks(4000), stop):
        found += 1
        stop.set()
    assert 1 <= found < 100


@pytest.mark.usefixtures("nobody_left")
def test_a_suspended_worker_is_killed(monkeypatch):
    monkeypatch.setattr(processes, "STOP_GRACE_S", 0.1)
    stop = threading.Event()
    others = psutil.Process().children()
    for _result in ProcessPool(2).results(Squares(slow=0.01), tasks(4000), stop):
        for worker in psutil.Process().children():
            if worker not in others:
                worker.suspend()
        stop.set()


def test_workers_exit_when_their_parent_is_killed():
    """Even in the middle of a long task."""
    code = (
        "import threading\nfrom tablero.workers.processes import ProcessPool\n"
        "from tests.workers.jobs import Squares\n"
        "job = Squares(slow=1000.0, slow_from=2)\n"
        "for _ in ProcessPool(2).results(job, [[1, 2], [3]], threading.Event()): print(flush=True)"
    )
    driver = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE)
    assert driver.stdout is not None
    driver.stdout.readline()
    workers = psutil.Process(driver.pid).children()
    driver.kill()
    driver.communicate()
    _gone, left = psutil.wait_procs(workers, timeout=60)
    assert left == []


def test_tasks_that_are_put_first_come_next():
    queue = TaskQueue(iter([[1, 2], [3]]))
    assert queue.take() == [1, 2]
    queue.put_first([2])
    queue.put_first([])
    assert [queue.take(), queue.take(), queue.take()] == [[2], [3], None]
    queue.put_first([9])
    assert queue.take() == [9]
