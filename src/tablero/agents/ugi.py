"""`ugi`: an engine that speaks UGI, the Universal Game Interface; docs/ugi.md describes it."""

import re
import shlex
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from time import monotonic
from typing import Annotated, Any, ClassVar

from tablero.agents.agent import RESIGN, Choice, Limits, TimeIsUp, strictest
from tablero.agents.child import Child
from tablero.agents.program import ProgramAgent
from tablero.agents.program_player import Launch, ProgramPlayer
from tablero.agents.protocol import RESIGNS, choice_of
from tablero.errors import IllegalMove, NotationError, OptionError, OutsideError, TableroError
from tablero.games.game import Game
from tablero.limits import POSITIVE_SECONDS, Between
from tablero.locale import _, mark
from tablero.position import FIRST, SECOND, Move, Side
from tablero.search.state import DEPTHS

START_TIMEOUT_S = 120.0
"""Seconds within which an engine must be ready."""

DEFAULT_MOVE_S = 1.0
"""Seconds of a move if neither the match nor the agent has a limit."""

MS = 1000
"""Milliseconds in a second; all times of UGI are in milliseconds."""

NO_MOVE = "0000"
"""What an engine answers if it has no move."""

SEED_OPTION = "Seed"
"""Name of the option by which an engine gets the seed of its random generator."""

MOST_SEED = (1 << 31) - 1
"""Largest seed that is sent."""

INFO_NUMBERS = {"depth": "depth", "nodes": "nodes", "time": "seconds", "cp": "score"}
"""Numbers that are kept of a line of `info`, and their names in `choice_of`."""


def go_line(limits: Limits) -> str:
    """Return the command that starts a search."""
    words, seconds = ["go"], limits.seconds
    if clock := limits.clock:
        times = clock.remaining[FIRST], clock.remaining[SECOND], clock.increment, clock.increment
        for name, value in zip(("p1time", "p2time", "p1inc", "p2inc"), times, strict=True):
            words += [name, str(max(0, int(value * MS)))]
    elif limits.depth is limits.nodes is seconds is None:
        seconds = DEFAULT_MOVE_S
    for name, number in {"depth": limits.depth, "nodes": limits.nodes}.items():
        words += [] if number is None else [name, str(number)]
    words += [] if seconds is None else ["movetime", str(max(1, int(seconds * MS)))]
    return " ".join(words)


def lines_until(child: Child, word: str, seconds: float, grace: float = 0.0) -> Iterator[str]:
    """Yield the lines that an engine writes, up to the first that begins with this word.

    Raise TimeIsUp if that has not come after `seconds` and `grace`, and what `Child.ask` raises.
    """
    deadline, line = monotonic() + seconds + grace, ""
    while line.partition(" ")[0] != word:
        left = deadline - monotonic()
        if left <= 0:
            raise TimeIsUp(_("no answer within {seconds:g} seconds").format(seconds=seconds))
        line = child.ask(seconds=seconds, grace=left - seconds)
        yield line


class EngineInfo:
    """What an engine says of a search.

    numbers: by their names in `choice_of`.
    line: the names of the principal variation.
    """

    def __init__(self, game: Game, position: Any) -> None:
        self.game, self.position = game, position
        self.numbers: dict[str, float] = {}
        self.line: list[str] = []

    def read(self, line: str) -> None:
        """Read a line of `info`, and ignore any other."""
        words, _string, _text = line.partition(" string ")
        told = words.split()
        if told[0] == "info":
            for name, text in pairwise(told):
                if name in INFO_NUMBERS and re.fullmatch(r"[+-]?[0-9]{1,9}", text):
                    self.numbers[INFO_NUMBERS[name]] = int(text)
            if "pv" in told:
                self.line = told[told.index("pv") + 1 :]

    def choice(self, line: str) -> Choice:
        """Return the choice of a line `bestmove`. Raise IllegalMove, or NotationError."""
        name = line.removeprefix("bestmove").strip()
        if not name:
            message = _("{answer!r} is not a valid answer, expected bestmove and a move")
            raise NotationError(message.format(answer=line))
        if name == RESIGNS and RESIGNS not in self.game.move_names(self.position):
            return Choice(RESIGN)
        move = self.game.parse_move(self.position, name)
        seconds = self.numbers.get("seconds")
        known = {**dict.fromkeys(INFO_NUMBERS.values()), **self.numbers}
        known["seconds"] = None if seconds is None else seconds / MS
        moves = [*self._legal_line()]
        return choice_of(moves if moves[:1] == [move] else [move], **known)

    def _legal_line(self) -> Iterator[Move]:
        """Yield the moves of the principal variation up to the first that is not legal."""
        position = self.position
        for name in self.line:
            try:
                move = self.game.parse_move(position, name)
            except (IllegalMove, NotationError):
                return
            yield move
            position = position.play(move)


class UgiDialogue:
    """The dialogue with an engine.

    options: names and values that are set before the engine is asked whether it is ready.
    own: limits of the agent itself, beside those of the match.
    takes_seed: whether the engine has an option for its seed.
    start, moves: the game so far; the names of the moves lead from `start` to the position `at`.
    """

    may_write = True

    def __init__(self, game: Game, options: Sequence[tuple[str, str]], own: Limits) -> None:
        self.game, self.options, self.own = game, options, own
        self.takes_seed = False
        self._set(game.start)

    def _set(self, position: Any) -> None:
        self.start = self.at = position
        self.moves: list[str] = []

    def introduce(self, child: Child, program: str, seconds: float) -> None:
        try:
            child.send("ugi")
            for line in lines_until(child, "ugiok", seconds):
                seed = re.fullmatch(rf"option name {SEED_OPTION} type spin\b.*", line)
                self.takes_seed = self.takes_seed or seed is not None
            child.send(*(f"setoption name {name} value {value}" for name, value in self.options))
            child.send("isready")
            deque(lines_until(child, "readyok", seconds), maxlen=0)
        except TableroError as error:
            raise OutsideError(f"{program}: {error}") from None

    def begin(self, child: Child, seed: int) -> None:
        if self.takes_seed:
            child.send(f"setoption name {SEED_OPTION} value {seed & MOST_SEED}")
        child.send("uginewgame")
        self._set(self.game.start)

    def follow(self, before: Any, move: Move) -> None:
        """Note a move of the game, so that engines get moves, which all engines can read."""
        if before != self.at:
            self._set(before)
        self.moves.append(self.game.move_name(before, move))
        self.at = before.play(move)

    def choose(
        self, child: Child, position: Any, limits: Limits, seconds: float, grace: float = 0.0
    ) -> Choice:
        if position != self.at:
            self._set(position)
        child.send(self._position_line(), go_line(self._all_limits(limits)))
        info, line = EngineInfo(self.game, position), ""
        for line in lines_until(child, "bestmove", seconds, grace):
            info.read(line)
        return info.choice(line)

    def _position_line(self) -> str:
        text = self.game.write(self.start)
        place = f"fen {text}" if self.start != self.game.start and text else "startpos"
        return " ".join(["position", place, *(["moves"] if self.moves else []), *self.moves])

    def _all_limits(self, limits: Limits) -> Limits:
        """Return the limits of the match and of the agent together."""
        own = self.own
        return Limits(
            strictest(own.depth, limits.depth),
            strictest(own.nodes, limits.nodes),
            strictest(own.seconds, limits.seconds),
            limits.clock,
        )


class UgiPlayer(ProgramPlayer):
    """A player that is an engine. It compiles before it is ready, and follows the game."""

    def __init__(self, launch: Launch, dialogue: UgiDialogue) -> None:
        super().__init__(launch, dialogue)
        self.follow = dialogue.follow

    def warm_up(self, positions: Sequence[Any], limits: Limits) -> None:
        """Do nothing: an engine that has said `readyok` is ready."""


@dataclass(frozen=True)
class UgiAgent(ProgramAgent):
    """An engine as an agent.

    time, depth, nodes: its own limits, beside those of the match.
    options: words NAME=VALUE, options of the engine.
    """

    name: ClassVar[str] = "ugi"
    about: ClassVar[str] = mark(
        "an engine that speaks UGI, the Universal Game Interface: docs/ugi.md"
    )

    time: Annotated[float | None, POSITIVE_SECONDS] = None
    depth: Annotated[int | None, DEPTHS] = None
    nodes: Annotated[int | None, Between(1)] = None
    options: str = ""

    def __post_init__(self) -> None:
        super().__post_init__()
        for word in self.options.split():
            if not re.fullmatch(r"[^=]+=.+", word):
                message = _("not an option of an engine: {word!r}, expected NAME=VALUE")
                raise OptionError(message.format(word=word))

    def seat(self, game: Game, side: Side) -> ProgramPlayer:
        command = shlex.split(self.command)
        launch = Launch(command[0], command, {}, START_TIMEOUT_S, self.patience, self.log)
        pairs = [
            (name, value)
            for name, _sign, value in (word.partition("=") for word in self.options.split())
        ]
        return UgiPlayer(
            launch, UgiDialogue(game, pairs, Limits(self.depth, self.nodes, self.time))
        )
