"""`perfect`: the best move by a solver; if the time is too short, the best move found."""

import time
from dataclasses import dataclass, replace
from functools import partial
from typing import Annotated, Any, ClassVar

from tablero.agents.agent import NO_LIMITS, Agent, Choice, Limits, strictest
from tablero.agents.engine import EnginePlayer
from tablero.errors import OptionError, SearchStopped
from tablero.games import evaluations
from tablero.games.game import Game
from tablero.limits import POSITIVE_SECONDS, THREADS
from tablero.locale import mark
from tablero.position import Move, Side
from tablero.solve import Solver, after_move, solver_of
from tablero.threads import called_after

DEFAULT_NODES = 10_000_000
"""Node limit of a search without any other limit: some seconds."""

SOLVER_SHARE = 0.5
"""Fraction of the time limit that the solver may take before the engine is used."""


class PerfectPlayer:
    """A perfect player of one game, which keeps the solver from one position to the next.

    solver: the solver; None if the game has none, or if the last one was stopped and not yet
        replaced.
    """

    compiled = None

    def __init__(self, game: Game, threads: int = 1, seconds: float | None = None) -> None:
        self.game, self.threads, self.seconds = game, threads, seconds
        self.stopped = False
        self.solver = self._new_solver()
        self.has_solver = self.solver is not None
        evaluation = evaluations.load(evaluations.default_name(game), game)
        self.engine = EnginePlayer(evaluation, NO_LIMITS, threads, game.depth)
        self.engine.prepare(game.start)

    def begin(self, seed: int) -> None:
        """Do nothing: the solver uses no randomness."""

    def stop(self) -> None:
        self.stopped = True
        if (solver := self.solver) is not None:
            self._stop_solver(solver)
        self.engine.stop()

    def close(self) -> None:
        pass

    def choose(self, position: Any, limits: Limits = NO_LIMITS) -> Choice:
        """Return a move with the best exact score; `prefer` chooses between equal ones.

        It is the quickest win or the longest defence if the score counts the plies to the end,
        and otherwise as far as the solver's `quickest` knows.

        If the time is too short, return the engine's move, which is marked as not exact. The
        engine also plays games without a solver, and moves whose depth or nodes are limited; its
        search may reach the end of the game, and then it wins as soon as it can.
        """
        self.stopped, start = False, time.monotonic()
        seconds = strictest(self.seconds, limits.planned(position.turn()))
        try:
            if self.has_solver and limits.depth is limits.nodes is None:
                return self._solved(position, seconds)
        except SearchStopped:
            if self.stopped:
                raise
            # otherwise the time was too short
        if seconds is not None:
            seconds = max(0.0, seconds - (time.monotonic() - start))
        return self._searched(position, replace(limits, seconds=seconds, clock=None))

    def _solved(self, position: Any, seconds: float | None) -> Choice:
        solver_seconds = None if seconds is None else seconds * SOLVER_SHARE
        solver = self.solver = self.solver or solver_of(self.game, self.threads)
        if self.stopped:
            self._stop_solver(solver)
        with called_after(solver_seconds, partial(self._stop_solver, solver)):
            scores = {move: after_move(solver, position, move) for move in position.moves()}
        score = max(scores.values())
        best = [move for move in scores if scores[move] == score]
        move = self.prefer(solver.quickest(position, best, score))
        return Choice(move, score, exact=True)

    def prefer(self, moves: list[Move]) -> Move:
        """Return one of the best moves: the first."""
        return moves[0]

    def _searched(self, position: Any, limits: Limits) -> Choice:
        if limits == NO_LIMITS:
            limits = Limits(nodes=DEFAULT_NODES)
        return self.engine.choose(position, limits)

    def _stop_solver(self, solver: Solver) -> None:
        """Stop a solver, which cannot be used afterwards."""
        if self.solver is solver:
            self.solver = None
        solver.stop()

    def _new_solver(self) -> Solver | None:
        """Return the game's solver; None if it has none, or if the game is too large for it."""
        try:
            return solver_of(self.game, self.threads) if self.game.solver else None
        except OptionError:
            return None


@dataclass(frozen=True)
class Perfect(Agent):
    """The agent that plays by a solver where the game has one."""

    name: ClassVar[str] = "perfect"
    about: ClassVar[str] = mark("the best move by a solver; with a time limit, the best one found")

    time: Annotated[float | None, POSITIVE_SECONDS] = None
    threads: Annotated[int, THREADS] = 1

    def seat(self, game: Game, side: Side) -> PerfectPlayer:
        return PerfectPlayer(game, self.threads, self.time)
