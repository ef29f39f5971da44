"""Tracing of a player's file: the calls of its functions with positions, and their results.

It runs in a separate process: python -P -m tablero.lab.tree.tracer, with the fields of
`TraceRequest` as a line of JSON on standard input.
"""

import functools
import json
import math
import os
import sys
import time
from itertools import islice
from numbers import Real
from typing import Any, NamedTuple

import tablero.games as games
from tablero.agents.agent import RESIGN, Limits
from tablero.agents.host import take_pipes
from tablero.agents.hosted_players import ChoosePlayer, load
from tablero.agents.protocol import parse_answer
from tablero.errors import OptionError, TableroError
from tablero.games.outside import blame
from tablero.locale import _, speak
from tablero.position import INFINITY, Move
from tablero.workers.children import exit_with_parent

MAX_TRIED = 1000
"""Moves that are tried at most to find the one between two positions."""


class TraceRequest(NamedTuple):
    """The choice to trace; `nodes` (below the root) and `seconds` are upper limits."""

    file: str
    game: str
    position: str
    nodes: int
    seconds: float
    language: str


class LimitReached(BaseException):
    """Raised when the limit of nodes or seconds is reached."""


class CallTracer:
    """A profile function for `sys.setprofile` that records a tree of calls.

    A node is a call with a position that one move leads to from the position of the enclosing
    call; a call with the same position belongs to the same node.

    parents, moves, returned: one entry per node; the first is the root.
    root: value returned by an inner function that was called with the root and visited nodes.
    stack: open calls of the file, as (node, whether it is the node's own call, nodes before).
    """

    def __init__(self, file: str, root: Any, nodes: int, seconds: float) -> None:
        self.file, self.kind = file, type(root)
        self.nodes, self.until = nodes, time.monotonic() + seconds
        self.positions = [root]
        self.parents, self.moves, self.returned = [-1], [-1], list[Any]([None])
        self.root: Any = None
        self.stack: list[tuple[int, bool, int]] = []

    def __call__(self, frame: Any, event: str, value: Any) -> None:
        if frame.f_code.co_filename != self.file:
            return
        if event == "call":
            self._enter(frame)
        elif event == "return" and self.stack:
            node, own, before = self.stack.pop()
            if own:
                self.returned[node] = _json_value(value)
            elif node == 0 and len(self.parents) > before and self.stack:
                self.root = _json_value(value)

    def _enter(self, frame: Any) -> None:
        above = self.stack[-1][0] if self.stack else 0
        count = len(self.parents)
        position = self._position(frame)
        move = None if position is None else self._move(self.positions[above], position)
        if move is None:
            self.stack.append((above, False, count))
            return
        if count > self.nodes or time.monotonic() > self.until:
            raise LimitReached
        self.positions.append(position)
        self.parents.append(above)
        self.moves.append(move)
        self.returned.append(None)
        self.stack.append((count, True, count))

    def _position(self, frame: Any) -> Any:
        """Return the first argument that is a position, or None."""
        code = frame.f_code
        names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
        arguments = frame.f_locals
        given = (arguments.get(name) for name in names)
        return next((each for each in given if type(each) is self.kind), None)

    def _move(self, before: Any, after: Any) -> Move | None:
        """Return the move from one position to the other, or None."""
        if before == after:
            return None
        moves = islice(before.moves(), MAX_TRIED)
        return next((move for move in moves if before.play(move) == after), None)


def _json_value(value: Any) -> Any:
    """Return a number, or a list of up to three, as JSON can hold them; else None."""
    if isinstance(value, tuple | list) and len(value) <= 3:
        return [_number(each) for each in value]
    return _number(value)


def _number(value: Any) -> float | int | None:
    if isinstance(value, bool) or not isinstance(value, Real) or math.isnan(value):
        return None
    held = max(1.0 - INFINITY, min(float(value), INFINITY - 1.0))
    return int(held) if held.is_integer() else held


def trace_choice(request: TraceRequest) -> dict[str, Any]:
    """Return the calls of one choice. Raise TableroError if the player fails."""
    game = games.load(request.game)
    position = game.read(request.position)
    with blame(request.file, _("the player fails")):
        player = load(request.file, game, position.turn())
        if not isinstance(player, ChoosePlayer):
            raise OptionError(_("the file holds an evaluation: search with it"))
        player.begin(1)
        tracer = CallTracer(
            player.choose.__code__.co_filename, position, request.nodes, request.seconds
        )
        chosen = _choose(player, position, tracer, request.seconds)
    names = player.choose.__globals__.values()
    return {
        "parents": tracer.parents,
        "moves": tracer.moves,
        "returned": [tracer.root, *tracer.returned[1:]],
        "chosen": chosen,
        "caches": any(isinstance(each, functools._lru_cache_wrapper) for each in names),
    }


def _choose(player: ChoosePlayer, position: Any, tracer: CallTracer, seconds: float) -> str | None:
    """Return the name of the player's move; None if a limit was reached before."""
    sys.setprofile(tracer)
    try:
        answer = player.answer(position, Limits(seconds=seconds))
    except LimitReached:
        return None
    finally:
        sys.setprofile(None)
    choice = parse_answer(answer, player.game, position)
    return answer if choice.move == RESIGN else player.game.move_name(position, choice.move)


def main() -> None:
    """Read one request, and print its calls or its error message as JSON."""
    exit_with_parent(os.getppid())
    requests, answers = take_pipes()
    request = TraceRequest(*json.loads(requests.readline()))
    speak(request.language)
    try:
        trace = trace_choice(request)
    except TableroError as error:
        trace = {"problem": str(error)}
    print(json.dumps(trace), file=answers, flush=True)


if __name__ == "__main__":
    main()
