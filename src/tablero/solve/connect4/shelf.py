"""Where opening tables are: of another package, the user's own, and ours."""

from collections.abc import Callable, Iterator
from functools import partial
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

from platformdirs import user_data_path

from tablero.games.connect4 import Connect4Game
from tablero.solve.connect4 import bitbully
from tablero.solve.connect4.board import board_of
from tablero.solve.connect4.book import Book
from tablero.solve.connect4.bookfile import read_book


class ClosedBook(NamedTuple):
    """A table that has not been read yet."""

    stones: int
    open: Callable[[], Book]


def find_book(game: Connect4Game, foreign: bool = True) -> ClosedBook | None:
    """The table of this game with the most stones, if there is one.

    foreign -- may it be that of another package?
    """
    known = [*_own(files("tablero.solve.connect4"), game), *_own(own_folder(), game)]
    if foreign and game == Connect4Game() and bitbully.is_installed():
        known.append(ClosedBook(bitbully.STONES, partial(_foreign_book, game)))
    return max(known, key=lambda closed: closed.stones, default=None)


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
                yield ClosedBook(int(count), partial(read_book, path, game, int(count)))


def _foreign_book(game: Connect4Game) -> Book:
    codes, scores = bitbully.codes_and_scores(board_of(game))
    return Book(bitbully.STONES, codes, scores, coded=True)
