"""A pool on a real Dask cluster, whose scheduler and workers are processes of their own."""

import shutil
import signal
import socket
import threading
from pathlib import Path

import dask
import psutil
import pytest

import tablero
from tablero.errors import OptionError, OutsideError, SearchStopped, TableroError, WorkerDied
from tablero.games.connect4.game import Connect4Game
from tablero.games.connect4.solver.builder import BookBuilder
from tablero.workers import connection, dask_pool, job_threads
from tablero.workers.dask_pool import DaskPool
from tablero.workers.in_process import IN_PROCESS
from tablero.workers.job import LostKey, TaskQueue
from tablero.workers.pool import WorkerPool
from tests.cluster.grid import Grid, Hosts, kill, wait_until
from tests.lab.test_shared_out import experiments
from tests.workers.jobs import Names, Squares, blocked, squares, tasks

pytestmark = pytest.mark.plain


@pytest.fixture(scope="module")
def grid(tmp_path_factory):
    """One whose scheduler gives nothing to a second worker if the first has died of it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES", "0")
        found = Grid(tmp_path_factory.mktemp("grid"), Hosts())
    yield found
    found.close()


@pytest.fixture
def pool(grid):
    """Two workers, whoever was killed before."""
    with DaskPool.at(grid.address) as found:
        man(grid, found, 2)
        yield found


def man(grid: Grid, pool: DaskPool, workers: int) -> None:
    """So many workers are there."""
    for _missing in range(workers - len(grid.workers())):
        grid.start_worker()
    for surplus in grid.workers()[workers:]:
        kill(surplus)
    wait_until(lambda: len(pool.client.nthreads()) == workers)


def never() -> threading.Event:
    return threading.Event()


def tasks_left(dask_scheduler) -> int:
    return len(dask_scheduler.tasks)


def jobs_open() -> int:
    return len(job_threads.JOB_THREADS)


def assert_clean(pool: DaskPool) -> None:
    """Nothing of ours is left there."""
    wait_until(lambda: pool.client.run_on_scheduler(tasks_left) == 0)
    wait_until(lambda: set(pool.client.run(jobs_open).values()) == {0})


def test_every_result_comes_once(pool):
    assert pool.size == 2
    assert sorted(pool.results(Squares(), tasks(40), never())) == squares(40)


def test_orders_of_a_moment_are_for_all(pool):
    """Not only for who has the letter on which they depend; Dask never moves such tasks."""
    workers = {worker for _number, worker in pool.results(Names(), tasks(100, 1), never())}
    assert len(workers) == 2


def test_a_job_stays_open_until_another_one_comes(pool):
    for job in (Squares(), Squares(), Squares(slow=0.001)):
        assert sorted(pool.results(job, tasks(40), never())) == squares(40)
        wait_until(lambda: max(pool.client.run(jobs_open).values()) == 1)
    pool._cancel_job()
    assert_clean(pool)


@pytest.mark.parametrize(
    ("job", "message"),
    [(Squares(stop=7), ": 7 has no square"), (Squares(broken=True), ": nothing can be squared")],
)
def test_what_cannot_be_done_is_told_with_the_machine(pool, job, message):
    with pytest.raises(TableroError, match=message):
        list(pool.results(job, tasks(12), never()))
    pool._cancel_job()
    assert_clean(pool)


def test_a_stop_is_soon_and_leaves_nothing(pool):
    stop, found = threading.Event(), 0
    for _result in pool.results(Squares(slow=0.01), tasks(4000), stop):
        found += 1
        stop.set()
    assert 1 <= found < 4000
    assert_clean(pool)


def test_who_leaves_in_the_midst_leaves_nothing(pool, grid):
    with DaskPool.at(grid.address) as other:
        results = other.results(Squares(slow=0.01), tasks(4000), never())
        next(results)
    assert_clean(pool)


def test_what_workers_die_of_is_found_and_lost(pool, grid, tmp_path):
    """The order is cut in two until one is left. Who waited behind it at the same worker may be
    blamed too; everybody else is done."""
    man(grid, pool, 3)
    job = Squares(deadly=3, mark=str(tmp_path / "deaths"))
    events = [*pool.events(job, TaskQueue(tasks(8, size=2)), never())]
    lost = {each.key: each.why for each in events if isinstance(each, LostKey)}
    assert 3 in lost
    assert "1 workers in a row died while running a task, the last at tcp://127.0.0.1:" in lost[3]
    found = [each for each in events if not isinstance(each, LostKey)]
    assert sorted(found) == [square for square in squares(8) if square[0] not in lost]
    assert (tmp_path / "deaths").read_text() == "xx"


def test_what_is_lost_is_done_by_another(pool, grid, tmp_path):
    man(grid, pool, 3)
    job = Squares(deadly=3, mark=str(tmp_path / "deaths"), deaths=2)
    assert sorted(pool.results(job, tasks(8, size=2), never())) == squares(8)


def test_a_worker_that_is_killed_costs_nothing(pool, grid):
    found = []
    for result in pool.results(Squares(slow=0.02), tasks(120), never()):
        found.append(result)
        if len(found) == 20:
            kill(grid.workers()[0])
            grid.start_worker()
    assert sorted(found) == squares(120)


def test_a_worker_with_another_text_is_refused(pool, grid, tmp_path):
    """Before any work, and also if it comes later."""
    shutil.copytree(
        Path(tablero.__file__).parent,
        tmp_path / "tablero",
        ignore=shutil.ignore_patterns("page", "__pycache__", "*.book"),
    )
    with (tmp_path / "tablero/numbers.py").open("a") as text:
        text.write("# edited\n")
    other = grid.start_worker(environment={"PYTHONPATH": str(tmp_path)})
    wait_until(lambda: len(pool.client.nthreads()) == 3)
    with pytest.raises(OptionError, match="has other versions: sha256 .* there, .* here"):
        DaskPool.at(grid.address)
    for worker in grid.workers()[:2]:
        kill(worker)
    with pytest.raises(TableroError, match="sha256 .* there, .* here"):
        list(pool.results(Squares(), tasks(4), never()))
    kill(other)


def test_who_does_not_answer_is_not_waited_for(pool, grid, monkeypatch):
    """Neither by who comes nor by who leaves: others work."""
    assert sorted(pool.results(Squares(), tasks(8), never())) == squares(8)
    monkeypatch.setattr(connection, "ANSWER_TIMEOUT_S", 1.0)
    dumb = grid.workers()[0]
    dumb.send_signal(signal.SIGSTOP)
    DaskPool.at(grid.address).close()
    pool.close()
    kill(dumb)


def test_schedulers_go_and_come(tmp_path, monkeypatch):
    """One without Tablero is refused; the place of one who has died may be taken by another."""
    (tmp_path / "tablero").mkdir()
    nothing = "raise ModuleNotFoundError('No module named tablero', name='tablero')"
    (tmp_path / "tablero/__init__.py").write_text(nothing)
    with monkeypatch.context() as patch:
        patch.setenv("PYTHONPATH", str(tmp_path))
        grid = Grid(tmp_path, Hosts())
    try:
        with pytest.raises(OutsideError, match="another version of Tablero, or none"):
            DaskPool.at(grid.address)
        kill(grid.scheduler)
        grid.start_scheduler()
        with DaskPool.at(grid.address) as pool:
            kill(grid.scheduler)
            with pytest.raises(
                WorkerDied, match="the connection to the cluster's scheduler was lost"
            ):
                list(pool.results(Squares(), tasks(8), never()))
            pool.client.close()  # as it does by itself, some seconds later
            with monkeypatch.context() as patch:
                patch.setattr(connection, "ANSWER_TIMEOUT_S", 1.0)
                with pytest.raises(OptionError, match="no cluster answers"):
                    list(pool.results(Squares(), tasks(8), never()))
            grid.start_scheduler()
            grid.start_worker()
            assert sorted(pool.results(Squares(), tasks(8), never())) == squares(8)
            kill(grid.scheduler)
            wait_until(lambda: pool.client.status == "connecting")
            grid.start_scheduler()  # which knows nothing of the job that the last one had
            grid.start_worker()
            wait_until(lambda: pool.client.status == "running")
            assert sorted(pool.results(Squares(), tasks(8), never())) == squares(8)
    finally:
        grid.close()


def test_what_is_left_of_a_long_order_is_shared_out(pool):
    queue = TaskQueue([[9]])
    run: dask_pool.DaskRun[int, int] = dask_pool.DaskRun(
        pool.client, pool._submit(Squares()), queue
    )
    run._put_back([3, 4, 5, 6, 7], 2)
    assert [queue.take() for _order in range(4)] == [[3, 4], [5, 6], [7], [9]]
    run._put_back([1, 2], 0)
    assert queue.take() == [1, 2]


def test_nobody_at_an_address(monkeypatch):
    monkeypatch.setattr(connection, "ANSWER_TIMEOUT_S", 1.0)
    with pytest.raises(OptionError, match="no cluster answers at tcp://127.0.0.1:1:"):
        DaskPool.at("tcp://127.0.0.1:1")


@pytest.mark.parametrize(
    ("said", "message"),
    [
        (b"", "no cluster answers at tcp://127.0.0.1:.*: no answer in time"),
        (b"SSH-2.0-OpenSSH_9.2\r\n", "no Dask scheduler at .*: MemoryError"),
        (bytes(64), "no Dask scheduler at .*: "),
    ],
)
def test_who_is_no_scheduler_is_not_believed(said, message, monkeypatch):
    """Nor waited for."""
    monkeypatch.setattr(connection, "ANSWER_TIMEOUT_S", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as stranger:
        port = stranger.getsockname()[1]

        def answer() -> None:
            with stranger.accept()[0] as comer:
                comer.sendall(said)
                while comer.recv(1024):
                    pass

        threading.Thread(target=answer, daemon=True).start()
        with pytest.raises(OptionError, match=message):
            DaskPool.at(f"tcp://127.0.0.1:{port}")


@pytest.mark.parametrize(
    ("address", "options", "message"),
    [
        ("tls", {}, "needs certificates in Dask's configuration"),
        ("tls", {"tls.ca-file": "/nowhere", "tls.client.cert": "/nowhere"}, "no such file"),
        ("tcp", {"require-encryption": True}, "requires encryption: tls:// in place of tcp://"),
    ],
)
def test_encryption_is_as_it_is_configured(address, options, message):
    with (
        dask.config.set({f"distributed.comm.{name}": value for name, value in options.items()}),
        pytest.raises(OptionError, match=message),
    ):
        DaskPool.at(f"{address}://127.0.0.1:1")


def test_a_cluster_of_our_own_listens_to_nobody_else(monkeypatch):
    """Not even to other users of this machine, who have not got its key."""
    us = psutil.Process()
    before = us.children(recursive=True)
    with DaskPool.local(1) as pool:
        monkeypatch.setattr(connection, "ANSWER_TIMEOUT_S", 1.0)
        assert pool.own_cluster is not None
        scheme, _colon, place = pool.own_cluster.scheduler_address.partition(":")
        assert scheme == "tls"
        with pytest.raises(OptionError, match="no cluster answers"):
            DaskPool.at(f"tcp:{place}")
        assert sorted(pool.results(Squares(), tasks(8), never())) == squares(8)
        ours = [each for each in us.children(recursive=True) if each not in before]
        sockets = [each for process in (us, *ours) for each in process.net_connections()]
        listening = {each.laddr.ip for each in sockets if each.status == psutil.CONN_LISTEN}
        assert listening == {"127.0.0.1"}
        workers = [each for each in ours if "spawn_main" in told(each)]
        assert [signal.SIGINT in blocked(str(each.pid)) for each in workers] == [True]
    left = [each for each in ours if each.is_running() and "resource_tracker" not in told(each)]
    assert left == []


def told(process: psutil.Process) -> str:
    return " ".join(process.cmdline())


def test_a_book_is_the_same_as_at_home(pool, tmp_path):
    game = Connect4Game(columns=4, rows=4, connect=4)
    home, abroad = tmp_path / "home.book", tmp_path / "abroad.book"
    BookBuilder(game, 13, home).build()
    half = BookBuilder(game, 13, abroad, pool=Halting(pool, 2))
    with pytest.raises(SearchStopped):
        half.build()
    assert 0 < half.done < half.total
    BookBuilder(game, 13, abroad, pool=pool).build()
    assert abroad.read_bytes() == home.read_bytes()


def test_experiments_are_the_same_as_at_home(pool):
    assert experiments(pool) == experiments(IN_PROCESS)


class Halting(WorkerPool):
    """A pool that is stopped after so many results."""

    def __init__(self, pool: DaskPool, most: int) -> None:
        self.pool, self.most = pool, most

    @property
    def size(self) -> int:
        return self.pool.size

    def events(self, job, tasks, stop):
        for number, event in enumerate(self.pool.events(job, tasks, stop), 1):
            yield event
            if number == self.most:
                stop.set()
