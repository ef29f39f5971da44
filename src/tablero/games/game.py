"""The base class of games: options, notation of moves and positions, and drawings."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any, ClassVar, TypeAlias

from tablero.errors import IllegalMove, ImpossiblePosition, NotationError
from tablero.games.last_seed import LastSeed
from tablero.games.learning import Actions, Observation
from tablero.games.page_view import PageView
from tablero.games.student.board import BoardFactory, DefaultBoardFactory
from tablero.locale import _
from tablero.options import check_options, write_call
from tablero.position import FIRST, ONGOING, SECOND, Move, overflow_in
from tablero.solve import SolverSpec

DEFAULT_MOVE_LIMIT = 1000
"""The move limit of games that name no other."""

Paint: TypeAlias = Callable[[str, str], str]
"""A function that colours a piece of a drawing by its role: first, second, edge or label."""

AskNumber: TypeAlias = Callable[[str, int, int, int], int]
"""A function that asks the user for an integer: the question, the least, the most, the default."""


def plain(text: str, role: str) -> str:
    """Return the text without colours, as for files and pipes."""
    return text


@dataclass(frozen=True)
class Game:
    """A game with its options: the fields of a subclass that is a dataclass, with defaults.

    An option is checked by its type: `Annotated[int, Between(1, 31)]`, or a Literal. A subclass
    that defines `__post_init__`, for conditions between options, calls this one first.

    A subclass must define `name` and `start`. The other members have defaults: moves are named
    by their numbers, a position is written as the list of its fields, and drawn as it is written.
    """

    name: ClassVar[str]
    file: ClassVar[str] = ""
    """Path of the user's file that defines the game; empty for other games."""

    about: ClassVar[str] = ""
    depth: ClassVar[int] = 6
    """Default search depth, in plies."""

    move_limit: ClassVar[int] = DEFAULT_MOVE_LIMIT
    """Moves after which a game is a draw, unless the user sets another limit; 0: there is none,
    since the rules themselves end every game."""

    evaluations: ClassVar[Mapping[str, Callable[[Any], Any]]] = {}
    """Evaluations by name, the default first: functions or classes that are called with the
    game and return an evaluation."""

    solver: ClassVar[SolverSpec | None] = None
    """The exact solver; None: an exhaustive search solves positions that are small enough."""

    student_board: ClassVar[type[BoardFactory]] = DefaultBoardFactory
    """Factory of the boards that evaluations in students' files get (games/student/board.py)."""

    page_view: ClassVar[Any] = PageView()
    """The drawing of positions on the web page, a PageView; a property where it depends on the
    options."""

    asks_search_options: ClassVar[bool] = False
    """Whether the user who plays without naming agents is asked for the options of a search, and
    sees its statistics, as in the second paper; otherwise the user is asked for an opponent."""

    start: ClassVar[Any]
    """The position in which a game begins; a property where it depends on the options."""

    def __post_init__(self) -> None:
        """Raise OptionError for an option that is outside of its limits."""
        check_options(self)

    def ask_start(self, ask_number: AskNumber) -> Any:
        """Return the position to begin with, after questions where games begin with many."""
        return self.start

    def move_name(self, position: Any, move: Move) -> str:
        return str(move)

    def parse_move(self, position: Any, text: str) -> Move:
        """Return the legal move of this name. Raise IllegalMove if there is none."""
        for move in self.legal_moves(position):
            if self.move_name(position, move) == text.strip():
                return move
        raise IllegalMove(self.not_legal(position, text))

    def nearest_move(self, position: Any, text: str) -> Move | None:
        """Return the legal move nearest to one whose number is out of range; None if none is."""
        return None

    def legal_moves(self, position: Any) -> Iterator[Move]:
        """Yield the legal moves, none when the game is over."""
        if position.outcome() == ONGOING:
            yield from position.moves()

    def not_legal(self, position: Any, text: str) -> str:
        """Return a message of one line: `text` is not legal, and which moves are."""
        if position.outcome() != ONGOING:
            return _("{move!r} cannot be played: the game is over").format(move=text)
        names = self.some_move_names(position, 12)
        message = _("{move!r} is not a legal move here; legal: {names}")
        return message.format(move=text, names=names)

    def some_move_names(self, position: Any, most: int) -> str:
        """Return the names of the first `most` legal moves, and … if there are others."""
        names = list(islice(self.move_names(position), most + 1))
        return " ".join([*names[:most], "…"] if len(names) > most else names)

    def move_names(self, position: Any) -> Iterator[str]:
        """Yield the names of the legal moves, none when the game is over."""
        for move in self.legal_moves(position):
            yield self.move_name(position, move)

    def line_names(self, position: Any, moves: Iterable[Move]) -> list[str]:
        """Return the names of moves played one after the other from `position` on."""
        names = []
        for move in moves:
            names.append(self.move_name(position, move))
            position = position.play(move)
        return names

    def write(self, position: Any) -> str:
        """Return the text of a position; `read` converts it back."""
        return ",".join(map(str, position))

    def read(self, text: str) -> Any:
        """Return the position of this text; the empty text and "start" are the start."""
        text = text.strip()
        if text in ("", "start"):
            return self.start
        return self._parse(text)

    def _parse(self, text: str) -> Any:
        kind = type(self.start)
        parts = [part.strip() for part in text.split(",")]
        numbers = all(re.fullmatch(r"[+-]?[0-9]{1,20}", part) for part in parts)
        if not numbers or len(parts) != len(kind._fields):
            message = _("not a position: {text!r}, expected numbers: {names}")
            raise NotationError(message.format(text=text, names=",".join(kind._fields)))
        try:
            position = kind(*map(int, parts))
            if reason := overflow_in(position):
                raise OverflowError(reason)
        except OverflowError as error:
            message = _("impossible position: {text!r}, {reason}")
            raise ImpossiblePosition(message.format(text=text, reason=error)) from None
        if position.turn() not in (FIRST, SECOND):
            message = _("impossible position: {text!r}, it is neither side's turn")
            raise ImpossiblePosition(message.format(text=text))
        return position

    def after(self, text: str, names: list[str], position: Any) -> str:
        """Return the text of `position`, which the moves `names` reach from that of `text`."""
        return self.write(position)

    def draw(self, position: Any, paint: Paint = plain) -> str:
        """Return a drawing of the board, as lines of text."""
        return self.write(position)

    def markers(self, position: Any) -> tuple[int, int] | None:
        """Return the totals of the first and the second player where these decide, else None."""
        return None

    def last_seed(self, position: Any, move: Move) -> LastSeed | None:
        """Return what the last seed of a move does; None if the move sows nothing."""
        return None

    def actions(self) -> Actions | None:
        """Return the numbering of moves that learning frameworks use; None: there is none."""
        return None

    def observation(self) -> Observation | None:
        """Return how learning frameworks observe a position; None: they cannot."""
        return None

    def __str__(self) -> str:
        """Return the name or the file, with the options that are not defaults; `load` reads it."""
        return write_call(self.file or self.name, self)


def read_unfinished(game: Game, text: str) -> Any:
    """Return the position of a text. Raise ImpossiblePosition if the game is over in it."""
    return unfinished(game, game.read(text))


def unfinished(game: Game, position: Any) -> Any:
    """Return the position. Raise ImpossiblePosition if the game is over in it."""
    if position.outcome() != ONGOING:
        message = _("the game is already over in this position: {text}")
        raise ImpossiblePosition(message.format(text=game.write(position)))
    return position
