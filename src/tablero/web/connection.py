"""A browser's connection. It asks for something in good time or is closed, and there are only so
many: whoever holds one and says nothing keeps nobody else out."""

import asyncio
import errno
import resource
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

PATIENCE = 10.0
"""Seconds between two looks at a connection; one that waits for its next request at both, and has
had none between, is closed."""

MOST_FILES = 4096
"""What we ask the system for. A connection is a file."""

AT_ONCE = 128
"""Connections that are taken before we can count them."""

SPARE, A_PROCESS, LEAST = 64 + AT_ONCE, 8, 16
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
        return len(state.desk.crew.workers) + len(state.clerk.crew.workers)

    @property
    def _state(self) -> tuple[Any, bool]:
        """The last request, and whether we wait for another."""
        return self.cycle, self.cycle is None or self.cycle.response_complete

    def _look(self, before: tuple[Any, bool]) -> None:
        _request, waits = self._state
        if waits and self._state == before:
            self.timeout_keep_alive_handler()
        else:
            self.clock = self.loop.call_later(PATIENCE, self._look, self._state)


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
