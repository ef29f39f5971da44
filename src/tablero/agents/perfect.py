"""Perfect play: the best move there is, and in too short a time the best that was found."""

import time
from dataclasses import dataclass, replace
from functools import partial
from typing import Annotated, Any, ClassVar

from tablero import evals
from tablero.agents.agent import NO_LIMITS, Agent, Choice, Limits, check_least, check_most
from tablero.agents.engine import EnginePlayer, least
from tablero.errors import OptionError, SearchStopped
from tablero.games.game import Game
from tablero.games.options import Between
from tablero.locale import mark
from tablero.position import Move, Side
from tablero.solve import Solver, after_move, has_solver, solver_of
from tablero.threads import MOST_THREADS, called_after

ENOUGH = 10_000_000
"""Nodes after which a search without any other limit ends: some seconds."""

SHARE = 0.5
"""Of the time given, how much the solver may take before the engine is asked."""


class PerfectPlayer:
    """Plays one game perfectly, and learns from one position to the next.

    solver -- None: there is none, or it was given up and nobody has needed another since
    """

    compiled = None

    def __init__(self, game: Game, threads: int = 1, seconds: float | None = None) -> None:
        self.game, self.threads, self.seconds = game, threads, seconds
        self.stopped = False
        self.solver = self._new_solver()
        self.is_solved = self.solver is not None
        judge = evals.load(evals.names(game)[0], game)
        self.engine = EnginePlayer(judge, NO_LIMITS, threads, game.depth)
        self.engine.prepare(game.start)

    def begin(self, seed: int) -> None:
        """Nothing is left to chance."""

    def stop(self) -> None:
        self.stopped = True
        if (solver := self.solver) is not None:
            self._give_up(solver)
        self.engine.stop()

    def close(self) -> None:
        pass

    def choose(self, position: Any, limits: Limits = NO_LIMITS) -> Choice:
        """The move with the best exact score: in Connect-4 the quickest win or the longest
        defence, in Quarry too as far as the next move goes. Of equal ones the first.

        If the time is too short for that, the engine's move, which says so: it is not exact. A
        game without a solver of its own is the engine's as well, and so is a move whose depth or
        nodes are limited; it may see the end, and wins as soon as it can.
        """
        self.stopped, start = False, time.monotonic()
        seconds = least(self.seconds, limits.seconds)
        try:
            if self.is_solved and limits.depth is limits.nodes is None:
                return self._solved(position, seconds)
        except SearchStopped:
            if self.stopped:
                raise
            # else the time was too short
        if seconds is not None:
            seconds = max(0.0, seconds - (time.monotonic() - start))
        return self._searched(position, replace(limits, seconds=seconds))

    def _solved(self, position: Any, seconds: float | None) -> Choice:
        patience = None if seconds is None else seconds * SHARE
        solver = self.solver = self.solver or solver_of(self.game, self.threads)
        if self.stopped:
            self._give_up(solver)
        with called_after(patience, partial(self._give_up, solver)):
            scores = {move: after_move(solver, position, move) for move in position.moves()}
        score = max(scores.values())
        best = [move for move in scores if scores[move] == score]
        return Choice(self.prefer(self._quickest(position, best, score)), score, exact=True)

    def prefer(self, moves: list[Move]) -> Move:
        """One of the best moves."""
        return moves[0]

    def _quickest(self, position: Any, best: list[Move], score: int) -> list[Move]:
        """The best moves; in Quarry, whose score does not tell how long a game lasts, those
        that cut most if they win, and least if they lose."""
        if self.game.name != "quarry":
            return best
        left = {move: sum(position.play(move)[:-1]) for move in best}
        wanted = min(left.values()) if score > 0 else max(left.values())
        return [move for move in best if left[move] == wanted]

    def _searched(self, position: Any, limits: Limits) -> Choice:
        if limits == NO_LIMITS:
            limits = Limits(nodes=ENOUGH)
        return self.engine.choose(position, limits)

    def _give_up(self, solver: Solver) -> None:
        """Stop a solver, which is of no use afterwards."""
        if self.solver is solver:
            self.solver = None
        solver.stop()

    def _new_solver(self) -> Solver | None:
        """The game's own, if there is any and it is not too large."""
        try:
            return solver_of(self.game, self.threads) if has_solver(self.game) else None
        except OptionError:
            return None


@dataclass(frozen=True)
class Perfect(Agent):
    """Solves what can be solved."""

    name: ClassVar[str] = "perfect"
    about: ClassVar[str] = mark("the best move there is; within a time, the best that was found")

    time: Annotated[float | None, Between(0.001)] = None
    threads: Annotated[int, Between(1, MOST_THREADS)] = 1

    def __post_init__(self) -> None:
        check_least("time", self.time, 0.001)
        check_least("threads", self.threads, 1)
        check_most("threads", self.threads, MOST_THREADS)

    def seat(self, game: Game, side: Side) -> PerfectPlayer:
        return PerfectPlayer(game, self.threads, self.time)
