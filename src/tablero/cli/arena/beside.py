"""`tablero arena run` in a process of its own, beside whoever shows the page.

A round computes for minutes, and whoever looks at the page shall not wait for it. The process ends
with us, however we end, and takes its own processes with it.
"""

import os
import subprocess
import sys
import threading
from collections.abc import Sequence
from types import TracebackType

from tablero.cli import complain
from tablero.errors import system_reason
from tablero.locale import _

PAUSE = 10.0
"""Seconds before a process that has ended is started again."""

PATIENCE = 10.0
"""Seconds that it may take to leave."""


class Beside:
    """A command of `tablero arena`, as long as the context lasts; whatever ends it, it is started
    again.

    words -- the command with its options
    """

    def __init__(self, words: Sequence[str]) -> None:
        self.command = [sys.executable, "-m", "tablero", *words]
        self.process: subprocess.Popen[bytes] | None = None
        self._stop, self._lock = threading.Event(), threading.Lock()
        self._keeper = threading.Thread(target=self._keep)

    def __enter__(self) -> "Beside":
        self._keeper.start()
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        with self._lock:
            self._stop.set()
            if self.process is not None:
                self.process.terminate()
        self._keeper.join(PATIENCE)
        if self._keeper.is_alive() and self.process is not None:
            self.process.kill()
        self._keeper.join()

    def _keep(self) -> None:
        while not self._stop.is_set():
            told = self._run()
            if not self._stop.is_set():
                complain(told)
                self._stop.wait(PAUSE)

    def _run(self) -> str:
        """Until it has ended, or if it could not be started: what is told of that."""
        try:
            process = self._start()
        except OSError as error:  # no room for a process: later there may be
            message = _("the process that plays rounds cannot be started: {reason}; we try again")
            return message.format(reason=system_reason(error))
        code = None if process is None else process.wait()
        message = _("the process that plays rounds has ended with code {code}; another begins")
        return message.format(code=code)

    def _start(self) -> subprocess.Popen[bytes] | None:
        """None: we are leaving. Ctrl-C is ours: it is told to leave afterwards."""
        with self._lock:
            if self._stop.is_set():
                return None
            words = [*self.command, "--leave-with", str(os.getpid())]
            self.process = subprocess.Popen(
                words, stdin=subprocess.DEVNULL, start_new_session=True
            )
            return self.process
