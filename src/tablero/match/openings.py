"""Openings: different games between players who would always play the same one."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count, islice
from typing import Any

from tablero.agents.agent import check_least
from tablero.agents.dice import derive, roll
from tablero.errors import OptionError
from tablero.games.game import Game
from tablero.locale import _
from tablero.position import ONGOING, Move

PATIENCE = 1000
"""So many openings in a row that are known already: there will be no other."""

Opening = tuple[Move, ...]


@dataclass(frozen=True)
class Openings:
    """plies -- so many moves are left to chance; 0: all games begin at the start"""

    plies: int = 0

    def __post_init__(self) -> None:
        check_least("plies", self.plies, 0)

    def draw(self, game: Game, seed: int) -> "Drawing":
        """As many as are asked for. Raises OptionError if there is none."""
        drawing = Drawing(self._different(game.start, seed))
        if not drawing.first(1):
            message = _("no game of {game} goes on after {plies} plies")
            raise OptionError(message.format(game=game, plies=self.plies))
        return drawing

    def _different(self, start: Any, seed: int) -> Iterator[Opening]:
        """Those that chance finds; they lead to different unfinished positions."""
        known, tries = set(), 0
        for number in count():
            if tries > PATIENCE:
                return
            moves, position = self.random(start, [derive(seed, number)])
            tries += 1
            if position.outcome() == ONGOING and position.key() not in known:
                known.add(position.key())
                tries = 0
                yield tuple(moves)

    def random(self, position: Any, dice: Any) -> tuple[list[Move], Any]:
        """Moves from here on, and where they lead: less far if the game ends."""
        moves: list[Move] = []
        for move, after in islice(random_game(position, dice), self.plies):
            moves.append(move)
            position = after
        return moves, position


def random_game(position: Any, dice: Any) -> Iterator[tuple[Move, Any]]:
    """Random moves from here to the end of the game, each with the position that it leads to."""
    while position.outcome() == ONGOING:
        moves = list(position.moves())
        move = moves[roll(dice, len(moves))]
        position = position.play(move)
        yield move, position


class Drawing:
    """Openings one after the other, found when somebody asks for them, and then kept."""

    def __init__(self, source: Iterator[Opening]) -> None:
        self._source = source
        self._found: list[Opening] = []

    def first(self, wanted: int) -> list[Opening]:
        """So many, or all if there are fewer."""
        self._find(wanted)
        return self._found[:wanted]

    def at(self, place: int) -> Opening:
        """The one at this place, from 0 on; if there are not so many, they come again in turn."""
        self._find(place + 1)
        return self._found[place % len(self._found)]

    def _find(self, wanted: int) -> None:
        self._found.extend(islice(self._source, max(0, wanted - len(self._found))))
