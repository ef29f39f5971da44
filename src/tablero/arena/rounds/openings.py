"""Balanced openings: random moves to positions that favour nobody, as far as can be known.

An opening is played with both seats, so no player is wronged by one that is not balanced; but a
pair of games from it tells little, for each wins one. Where our solvers have an exact score within
their time, that is what counts. Else an engine looks ahead, and its opinion is what it is: a
margin in the points of its evaluation.

How long a solver may think depends on the machine; so openings are drawn once, and kept with their
certificates.
"""

import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from typing import Any

from tablero import agents
from tablero.agents.agent import NO_LIMITS
from tablero.errors import OptionError, SearchStopped
from tablero.games.game import Game
from tablero.locale import _
from tablero.match.openings import Drawing, Openings
from tablero.numbers import signed
from tablero.position import FIRST, Move
from tablero.solve import Solver, solver_of

LOST_PATIENCE = 3
"""After so many positions in a row that took the solver too long, it is not asked any more."""


@dataclass(frozen=True)
class Certificate:
    """value -- of the position, for the first player
    depth -- that an engine looked ahead; None: the value is exact
    """

    value: int
    depth: int | None = None

    def __str__(self) -> str:
        """The same in every language: it is kept."""
        told = signed(self.value)
        return f"exact {told}" if self.depth is None else f"engine depth {self.depth}: {told}"


@dataclass(frozen=True)
class Balanced:
    """An opening with its certificate."""

    number: int
    moves: tuple[Move, ...]
    certificate: Certificate


@dataclass(frozen=True)
class Wanted:
    """plies   -- moves of an opening
    margin  -- an exact score may be so far from 0, in the game's own points
    opinion -- an engine's score may be so far from 0, in the points of its evaluation
    depth   -- that an engine looks ahead
    seconds -- that a solver may think about a position
    """

    plies: int = 6
    margin: int = 2
    opinion: int = 2
    depth: int = 10
    seconds: float = 10.0


class Certifier:
    """Says what positions of one game are worth."""

    def __init__(self, game: Game, wanted: Wanted) -> None:
        self.game, self.wanted = game, wanted
        self.solver: Solver | None = None
        self.missed = 0
        with suppress(OptionError):  # it is too large
            self.solver = solver_of(game)
        self.engine = agents.load(f"engine(depth={wanted.depth})").seat(game, FIRST)

    def certificate(self, position: Any) -> Certificate | None:
        """What an unfinished position is worth; None if it favours somebody."""
        sign = 1 if position.turn() == FIRST else -1
        try:
            value = self._exact(position)
        except SearchStopped:
            score = self.engine.choose(position, NO_LIMITS).score
            assert score is not None, "an engine has an opinion"
            fair = abs(score) <= self.wanted.opinion
            return Certificate(sign * score, self.wanted.depth) if fair else None
        return None if value is None else Certificate(sign * value)

    def _exact(self, position: Any) -> int | None:
        """The score if it is balanced, else None. Raises SearchStopped if that takes too long."""
        solver, margin = self.solver, self.wanted.margin
        if solver is None or self.missed == LOST_PATIENCE:
            raise SearchStopped
        clock = threading.Timer(self.wanted.seconds, solver.stop)
        clock.start()
        try:
            if solver.bound(position, margin) > margin:
                return None
            if solver.bound(position, -margin - 1) < -margin:
                return None
            return solver.score(position)
        except SearchStopped:
            self.missed += 1
            self.solver = solver_of(self.game)  # one that was stopped is of no use
            raise
        finally:
            clock.cancel()


def draw(game: Game, seed: int, wanted: Wanted, number: int) -> list[Balanced]:
    """So many balanced openings that lead to different positions. The first ones are the same
    however many are asked for.

    Raises OptionError if there are not so many.
    """
    certifier = Certifier(game, wanted)
    found: list[Balanced] = []
    for moves in _all(Openings(wanted.plies).draw(game, seed)):
        if len(found) == number:
            break
        certificate = certifier.certificate(after(game, moves))
        if certificate is not None:
            found.append(Balanced(len(found) + 1, moves, certificate))
    if len(found) < number:
        message = _("only {found} openings of {plies} plies are balanced, {number} are wanted")
        values = {"found": len(found), "plies": wanted.plies, "number": number}
        raise OptionError(message.format(**values))
    return found


def _all(drawing: Drawing) -> Iterator[tuple[Move, ...]]:
    """One after the other, each once."""
    for place in count():
        found = drawing.first(place + 1)
        if len(found) <= place:
            return
        yield found[place]


def after(game: Game, moves: Sequence[Move]) -> Any:
    """The position that an opening leads to."""
    position = game.start
    for move in moves:
        position = position.play(move)
    return position


def write_opening(game: Game, opening: Balanced) -> dict[str, Any]:
    """Plain values, with moves by their names; `read_opening` gives the opening back."""
    return {
        "number": opening.number,
        "moves": game.line_names(game.start, opening.moves),
        "value": opening.certificate.value,
        "depth": opening.certificate.depth,
    }


def read_opening(game: Game, told: Mapping[str, Any]) -> Balanced:
    """Raises TableroError if the rules do not allow its moves."""
    position, moves = game.start, []
    for name in told["moves"]:
        moves.append(game.parse_move(position, name))
        position = position.play(moves[-1])
    return Balanced(told["number"], tuple(moves), Certificate(told["value"], told["depth"]))
