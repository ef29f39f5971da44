"""Regret: the points that a move loses against perfect play, in games that can be solved."""

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from tablero import agents
from tablero.agents.agent import NO_LIMITS, Player
from tablero.agents.random_generator import derive
from tablero.errors import SearchStopped, TableroError, TooLarge
from tablero.games.game import Game
from tablero.lab.bootstrap import interval
from tablero.locale import _
from tablero.match.messages import reason_names
from tablero.match.record import Record, positions
from tablero.match.referee import Forfeit, ask
from tablero.position import FIRST, SECOND, Move, Side
from tablero.solve import after_move, leads_to, solver_of
from tablero.threads import called_after


@dataclass(frozen=True)
class ComparedMove:
    """A move compared with the best one; scores are exact, for the side that moves.

    better: a move that leads to the best score; the move itself if it loses nothing.
    """

    position: Any
    move: Move
    score: int
    better: Move
    best: int

    @property
    def regret(self) -> int:
        """Points that the move loses; 0 for a best move."""
        return self.best - self.score

    @property
    def changes_result(self) -> bool:
        """Whether the move turns a win into a draw or loss, or a draw into a loss."""
        return bool(np.sign(self.score) < np.sign(self.best))


class Oracle:
    """Exact scores of one game, by its solver.

    seconds: time limit for a position; None: no limit.

    Raises OptionError if the game is too large for its solver.
    """

    def __init__(self, game: Game, seconds: float | None = None) -> None:
        self.game, self.seconds = game, seconds
        self.stopped = False
        self.solver = solver_of(game)

    def compare(self, position: Any, move: Move, best: int | None = None) -> ComparedMove:
        """Compare a move of an unfinished position with the best one.

        best: the score of the position, if already known.
        """
        best = self.solver.score(position) if best is None else best
        score = after_move(self.solver, position, move)
        better = move if score == best else self._best_move(position, best)
        return ComparedMove(position, move, score, better, best)

    def _best_move(self, position: Any, score: int) -> Move:
        """Return the first move that leads to this score, which must be the best."""
        for move in position.moves():
            child = position.play(move)
            same_side = child.turn() == position.turn()
            if leads_to(self.solver, child, score if same_side else -score, same_side):
                break
        return move  # type: ignore[no-any-return]

    @contextmanager
    def time_limited(self) -> Iterator[None]:
        """Limit the time of the calls for one position.

        Raise SearchStopped when the time is up, or TooLarge. A stopped solver is replaced by a new
        one.
        """
        late, solver = threading.Event(), self.solver

        def give_up() -> None:
            late.set()
            solver.stop()

        try:
            with called_after(self.seconds, give_up):
                yield
        except TooLarge:
            raise
        except SearchStopped:
            late.set()
            raise
        finally:
            if late.is_set():
                self._replace_solver()

    def _replace_solver(self) -> None:
        """Replace the solver, unless the oracle was stopped."""
        if not self.stopped:
            self.solver = solver_of(self.game)
        if self.stopped:
            self.solver.stop()

    def stop(self) -> None:
        """Make current and later calls raise SearchStopped soon."""
        self.stopped = True
        self.solver.stop()


class TwoSidedAgent:
    """An agent that plays both sides."""

    def __init__(self, text: str, game: Game, seed: int) -> None:
        self.text, self.game, self.seed = text, game, seed
        self.agent = agents.load(text)
        self.players: dict[Side, Player] = {}
        for side in (FIRST, SECOND):
            self.players[side] = self.agent.seat(game, side)

    def choose(self, position: Any, number: int) -> Move:
        """Return the agent's move; raise TableroError if it fails to move."""
        player = self.players[position.turn()]
        seed = self.seed if self.agent.seed is None else self.agent.seed
        try:
            player.begin(derive(seed, number))
            return ask(player, position, NO_LIMITS)[0].move
        except Forfeit as forfeit:
            message = _("{agent} has no move in {position!r}: {reason}")
            reason = forfeit.detail or reason_names()[forfeit.reason]
            values = {"agent": self.text, "position": self.game.write(position)}
            raise TableroError(message.format(**values, reason=reason)) from None

    def close(self) -> None:
        for player in self.players.values():
            player.close()


class SurveyResult(NamedTuple):
    """Result of a survey in one position.

    compared_moves: by agent, the fields of its ComparedMove without the position; empty if the
        position was not solved.
    too_large: whether it was not solved because it has too many nodes.
    """

    compared_moves: tuple[tuple[Move, int, Move, int], ...]
    too_large: bool = False


class Survey:
    """Several agents compared in the same positions.

    compared_moves: by agent, a compared move for every solved position.
    skipped: positions that were not solved.
    too_large: number of those with too many nodes; the others exceeded the time limit.
    done: positions processed so far.
    """

    def __init__(
        self, oracle: Oracle, agents: Sequence[TwoSidedAgent], positions: Sequence[Any]
    ) -> None:
        self.oracle, self.agents, self.positions = oracle, agents, positions
        self.compared_moves: list[list[ComparedMove]] = [[] for _agent in agents]
        self.skipped: list[Any] = []
        self.too_large = 0
        self.done = 0
        self.stopped = threading.Event()

    def stop(self) -> None:
        """Make the survey end soon."""
        self.stopped.set()
        self.oracle.stop()

    def close(self) -> None:
        """Close all agents."""
        for agent in self.agents:
            agent.close()

    @property
    def texts(self) -> list[str]:
        """The agents as texts."""
        return [agent.text for agent in self.agents]

    def warnings(self) -> list[str]:
        """Return the warnings about skipped positions."""
        reasons = {
            _("{skipped} of {count} positions are left out: they were not solved in time"): (
                len(self.skipped) - self.too_large
            ),
            _(
                "{skipped} of {count} positions are left out: too large to be solved"
            ): self.too_large,
        }
        count = len(self.positions)
        return [message.format(skipped=n, count=count) for message, n in reasons.items() if n]

    def examine(self, number: int) -> SurveyResult:
        """Return the compared moves of all agents in one position."""
        position = self.positions[number]
        moves = [agent.choose(position, number) for agent in self.agents]
        try:
            with self.oracle.time_limited():
                best = self.oracle.solver.score(position)
                compared_moves = {
                    move: self.oracle.compare(position, move, best) for move in {*moves}
                }
        except SearchStopped as error:
            if self.oracle.stopped:
                raise
            return SurveyResult((), isinstance(error, TooLarge))
        found = (compared_moves[move] for move in moves)
        return SurveyResult(
            tuple((each.move, each.score, each.better, each.best) for each in found)
        )

    def keep(self, number: int, result: SurveyResult) -> None:
        """Store the result of a position; positions must come in order."""
        position = self.positions[number]
        if not result.compared_moves:
            self.skipped.append(position)
            self.too_large += result.too_large
        for own, compared in zip(
            self.compared_moves, result.compared_moves, strict=bool(result.compared_moves)
        ):
            own.append(ComparedMove(position, *compared))


def mean_regret(
    compared_moves: Sequence[ComparedMove], seed: int
) -> tuple[float, float | None, float | None]:
    """Return the mean over positions, and its interval if there is more than one."""
    regrets = np.array([compared.regret for compared in compared_moves], np.float64)
    found = interval(np.mean, regrets, seed)
    low, high = (None, None) if found is None else map(float, found)
    return float(regrets.mean()), low, high


def worst(compared_moves: Sequence[ComparedMove]) -> ComparedMove:
    """Return the move that loses most; the first of equal ones."""
    return max(compared_moves, key=lambda compared: compared.regret)


class GameReview:
    """A recorded game, reviewed from its end, so that later positions are already solved.

    Other threads may read the fields meanwhile.

    compared_moves: by number of the move, from 1; without the opening's moves, which no agent
        chose. The dict is replaced, never changed, so iterating over it is safe.
    skipped: numbers of the moves that were not solved.
    too_large: those of them with too many nodes; the others exceeded the time limit.
    """

    def __init__(self, record: Record, oracle: Oracle) -> None:
        self.record, self.oracle = record, oracle
        self.compared_moves: dict[int, ComparedMove] = {}
        self.skipped: list[int] = []
        self.too_large: list[int] = []
        self.total = len(record.moves) - record.opening

    @property
    def done(self) -> int:
        return len(self.compared_moves) + len(self.skipped)

    def run(self) -> None:
        """Review all moves after the opening."""
        moves = [(place, move) for place, move in positions(self.record) if move is not None]
        for number in range(len(moves), self.record.opening, -1):
            try:
                with self.oracle.time_limited():
                    compared = self.oracle.compare(*moves[number - 1])
                self.compared_moves = {**self.compared_moves, number: compared}
            except SearchStopped as error:
                if self.oracle.stopped:
                    raise
                self.too_large += [number] * isinstance(error, TooLarge)
                self.skipped.append(number)

    def warnings(self) -> list[str]:
        """Return the warnings about skipped moves."""
        reasons = {
            _("moves left out, not solved in time: {numbers}"): {*self.skipped}
            - {*self.too_large},
            _("moves left out, too large to be solved: {numbers}"): self.too_large,
        }
        return [
            message.format(numbers=" ".join(map(str, sorted(numbers))))
            for message, numbers in reasons.items()
            if numbers
        ]

    def mistakes(self) -> list[tuple[int, ComparedMove]]:
        """Return every move that loses something, with its number; the worst first."""
        wrong = [
            (number, compared)
            for number, compared in self.compared_moves.items()
            if compared.regret
        ]
        return sorted(wrong, key=lambda each: (-each[1].regret, each[0]))
