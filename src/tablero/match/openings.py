"""Random openings, which make the games between deterministic players different."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count, islice
from typing import Annotated, Any

from tablero.agents.random_generator import derive, random_below
from tablero.answers import no_moves
from tablero.errors import OptionError
from tablero.games.game import Game
from tablero.games.options import check_options
from tablero.limits import Between
from tablero.locale import _
from tablero.position import ONGOING, Move, position_key

PATIENCE = 1000
"""Draws in a row without a new opening after which no more are drawn."""

Opening = tuple[Move, ...]


@dataclass(frozen=True)
class Openings:
    """The options of random openings.

    plies: number of random moves; with 0, all games begin at the start position.
    """

    plies: Annotated[int, Between(0)] = 0

    def __post_init__(self) -> None:
        check_options(self)

    def draw(self, game: Game, seed: int) -> "Drawing":
        """Return the openings of this seed. Raise OptionError if there is none."""
        drawing = Drawing(self._different(game.start, seed))
        if not drawing.first(1):
            message = _("every game of {game} is over after {plies} plies")
            raise OptionError(message.format(game=game, plies=self.plies))
        return drawing

    def _different(self, start: Any, seed: int) -> Iterator[Opening]:
        """Yield random openings that lead to different unfinished positions."""
        known, tries = set(), 0
        for number in count():
            if tries > PATIENCE:
                return
            moves, position = self.random(start, [derive(seed, number)])
            tries += 1
            if position.outcome() == ONGOING and position_key(position) not in known:
                known.add(position_key(position))
                tries = 0
                yield tuple(moves)

    def random(self, position: Any, generator: Any) -> tuple[list[Move], Any]:
        """Return `plies` random moves and the position after them; fewer if the game ends."""
        moves: list[Move] = []
        for move, after in islice(random_game(position, generator), self.plies):
            moves.append(move)
            position = after
        return moves, position


def random_game(position: Any, generator: Any) -> Iterator[tuple[Move, Any]]:
    """Yield random moves to the end of the game, each with the position that it leads to.

    Raise RulesError if there is no move although the game is not over.
    """
    while position.outcome() == ONGOING:
        moves = list(position.moves())
        if not moves:
            raise no_moves(position)
        move = moves[random_below(generator, len(moves))]
        position = position.play(move)
        yield move, position


class Drawing:
    """A sequence of openings, drawn when they are first requested and then kept."""

    def __init__(self, source: Iterator[Opening]) -> None:
        self._source = source
        self._found: list[Opening] = []

    def first(self, wanted: int) -> list[Opening]:
        """Return the first `wanted` openings, or all if there are fewer."""
        self._find(wanted)
        return self._found[:wanted]

    def at(self, place: int) -> Opening:
        """Return the opening at this index, from 0 on; after the last, the first follows again."""
        self._find(place + 1)
        return self._found[place % len(self._found)]

    def _find(self, wanted: int) -> None:
        self._found.extend(islice(self._source, max(0, wanted - len(self._found))))
