"""Advice for a person: the best moves, exact where the game can be solved in time."""

from dataclasses import dataclass
from typing import Any

from tablero import evals
from tablero.cli.progress import run_watched
from tablero.errors import OptionError, SearchStopped, UnknownName
from tablero.games.game import Game
from tablero.locale import _
from tablero.position import ONGOING, Move
from tablero.search.node import sign_of
from tablero.search.run import Settings, search
from tablero.solve import Solver, solve, solver_of
from tablero.threads import called_after

PATIENCE = 2.0
"""Seconds that a solver may take."""


@dataclass(frozen=True)
class Advice:
    """scores -- every legal move with what it leads to, for the side to move
    line   -- best moves, as far as they were seen
    kind   -- "exact", or who judged where the game was not over
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
    """Looks over somebody's shoulder."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.solver: Solver | None = None
        self.given: tuple[Any, Advice] | None = None

    def advise(self, position: Any) -> Advice:
        """What is best in an unfinished position; asked again, the same."""
        if self.given is None or self.given[0] != position:
            advice = run_watched(
                lambda: self._advise(position), lambda: _("thinking …"), self._stop
            )
            self.given = position, advice
        return self.given[1]

    def _advise(self, position: Any) -> Advice:
        try:
            return self._solved(position)
        except (SearchStopped, UnknownName, OptionError):  # too slow, no solver, too large
            self.solver = None
            return self._searched(position)

    def _solved(self, position: Any) -> Advice:
        self.solver = self.solver or solver_of(self.game)
        with called_after(PATIENCE, self.solver.stop):
            found = solve(self.solver, position)
        return Advice(found.moves, found.line, _("exact"))

    def _searched(self, position: Any) -> Advice:
        """Every move by itself, as deep as suits the game."""
        judge = evals.load(evals.names(self.game)[0], self.game)
        settings = Settings(depth=max(1, self.game.depth - 1))
        scores: dict[Move, int] = {}
        lines: dict[Move, list[Move]] = {}
        exact = True
        for move in position.moves():
            child = position.play(move)
            if child.outcome() == ONGOING:
                found = search(child, judge, settings)
                score, lines[move], exact = found.score, found.line, exact and found.exact
            else:
                score, lines[move] = judge.final(child.outcome()), []
            scores[move] = sign_of(position, child) * score
        best = max(scores, key=lambda move: scores[move])
        kind = _("exact") if exact else evals.names(self.game)[0]
        return Advice(scores, [best, *lines[best]], kind)

    def _stop(self) -> None:
        if self.solver is not None:
            self.solver.stop()
