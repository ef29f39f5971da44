"""Messages between a warden and a cell: four bytes that tell the length, then JSON.

The cell's end may wait; the warden's end, in asking.py, never does for long.
"""

import json
import os
from typing import Any

LENGTH = 4
LARGEST_QUESTION = 64 << 20
"""Bytes; a text and its positions are far below."""


def pack(message: Any) -> bytes:
    """The bytes of a message."""
    body = json.dumps(message, separators=(",", ":")).encode()
    return len(body).to_bytes(LENGTH, "big") + body


class Ears:
    """The cell's end: plain reading and writing of one descriptor."""

    def __init__(self, descriptor: int) -> None:
        self.descriptor = descriptor

    def hear(self) -> Any:
        """The next message. Raises EOFError if nobody asks any more."""
        size = int.from_bytes(self._read(LENGTH), "big")
        return json.loads(self._read(size))

    def say(self, message: Any) -> None:
        rest = memoryview(pack(message))
        while rest:
            rest = rest[os.write(self.descriptor, rest) :]

    def _read(self, size: int) -> bytes:
        parts = []
        while size:
            part = os.read(self.descriptor, min(size, 1 << 20))
            if not part:
                raise EOFError
            parts.append(part)
            size -= len(part)
        return b"".join(parts)
