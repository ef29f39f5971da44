"""The warden's end of a cell's socket: never waits for ever, never reads more than is due."""

import json
import select
import socket
import struct
from collections.abc import Callable
from typing import Any

from tablero.arena.sandbox.faults import FaultKind, fault
from tablero.arena.sandbox.wire import LENGTH, pack
from tablero.locale import _

CHUNK = 1 << 16
CREDENTIALS = struct.Struct("3i")
"""pid, user and group of whoever has sent a message."""


class Talk:
    """`patience`, handed in with every exchange, is asked whenever nothing happens: it says how
    many seconds to wait until it wants to be asked again, or raises."""

    def __init__(self, ours: socket.socket) -> None:
        self.socket, self.heard = ours, b""
        ours.setblocking(False)
        self.poll = select.poll()

    def introduction(self, patience: Callable[[], float]) -> tuple[Any, int]:
        """The first message, and the pid of who sent it as it is called here: the kernel tells
        it, before any player's code runs. The socket must have been told to ask for it."""
        self.poll.register(self.socket, select.POLLIN)
        while not self.poll.poll(patience() * 1000):
            pass
        room = socket.CMSG_SPACE(CREDENTIALS.size)
        data, extra, _flags, _address = self.socket.recvmsg(CHUNK, room)
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 0)
        if not data:
            raise EOFError
        for _level, kind, told in extra:
            if kind == getattr(socket, "SCM_CREDENTIALS", 2):
                pid, _user, _group = CREDENTIALS.unpack(told[: CREDENTIALS.size])
                return json.loads(data[LENGTH:]), pid
        raise EOFError

    def exchange(self, question: Any, most: int, patience: Callable[[], float]) -> Any:
        """The answer to a question, at most so many bytes of it.

        Raises CellFault for what is no answer, EOFError if the other end is closed.
        """
        unsent = self._send(memoryview(pack(question)))
        events = select.POLLIN | (select.POLLOUT if unsent else 0)
        self.poll.modify(self.socket, events)
        while (answer := self._whole(most)) is None:
            for _descriptor, event in self.poll.poll(patience() * 1000):
                if event & select.POLLOUT and not (unsent := self._send(unsent)):
                    self.poll.modify(self.socket, select.POLLIN)
                if event & ~select.POLLOUT:
                    self._receive(most)
        return _parsed(answer)

    def close(self) -> None:
        self.socket.close()

    def _send(self, rest: memoryview) -> memoryview:
        try:
            return rest[self.socket.send(rest) :]
        except BlockingIOError:
            return rest
        except ConnectionError:
            return rest[:0]  # it says no more, and what it has said is still to be heard

    def _receive(self, most: int) -> None:
        room = LENGTH + most + 1 - len(self.heard)
        try:
            data = self.socket.recv(min(CHUNK, max(1, room)))
        except BlockingIOError:
            return
        except ConnectionError:
            data = b""
        if not data:
            raise EOFError
        self.heard += data

    def _whole(self, most: int) -> bytes | None:
        """The bytes of a message that has come; None if some are missing. Raises CellFault."""
        heard = self.heard
        if len(heard) < LENGTH:
            return None
        size = int.from_bytes(heard[:LENGTH], "big")
        if size > most:
            message = _("an answer of {size} bytes, {most} are enough")
            raise fault(FaultKind.BAD_ANSWER, message.format(size=size, most=most))
        if len(heard) < LENGTH + size:
            return None
        if len(heard) > LENGTH + size:
            raise fault(FaultKind.BAD_ANSWER, _("it says more than it was asked"))
        self.heard = b""
        return heard[LENGTH:]


def _parsed(answer: bytes) -> Any:
    try:
        return json.loads(answer)
    except (ValueError, RecursionError):
        start = answer[:60].decode(errors="replace")
        message = _("{start!r} is no answer")
        raise fault(FaultKind.BAD_ANSWER, message.format(start=start)) from None
