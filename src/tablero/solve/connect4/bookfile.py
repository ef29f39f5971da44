"""A table of exact scores as a file.

The rules alone decide which positions there are and in which order (positions.py), so only
their scores are kept:

    header   "tablero" and the kind of file, version, columns, rows, connect, stones
    scores   one signed byte a position, compressed
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
from tablero.games.connect4 import Connect4Game
from tablero.locale import _
from tablero.solve.connect4.board import board_of
from tablero.solve.connect4.book import Book
from tablero.solve.connect4.positions import open_positions

BOOK, JOURNAL = b"tablero book", b"tablero jrnl"
"""Kinds of files."""

VERSION = 1
HEADER = struct.Struct("12s5B")
DIGEST_BYTES = hashlib.sha256().digest_size


def header_of(kind: bytes, game: Connect4Game, stones: int) -> bytes:
    return HEADER.pack(kind, VERSION, game.columns, game.rows, game.connect, stones)


def write_book(path: Path, game: Connect4Game, stones: int, scores: bytes) -> None:
    """Put these scores in their place; nobody ever sees half a file."""
    content = header_of(BOOK, game, stones) + lzma.compress(scores, preset=9)
    unfinished = path.with_name(f"{path.name}.{os.getpid()}-{get_ident()}.new")
    with unfinished.open("wb") as file:
        file.write(content + hashlib.sha256(content).digest())
        file.flush()
        os.fsync(file.fileno())
    unfinished.replace(path)


def read_book(path: Any, game: Connect4Game, stones: int) -> Book:
    """The table of this game and so many stones, from a file or a resource of the package.

    Raises DamagedTable if it is anything else.
    """
    content = path.read_bytes()
    body, digest = content[:-DIGEST_BYTES], content[-DIGEST_BYTES:]
    if not body.startswith(BOOK) or hashlib.sha256(body).digest() != digest:
        message = _("{path} is no table of scores, or damaged; move it away")
        raise DamagedTable(message.format(path=path))
    scores = _scores(body[HEADER.size :])
    if body.startswith(header_of(BOOK, game, stones)) and stones < board_of(game).cells:
        keys = open_positions(board_of(game), stones).keys
        if len(keys) == len(scores):
            return Book(stones, keys, scores, coded=False)
    message = _("{path} is not the table of {game} and {stones} stones; move it away")
    raise DamagedTable(message.format(path=path, game=game, stones=stones))


def _scores(compressed: bytes) -> Any:
    """None at all if they are not compressed as ours are."""
    try:
        scores = lzma.decompress(compressed)
    except lzma.LZMAError:
        scores = b""
    return np.frombuffer(scores, np.int8).copy()
