"""A warm process that forks cells. It runs no player's code, and hears its warden alone.

python -m tablero.arena.sandbox.nursery '{"control": 5, "game": "mancala11", …}'

The warden sends a socket; the nursery forks a cell that gets it, and says {"born": pid}. When a
cell has ended it says {"dead": pid, "status": …, "cpu": …, "call": …}; call is the number of the
forbidden system call that the kernel has halted it at, and that the nursery has killed it for, or
null. When the warden is gone, so is the nursery, and the kernel ends its cells.
"""

import contextlib
import gc
import importlib
import json
import os
import select
import signal
import socket
import sys
from typing import Any

import tablero.games as games
from tablero.arena.player.forms import Track
from tablero.arena.sandbox.cell import live
from tablero.arena.sandbox.level import Level
from tablero.arena.sandbox.library import BEHIND_THE_SCENES, LIBRARY, PURE, WANTED_IF_INSTALLED
from tablero.arena.sandbox.limits import CellLimits
from tablero.arena.sandbox.lock import drop_root
from tablero.arena.sandbox.seccomp import halted
from tablero.games.student import viewer

LARGEST_ORDER = 64
"""Bytes of what a warden says."""


class Nursery:
    """orders -- where the warden speaks
    alarm  -- where a signal leaves a byte when a cell has ended
    lines  -- to cells that are being locked, by descriptor: socket and pid
    halts  -- listeners of the cells' filters, by descriptor: pid
    calls  -- for which cells were killed, by pid
    """

    def __init__(self, order: dict[str, Any]) -> None:
        self.control = socket.socket(fileno=order["control"])
        self.level, self.track = Level(order["level"]), Track(order["track"])
        told = order["limits"]
        self.limits = CellLimits(**{**told, "modules": tuple(told["modules"])})
        self.game = games.load(order["game"])
        self.game.move_name(self.game.start, next(iter(self.game.start.moves())))  # all loaded
        viewer(self.game)
        self.names = self._load_modules()
        self.ready = select.poll()
        self.lines: dict[int, tuple[socket.socket, int]] = {}
        self.halts: dict[int, int] = {}
        self.calls: dict[int, int] = {}
        self.alarm, bell = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
        os.set_blocking(bell, False)
        signal.signal(signal.SIGCHLD, lambda *_told: None)
        signal.set_wakeup_fd(bell, warn_on_full_buffer=False)

    def _load_modules(self) -> list[str]:
        """What players may import, in memory."""
        if self.track is Track.EVALUATION:
            wanted = list(PURE)
        else:
            wanted = [*LIBRARY, *BEHIND_THE_SCENES, *self.limits.modules]
            with contextlib.suppress(ModuleNotFoundError):
                for name in WANTED_IF_INSTALLED:
                    importlib.import_module(name)
                    wanted.append(name)
        for name in wanted:
            importlib.import_module(name)
        return wanted

    def serve(self) -> None:
        """Until the warden is gone."""
        self.ready.register(self.control, select.POLLIN)
        self.ready.register(self.alarm, select.POLLIN)
        self._say(ready=os.getpid(), **_view())
        while True:
            for descriptor, event in self.ready.poll():
                if descriptor == self.alarm:
                    self._bury()
                elif descriptor in self.lines:
                    self._listen(descriptor)
                elif descriptor in self.halts:
                    self._halt(descriptor, event)
                elif descriptor == self.control.fileno() and not self._obey():
                    return

    def _obey(self) -> bool:
        """Fork a cell; False if nobody gives orders any more."""
        order, descriptors, _flags, _address = socket.recv_fds(self.control, LARGEST_ORDER, 1)
        if not order:
            return False
        (descriptor,) = descriptors
        ours, theirs = socket.socketpair()
        try:
            pid = os.fork()
        except OSError as error:
            self._say(refused=str(error))
            ours.close()
        else:
            if pid == 0:
                self._become_cell((descriptor, theirs.fileno()))
            self._say(born=pid)
            self.lines[ours.fileno()] = ours, pid
            self.ready.register(ours, select.POLLIN)
        theirs.close()
        os.close(descriptor)
        return True

    def _become_cell(self, descriptors: tuple[int, int]) -> None:
        try:
            live(descriptors, self.game, self.track, self.level, self.limits, self.names)
        finally:
            os._exit(1)

    def _listen(self, descriptor: int) -> None:
        """A cell is locked: take the listener of its filter, if it has one."""
        line, pid = self.lines.pop(descriptor)
        self.ready.unregister(descriptor)
        with line, contextlib.suppress(OSError):
            _told, listeners, _flags, _address = socket.recv_fds(line, LARGEST_ORDER, 1)
            for listener in listeners:
                self.halts[listener] = pid
                self.ready.register(listener, select.POLLIN)

    def _halt(self, listener: int, event: int) -> None:
        """A cell was halted at a forbidden call, or has ended. It does not run again."""
        pid = self.halts[listener]
        if event & select.POLLIN and (number := halted(listener)) is not None:
            self.calls[pid] = number
            os.kill(pid, signal.SIGKILL)
        else:
            del self.halts[listener]
            self.ready.unregister(listener)
            os.close(listener)

    def _bury(self) -> None:
        """Tell how cells have ended."""
        with contextlib.suppress(BlockingIOError):
            os.read(self.alarm, 4096)
        with contextlib.suppress(ChildProcessError):
            while True:
                pid, status, usage = os.wait4(-1, os.WNOHANG)
                if pid == 0:
                    return
                cpu, call = usage.ru_utime + usage.ru_stime, self.calls.pop(pid, None)
                self._say(dead=pid, status=status, cpu=cpu, call=call)

    def _say(self, **told: Any) -> None:
        self.control.send(json.dumps(told).encode())


def _view() -> dict[str, Any]:
    """What can be seen from here, for whoever wants to know how strong the walls are."""
    interfaces = [name for _number, name in socket.if_nameindex()]
    return {"user": os.getuid(), "proc": os.path.exists("/proc/self"), "net": interfaces}


def main(text: str) -> None:
    nursery = Nursery(json.loads(text))
    drop_root()
    os.environ.clear()
    gc.collect()
    gc.freeze()
    with contextlib.suppress(ConnectionError):  # the warden is gone
        nursery.serve()


if __name__ == "__main__":
    main(sys.argv[1])
