"""A program at the other end of our pipes. Whatever it does, we wait only so long."""

import atexit
import os
import select
import signal
import subprocess
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from weakref import WeakSet

from tablero.agents.agent import TimeIsUp
from tablero.errors import NotationError, OutsideError, system_reason
from tablero.locale import _

CHUNK = 1 << 16
"""So many bytes at most are taken at once, and kept of what it complains about."""

LONGEST_LINE = 4096
"""Of an answer, in bytes."""

LAST_WORDS = 3
"""So many lines of its complaints are told when a program has failed."""

LEAVE = 0.5
"""Seconds to leave by itself; then it is ended."""

LOOK = 0.05
"""Every so many seconds of silence we look whether it is still there: somebody whom it has
started may hold its pipes open."""

LIVING: "WeakSet[Child]" = WeakSet()
LEAVING = threading.Event()
STARTING = threading.RLock()
"""Held while a program is started, so that none is overlooked by whoever ends them all."""


@atexit.register
def kill_all() -> None:
    """End every program, for good: whoever leaves in a hurry, as on Ctrl-C, leaves none behind."""
    with STARTING:
        LEAVING.set()
        for child in list(LIVING):
            if child.process.poll() is None:
                with suppress(ProcessLookupError, PermissionError):
                    os.killpg(child.process.pid, signal.SIGKILL)


class Child:
    """A process in a session of its own, so that Ctrl-C does not reach it, and everything that
    it has started can be ended with it.

    unsent -- what it has not taken yet; a pipe that is full does not stop us
    heard  -- what it has said and nobody has asked for yet
    moaned -- the end of what it has written to stderr; all of it goes to the end of a log, too
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
            with STARTING:
                if LEAVING.is_set():
                    raise OutsideError(_("nobody waits for a program any more"))
                self.process = _start(command, {**os.environ, **environment})
                LIVING.add(self)
        except BaseException:
            self.log.close()
            raise
        ends = self.process.stdin, self.process.stdout, self.process.stderr
        self.pipes = [end for end in ends if end is not None]
        self.stdin, self.stdout, self.stderr = (end.fileno() for end in self.pipes)
        self.open = {self.stdin, self.stdout, self.stderr}
        for end in self.open:
            os.set_blocking(end, False)
        self.unsent = self.heard = self.moaned = b""

    def say(self, *lines: str) -> None:
        """Send these lines as soon as it takes them."""
        self.unsent += "".join(f"{line}\n" for line in lines).encode()
        self._exchange(0)

    def ask(self, *lines: str, seconds: float, grace: float = 0.0) -> str:
        """The line that answers these lines; blank ones do not count.

        Raises TimeIsUp after so many seconds and some grace, OutsideError if the program has
        ended, and NotationError for a line that is too long.
        """
        deadline = time.monotonic() + seconds + grace
        self.say(*lines)
        while not (line := self._line()):
            alive = self.stdout in self.open and self.process.poll() is None
            left = deadline - time.monotonic()
            if left <= 0:
                raise TimeIsUp(_("no answer within {seconds:g} seconds").format(seconds=seconds))
            if not self._exchange(min(left, LOOK)) and not alive:
                raise OutsideError(self._ending())
        return line

    def unasked(self) -> str:
        """The beginning of what it has said and nobody has asked for."""
        self._exchange(0)
        return _readable(self.heard.lstrip()[:40].partition(b"\n")[0])

    def ended(self) -> bool:
        """Will it never say anything again?"""
        return self.stdout not in self.open or self.process.poll() is not None

    def close(self) -> None:
        """Let it leave, then end whatever is left of it."""
        try:
            self.say("quit")
            self.pipes[0].close()
            self.open.discard(self.stdin)
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(LEAVE)
        finally:
            self.kill()

    def end(self) -> None:
        """With all that it has started. Any thread may do so: whoever waits for an answer finds
        out that there will be none."""
        with suppress(ProcessLookupError, PermissionError):  # nobody is left
            os.killpg(self.process.pid, signal.SIGKILL)

    def kill(self) -> None:
        """End it, and let go of it."""
        self.end()
        self.process.wait()
        self._exchange(0)
        self.open.clear()
        for pipe in self.pipes:
            pipe.close()
        with suppress(OSError):  # a log that cannot be written costs nobody a game
            self.log.close()

    def _line(self) -> str:
        """The next line that is not blank; none if its end has not come yet."""
        self.heard = self.heard.lstrip()
        line, end, rest = self.heard.partition(b"\n")
        if len(line) > LONGEST_LINE:
            message = _("a line of more than {most} bytes: {line!r}")
            beginning = _readable(line[:40]) + "…"
            raise NotationError(message.format(most=LONGEST_LINE, line=beginning))
        if not end:
            return ""
        self.heard = rest
        return _readable(line)

    def _exchange(self, seconds: float) -> bool:
        """Send what can be sent and take what has come; wait so long for either. Has it spoken?"""
        watched = select.poll()
        for end in self.open:
            if end != self.stdin:
                watched.register(end, select.POLLIN)
            elif self.unsent:
                watched.register(end, select.POLLOUT)
        before = len(self.heard)
        for end, _event in watched.poll(seconds * 1000):
            if end == self.stdin:
                self._send()
            else:
                self._take(end)
        return len(self.heard) > before

    def _send(self) -> None:
        try:
            self.unsent = self.unsent[os.write(self.stdin, self.unsent) :]
        except BrokenPipeError:  # it does not listen any more, but may still speak
            self.unsent = b""
            self.open.discard(self.stdin)

    def _take(self, end: int) -> None:
        chunk = os.read(end, CHUNK)
        if not chunk:
            self.open.discard(end)
        elif end == self.stdout:
            self.heard += chunk
        else:
            self.moaned = (self.moaned + chunk)[-CHUNK:]
            with suppress(OSError):
                self.log.write(chunk)

    def _ending(self) -> str:
        """How the program ended, and its last words."""
        try:
            code = self.process.wait(LEAVE)
        except subprocess.TimeoutExpired:
            how = _("it closed its output")
        else:
            how = _("it ended with exit code {code}").format(code=code)
            if code < 0:
                how = _("it was ended by signal {number}").format(number=-code)
        self._exchange(0)
        lines = [_readable(line[:LONGEST_LINE]) for line in self.moaned.split(b"\n")]
        last = " | ".join(list(filter(None, lines))[-LAST_WORDS:])
        return f"{how}: {last}" if last else how


def _start(command: Sequence[str], environment: Mapping[str, str]) -> subprocess.Popen[bytes]:
    pipe = subprocess.PIPE
    return subprocess.Popen(
        command,
        bufsize=0,
        stdin=pipe,
        stdout=pipe,
        stderr=pipe,
        env=environment,
        start_new_session=True,
    )


def _readable(line: bytes) -> str:
    """Without what a terminal would take for an order."""
    text = line.decode(errors="replace")
    return "".join(sign if sign.isprintable() else " " for sign in text).strip()
