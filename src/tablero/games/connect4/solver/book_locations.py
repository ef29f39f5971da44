"""Locations of opening books: another package, the user's folder, and this package."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property, partial
from importlib.resources import files
from pathlib import Path
from typing import Any

from platformdirs import user_data_path

from tablero.games.connect4.game import Connect4Game
from tablero.games.connect4.solver import bitbully
from tablero.games.connect4.solver.book import Book, coded_book
from tablero.games.connect4.solver.bookfile import read_book


@dataclass(frozen=True)
class LazyBook:
    """An opening book that is read when `book` is first used.

    stones: number of stones of every position.
    coded: whether it is encoded as in bitbully.py.
    read: reads the book.
    """

    stones: int
    coded: bool
    read: Callable[[], Book]

    @cached_property
    def book(self) -> Book:
        return self.read()


def find_books(game: Connect4Game, foreign: bool = True) -> list[LazyBook]:
    """Return the opening books of this game, those of fewer stones first.

    foreign: whether to include that of the package bitbully-databases.
    """
    known = [*_own(own_folder(), game), *_own(files("tablero.games.connect4.solver"), game)]
    if foreign and game == Connect4Game() and bitbully.is_installed():
        known.append(LazyBook(bitbully.STONES, True, _foreign_book))
    return sorted(known, key=lambda book: book.stones)


def own_folder() -> Path:
    """Return the default folder of the user's opening books."""
    return user_data_path("tablero") / "books"


def file_name(game: Connect4Game, stones: int) -> str:
    return f"{_family(game)}{stones}.book"


def _family(game: Connect4Game) -> str:
    return f"{game.name}-{game.columns}x{game.rows}x{game.connect}-"


def _own(folder: Any, game: Connect4Game) -> Iterator[LazyBook]:
    """Yield the opening books of this game in a folder, recognized by their file names."""
    if folder.is_dir():
        for path in folder.iterdir():
            count = path.name.removeprefix(_family(game)).removesuffix(".book")
            if count.isdecimal() and path.name == file_name(game, int(count)):
                yield LazyBook(int(count), False, partial(read_book, path, game, int(count)))


def _foreign_book() -> Book:
    return coded_book(bitbully.records())
