"""Inside: one process for one player and match. Locked first, then it hears the player's text."""

import contextlib
import fcntl
import io
import os
import signal
import sys
from typing import Any

from tablero.arena.player.forms import Track
from tablero.arena.sandbox.faults import FaultKind
from tablero.arena.sandbox.level import Level
from tablero.arena.sandbox.limits import CellLimits
from tablero.arena.sandbox.lock import drop_root, keep_only, leave_with_parent, lock
from tablero.arena.sandbox.script import (
    FILE,
    Mover,
    SandboxedEvaluation,
    Unusable,
    forget_modules,
    run,
)
from tablero.arena.sandbox.watch import watch
from tablero.arena.sandbox.wire import Ears
from tablero.games.game import Game

LONGEST_TEXT = 1000
"""Letters of an error's text that are passed on."""

DESCRIPTOR, LINE = 3, 4
"""Where a cell's socket is, so that its number tells nothing; and that to the nursery, which is
closed before the player is there."""


class Nothing(io.TextIOBase):
    """What the player prints goes nowhere."""

    def write(self, text: str) -> int:
        return len(text)


class Inmate:
    """Answers question after question."""

    player: Any = None

    def __init__(self, game: Game, track: Track) -> None:
        self.game, self.track = game, track

    def load(self, text: str, seed: int) -> dict[str, bool]:
        names = run(text, self.track)
        if self.track is Track.EVALUATION:
            self.player = SandboxedEvaluation(names, self.game)
            return {"finished": self.player.evaluation.finished is not None}
        self.player = Mover(names, self.game)
        self.player.begin(seed)
        return {}

    def begin(self, seed: int) -> None:
        self.player.begin(seed)

    def values(self, positions: list[list[int]], over: list[list[int]]) -> list[Any]:
        return [self.player.values(positions), self.player.finals(over)]

    def move(self, position: list[int], side: int, limits: list[Any]) -> str:
        return str(self.player.move(position, side, limits))

    def answer(self, question: dict[str, Any]) -> dict[str, Any]:
        """What the player says, or what went wrong; `ask` is the name of a method above."""
        number, what = question.pop("id"), question.pop("ask")
        try:
            return {"id": number, "ok": getattr(self, what)(**question)}
        except BaseException as error:
            return {"id": number, **_blame(error, loading=what == "load")}


def live(
    descriptors: tuple[int, int],
    game: Game,
    track: Track,
    level: Level,
    limits: CellLimits,
    names: list[str],
) -> None:
    """Be a cell until nobody asks any more. Never comes back.

    descriptors -- of the sockets to the warden and to the nursery
    names       -- the modules that may be imported
    """
    parent = os.getppid()
    ears = Ears(_alone(*descriptors))
    try:
        drop_root()
        leave_with_parent(parent)
        forget_modules(names)
        lock(level, limits, LINE)
    except OSError as error:
        ears.say({"broken": str(error)})
        os._exit(1)
    _answer_all(ears, Inmate(game, track), limits)
    os._exit(0)


def _alone(descriptor: int, line: int) -> int:
    """Close every file but our sockets, forget the nursery's signals, and be nobody's group."""
    line = fcntl.fcntl(line, fcntl.F_DUPFD, LINE + 1)  # not where the other one is to be
    os.dup2(descriptor, DESCRIPTOR)
    os.dup2(line, LINE)
    keep_only(DESCRIPTOR, LINE)
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    os.setsid()
    sys.stdin = sys.__stdin__ = io.StringIO()  # type: ignore[misc, assignment]
    sys.stdout = sys.__stdout__ = Nothing()  # type: ignore[misc, assignment]
    sys.stderr = sys.__stderr__ = Nothing()  # type: ignore[misc, assignment]
    os.environ.clear()
    return DESCRIPTOR


def _answer_all(ears: Ears, inmate: Inmate, limits: CellLimits) -> None:
    ears.say({"hello": os.getpid()})
    if limits.watch:
        watch(FILE, lambda what, line: ears.say({"forbidden": what, "line": line}))
    with contextlib.suppress(EOFError):
        while True:
            answer = inmate.answer(ears.hear())
            try:
                ears.say(answer)
            except (TypeError, ValueError, RecursionError) as error:  # what JSON cannot say
                told = {"fault": FaultKind.BAD_ANSWER, "text": _text(error), "line": None}
                ears.say({"id": answer["id"], **told})


def _blame(error: BaseException, loading: bool) -> dict[str, Any]:
    """The kind of fault, what the error says, and the line of the player's own file."""
    kind = FaultKind.RAISES
    if isinstance(error, MemoryError):
        kind = FaultKind.MEMORY
    elif loading:
        kind = FaultKind.LOADS_NOT
    if type(error) is Unusable:
        return {"fault": kind, "unusable": error.key, "text": error.what[:LONGEST_TEXT]}
    return {"fault": kind, "text": _text(error)[:LONGEST_TEXT], "line": _line(error)}


def _text(error: BaseException) -> str:
    """Class and text of an error, whose methods are the player's own and may fail as well."""
    try:
        name = str(type(error).__name__)[:100]
        told = str(error.msg) if isinstance(error, SyntaxError) else str(error)
        return f"{name}: {told[:LONGEST_TEXT]}".rstrip(": ")
    except BaseException:
        return "an error that cannot be told"


def _line(error: BaseException) -> int | None:
    """Where in the player's file it happened, the innermost place."""
    if isinstance(error, SyntaxError) and error.filename == FILE:
        return error.lineno if type(error.lineno) is int else None
    line, trace = None, error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == FILE:
            line = trace.tb_lineno
        trace = trace.tb_next
    return line
