"""The Kalah Game Protocol: its lines, with commands and boards, and the connection to a server.

    6@4 state <3,1,0,0,4,4,3,3,3>

A line has an optional number, an optional reference to the line that it answers, a name, and
arguments. A board lists the number of pits of a row, the store of the mover, the store of the
opponent, and their rows, each in the direction of sowing.
"""

import re
import socket
import threading
from collections.abc import Iterator
from contextlib import suppress
from typing import Any, NamedTuple, TypeAlias

from tablero.errors import NotationError
from tablero.games.kalah.game import Kalah
from tablero.games.sowing.rows import pack, rows_of
from tablero.locale import _
from tablero.position import FIRST, Move

MAX_LINE_CHARACTERS = 16384

DEFAULT_PORT = 2671
"""Default port."""

CONNECT_TIMEOUT_S = 10.0
"""Seconds within which a server must accept a connection."""

_LINE = re.compile(r"\s*(?:(?P<id>\d+)?(?:@(?P<ref>\d+))?\s+)?(?P<name>[A-Za-z0-9]+)(?P<rest>.*)")
_ARGUMENT = re.compile(
    r'\s*(?:"(?P<string>(?:\\.|[^"\\])*)"'
    r"|<(?P<board>\d+(?:\s*,\s*\d+)*)>"
    r"|(?P<real>[+-]?\d*\.\d+)"
    r"|(?P<integer>[+-]?\d+)(?![\w:-])"
    r"|(?P<word>[\w:-]+))"
)


class KgpBoard(NamedTuple):
    """A board: stores and rows of pits, of the mover and of the opponent."""

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


Argument: TypeAlias = int | float | str | KgpBoard


class Command(NamedTuple):
    """A command. number: its number. answers: number of the command that it answers. 0 is none."""

    name: str
    arguments: tuple[Argument, ...] = ()
    number: int = 0
    answers: int = 0

    def __str__(self) -> str:
        """Return the line that `parse_command` parses."""
        number = str(self.number) if self.number else ""
        answers = f"@{self.answers}" if self.answers else ""
        words = [number + answers, self.name, *map(_written, self.arguments)]
        return " ".join(filter(None, words))


def parse_command(line: str) -> Command:
    """Return the command of a line. Raise NotationError if it is not a command."""
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


def parse_board(text: str) -> KgpBoard:
    """Return the board with these numbers, the text between its brackets."""
    pits, *numbers = map(int, text.split(","))
    if pits < 1 or len(numbers) != 2 + 2 * pits:
        message = _("not a board: {text!r}, expected the pits of a row, two stores and two rows")
        raise NotationError(message.format(text=f"<{text}>"))
    store, their_store, *rows = numbers
    return KgpBoard(store, their_store, tuple(rows[:pits]), tuple(rows[pits:]))


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


def rules_of(board: KgpBoard) -> Kalah:
    """Return the Kalah game of this package for such boards. Raise OptionError if it is too large.

    A server may send any number of seeds; the seeds per pit are rounded up, so the game may have
    room for some more.
    """
    return Kalah(len(board.pits), max(1, -(-board.seeds // (2 * len(board.pits)))))


def position_of(board: KgpBoard, rules: Kalah) -> Any:
    """Return the position of a board, with the first player to move."""
    rows = (pack(list(row), rules.bits) for row in (board.pits, board.their_pits))
    return type(rules.start)(*rows, board.store, board.their_store, FIRST)


def solution_of(board: KgpBoard, move: Move) -> tuple[KgpBoard, bool]:
    """Return the board after a move, as its mover has it, and whether the mover has an extra turn.

    On these servers a game also ends when a store holds more than half of all seeds; each side
    then gets the seeds in its pits.
    """
    rules = rules_of(board)
    after = position_of(board, rules).play(move)
    mine, theirs = rows_of(after, rules.pits, rules.bits)
    if 2 * max(mine[-1], theirs[-1]) > board.seeds:
        mine, theirs = ([0] * rules.pits + [sum(row)] for row in (mine, theirs))
    seen = KgpBoard(mine[-1], theirs[-1], tuple(mine[:-1]), tuple(theirs[:-1]))
    return seen, bool(after.turn() == FIRST)


class KgpConnection:
    """The connection, which sends numbered commands and receives commands."""

    def __init__(self, host: str, port: int) -> None:
        self.socket = socket.create_connection((host, port), CONNECT_TIMEOUT_S)
        self.socket.settimeout(None)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # lines are short
        self.reader = self.socket.makefile("r", encoding="utf-8", errors="replace", newline="\n")
        self.lock = threading.Lock()
        self.number = 1

    def send(self, name: str, *arguments: Argument, answers: int = 0) -> int:
        """Send a command and return its number."""
        with self.lock:
            number, self.number = self.number, self.number + 2
            command = Command(name, arguments, number, answers)
            self.socket.sendall(f"{command}\r\n".encode())
        return number

    def commands(self) -> Iterator[Command]:
        """Yield the commands of the server until the connection ends.

        A line that is not a command is answered with `error` and skipped.
        """
        while line := self.reader.readline(MAX_LINE_CHARACTERS):
            if line.strip():
                try:
                    yield parse_command(line)
                except NotationError as error:
                    self.send("error", str(error))

    def shut_down(self) -> None:
        """Shut the connection down, which ends `commands` in the other thread."""
        with suppress(OSError):  # the server has closed it already
            self.socket.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        self.shut_down()
        self.reader.close()
        self.socket.close()
