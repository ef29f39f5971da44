"""Where opening tables are: of another package, the user's own, and ours."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property, partial
from importlib.resources import files
from pathlib import Path
from typing import Any

from platformdirs import user_data_path

from tablero.games.connect4 import Connect4Game
from tablero.solve.connect4 import bitbully
from tablero.solve.connect4.book import Book, coded_book
from tablero.solve.connect4.bookfile import read_book


@dataclass(frozen=True)
class ClosedBook:
    """A table that is read when its book is first asked for."""

    stones: int
    coded: bool
    read: Callable[[], Book]

    @cached_property
    def book(self) -> Book:
        return self.read()


def find_books(game: Connect4Game, foreign: bool = True) -> list[ClosedBook]:
    """The tables of this game, those of few stones first.

    foreign -- also that of another package?
    """
    known = [*_own(own_folder(), game), *_own(files("tablero.solve.connect4"), game)]
    if foreign and game == Connect4Game() and bitbully.is_installed():
        known.append(ClosedBook(bitbully.STONES, True, _foreign_book))
    return sorted(known, key=lambda closed: closed.stones)


def own_folder() -> Path:
    """Where the user's tables are, unless he says otherwise."""
    return user_data_path("tablero") / "books"


def file_name(game: Connect4Game, stones: int) -> str:
    return f"{_family(game)}{stones}.book"


def _family(game: Connect4Game) -> str:
    return f"{game.name}-{game.columns}x{game.rows}x{game.connect}-"


def _own(folder: Any, game: Connect4Game) -> Iterator[ClosedBook]:
    """The tables of our making in a folder."""
    if folder.is_dir():
        for path in folder.iterdir():
            count = path.name.removeprefix(_family(game)).removesuffix(".book")
            if count.isdecimal() and path.name == file_name(game, int(count)):
                yield ClosedBook(int(count), False, partial(read_book, path, game, int(count)))


def _foreign_book() -> Book:
    return coded_book(bitbully.records())
