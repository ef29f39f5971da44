"""The process that runs a player's file and speaks the protocol.

python -P -m tablero.agents.host 'my_player.py(depth=4)'
"""

import os
import sys
from collections.abc import Callable
from typing import Any, Protocol, TextIO, TypeAlias

import tablero.games as games
from tablero.agents.agent import Limits, TimeIsUp
from tablero.agents.hosted_players import load
from tablero.agents.protocol import FAILS, NO_MOVE_YET, READY, SIDES, parse_limits
from tablero.errors import TableroError
from tablero.games.game import Game
from tablero.games.outside import blame
from tablero.locale import _, language_of_the_system, speak
from tablero.options import parse_call
from tablero.position import Side
from tablero.workers.children import exit_with_parent

MAX_ANSWER_CHARACTERS = 1000


class HostedPlayer(Protocol):
    """The player of a file, which answers in lines of the protocol."""

    def begin(self, seed: int) -> None:
        """Start a new game."""

    def answer(self, position: Any, limits: Limits) -> str:
        """Return the line that names a move, or that states that there is none."""


Load: TypeAlias = Callable[[str, Game, Side], HostedPlayer]
"""Function that loads the player of a file from its text, game and side."""


class Host:
    """A server of one player, which answers the lines of the protocol.

    arguments: the last argument of every command, by command.
    """

    game: Game
    player: HostedPlayer

    def __init__(self, text: str, load: Load = load) -> None:
        self.text, self.load = text, load
        self.arguments: dict[str, str] = {}

    def answer(self, line: str) -> str:
        """Return the answer to a line; "" for most lines."""
        try:
            with blame(parse_call(self.text)[0], _("the player fails")):
                return self._answer(line)
        except TimeIsUp:
            return NO_MOVE_YET
        except TableroError as error:
            return f"{FAILS} {error}"

    def _answer(self, line: str) -> str:
        word, _blank, self.arguments[word] = line.partition(" ")
        if word == "side":
            self.game = games.load(self.arguments["game"])
            self.player = self.load(self.text, self.game, SIDES.index(self.arguments["side"]))
            return READY
        if word == "begin":
            self.player.begin(int(self.arguments["begin"]))
        if word == "choose":
            position = self.game.read(self.arguments["position"])
            limits = parse_limits(self.arguments["limits"], position.turn())
            return self.player.answer(position, limits)
        return ""


def take_pipes() -> tuple[TextIO, TextIO]:
    """Return the original stdin and stdout, for the protocol.

    The player's code gets an empty stdin, and its stdout is redirected to stderr.
    """
    requests = os.fdopen(os.dup(0), encoding="utf-8")
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    return requests, answers


def main(text: str, load: Load = load) -> None:
    """Answer lines until `quit` or the end of the input."""
    speak(os.environ.get("LANGUAGE") or language_of_the_system())
    exit_with_parent(os.getppid())
    requests, answers = take_pipes()
    host = Host(text, load)
    for line in requests:
        if line == "quit\n":
            break
        if answer := " ".join(host.answer(line.rstrip("\n")).split()):
            print(answer[:MAX_ANSWER_CHARACTERS], file=answers, flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
