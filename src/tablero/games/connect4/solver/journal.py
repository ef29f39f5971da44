"""The journal of a long computation: results on disk from which a killed process resumes.

The file has a header, and then blocks in the order of their completion:

    number   number of the block, four bytes
    scores   one signed byte for each of BLOCK positions; zero behind the last position
    check    CRC-32 of both, four bytes
"""

import os
import struct
import time
import zlib
from collections.abc import Iterator
from pathlib import Path

from tablero.errors import DamagedTable
from tablero.locale import _

BLOCK = 16
"""Positions per block."""

BODY, CHECK = struct.Struct(f"<I{BLOCK}s"), struct.Struct("<I")
AT_RISK = 1.0
"""Seconds between two calls of fsync: a power cut may lose the blocks since the last one, a crash
of the process loses none."""


class BookJournal:
    """A journal that is open for appending.

    blocks: the scores of each completed block, by its number.
    """

    def __init__(self, path: Path, header: bytes) -> None:
        """Create a journal, or open one and truncate an incomplete block at its end.

        Raise DamagedTable if it begins with another header.
        """
        self.file = path.open("ab+")
        self.file.seek(0)
        content = self.file.read()
        if not header.startswith(content[: len(header)]):
            self.file.close()
            message = _("{path} is the journal of another opening book or version; move it away")
            raise DamagedTable(message.format(path=path))
        records = list(_records(content[len(header) :]))
        self.blocks: dict[int, bytes] = dict(records)
        if len(content) < len(header):
            self.file.truncate(0)
            self.file.write(header)
        else:
            self.file.truncate(len(header) + len(records) * (BODY.size + CHECK.size))
        self.synced = 0.0

    def append(self, number: int, scores: bytes) -> None:
        """Append the scores of a block."""
        body = BODY.pack(number, scores)
        self.file.write(body + CHECK.pack(zlib.crc32(body)))
        self.file.flush()
        self.blocks[number] = scores
        if time.monotonic() - self.synced > AT_RISK:
            os.fsync(self.file.fileno())
            self.synced = time.monotonic()

    def close(self) -> None:
        self.file.flush()
        os.fsync(self.file.fileno())
        self.file.close()


def _records(content: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield the numbers and scores of blocks, up to the first one that is incomplete."""
    for start in range(0, len(content), BODY.size + CHECK.size):
        body = content[start : start + BODY.size]
        check = content[start + BODY.size : start + BODY.size + CHECK.size]
        if check != CHECK.pack(zlib.crc32(body)):
            break
        yield BODY.unpack(body)
