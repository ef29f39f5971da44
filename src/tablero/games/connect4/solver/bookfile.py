"""The file format of opening books.

header   "tablero" and the kind of file, version, columns, rows, connect, stones
steps    from one key of a position (positions.py) to the next, of eight bytes; compressed
scores   one signed byte a position; compressed with the steps
digest   SHA-256 of all before it
"""

import hashlib
import lzma
import os
import struct
from pathlib import Path
from threading import get_ident
from typing import Any

import numpy as np

from tablero.errors import DamagedTable
from tablero.games.connect4.game import Connect4Game
from tablero.games.connect4.solver.book import Book
from tablero.locale import _

BOOK, JOURNAL = b"tablero book", b"tablero jrnl"
"""Magic numbers of the two kinds of files."""

VERSION = 2
HEADER = struct.Struct("12s5B")
STEP = np.dtype("<i8")
POSITION_BYTES = STEP.itemsize + 1
DIGEST_BYTES = hashlib.sha256().digest_size


def header_of(kind: bytes, game: Connect4Game, stones: int) -> bytes:
    return HEADER.pack(kind, VERSION, game.columns, game.rows, game.connect, stones)


def write_book(path: Path, game: Connect4Game, stones: int, keys: Any, scores: bytes) -> None:
    """Write the scores of these positions to a file, which replaces `path` atomically."""
    steps = np.diff(keys, prepend=0).astype(STEP).tobytes()
    content = header_of(BOOK, game, stones) + lzma.compress(steps + scores, preset=9)
    unfinished = path.with_name(f"{path.name}.{os.getpid()}-{get_ident()}.new")
    with unfinished.open("wb") as file:
        file.write(content + hashlib.sha256(content).digest())
        file.flush()
        os.fsync(file.fileno())
    unfinished.replace(path)


def read_book(path: Any, game: Connect4Game, stones: int) -> Book:
    """Return the book of this game and number of stones, from a file or a package resource.

    Raise DamagedTable if the file is damaged, or is another book.
    """
    content = path.read_bytes()
    body, digest = content[:-DIGEST_BYTES], content[-DIGEST_BYTES:]
    if not body.startswith(BOOK) or hashlib.sha256(body).digest() != digest:
        message = _("{path} is not an opening book, or is damaged; move it away")
        raise DamagedTable(message.format(path=path))
    if body.startswith(header_of(BOOK, game, stones)):
        content = lzma.decompress(body[HEADER.size :])
        count = len(content) // POSITION_BYTES
        keys = np.frombuffer(content, STEP, count).astype(np.int64).cumsum()
        scores = np.frombuffer(content, np.int8, count, count * STEP.itemsize)
        return Book(stones, keys, scores.copy(), coded=False)
    message = _("{path} is not the opening book of {game} with {stones} stones; move it away")
    raise DamagedTable(message.format(path=path, game=game, stones=stones))
