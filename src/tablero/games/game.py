"""A game as people meet it: its options, and words and drawings for its positions."""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any, ClassVar, TypeAlias

from tablero.errors import IllegalMove, ImpossiblePosition, NotationError
from tablero.games.options import write_call
from tablero.locale import _
from tablero.position import FIRST, ONGOING, SECOND, Move

Paint: TypeAlias = Callable[[str, str], str]
"""Colours a piece of a drawing by its role: first, second, edge or label."""


def plain(text: str, role: str) -> str:
    """The paint of files and pipes."""
    return text


@dataclass(frozen=True)
class Game:
    """The fields of a subclass that is a dataclass are its options, with their defaults.

    A subclass must give `name` and `start`. What else it leaves out has a plain
    form here: moves are named by their numbers, a position is written as the
    list of its fields, and drawn as it is written.
    """

    name: ClassVar[str]
    file: ClassVar[str] = ""
    """Where a game from outside was found."""

    about: ClassVar[str] = ""
    depth: ClassVar[int] = 6
    """How many plies a search looks ahead unless told otherwise."""

    start: ClassVar[Any]
    """The position in which a game begins; a property where it depends on the options."""

    def move_name(self, position: Any, move: Move) -> str:
        return str(move)

    def parse_move(self, position: Any, text: str) -> Move:
        """The legal move of this name; raises IllegalMove."""
        for move in self.legal_moves(position):
            if self.move_name(position, move) == text.strip():
                return move
        raise IllegalMove(self.not_legal(position, text))

    def nearest_move(self, position: Any, text: str) -> Move | None:
        """The legal move next to one whose number is wrong; None if there is no such thing."""
        return None

    def legal_moves(self, position: Any) -> Iterator[Move]:
        """The moves that may be played, none when the game is over."""
        if position.outcome() == ONGOING:
            yield from position.moves()

    def not_legal(self, position: Any, text: str) -> str:
        """One line: `text` is no legal move, these are."""
        if position.outcome() != ONGOING:
            return _("{move!r} cannot be played: the game is over").format(move=text)
        names = self.some_move_names(position, 12)
        message = _("{move!r} is not a legal move here; legal: {names}")
        return message.format(move=text, names=names)

    def some_move_names(self, position: Any, most: int) -> str:
        """The names of the first `most` legal moves, and … if there are others."""
        names = list(islice(self.move_names(position), most + 1))
        return " ".join([*names[:most], "…"] if len(names) > most else names)

    def move_names(self, position: Any) -> Iterator[str]:
        """The names of the legal moves, none when the game is over."""
        for move in self.legal_moves(position):
            yield self.move_name(position, move)

    def line_names(self, position: Any, moves: Iterable[Move]) -> list[str]:
        """The names of moves played one after the other from `position` on."""
        names = []
        for move in moves:
            names.append(self.move_name(position, move))
            position = position.play(move)
        return names

    def write(self, position: Any) -> str:
        """The text of a position; `read` gives the position back."""
        return ",".join(map(str, position))

    def read(self, text: str) -> Any:
        """The position of this text; the empty text and "start" are the start."""
        text = text.strip()
        if text in ("", "start"):
            return self.start
        return self._parse(text)

    def _parse(self, text: str) -> Any:
        kind = type(self.start)
        parts = [part.strip() for part in text.split(",")]
        numbers = all(re.fullmatch(r"[+-]?[0-9]{1,18}", part) for part in parts)
        if not numbers or len(parts) != len(kind._fields):
            message = _("not a position: {text!r}, expected numbers: {names}")
            raise NotationError(message.format(text=text, names=",".join(kind._fields)))
        position = kind(*map(int, parts))
        if position.turn() not in (FIRST, SECOND):
            message = _("impossible position: {text!r}, nobody's turn")
            raise ImpossiblePosition(message.format(text=text))
        return position

    def after(self, text: str, names: list[str], position: Any) -> str:
        """The text of `position`, which `names` have led to from the position of `text`."""
        return self.write(position)

    def draw(self, position: Any, paint: Paint = plain) -> str:
        """The board, in lines."""
        return self.write(position)

    def markers(self, position: Any) -> tuple[int, int] | None:
        """What the first player holds, and the second, in games where that decides."""
        return None

    def __str__(self) -> str:
        """The name or the file, with the options that are not the usual ones; `load` reads it."""
        return write_call(self.file or self.name, self)


def read_unfinished(game: Game, text: str) -> Any:
    """The position of a text; raises ImpossiblePosition when there is nothing left to play."""
    position = game.read(text)
    if position.outcome() != ONGOING:
        message = _("the game is already over in this position: {text}")
        raise ImpossiblePosition(message.format(text=game.write(position)))
    return position
