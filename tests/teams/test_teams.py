"""Teams: every result once, whoever dies, and an end when there is no use in going on."""

import signal
import subprocess
import sys
import threading

import psutil
import pytest

from tablero.errors import TableroError, WorkerDied
from tablero.teams import processes
from tablero.teams.alone import Alone
from tablero.teams.job import Lost, Orders
from tablero.teams.processes import Processes, Worker, team_here
from tablero.threads import ctrl_c_waits
from tests.teams.jobs import Squares, blocked, orders, squares

pytestmark = pytest.mark.plain

TEAMS = [Alone(), Processes(2)]


def never() -> threading.Event:
    return threading.Event()


@pytest.mark.usefixtures("nobody_left")
@pytest.mark.parametrize("team", TEAMS)
def test_every_result_comes_once(team):
    assert sorted(team.results(Squares(), orders(40), never())) == squares(40)


@pytest.mark.usefixtures("nobody_left")
def test_workers_are_deaf_to_ctrl_c_from_their_first_moment_on():
    worker = Worker(Squares())
    try:
        assert signal.SIGINT in blocked(str(worker.process.pid))
        assert signal.SIGINT not in blocked("self")
    finally:
        worker.dismiss(at_once=True)


def test_ctrl_c_waits_for_what_is_half_made():
    made = []

    def make() -> None:
        with ctrl_c_waits():
            signal.raise_signal(signal.SIGINT)
            made.append("whole")

    with pytest.raises(KeyboardInterrupt):
        make()
    assert made == ["whole"]


def test_one_worker_is_this_process():
    assert isinstance(team_here(1), Alone)
    assert (team_here(1).hands, team_here(3).hands) == (1, 3)


def test_what_a_worker_died_of_is_lost_and_the_rest_of_its_order_is_not(tmp_path):
    job = Squares(deadly=6, mark=str(tmp_path / "deaths"))
    news = [*Processes(2).news(job, Orders(orders(12)), never())]
    lost = [each for each in news if isinstance(each, Lost)]
    assert [each.key for each in lost] == [6]
    assert "has died, with exit code -9" in lost[0].why
    found = sorted(each for each in news if not isinstance(each, Lost))
    assert found == [square for square in squares(12) if square[0] != 6]


def test_what_is_lost_is_done_by_another(tmp_path):
    job = Squares(deadly=6, mark=str(tmp_path / "deaths"), deaths=2)
    assert sorted(Processes(2).results(job, orders(12), never())) == squares(12)


@pytest.mark.usefixtures("nobody_left")
def test_what_everybody_dies_of_is_told(tmp_path):
    mark = tmp_path / "deaths"
    with pytest.raises(WorkerDied, match="has died, with exit code -9"):
        list(Processes(2).results(Squares(deadly=6, mark=str(mark)), orders(12), never()))
    assert mark.read_text() == "xxx"


@pytest.mark.usefixtures("nobody_left")
@pytest.mark.parametrize("team", TEAMS)
@pytest.mark.parametrize(
    ("job", "message"),
    [(Squares(stop=7), "7 has no square"), (Squares(broken=True), "nothing can be squared here")],
)
def test_what_cannot_be_done_is_told(team, job, message):
    with pytest.raises(TableroError, match=message):
        list(team.results(job, orders(12), never()))


@pytest.mark.usefixtures("nobody_left")
@pytest.mark.parametrize("team", TEAMS)
def test_a_stop_is_soon(team):
    stop, found = threading.Event(), 0
    for _result in team.results(Squares(slow=0.01), orders(4000), stop):
        found += 1
        stop.set()
    assert 1 <= found < 100


@pytest.mark.usefixtures("nobody_left")
def test_a_worker_that_is_stopped_does_not_stop_us(monkeypatch):
    monkeypatch.setattr(processes, "FAREWELL", 0.1)
    stop = threading.Event()
    others = psutil.Process().children()
    for _result in Processes(2).results(Squares(slow=0.01), orders(4000), stop):
        for worker in psutil.Process().children():
            if worker not in others:
                worker.suspend()
        stop.set()


def test_whoever_is_killed_leaves_nobody_at_work():
    """Not even one who is at something that takes long."""
    code = (
        "import threading\nfrom tablero.teams.processes import Processes\n"
        "from tests.teams.jobs import Squares\n"
        "job = Squares(slow=1000.0, slow_from=2)\n"
        "for _ in Processes(2).results(job, [[1, 2], [3]], threading.Event()): print(flush=True)"
    )
    driver = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE)
    assert driver.stdout is not None
    driver.stdout.readline()
    workers = psutil.Process(driver.pid).children()
    driver.kill()
    driver.communicate()
    _gone, left = psutil.wait_procs(workers, timeout=60)
    assert left == []


def test_orders_that_are_put_back_come_next():
    queue = Orders(iter([[1, 2], [3]]))
    assert queue.take() == [1, 2]
    queue.put([2])
    queue.put([])
    assert [queue.take(), queue.take(), queue.take()] == [[2], [3], None]
    queue.put([9])
    assert queue.take() == [9]
