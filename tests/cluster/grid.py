"""A real cluster for tests: a scheduler and workers, each a process of its own that may be killed.

On loopback, or every one of them on a host of its own: network namespaces that only root can make,
joined by a bridge that lies in one of them. No address of theirs is seen from outside.
"""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

LOOPBACK = "127.0.0.1"
PORT = 8786
PATIENCE = 90.0
"""Seconds until something must have happened; a busy machine is slow."""

DRIVER, SCHEDULER = "driver", "scheduler"


class Hosts:
    """Where processes run: what is put before a command, and the address there."""

    def address(self, host: str) -> str:
        return LOOPBACK

    def prefix(self, host: str) -> list[str]:
        return []


class Namespaces(Hosts):
    """names -- of the hosts; the first one has the bridge"""

    def __init__(self, *names: str) -> None:
        self.names = {name: f"tablero-{os.getpid()}-{name}" for name in names}
        self.hub = self.names[names[0]]

    def address(self, host: str) -> str:
        return f"10.123.0.{[*self.names].index(host) + 1}"

    def prefix(self, host: str) -> list[str]:
        return ["ip", "netns", "exec", self.names[host]]

    def open(self) -> None:
        for space in self.names.values():
            _ip("netns", "add", space)
            _ip("-n", space, "link", "set", "lo", "up")
        _ip("-n", self.hub, "link", "add", "bridge", "type", "bridge")
        _ip("-n", self.hub, "link", "set", "bridge", "up")
        for number, (name, space) in enumerate(self.names.items()):
            pair = ["peer", "name", f"port{number}", "netns", self.hub]
            _ip("-n", space, "link", "add", "cable", "type", "veth", *pair)
            _ip("-n", space, "address", "add", f"{self.address(name)}/24", "dev", "cable")
            _ip("-n", space, "link", "set", "cable", "up")
            _ip("-n", self.hub, "link", "set", f"port{number}", "master", "bridge", "up")

    def close(self) -> None:
        for space in self.names.values():
            subprocess.run(["ip", "netns", "delete", space], check=False, capture_output=True)


def _ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True, capture_output=True)


@contextmanager
def hosts(*names: str) -> Iterator[Hosts]:
    """Namespaces where they are to be had, else loopback."""
    found = Namespaces(*names)
    try:
        if os.geteuid() or shutil.which("ip") is None:
            yield Hosts()
            return
        try:
            found.open()
        except subprocess.CalledProcessError:
            yield Hosts()
            return
        yield found
    finally:
        found.close()


class Grid:
    """A scheduler and its workers.

    folder -- for their files and what they say
    """

    def __init__(self, folder: Path, hosts: Hosts) -> None:
        self.folder, self.hosts = folder, hosts
        self.processes: list[subprocess.Popen[bytes]] = []
        self.port = PORT if isinstance(hosts, Namespaces) else 0
        self.scheduler = self.start_scheduler()

    def start_scheduler(self) -> subprocess.Popen[bytes]:
        """A new one, at the same address if there was one before."""
        told = self.folder / "scheduler.json"
        told.unlink(missing_ok=True)
        where = ["--host", self.hosts.address(SCHEDULER), "--port", str(self.port)]
        quiet = ["--no-dashboard", "--dashboard-address", f"{LOOPBACK}:0"]
        self.scheduler = self._start(
            SCHEDULER, "scheduler", *where, *quiet, "--scheduler-file", str(told)
        )
        wait_until(lambda: told.exists() and told.read_text().endswith("}"))
        return self.scheduler

    @property
    def address(self) -> str:
        found = json.loads((self.folder / "scheduler.json").read_text())["address"]
        assert isinstance(found, str)
        self.port = int(found.rpartition(":")[2])
        return found

    def start_worker(
        self, host: str = "one", environment: Mapping[str, str] | None = None
    ) -> subprocess.Popen[bytes]:
        """One with one thread, whom nobody nurses: who is killed stays dead."""
        where = ["--host", self.hosts.address(host), "--local-directory", str(self.folder)]
        usual = [
            "--nthreads",
            "1",
            "--no-nanny",
            "--no-dashboard",
            "--dashboard-address",
            f"{LOOPBACK}:0",
        ]
        return self._start(host, "worker", self.address, *where, *usual, environment=environment)

    def workers(self) -> list[subprocess.Popen[bytes]]:
        """Those that live, the oldest first."""
        return [
            each
            for each in self.processes
            if each.poll() is None and "distributed.cli.dask_worker" in each.args  # type: ignore[operator]
        ]

    def _start(
        self, host: str, kind: str, *words: str, environment: Mapping[str, str] | None = None
    ) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", f"distributed.cli.dask_{kind}", *words]
        log = (self.folder / f"{kind}-{len(self.processes)}.log").open("wb")
        self.processes.append(
            subprocess.Popen(
                [*self.hosts.prefix(host), *command],
                stdout=log,
                stderr=log,
                env={**os.environ, **(environment or {})},
            )
        )
        log.close()
        return self.processes[-1]

    def run(self, *words: str, **ways: Any) -> subprocess.Popen[bytes]:
        """A command of ours, on the host of whoever asks."""
        command = [sys.executable, "-m", "tablero", *words]
        pipe = subprocess.PIPE
        return subprocess.Popen(
            [*self.hosts.prefix(DRIVER), *command], stdout=pipe, stderr=pipe, **ways
        )

    def close(self) -> None:
        for process in self.processes:
            kill(process)


def kill(process: subprocess.Popen[bytes]) -> None:
    """With -9."""
    process.send_signal(signal.SIGKILL)
    process.wait()


def wait_until(condition: Any) -> None:
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, "it does not happen"
        time.sleep(0.02)
