"""Lines of the Kalah Game Protocol: commands, and boards in angle brackets.

    6@4 state <3,1,0,0,4,4,3,3,3>

A line has a number of its own, the number of the line that it answers, or none of these; a name,
and arguments. A board is the number of pits of a row, the mover's store and the other's, and
their rows, each in the direction of sowing.
"""

import re
from typing import Any, NamedTuple, TypeAlias

from tablero.errors import NotationError
from tablero.games.kalah import Kalah
from tablero.games.sowing import pack, rows_of
from tablero.locale import _
from tablero.position import FIRST, Move

LONGEST_LINE = 16384

_LINE = re.compile(r"\s*(?:(?P<id>\d+)?(?:@(?P<ref>\d+))?\s+)?(?P<name>[A-Za-z0-9]+)(?P<rest>.*)")
_ARGUMENT = re.compile(
    r'\s*(?:"(?P<string>(?:\\.|[^"\\])*)"'
    r"|<(?P<board>\d+(?:\s*,\s*\d+)*)>"
    r"|(?P<real>[+-]?\d*\.\d+)"
    r"|(?P<integer>[+-]?\d+)(?![\w:-])"
    r"|(?P<word>[\w:-]+))"
)


class Board(NamedTuple):
    """store, their_store, and both rows of pits; the mover's first."""

    store: int
    their_store: int
    pits: tuple[int, ...]
    their_pits: tuple[int, ...]

    def __str__(self) -> str:
        numbers = len(self.pits), self.store, self.their_store, *self.pits, *self.their_pits
        return f"<{','.join(map(str, numbers))}>"

    @property
    def seeds(self) -> int:
        return self.store + self.their_store + sum(self.pits) + sum(self.their_pits)


Argument: TypeAlias = int | float | str | Board


class Command(NamedTuple):
    """number -- its own; answers -- that of another; 0 is none"""

    name: str
    arguments: tuple[Argument, ...] = ()
    number: int = 0
    answers: int = 0

    def __str__(self) -> str:
        """As `parse_command` reads it."""
        number = str(self.number) if self.number else ""
        answers = f"@{self.answers}" if self.answers else ""
        words = [number + answers, self.name, *map(_written, self.arguments)]
        return " ".join(filter(None, words))


def parse_command(line: str) -> Command:
    """Raises NotationError for what is none."""
    found = _LINE.fullmatch(line.strip())
    if not found:
        raise _not_a_command(line)
    arguments: list[Argument] = []
    rest = found["rest"].rstrip()
    while rest:
        part = _ARGUMENT.match(rest)
        if not part:
            raise _not_a_command(line)
        arguments.append(_read(part))
        rest = rest[part.end() :]
    number, answers = (int(found[word] or 0) for word in ("id", "ref"))
    return Command(found["name"], tuple(arguments), number, answers)


def parse_board(text: str) -> Board:
    """The board of the numbers in its brackets."""
    pits, *numbers = map(int, text.split(","))
    if pits < 1 or len(numbers) != 2 + 2 * pits:
        message = _("not a board: {text!r}, expected the pits of a row, two stores and two rows")
        raise NotationError(message.format(text=f"<{text}>"))
    store, their_store, *rows = numbers
    return Board(store, their_store, tuple(rows[:pits]), tuple(rows[pits:]))


def _read(part: re.Match[str]) -> Argument:
    if part["string"] is not None:
        return re.sub(r"\\(.)", r"\1", part["string"])
    if part["board"] is not None:
        return parse_board(part["board"])
    if part["real"] is not None:
        return float(part["real"])
    return int(part["integer"]) if part["integer"] is not None else part["word"]


def _written(argument: Argument) -> str:
    if not isinstance(argument, str):
        return str(argument)
    if re.fullmatch(r"[A-Za-z:-][\w:-]*", argument):
        return argument
    return '"' + re.sub(r'(["\\])', r"\\\1", " ".join(argument.split())) + '"'


def _not_a_command(line: str) -> NotationError:
    message = _("not a line of the Kalah Game Protocol: {line!r}")
    return NotationError(message.format(line=line[:80]))


def rules_of(board: Board) -> Kalah:
    """Our Kalah for such boards. Raises OptionError if it is too large.

    A server may send any number of seeds; where they do not fill all pits alike there is room
    for some more.
    """
    return Kalah(len(board.pits), max(1, -(-board.seeds // (2 * len(board.pits)))))


def position_of(board: Board, rules: Kalah) -> Any:
    """The position of a board, with the first player to move."""
    rows = (pack(list(row), rules.bits) for row in (board.pits, board.their_pits))
    return type(rules.start)(*rows, board.store, board.their_store, FIRST)


def solution_of(board: Board, move: Move) -> tuple[Board, bool]:
    """The board after a move, still seen by its mover, and whether he moves again.

    On these servers a game also ends when a store holds more than half of all seeds: the rest
    goes to its owners.
    """
    rules = rules_of(board)
    after = position_of(board, rules).play(move)
    mine, theirs = rows_of(after, rules.pits, rules.bits)
    if 2 * max(mine[-1], theirs[-1]) > board.seeds:
        mine, theirs = ([0] * rules.pits + [sum(row)] for row in (mine, theirs))
    seen = Board(mine[-1], theirs[-1], tuple(mine[:-1]), tuple(theirs[:-1]))
    return seen, bool(after.turn() == FIRST)
