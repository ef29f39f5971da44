"""An agent of the package as an engine that speaks UGI, the Universal Game Interface.

One thread reads commands and another one searches, since `stop` and `isready` may come during a
search. docs/ugi.md describes the commands.
"""

import re
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any, TypeAlias

import tablero
from tablero.agents.agent import RESIGN, Agent, Choice, Clock, Limits, Player, Stoppable
from tablero.agents.program_player import WARM_UP_S
from tablero.agents.protocol import RESIGNS
from tablero.agents.random_generator import derive
from tablero.agents.ugi import MOST_SEED, MS, NO_MOVE, SEED_OPTION
from tablero.errors import IllegalMove, ImpossiblePosition, NotationError, TableroError
from tablero.games.game import Game
from tablero.locale import _
from tablero.match.warm_up import warm_up
from tablero.position import FIRST, ONGOING, SECOND, Side
from tablero.threads import deep_stack

STOP_INTERVAL_S = 0.02
"""Seconds between two calls of `stop`: a search may not have begun yet."""

NUMBERS = ("depth", "nodes", "movetime", "p1time", "p2time", "p1inc", "p2inc")
"""Words of `go` that a number follows."""

ENDLESS_S = 1e6
"""Seconds of a search that only `stop` ends."""

Write: TypeAlias = Callable[[str], None]
"""A function that sends a line at once."""


class UgiSearch:
    """A search in a thread of its own; it writes `bestmove` when it ends.

    infinite: whether `bestmove` has to wait for `stop`.
    """

    def __init__(self, engine: "UgiEngine", limits: Limits, infinite: bool) -> None:
        self.engine, self.position, self.limits = engine, engine.position, limits
        self.player: Player = engine.players[self.position.turn()]
        self.infinite = infinite
        self.stopped, self.chosen, self.done = (threading.Event() for _event in range(3))
        with deep_stack():
            threading.Thread(target=self._run, daemon=True).start()

    def stop(self) -> None:
        """Make the search end, and return when `bestmove` is written."""
        self.stopped.set()
        while not self.done.wait(STOP_INTERVAL_S):
            if isinstance(self.player, Stoppable) and not self.chosen.is_set():
                self.player.stop()

    def _run(self) -> None:
        try:
            line = self._bestmove()
            if self.infinite:
                self.stopped.wait()
            self.engine.write(line)
        finally:
            self.done.set()

    def _bestmove(self) -> str:
        """Return the line that names the move, after writing those about the search."""
        game, position = self.engine.game, self.position
        try:
            choice = self._choice()
            if choice.move == RESIGN:
                return f"bestmove {RESIGNS}"
            for line in info_lines(game, position, choice):
                self.engine.write(line)
            return f"bestmove {game.move_name(position, choice.move)}"
        except Exception as error:  # any error of a player
            self.engine.inform(error)
            return f"bestmove {NO_MOVE}"

    def _choice(self) -> Choice:
        """Return the player's choice. A search that ends without one is repeated at depth 1."""
        try:
            return self.player.choose(self.position, self.limits)
        except TableroError as error:
            self.engine.inform(error)
        finally:
            self.chosen.set()
        return self.player.choose(self.position, Limits(depth=1))


def info_lines(game: Game, position: Any, choice: Choice) -> Iterator[str]:
    """Yield a line for every depth that the search has completed, or one about the whole."""
    for result in choice.trace:
        names = " ".join(game.line_names(position, result.line))
        counted = numbers_of(result.statistics)
        yield f"info depth {result.depth} score cp {result.score}{counted} pv {names}"
    if not choice.trace and choice.score is not None:
        name, counted = game.move_name(position, choice.move), numbers_of(choice.statistics)
        yield f"info score cp {choice.score}{counted} pv {name}"


def numbers_of(statistics: Mapping[str, int | float]) -> str:
    """Return the nodes and the milliseconds of a search, as words of `info`."""
    nodes, seconds = statistics.get("evaluated"), statistics.get("seconds")
    words = "" if nodes is None else f" nodes {nodes}"
    return words if seconds is None else f"{words} time {int(seconds * MS)}"


class UgiEngine:
    """An engine: it reads the lines of `run`, and writes its answers with `write`.

    players: the players of both sides, once the engine is ready.
    position: the position to search; None after a `position` that could not be read.
    seed: the seed of agents without a seed of their own.
    """

    def __init__(self, game: Game, agent: Agent, write: Write) -> None:
        self.game, self.agent, self._write = game, agent, write
        self.players: list[Player] = []
        self.position: Any = game.start
        self.search: UgiSearch | None = None
        self.seed = 0
        self._writing = threading.Lock()
        self.commands: dict[str, Callable[[list[str]], None]] = {
            "ugi": self._introduce,
            "isready": self._get_ready,
            "setoption": self._set_option,
            "uginewgame": self._begin,
            "position": self._set_position,
            "go": self._go,
            "stop": self._stop,
            "query": self._answer,
        }

    def run(self, lines: Iterable[str]) -> None:
        """Carry out commands until `quit` or the end of the input."""
        try:
            for line in lines:
                words = line.split()
                if words[:1] == ["quit"]:
                    return
                self._carry_out(words)
        finally:
            self._stop([])
            for player in self.players:
                player.close()

    def _carry_out(self, words: list[str]) -> None:
        """Carry out a command. Pass over an unknown one, and report input that cannot be read.

        Raise TableroError if the agent cannot play the game.
        """
        command = self.commands.get(words[0]) if words else None
        if command is not None:
            try:
                command(words[1:])
            except (NotationError, IllegalMove, ImpossiblePosition) as error:
                self.inform(error)

    def write(self, line: str) -> None:
        """Send a line; both threads may call this."""
        with self._writing:
            self._write(line)

    def inform(self, error: Exception) -> None:
        """Send a text for people, in one line."""
        self.write(f"info string {' '.join(str(error).split())}")

    def _introduce(self, words: list[str]) -> None:
        self.write(f"id name Tablero {tablero.__version__}: {self.agent} ({self.game})")
        self.write("id author the Tablero authors")
        self.write(f"option name {SEED_OPTION} type spin default 0 min 0 max {MOST_SEED}")
        self.write("ugiok")

    def _get_ready(self, words: list[str]) -> None:
        """Compile everything at the first request; later ones are answered at once."""
        self._prepare()
        self.write("readyok")

    def _prepare(self) -> None:
        if not self.players:
            self.players = [self.agent.seat(self.game, side) for side in (FIRST, SECOND)]
            for side, player in enumerate(self.players):
                warm_up(self.game, player, side, self.seed, Limits(seconds=WARM_UP_S))
            self._seed_players()

    def _begin(self, words: list[str]) -> None:
        self._stop([])
        self.position = self.game.start
        self._seed_players()

    def _seed_players(self) -> None:
        """Let the players begin a new game."""
        seed = self.seed if self.agent.seed is None else self.agent.seed
        for side, player in enumerate(self.players):
            player.begin(int(derive(seed, side)))

    def _set_option(self, words: list[str]) -> None:
        if words[:3] != ["name", SEED_OPTION, "value"] or not " ".join(words[3:]).isdecimal():
            message = _("not an option: {text!r}, expected name {option} value N")
            raise NotationError(message.format(text=" ".join(words), option=SEED_OPTION))
        self._stop([])
        self.seed = int(words[3])
        self._seed_players()

    def _set_position(self, words: list[str]) -> None:
        """Read `startpos` or `fen POSITION`, and the moves after it."""
        self._stop([])
        self.position = None
        place, moves = words, []
        if "moves" in words:
            cut = words.index("moves")
            place, moves = words[:cut], words[cut + 1 :]
        if place[:1] not in (["startpos"], ["fen"]) or (place[0] == "startpos") == bool(place[1:]):
            message = _(
                "not a position: {text!r}, expected startpos or fen POSITION, moves MOVE …"
            )
            raise NotationError(message.format(text=" ".join(words)))
        position = self.game.read(" ".join(place[1:]))
        for name in moves:
            position = position.play(self.game.parse_move(position, name))
        self.position = position

    def _go(self, words: list[str]) -> None:
        self._stop([])
        self._prepare()
        if self.position is None or self.position.outcome() != ONGOING:
            self.write(f"bestmove {NO_MOVE}")
        else:
            limits = parse_go(words, self.position.turn())
            self.search = UgiSearch(self, limits, infinite="infinite" in words)

    def _stop(self, words: list[str]) -> None:
        if self.search is not None:
            self.search.stop()
            self.search = None

    def _answer(self, words: list[str]) -> None:
        """Answer a question about the position."""
        if self.position is None:
            raise NotationError(_("there is no position"))
        outcome, turn = self.position.outcome(), self.position.turn()
        if words == ["p1turn"]:
            self._respond(turn == FIRST)
        elif words == ["gameover"]:
            self._respond(outcome != ONGOING)
        elif words == ["result"]:
            self._respond(result_name(outcome, turn))
        else:
            message = _("not a question: {text!r}, expected p1turn, gameover or result")
            raise NotationError(message.format(text=" ".join(words)))

    def _respond(self, answer: bool | str) -> None:
        self.write(f"response {str(answer).lower()}")


def result_name(outcome: int, turn: Side) -> str:
    """Return the result of a position as UGI names it."""
    if outcome == ONGOING:
        return "none"
    if outcome == 0:
        return "draw"
    return "p1win" if (outcome > 0) == (turn == FIRST) else "p2win"


def parse_go(words: Sequence[str], side: Side) -> Limits:
    """Return the limits of a search of this side. Raise NotationError if a number is missing."""
    numbers: dict[str, int] = {}
    for name, text in zip_longest(words, words[1:], fillvalue=""):
        if name in NUMBERS:
            if not re.fullmatch(r"-?[0-9]{1,15}", text):
                message = _("not a number: {text!r}, expected {name} N")
                raise NotationError(message.format(text=text, name=name))
            numbers[name] = int(text)
    if "infinite" in words:
        return Limits(seconds=ENDLESS_S)
    clock = None
    if "p1time" in numbers and "p2time" in numbers:
        first, second = (max(0, numbers[name]) / MS for name in ("p1time", "p2time"))
        clock = Clock((first, second), numbers.get(("p1inc", "p2inc")[side], 0) / MS)
    milliseconds = numbers.get("movetime")
    seconds = None if milliseconds is None else milliseconds / MS
    return Limits(numbers.get("depth"), numbers.get("nodes"), seconds, clock)
