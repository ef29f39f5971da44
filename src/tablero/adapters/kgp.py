"""A client of the Kalah Game Protocol: an agent of the package plays on such servers.

One thread reads from the server and another one chooses moves, since a server may send states,
stops and pings at any time.
"""

import queue
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from tablero.adapters.kgp_protocol import (
    Argument,
    Command,
    KgpBoard,
    KgpConnection,
    position_of,
    rules_of,
    solution_of,
)
from tablero.agents.agent import NO_LIMITS, Agent, Limits, Player, Stoppable
from tablero.errors import OptionError, OutsideError, TableroError
from tablero.locale import _
from tablero.match.referee import Forfeit, Reason, ask
from tablero.position import FIRST, Move, Position

VERSION = 1
"""Major version of the protocol: the first of its three numbers."""

STOP_INTERVAL_S = 0.02
"""Seconds between checks whether a running search must stop."""

FREEPLAY, VERIFY = "freeplay", "verify"
"""Modes of a session: games, and a check of the rules."""


@dataclass
class SessionReport:
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


class KgpAgent:
    """An agent for boards of any size, with one player for each size.

    limits: limits of every move.
    """

    def __init__(self, agent: Agent, limits: Limits = NO_LIMITS) -> None:
        self.agent, self.limits = agent, limits
        self.players: dict[str, Player] = {}

    def choose(self, board: KgpBoard, stopped: threading.Event) -> Move:
        """Return a pit, counted from 0; soon after `stopped` is set.

        Raise Forfeit if there is no move, and OptionError for a board that is too large.
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
    while isinstance(player, Stoppable) and not done.wait(STOP_INTERVAL_S):
        if stopped.is_set():
            player.stop()


class MoveRequest(NamedTuple):
    """A state to choose a move in; `stopped` is set when the server no longer waits for a move."""

    number: int
    board: KgpBoard
    stopped: threading.Event


class Client:
    """A session, which answers a server until it sends `goodbye`.

    max_answers: number of states, or problems, after which the client sends `goodbye`; None:
        unlimited.
    """

    def __init__(
        self,
        connection: KgpConnection,
        agent: KgpAgent,
        mode: str = FREEPLAY,
        max_answers: int | None = None,
    ) -> None:
        self.connection, self.agent, self.mode, self.max_answers = (
            connection,
            agent,
            mode,
            max_answers,
        )
        self.facts: dict[str, str] = {}
        self.report = SessionReport()
        self.requests: queue.SimpleQueue[MoveRequest | None] = queue.SimpleQueue()
        self.open: dict[int, MoveRequest] = {}
        self.solved = 0
        self.counts_from = 1
        self.handlers: dict[str, Callable[[Command], None]] = {
            "kgp": self._on_kgp,
            "state": self._on_state,
            "stop": self._on_stop,
            "ping": self._on_ping,
            "problem": self._on_problem,
            "ok": self._on_ok,
            "error": self._on_error,
        }

    def run(self) -> SessionReport:
        """Run the session and return its report."""
        chooser = threading.Thread(target=self._answer_states, daemon=True)
        chooser.start()
        try:
            for command in self.connection.commands():
                if command.name == "goodbye":
                    break
                if handle := self.handlers.get(command.name):
                    handle(command)
                if self.max_answers is not None and self.solved >= self.max_answers:
                    self.connection.send("goodbye")
                    break
        except ConnectionError:  # the server has closed the connection without `goodbye`
            pass
        except KeyboardInterrupt:
            self.connection.send("goodbye")
            raise
        finally:
            self.requests.put(None)
            for request in [*self.open.values()]:
                request.stopped.set()
            chooser.join()
            self.agent.close()
            self.connection.close()
        return self.report

    def introduce(self, **facts: str) -> None:
        """Set the facts that are sent to the server after its greeting."""
        self.facts = {name.replace("_", ":"): text for name, text in facts.items() if text}

    def _on_kgp(self, command: Command) -> None:
        if command.arguments[:1] != (VERSION,):
            self.connection.send("error", "protocol not supported", answers=command.number)
            told = " ".join(map(str, command.arguments))
            message = _("the server uses version {told} of the protocol, expected {version}.x")
            raise OutsideError(message.format(told=told, version=VERSION))
        for name, text in self.facts.items():
            self.connection.send("set", name, text)
        self.connection.send("mode", self.mode)

    def _on_ping(self, command: Command) -> None:
        self.connection.send("pong", *command.arguments, answers=command.number)

    def _on_state(self, command: Command) -> None:
        if command.arguments and isinstance(command.arguments[0], KgpBoard):
            request = MoveRequest(command.number, command.arguments[0], threading.Event())
            self.open[command.number] = request
            self.requests.put(request)
        else:
            self.connection.send("error", "state [board]", answers=command.number)

    def _on_stop(self, command: Command) -> None:
        """Stop the state that the command refers to; all states if it has no reference."""
        for request in [*self.open.values()]:
            if command.answers in (0, request.number):
                request.stopped.set()

    def _on_error(self, command: Command) -> None:
        self.report.refused.append(" ".join(map(str, command.arguments)))
        self._on_ok(command)

    def _on_ok(self, _command: Command) -> None:
        self.solved += self.mode == VERIFY

    def _on_problem(self, command: Command) -> None:
        """Answer a problem.

        Servers differ in whether pits are counted from 1, as moves are, or from 0.
        """
        board, number = command.arguments[:2]
        if not isinstance(board, KgpBoard) or not isinstance(number, int):
            self.connection.send("error", "problem [board] [move]", answers=command.number)
            return
        pits = (0, *board.pits)
        if not (1 <= number < len(pits) and pits[number]):
            self.counts_from = 0
        self.report.asked += 1
        try:
            after, again = solution_of(board, number - self.counts_from)
        except OptionError as error:  # the board is too large
            self._on_error(Command("error", (str(error),)))
            self.connection.send("error", str(error), answers=command.number)
        else:
            self.connection.send("solution", after, int(again), answers=command.number)

    def _answer_states(self) -> None:
        """Answer states one after the other."""
        while request := self.requests.get():
            try:
                self._move(request)
            except TableroError as error:
                self.report.refused.append(str(error))
                self._answer(request, "error", str(error))
                self._answer(request, "yield")
            except ConnectionError:  # the connection is closed
                return
            finally:
                self.open.pop(request.number, None)

    def _move(self, request: MoveRequest) -> None:
        """Send at once the first move of the game's own move ordering, then the agent's move."""
        if request.stopped.is_set():
            return
        start = time.perf_counter()
        self.report.asked += 1
        move = first = first_legal_move(request.board)
        self._answer(request, "move", first + 1)
        try:
            move = self.agent.choose(request.board, request.stopped)
        except Forfeit as forfeit:  # the first move stands
            if forfeit.reason not in (Reason.TIMEOUT, Reason.RESIGNED):
                self.report.refused.append(f"{forfeit.reason}: {forfeit.detail}")
        self.report.slowest = max(self.report.slowest, time.perf_counter() - start)
        if move != first:
            self._answer(request, "move", move + 1)
        self._answer(request, "yield")
        self.report.moved += 1
        if self.max_answers is not None and self.report.moved >= self.max_answers:
            self.connection.send("goodbye")
            self.connection.shut_down()

    def _answer(self, request: MoveRequest, name: str, *arguments: Argument) -> None:
        if not request.stopped.is_set():
            self.connection.send(name, *arguments, answers=request.number)


def first_legal_move(board: KgpBoard) -> Move:
    """Return a legal move without a search."""
    position: Position = position_of(board, rules_of(board))
    return next(iter(position.promising()))
