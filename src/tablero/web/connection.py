"""A browser's connection. It asks for something in good time, and takes what it is told, or is
closed; and there are only so many. Whoever holds one and does nothing keeps nobody else out."""

import asyncio
import errno
import resource
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

PATIENCE = 10.0
"""Seconds between two looks at a connection; one that waits for its next request at both, and has
had none between, is closed, and so is one that has taken nothing of what waits to be sent."""

MOST_FILES = 4096
"""What we ask the system for. A connection is a file."""

AT_ONCE = 128
"""Connections that are taken before we can count them."""

SPARE, A_PROCESS, LEAST = 64 + AT_ONCE, 16, 16
"""Files that are no connections: our own, and for each process that works for us its pipes, and
for a moment those of the one that it replaces. Some connections there are, anyhow."""


class Connection(H11Protocol):
    """clock -- when we look again whether something was asked"""

    clock: asyncio.TimerHandle

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.clock = self.loop.call_later(PATIENCE, self._look, self._state)
        if len(self.connections) > most_connections(self._processes):
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self.clock.cancel()
        super().connection_lost(exc)

    @property
    def _processes(self) -> int:
        """How many work for the server."""
        state = self.config.app.state  # type: ignore[union-attr]
        crews = [state.desk.crew, state.clerk.crew]
        if state.private is not None:
            crews += state.private.office.crews
        return sum(len(crew.workers) for crew in crews)

    @property
    def _state(self) -> tuple[Any, bool, int]:
        """The last request, whether we wait for another, and bytes that wait to be sent."""
        waits = self.cycle is None or self.cycle.response_complete
        return self.cycle, waits, self.transport.get_write_buffer_size()

    def _look(self, before: tuple[Any, bool, int]) -> None:
        _request, waits, unsent = self._state
        if self._state != before or not (waits or unsent):
            self.clock = self.loop.call_later(PATIENCE, self._look, self._state)
        elif unsent:
            self.transport.abort()
        else:
            self.timeout_keep_alive_handler()


def ask_for_files() -> None:
    """Have the system allow us as many as it may, up to MOST_FILES."""
    now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if _files(now) < _files(most):
        resource.setrlimit(resource.RLIMIT_NOFILE, (_files(most), most))


def most_connections(processes: int) -> int:
    """At one time, of a server that has so many processes; others are closed at once."""
    files = _files(resource.getrlimit(resource.RLIMIT_NOFILE)[0])
    return max(LEAST, files - SPARE - A_PROCESS * processes)


def _files(limit: int) -> int:
    return MOST_FILES if limit == resource.RLIM_INFINITY else min(limit, MOST_FILES)


def pass_over(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """No file is left for a connection: the loop tries again in a second, and nobody has to read
    of it. Other troubles are told as ever."""
    if getattr(context.get("exception"), "errno", None) not in (errno.EMFILE, errno.ENFILE):
        loop.default_exception_handler(context)
