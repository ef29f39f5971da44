"""Advice for the user: the best moves, with exact scores if a solver finds them in time."""

from dataclasses import dataclass
from typing import Any

from tablero.cli.progress import run_watched
from tablero.errors import OptionError, SearchStopped, UnknownName
from tablero.games import evaluations
from tablero.games.game import Game
from tablero.locale import _
from tablero.position import ONGOING, Move
from tablero.search.node import sign_of
from tablero.search.run import Settings, search
from tablero.solve import Solver, solve, solver_of
from tablero.threads import called_after

SOLVER_SECONDS = 2.0
"""Seconds that a solver may run before a search replaces it."""


@dataclass(frozen=True)
class Advice:
    """The scores of all moves of a position.

    scores: the score of every legal move, for the side to move.
    line: the principal variation, as far as it was searched.
    kind: "exact" in the current language, or the name of the evaluation.
    """

    scores: dict[Move, int]
    line: list[Move]
    kind: str

    @property
    def score(self) -> int:
        return max(self.scores.values())

    @property
    def best(self) -> list[Move]:
        return [move for move, score in self.scores.items() if score == self.score]


class Coach:
    """An adviser on the moves of one game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.solver: Solver | None = None
        self.last_advice: tuple[Any, Advice] | None = None

    def advise(self, position: Any) -> Advice:
        """Return the advice for an unfinished position. The last advice is cached."""
        if self.last_advice is None or self.last_advice[0] != position:
            advice = run_watched(
                lambda: self._advise(position), lambda: _("thinking …"), self._stop
            )
            self.last_advice = position, advice
        return self.last_advice[1]

    def _advise(self, position: Any) -> Advice:
        try:
            return self._solved(position)
        except (SearchStopped, UnknownName, OptionError):  # Too slow, no solver, too large.
            self.solver = None
            return self._searched(position)

    def _solved(self, position: Any) -> Advice:
        self.solver = self.solver or solver_of(self.game)
        with called_after(SOLVER_SECONDS, self.solver.stop):
            found = solve(self.solver, position)
        return Advice(found.moves, found.line, _("exact"))

    def _searched(self, position: Any) -> Advice:
        """Search every move separately, to the default depth of the game."""
        evaluation = evaluations.load(evaluations.default_name(self.game), self.game)
        settings = Settings(depth=max(1, self.game.depth - 1))
        scores: dict[Move, int] = {}
        lines: dict[Move, list[Move]] = {}
        exact = True
        for move in position.moves():
            child = position.play(move)
            if child.outcome() == ONGOING:
                found = search(child, evaluation, settings)
                score, lines[move], exact = found.score, found.line, exact and found.exact
            else:
                score, lines[move] = evaluation.final(child.outcome()), []
            scores[move] = sign_of(position, child) * score
        best = max(scores, key=lambda move: scores[move])
        kind = _("exact") if exact else evaluations.default_name(self.game)
        return Advice(scores, [best, *lines[best]], kind)

    def _stop(self) -> None:
        if self.solver is not None:
            self.solver.stop()
