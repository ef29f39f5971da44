"""The warden's side of a nursery: its process, and what it tells about its cells."""

import json
import os
import select
import socket
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple
from weakref import WeakSet

from tablero.arena.player.forms import Track
from tablero.arena.sandbox import launch
from tablero.arena.sandbox.level import Level
from tablero.arena.sandbox.limits import CellLimits
from tablero.errors import WorkerDied, system_reason
from tablero.games.outside import is_path
from tablero.locale import _
from tablero.options import join_call, parse_call

START_UP = 30.0
"""Seconds until a nursery must be ready, and a cell must be locked."""

BIRTH = 10.0
"""Seconds until a cell must be born; a nursery that takes longer is of no use any more."""

BURIAL = 1.0
"""Seconds within which the end of a cell must be told, once it is silent for good."""

LEAVE = 3.0
"""Seconds in which a nursery must have left; then it is killed."""

LARGEST_NEWS = 1000
COMPLAINTS = 2000
"""Bytes at the end of stderr that are told when a nursery has failed."""


class Ended(NamedTuple):
    """status -- as `wait` gives it; None: it lives
    cpu    -- seconds of CPU time
    call   -- the number of the forbidden system call that it was killed for
    """

    status: int | None
    cpu: float
    call: int | None = None


OPEN: "WeakSet[Ward]" = WeakSet()


def _let_go() -> None:
    """A process that we fork must not hold our lines: nurseries live as long as those are held
    by anybody."""
    for ward in list(OPEN):
        ward.control.close()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_let_go)


class Ward:
    """A running nursery.

    ended -- how cells have ended, by the pid that the nursery knows
    view  -- what the nursery sees of the system
    gone  -- it has ended, and is of no use any more
    """

    def __init__(self, level: Level, limits: CellLimits, track: Track, game: str) -> None:
        if not hasattr(socket, "SOCK_SEQPACKET") or sys.platform != "linux":
            raise WorkerDied(_("cells can be had on Linux alone"))
        self.ended: dict[int, Ended] = {}
        self.forgotten: set[int] = set()
        self.gone = False
        self.control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        order = {"control": theirs.fileno(), "level": level, "track": track}
        order |= {"game": _absolute(game), "limits": limits.as_json()}
        with theirs:
            self.process = self._start(launch.command(level, game, json.dumps(order)), theirs)
        OPEN.add(self)
        self.poll = select.poll()
        self.poll.register(self.control, select.POLLIN)
        try:
            self.view = self._news(START_UP, "ready")
        except WorkerDied:
            self.close()
            raise

    def _start(self, command: list[str], theirs: socket.socket) -> subprocess.Popen[bytes]:
        try:
            return subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                pass_fds=[theirs.fileno()],
                env=launch.environment(),
                cwd="/",
                start_new_session=True,
            )
        except OSError as error:
            self.control.close()
            message = _("cannot start {command!r}: {reason}")
            reason = system_reason(error)
            raise WorkerDied(message.format(command=command[0], reason=reason)) from None

    def bear(self, theirs: socket.socket) -> int:
        """A new cell with this end of a line; its pid as the nursery knows it."""
        with theirs:
            try:
                socket.send_fds(self.control, [b"cell"], [theirs.fileno()])
            except OSError:
                raise self._gone() from None
        news = self._news(BIRTH, "born", "refused")
        if "refused" in news:
            message = _("the nursery cannot fork: {reason}")
            raise WorkerDied(message.format(reason=news["refused"]))
        return int(news["born"])

    def burial(self, pid: int) -> Ended:
        """How a cell has ended; status None if it has not. Raises WorkerDied if it has ended
        with its nursery."""
        if self.gone:
            raise WorkerDied(_("the nursery is gone, and its cells with it"))
        deadline = time.monotonic() + BURIAL
        while pid not in self.ended:
            left = deadline - time.monotonic()
            if left <= 0 or not self._hear(left):
                return Ended(None, 0.0)
        return self.ended.pop(pid)

    def forget(self, pid: int) -> None:
        """Nobody will ask how this cell has ended."""
        if self.ended.pop(pid, None) is None:
            self.forgotten.add(pid)

    def close(self) -> None:
        """End the nursery, and by that all its cells."""
        OPEN.discard(self)
        self.gone = True
        self.control.close()
        try:
            self.process.wait(LEAVE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        if self.process.stderr:
            self.process.stderr.close()

    def _news(self, seconds: float, *wanted: str) -> dict[str, Any]:
        """The next news of one of these kinds."""
        deadline = time.monotonic() + seconds
        while True:
            news = self._hear(max(0.0, deadline - time.monotonic()))
            if news is None:
                self.gone = True
                raise WorkerDied(_("the nursery does not answer"))
            if any(kind in news for kind in wanted):
                return news

    def _hear(self, seconds: float) -> dict[str, Any] | None:
        """The next news, None if there is none within this time. Raises WorkerDied."""
        if not self.poll.poll(seconds * 1000):
            return None
        try:
            data = self.control.recv(LARGEST_NEWS)
        except OSError:
            data = b""
        if not data:
            raise self._gone()
        news: dict[str, Any] = json.loads(data)
        pid = news.get("dead")
        if pid in self.forgotten:
            self.forgotten.remove(pid)
        elif pid is not None:
            self.ended[pid] = Ended(news["status"], news["cpu"], news["call"])
        return news

    def _gone(self) -> WorkerDied:
        """What to say when the nursery is no more."""
        self.gone, code, said = True, None, ""
        with suppress(subprocess.TimeoutExpired):
            code = self.process.wait(LEAVE)
            stderr = self.process.stderr
            said = os.read(stderr.fileno(), 1 << 16).decode(errors="replace") if stderr else ""
        reason = (said[-COMPLAINTS:].strip().splitlines() or [f"{code}"])[-1]
        return WorkerDied(_("the nursery is gone: {reason}").format(reason=reason))


def _absolute(game: str) -> str:
    """The game's text, with the whole path if it is in a file."""
    name, options = parse_call(game)
    return join_call(str(Path(name).resolve()), options.items()) if is_path(name) else game
