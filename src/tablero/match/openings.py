"""Random openings, which make the games between deterministic players different."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count, islice
from typing import Annotated, Any

from tablero.agents.random_generator import derive, random_below
from tablero.answers import no_moves
from tablero.errors import OptionError
from tablero.games.game import Game
from tablero.limits import Between
from tablero.locale import _
from tablero.options import check_options
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

    def __str__(self) -> str:
        """Return the value of the option `--openings`; empty if there are no openings."""
        return f"plies={self.plies}" if self.plies else ""

    def draw(self, game: Game, seed: int) -> "Drawing":
        """Return the openings of this seed. Raise OptionError if there is none."""
        drawing = Drawing(game.start, self._different(game.start, seed), self.plies)
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


def check_length(plies: int, most: int | None) -> None:
    """Raise OptionError if games of `most` moves would be over after openings of `plies`."""
    if most and most <= plies:
        message = _("a game must be longer than {plies} plies of opening, not {most} moves")
        raise OptionError(message.format(plies=plies, most=most))


def random_game(position: Any, generator: Any) -> Iterator[tuple[Move, Any]]:
    """Yield random moves to the end of the game, each with the position that it leads to.

    Not every game ends: take no more moves than the game's move limit.

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
    """A sequence of openings, drawn when they are first requested and then kept.

    longest: moves of the longest opening.
    are_alike: whether all have this length, and begin in the same position.
    """

    are_alike = True

    def __init__(self, start: Any, source: Iterator[Opening], longest: int) -> None:
        self._start, self._source, self.longest = start, source, longest
        self._found: list[Opening] = []

    def first(self, wanted: int) -> list[Opening]:
        """Return the first `wanted` openings, or all if there are fewer."""
        self._find(wanted)
        return self._found[:wanted]

    def at(self, place: int) -> Opening:
        """Return the opening at this index, from 0 on; after the last, the first follows again."""
        self._find(place + 1)
        return self._found[place % len(self._found)]

    def start_at(self, place: int) -> Any:
        """Return the position in which the opening at this index begins."""
        return self._start

    def _find(self, wanted: int) -> None:
        self._found.extend(islice(self._source, max(0, wanted - len(self._found))))
