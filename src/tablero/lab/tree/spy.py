"""Watches a player's file think: which positions its functions are called with, in which order,
and what they give back. It runs in a process of its own.

python -P -m tablero.lab.tree.spy, with what is asked as a line of JSON.
"""

import functools
import json
import math
import os
import sys
import threading
import time
from itertools import islice
from numbers import Real
from typing import Any, NamedTuple

from tablero import games
from tablero.agents.agent import RESIGN, Limits
from tablero.agents.handed_in import Chooser, load
from tablero.agents.host import leave_with, take_pipes
from tablero.agents.protocol import parse_answer
from tablero.errors import OptionError, TableroError
from tablero.games.outside import blame
from tablero.locale import _, speak
from tablero.position import INFINITY, Move

MOST_TRIED = 1000
"""So many moves are tried to find the one that led somewhere."""


class Asked(NamedTuple):
    """What to watch; `nodes` and `seconds` are the most of each."""

    file: str
    game: str
    position: str
    nodes: int
    seconds: float
    language: str


class Enough(BaseException):
    """There is no room or time for more."""


class Spy:
    """For `sys.setprofile`. A node is a call with a position that a move leads to from that of
    the call around it; a call with the same position is a part of the same node.

    parents, moves, returned -- of every node; the first is the root
    root      -- what a function has given back that was called with the root and looked further
    stack     -- of all calls of the file: (node, is it the node's own call?, nodes before)
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
                self.returned[node] = _told(value)
            elif node == 0 and len(self.parents) > before and self.stack:
                self.root = _told(value)

    def _enter(self, frame: Any) -> None:
        above = self.stack[-1][0] if self.stack else 0
        count = len(self.parents)
        position = self._position(frame)
        move = None if position is None else self._move(self.positions[above], position)
        if move is None:
            self.stack.append((above, False, count))
            return
        if count >= self.nodes or time.monotonic() > self.until:
            raise Enough
        self.positions.append(position)
        self.parents.append(above)
        self.moves.append(move)
        self.returned.append(None)
        self.stack.append((count, True, count))

    def _position(self, frame: Any) -> Any:
        """The first argument that is a position."""
        code = frame.f_code
        names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
        told = frame.f_locals
        return next((told[name] for name in names if type(told.get(name)) is self.kind), None)

    def _move(self, before: Any, after: Any) -> Move | None:
        """The move from one to the other, if there is one."""
        if before == after:
            return None
        moves = islice(before.moves(), MOST_TRIED)
        return next((move for move in moves if before.play(move) == after), None)


def _told(value: Any) -> Any:
    """A number, or up to three of them, as JSON knows them; else nothing."""
    if isinstance(value, tuple | list) and len(value) <= 3:
        return [_number(each) for each in value]
    return _number(value)


def _number(value: Any) -> float | int | None:
    if isinstance(value, bool) or not isinstance(value, Real) or math.isnan(value):
        return None
    held = max(1.0 - INFINITY, min(float(value), INFINITY - 1.0))
    return int(held) if held.is_integer() else held


def watch(asked: Asked) -> dict[str, Any]:
    """The calls of one choice. Raises TableroError."""
    game = games.load(asked.game)
    position = game.read(asked.position)
    with blame(asked.file, _("the player fails")):
        player = load(asked.file, game, position.turn())
        if not isinstance(player, Chooser):
            raise OptionError(_("the file holds an evaluation: search with it"))
        player.begin(1)
        spy = Spy(player.choose.__code__.co_filename, position, asked.nodes, asked.seconds)
        chosen = _choose(player, position, spy, asked.seconds)
    names = player.choose.__globals__.values()
    return {
        "parents": spy.parents,
        "moves": spy.moves,
        "returned": [spy.root, *spy.returned[1:]],
        "chosen": chosen,
        "caches": any(isinstance(each, functools._lru_cache_wrapper) for each in names),
    }


def _choose(player: Chooser, position: Any, spy: Spy, seconds: float) -> str | None:
    """The name of its move; None if it was not let think to the end."""
    sys.setprofile(spy)
    try:
        answer = player.answer(position, Limits(seconds=seconds))
    except Enough:
        return None
    finally:
        sys.setprofile(None)
    choice = parse_answer(answer, player.game, position)
    return answer if choice.move == RESIGN else player.game.move_name(position, choice.move)


def main() -> None:
    """Answer one question, with the calls or with what is wrong."""
    threading.Thread(target=leave_with, args=[os.getppid()], daemon=True).start()
    ears, voice = take_pipes()
    asked = Asked(*json.loads(ears.readline()))
    speak(asked.language)
    try:
        told = watch(asked)
    except TableroError as error:
        told = {"problem": str(error)}
    print(json.dumps(told), file=voice, flush=True)


if __name__ == "__main__":
    main()
