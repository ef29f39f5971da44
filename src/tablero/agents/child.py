"""A child process that answers in lines over pipes, with a time limit for every answer."""

import os
import select
import subprocess
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress

from tablero.agents.agent import TimeIsUp
from tablero.errors import NotationError, OutsideError, system_reason
from tablero.locale import _
from tablero.workers.children import kill_group, start_child

CHUNK = 1 << 16
"""Maximum number of bytes read at once, and kept of stderr."""

MAX_LINE_BYTES = 4096
"""Maximum length of an answer, in bytes."""

QUOTED_LINES = 3
"""Lines of stderr that are quoted in the error message when a program has failed."""

EXIT_GRACE_S = 0.5
"""Seconds that the process may take to exit by itself before it is killed."""

POLL_INTERVAL_S = 0.05
"""Seconds between checks whether a silent process still runs.

Its end does not always close the pipes: its own children may keep them open.
"""


class Child:
    """A child process in its own session.

    Ctrl-C does not reach it, and the processes that it has started can be killed with it.

    unsent: bytes not yet written to stdin; a full pipe does not block.
    received: bytes read from stdout and not yet returned.
    stderr_tail: the end of stderr, CHUNK bytes at most; all of stderr is appended to the log, too.
    """

    def __init__(
        self, command: Sequence[str], environment: Mapping[str, str], log: str = os.devnull
    ) -> None:
        try:
            self.log = open(log, "ab")  # noqa: SIM115 -- closed by `kill`
        except (OSError, ValueError) as error:
            message = _("cannot write {path}: {reason}")
            raise OutsideError(message.format(path=log, reason=system_reason(error))) from None
        try:
            self.process = start_child(command, environment)
        except BaseException:
            self.log.close()
            raise
        ends = self.process.stdin, self.process.stdout, self.process.stderr
        self.pipes = [end for end in ends if end is not None]
        self.stdin, self.stdout, self.stderr = (end.fileno() for end in self.pipes)
        self.open = {self.stdin, self.stdout, self.stderr}
        for end in self.open:
            os.set_blocking(end, False)
        self.unsent = self.received = self.stderr_tail = b""

    def send(self, *lines: str) -> None:
        """Send these lines as soon as the pipe accepts them."""
        self.unsent += "".join(f"{line}\n" for line in lines).encode()
        self._exchange(0)

    def ask(self, *lines: str, seconds: float, grace: float = 0.0) -> str:
        """Send these lines and return the next line of output that is not blank.

        Raise TimeIsUp after `seconds` and `grace`, OutsideError if the program has exited, and
        NotationError for a line that is too long.
        """
        deadline = time.monotonic() + seconds + grace
        self.send(*lines)
        while not (line := self._line()):
            alive = self.stdout in self.open and self.process.poll() is None
            left = deadline - time.monotonic()
            if left <= 0:
                raise TimeIsUp(_("no answer within {seconds:g} seconds").format(seconds=seconds))
            if not self._exchange(min(left, POLL_INTERVAL_S)) and not alive:
                raise OutsideError(self._exit_message())
        return line

    def unexpected_output(self) -> str:
        """Return the beginning of output that does not answer a question."""
        self._exchange(0)
        return _readable(self.received.lstrip()[:40].partition(b"\n")[0])

    def discard_output(self) -> None:
        """Forget what the program has written so far."""
        self._exchange(0)
        self.received = b""

    def ended(self) -> bool:
        """Return whether the process has exited or closed its output."""
        return self.stdout not in self.open or self.process.poll() is not None

    def close(self) -> None:
        """Send `quit`, wait EXIT_GRACE_S for the process to exit, then kill what is left."""
        try:
            self.send("quit")
            self.pipes[0].close()
            self.open.discard(self.stdin)
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(EXIT_GRACE_S)
        finally:
            self.kill()

    def end(self) -> None:
        """Kill the process and all that it has started.

        Any thread may call this: a thread waiting in `ask` then raises OutsideError.
        """
        kill_group(self.process)

    def kill(self) -> None:
        """Kill the process, close its pipes and the log."""
        self.end()
        self.process.wait()
        self._exchange(0)
        self.open.clear()
        for pipe in self.pipes:
            pipe.close()
        with suppress(OSError):  # a log that cannot be written does not affect the game
            self.log.close()

    def _line(self) -> str:
        """Return the next line that is not blank; "" if it is not complete yet."""
        self.received = self.received.lstrip()
        line, end, rest = self.received.partition(b"\n")
        if len(line) > MAX_LINE_BYTES:
            message = _("a line of more than {most} bytes: {line!r}")
            beginning = _readable(line[:40]) + "…"
            raise NotationError(message.format(most=MAX_LINE_BYTES, line=beginning))
        if not end:
            return ""
        self.received = rest
        return _readable(line)

    def _exchange(self, seconds: float) -> bool:
        """Write and read what is possible within `seconds`. Return whether stdout had new data."""
        watched = select.poll()
        for end in self.open:
            if end != self.stdin:
                watched.register(end, select.POLLIN)
            elif self.unsent:
                watched.register(end, select.POLLOUT)
        before = len(self.received)
        for end, _event in watched.poll(seconds * 1000):
            if end == self.stdin:
                self._send()
            else:
                self._receive(end)
        return len(self.received) > before

    def _send(self) -> None:
        try:
            self.unsent = self.unsent[os.write(self.stdin, self.unsent) :]
        except BrokenPipeError:  # it has closed stdin, but may still write to stdout
            self.unsent = b""
            self.open.discard(self.stdin)

    def _receive(self, end: int) -> None:
        chunk = os.read(end, CHUNK)
        if not chunk:
            self.open.discard(end)
        elif end == self.stdout:
            self.received += chunk
        else:
            self.stderr_tail = (self.stderr_tail + chunk)[-CHUNK:]
            with suppress(OSError):
                self.log.write(chunk)

    def _exit_message(self) -> str:
        """Return how the program ended, with its last lines of stderr."""
        try:
            code = self.process.wait(EXIT_GRACE_S)
        except subprocess.TimeoutExpired:
            how = _("it closed its output")
        else:
            how = _("it ended with exit code {code}").format(code=code)
            if code < 0:
                how = _("it was killed by signal {number}").format(number=-code)
        self._exchange(0)
        lines = [_readable(line[:MAX_LINE_BYTES]) for line in self.stderr_tail.split(b"\n")]
        last = " | ".join(list(filter(None, lines))[-QUOTED_LINES:])
        return f"{how}: {last}" if last else how


def _readable(line: bytes) -> str:
    """Return the line with unprintable characters, such as terminal control codes, as blanks."""
    text = line.decode(errors="replace")
    return "".join(sign if sign.isprintable() else " " for sign in text).strip()
