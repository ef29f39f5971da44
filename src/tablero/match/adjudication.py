"""Adjudication: games that end before their rules end them, since their result is clear."""

from collections import deque
from dataclasses import dataclass
from typing import Annotated, Any, NamedTuple

from tablero.errors import OptionError, TooLarge
from tablero.games.game import Game
from tablero.limits import Between
from tablero.locale import _
from tablero.options import check_options
from tablero.position import FIRST, SECOND, Side
from tablero.solve import Solver

SOLVER_NODES = 10_000
"""Nodes that the exact search of a position may visit, unless the user says otherwise."""


class Verdict(NamedTuple):
    """The result of a game: the side that has won, or None."""

    winner: Side | None


@dataclass(frozen=True)
class Adjudication:
    """The terms on which games are adjudicated.

    solver: nodes of an exact search after every move; it ends a game whose result it proves.
        None: there is no search. The search is limited in nodes, not in time, so that a match can
        be repeated.
    win: a game is won if both players score it so, by at least this much; None: it is not.
    draw: a game is drawn if both players score it between -draw and draw; None: it is not.
    moves: number of moves of each player in which the scores must agree.
    after: moves of a game, opening included, before which it is not drawn by scores.
    """

    solver: Annotated[int | None, Between(1)] = None
    win: Annotated[int | None, Between(1)] = None
    draw: Annotated[int | None, Between(0)] = None
    moves: Annotated[int, Between(1)] = 4
    after: Annotated[int, Between(0)] = 0

    def __post_init__(self) -> None:
        check_options(self)
        if self.solver is self.win is self.draw is None:
            raise OptionError(_("nothing to adjudicate by: expected solver, win=N or draw=N"))

    def __str__(self) -> str:
        """Return the value of the option `--adjudicate`."""
        return ",".join(f"{name}={value}" for name, value in self.terms.items())

    @property
    def terms(self) -> dict[str, int]:
        """The fields that are set, by name."""
        return {name: value for name, value in vars(self).items() if value is not None}


class Adjudicator:
    """The adjudication of one game. Tell it every move, and ask for the verdict before the next.

    scores: the latest scores of each player, as the first player sees them.
    """

    def __init__(self, terms: Adjudication, game: Game) -> None:
        self.terms = terms
        self.scores = [deque[int | None](maxlen=terms.moves) for _side in (FIRST, SECOND)]
        self.solver: Solver | None = None
        if terms.solver:
            from tablero.solve.exhaustive import ExhaustiveSearch

            self.solver = ExhaustiveSearch(game, terms.solver)

    def note(self, side: Side, score: int | None) -> None:
        """Note the score that a player gave to its move."""
        self.scores[side].append(-score if score is not None and side == SECOND else score)

    def verdict(self, position: Any, moves: int) -> Verdict | None:
        """Return the result if it is clear; the game has reached this position after `moves`."""
        return self._by_scores(moves) or self._by_solver(position)

    def _by_scores(self, moves: int) -> Verdict | None:
        scores = [*self.scores[FIRST], *self.scores[SECOND]]
        known = [score for score in scores if score is not None]
        if len(known) < 2 * self.terms.moves:
            return None
        win, draw = self.terms.win, self.terms.draw
        if win is not None and min(known) >= win:
            return Verdict(FIRST)
        if win is not None and max(known) <= -win:
            return Verdict(SECOND)
        is_level = draw is not None and -draw <= min(known) <= max(known) <= draw
        return Verdict(None) if is_level and moves >= self.terms.after else None

    def _by_solver(self, position: Any) -> Verdict | None:
        """Return the result of best play if the search is small enough to prove it."""
        if self.solver is None:
            return None
        try:
            score = self.solver.score(position)
        except TooLarge:
            return None
        mover = position.turn()
        return Verdict(None if score == 0 else mover if score > 0 else 1 - mover)
