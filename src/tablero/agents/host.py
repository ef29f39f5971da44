"""Lets a player's file play, in a process of its own that speaks the protocol.

python -P -m tablero.agents.host 'my_player.py(depth=4)'
"""

import os
import sys
import threading
import time
from collections.abc import Callable
from typing import Any, Protocol, TextIO, TypeAlias

from tablero import games
from tablero.agents.agent import Limits, TimeIsUp
from tablero.agents.child import kill_all
from tablero.agents.handed_in import load
from tablero.agents.protocol import FAILS, NO_MOVE_YET, READY, SIDES, parse_limits
from tablero.errors import TableroError
from tablero.games.game import Game
from tablero.games.options import parse_call
from tablero.games.outside import blame
from tablero.locale import _, language_of_the_system, speak
from tablero.position import Side

LONGEST_ANSWER = 1000
LOOK = 1.0
"""Seconds; so often we look whether whoever asks us is still there."""


class Answering(Protocol):
    """What a file holds: somebody who answers in lines of the protocol."""

    def begin(self, seed: int) -> None:
        """A new game begins."""

    def answer(self, position: Any, limits: Limits) -> str:
        """The line that tells a move, or that there is none."""


Load: TypeAlias = Callable[[str, Game, Side], Answering]
"""Who sits in the file of a text."""


class Host:
    """Hears line after line.

    told -- the last text of every word
    """

    game: Game
    player: Answering

    def __init__(self, text: str, load: Load = load) -> None:
        self.text, self.load = text, load
        self.told: dict[str, str] = {}

    def answer(self, line: str) -> str:
        """The answer to a line, which is none to most of them."""
        try:
            with blame(parse_call(self.text)[0], _("the player fails")):
                return self._answer(line)
        except TimeIsUp:
            return NO_MOVE_YET
        except TableroError as error:
            return f"{FAILS} {error}"

    def _answer(self, line: str) -> str:
        word, _blank, self.told[word] = line.partition(" ")
        if word == "side":
            self.game = games.load(self.told["game"])
            self.player = self.load(self.text, self.game, SIDES.index(self.told["side"]))
            return READY
        if word == "begin":
            self.player.begin(int(self.told["begin"]))
        if word == "choose":
            position = self.game.read(self.told["position"])
            return self.player.answer(position, parse_limits(self.told["limits"]))
        return ""


def take_pipes() -> tuple[TextIO, TextIO]:
    """Our ends of the conversation. The player's code finds its input empty, and what it prints
    goes to stderr."""
    ears = os.fdopen(os.dup(0), encoding="utf-8")
    voice = os.fdopen(os.dup(1), "w", encoding="utf-8")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    return ears, voice


def leave_with(parent: int) -> None:
    """End this process soon after its parent, and the programs that play here with it: who thinks
    for ever would outlive it."""
    while os.getppid() == parent:
        time.sleep(LOOK)
    kill_all()
    os._exit(1)


def main(text: str, load: Load = load) -> None:
    """Answer until we are told to quit, or nobody asks any more."""
    speak(os.environ.get("LANGUAGE") or language_of_the_system())
    threading.Thread(target=leave_with, args=[os.getppid()], daemon=True).start()
    ears, voice = take_pipes()
    host = Host(text, load)
    for line in ears:
        if line == "quit\n":
            break
        if answer := " ".join(host.answer(line.rstrip("\n")).split()):
            print(answer[:LONGEST_ANSWER], file=voice, flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
