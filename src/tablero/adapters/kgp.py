"""A client of the Kalah Game Protocol: an agent of the package plays on such servers.

One thread reads from the server and another one chooses moves, since a server may send states,
stops and pings at any time.
"""

import queue
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import NamedTuple

from tablero.adapters.kgp_words import (
    LONGEST_LINE,
    Argument,
    Board,
    Command,
    parse_command,
    position_of,
    rules_of,
    solution_of,
)
from tablero.agents.agent import NO_LIMITS, Agent, Limits, Player, Stoppable
from tablero.errors import NotationError, OptionError, OutsideError, TableroError
from tablero.locale import _
from tablero.match.referee import Fault, Reason, ask
from tablero.position import FIRST, Move, Position

PORT = 2671
"""Default port."""

VERSION = 1
"""Major version of the protocol: the first of its three numbers."""

PATIENCE = 10.0
"""Seconds within which a server must accept a connection."""

PULSE = 0.02
"""Seconds between checks whether a running search must stop."""

FREEPLAY, VERIFY = "freeplay", "verify"
"""Modes of a session: games, and a check of the rules."""


@dataclass
class Report:
    """The result of a session.

    asked: states or problems processed.
    moved: states answered with a move.
    refused: error messages, of the server and of the client.
    slowest: longest time for a move, in seconds.
    """

    asked: int = 0
    moved: int = 0
    refused: list[str] = field(default_factory=list)
    slowest: float = 0.0


class Line:
    """The connection, which sends numbered commands and receives commands."""

    def __init__(self, host: str, port: int) -> None:
        self.socket = socket.create_connection((host, port), PATIENCE)
        self.socket.settimeout(None)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # lines are short
        self.ears = self.socket.makefile("r", encoding="utf-8", errors="replace", newline="\n")
        self.lock = threading.Lock()
        self.number = 1

    def say(self, name: str, *arguments: Argument, answers: int = 0) -> int:
        """Send a command and return its number."""
        with self.lock:
            number, self.number = self.number, self.number + 2
            command = Command(name, arguments, number, answers)
            self.socket.sendall(f"{command}\r\n".encode())
        return number

    def heard(self) -> Iterator[Command]:
        """Yield the commands of the server until the connection ends.

        A line that is not a command is answered with `error` and skipped.
        """
        while line := self.ears.readline(LONGEST_LINE):
            if line.strip():
                try:
                    yield parse_command(line)
                except NotationError as error:
                    self.say("error", str(error))

    def hang_up(self) -> None:
        """Shut the connection down, which ends `heard` in the other thread."""
        with suppress(OSError):  # the server has closed it already
            self.socket.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        self.hang_up()
        self.ears.close()
        self.socket.close()


class Mind:
    """An agent for boards of any size, with one player for each size.

    limits: limits of every move.
    """

    def __init__(self, agent: Agent, limits: Limits = NO_LIMITS) -> None:
        self.agent, self.limits = agent, limits
        self.players: dict[str, Player] = {}

    def choose(self, board: Board, stopped: threading.Event) -> Move:
        """Return a pit, counted from 0; soon after `stopped` is set.

        Raise Fault if there is no move, and OptionError for a board that is too large.
        """
        rules = rules_of(board)
        position, name = position_of(board, rules), str(rules)
        if name not in self.players:
            self.players[name] = self.agent.seat(rules, FIRST)
            self.players[name].begin(self.agent.seed or 0)
        player, done = self.players[name], threading.Event()
        threading.Thread(target=keep_stopping, args=(player, stopped, done), daemon=True).start()
        try:
            choice, _seconds = ask(player, position, self.limits)
        finally:
            done.set()
        return choice.move

    def close(self) -> None:
        for player in self.players.values():
            player.close()


def keep_stopping(player: Player, stopped: threading.Event, done: threading.Event) -> None:
    """Stop a player repeatedly once `stopped` is set: its search may not have started yet."""
    while isinstance(player, Stoppable) and not done.wait(PULSE):
        if stopped.is_set():
            player.stop()


class Question(NamedTuple):
    """A state to choose a move in; `stopped` is set when the server no longer waits for a move."""

    number: int
    board: Board
    stopped: threading.Event


class Client:
    """A session, which answers a server until it sends `goodbye`.

    most: number of states, or problems, after which the client sends `goodbye`; None: unlimited.
    """

    def __init__(
        self, line: Line, mind: Mind, mode: str = FREEPLAY, most: int | None = None
    ) -> None:
        self.line, self.mind, self.mode, self.most = line, mind, mode, most
        self.facts: dict[str, str] = {}
        self.report = Report()
        self.questions: queue.SimpleQueue[Question | None] = queue.SimpleQueue()
        self.open: dict[int, Question] = {}
        self.solved = 0
        self.counts_from = 1
        self.words: dict[str, Callable[[Command], None]] = {
            "kgp": self._greet,
            "state": self._asked,
            "stop": self._stop,
            "ping": self._pong,
            "problem": self._solve,
            "ok": self._count,
            "error": self._refused,
        }

    def run(self) -> Report:
        """Run the session and return its report."""
        thinker = threading.Thread(target=self._think, daemon=True)
        thinker.start()
        try:
            for command in self.line.heard():
                if command.name == "goodbye":
                    break
                if answer := self.words.get(command.name):
                    answer(command)
                if self.most is not None and self.solved >= self.most:
                    self.line.say("goodbye")
                    break
        except ConnectionError:  # the server has closed the connection without `goodbye`
            pass
        except KeyboardInterrupt:
            self.line.say("goodbye")
            raise
        finally:
            self.questions.put(None)
            for question in [*self.open.values()]:
                question.stopped.set()
            thinker.join()
            self.mind.close()
            self.line.close()
        return self.report

    def introduce(self, **facts: str) -> None:
        """Set the facts that are sent to the server after its greeting."""
        self.facts = {name.replace("_", ":"): text for name, text in facts.items() if text}

    def _greet(self, command: Command) -> None:
        if command.arguments[:1] != (VERSION,):
            self.line.say("error", "protocol not supported", answers=command.number)
            told = " ".join(map(str, command.arguments))
            message = _("the server uses version {told} of the protocol, expected {version}.x")
            raise OutsideError(message.format(told=told, version=VERSION))
        for name, text in self.facts.items():
            self.line.say("set", name, text)
        self.line.say("mode", self.mode)

    def _pong(self, command: Command) -> None:
        self.line.say("pong", *command.arguments, answers=command.number)

    def _asked(self, command: Command) -> None:
        if command.arguments and isinstance(command.arguments[0], Board):
            question = Question(command.number, command.arguments[0], threading.Event())
            self.open[command.number] = question
            self.questions.put(question)
        else:
            self.line.say("error", "state [board]", answers=command.number)

    def _stop(self, command: Command) -> None:
        """Stop the state that the command refers to; all states if it has no reference."""
        for question in [*self.open.values()]:
            if command.answers in (0, question.number):
                question.stopped.set()

    def _refused(self, command: Command) -> None:
        self.report.refused.append(" ".join(map(str, command.arguments)))
        self._count(command)

    def _count(self, _command: Command) -> None:
        self.solved += self.mode == VERIFY

    def _solve(self, command: Command) -> None:
        """Answer a problem.

        Servers differ in whether pits are counted from 1, as moves are, or from 0.
        """
        board, number = command.arguments[:2]
        if not isinstance(board, Board) or not isinstance(number, int):
            self.line.say("error", "problem [board] [move]", answers=command.number)
            return
        pits = (0, *board.pits)
        if not (1 <= number < len(pits) and pits[number]):
            self.counts_from = 0
        self.report.asked += 1
        try:
            after, again = solution_of(board, number - self.counts_from)
        except OptionError as error:  # the board is too large
            self._refused(Command("error", (str(error),)))
            self.line.say("error", str(error), answers=command.number)
        else:
            self.line.say("solution", after, int(again), answers=command.number)

    def _think(self) -> None:
        """Answer states one after the other."""
        while question := self.questions.get():
            try:
                self._move(question)
            except TableroError as error:
                self.report.refused.append(str(error))
                self._answer(question, "error", str(error))
                self._answer(question, "yield")
            except ConnectionError:  # the connection is closed
                return
            finally:
                self.open.pop(question.number, None)

    def _move(self, question: Question) -> None:
        """Send at once the first move of the game's own move ordering, then the agent's move."""
        if question.stopped.is_set():
            return
        start = time.perf_counter()
        self.report.asked += 1
        move = guess = first_guess(question.board)
        self._answer(question, "move", guess + 1)
        try:
            move = self.mind.choose(question.board, question.stopped)
        except Fault as fault:  # the guess stands
            if fault.reason not in (Reason.TIMEOUT, Reason.RESIGNED):
                self.report.refused.append(f"{fault.reason}: {fault.detail}")
        self.report.slowest = max(self.report.slowest, time.perf_counter() - start)
        if move != guess:
            self._answer(question, "move", move + 1)
        self._answer(question, "yield")
        self.report.moved += 1
        if self.most is not None and self.report.moved >= self.most:
            self.line.say("goodbye")
            self.line.hang_up()

    def _answer(self, question: Question, name: str, *arguments: Argument) -> None:
        if not question.stopped.is_set():
            self.line.say(name, *arguments, answers=question.number)


def first_guess(board: Board) -> Move:
    """Return a legal move without a search."""
    position: Position = position_of(board, rules_of(board))
    return next(iter(position.promising()))
