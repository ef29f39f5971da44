"""How much a move loses against perfect play, in games that can be solved."""

import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from tablero import agents
from tablero.agents.agent import NO_LIMITS, Player
from tablero.agents.dice import derive
from tablero.errors import SearchStopped, TableroError, TooLarge
from tablero.games.game import Game
from tablero.lab.bootstrap import interval
from tablero.locale import _
from tablero.match.doubts import reason_names
from tablero.match.record import Record, positions
from tablero.match.referee import Fault, ask
from tablero.position import FIRST, SECOND, Move, Side
from tablero.solve import after_move, leads_to, solver_of
from tablero.threads import called_after


@dataclass(frozen=True)
class Step:
    """A move beside the best one; scores are exact, and the mover's.

    better -- a move that leads to the best score: this very one if nothing is lost
    """

    position: Any
    move: Move
    score: int
    better: Move
    best: int

    @property
    def regret(self) -> int:
        """What the move loses: 0 if nothing is better."""
        return self.best - self.score

    @property
    def changes_result(self) -> bool:
        """Is a win given away, or a draw?"""
        return bool(np.sign(self.score) < np.sign(self.best))


class Oracle:
    """Knows exact scores of one game.

    seconds -- that it may think about a position; None: as long as it takes

    Raises OptionError if the game is too large for its solver.
    """

    def __init__(self, game: Game, seconds: float | None = None) -> None:
        self.game, self.seconds = game, seconds
        self.stopped = False
        self.solver = solver_of(game)

    def step(self, position: Any, move: Move, best: int | None = None) -> Step:
        """This move of an unfinished position, beside the best one.

        best -- the score of the position, where it is known
        """
        best = self.solver.score(position) if best is None else best
        score = after_move(self.solver, position, move)
        better = move if score == best else self._best_move(position, best)
        return Step(position, move, score, better, best)

    def _best_move(self, position: Any, score: int) -> Move:
        """The first move that leads to this score, which is the best."""
        for move in position.moves():
            child = position.play(move)
            same_side = child.turn() == position.turn()
            if leads_to(self.solver, child, score if same_side else -score, same_side):
                break
        return move  # type: ignore[no-any-return]

    @contextmanager
    def thinking(self) -> Iterator[None]:
        """About one position. Raises SearchStopped when the time is up; the next one is asked
        anew, for a solver that was stopped is of no use. Raises TooLarge."""
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
                self._renew()

    def _renew(self) -> None:
        """Take another solver, unless nobody wants to know anything any more."""
        if not self.stopped:
            self.solver = solver_of(self.game)
        if self.stopped:
            self.solver.stop()

    def stop(self) -> None:
        """Make whoever waits for an answer get SearchStopped soon."""
        self.stopped = True
        self.solver.stop()


class Seat:
    """An agent at both sides of the board."""

    def __init__(self, text: str, game: Game, seed: int) -> None:
        self.text, self.game, self.seed = text, game, seed
        self.agent = agents.load(text)
        self.players: dict[Side, Player] = {}
        for side in (FIRST, SECOND):
            self.players[side] = self.agent.seat(game, side)

    def choose(self, position: Any, number: int) -> Move:
        """Its move. Raises TableroError if it has none."""
        player = self.players[position.turn()]
        seed = self.seed if self.agent.seed is None else self.agent.seed
        try:
            player.begin(derive(seed, number))
            return ask(player, position, NO_LIMITS)[0].move
        except Fault as fault:
            message = _("{agent} has no move in {position!r}: {reason}")
            reason = fault.detail or reason_names()[fault.reason]
            values = {"agent": self.text, "position": self.game.write(position)}
            raise TableroError(message.format(**values, reason=reason)) from None

    def close(self) -> None:
        for player in self.players.values():
            player.close()


class Seen(NamedTuple):
    """What was seen in one position.

    steps -- by agent: all of a step but the position; none at all if it was not solved
    large -- for it has too many nodes
    """

    steps: tuple[tuple[Move, int, Move, int], ...]
    large: bool = False


class Survey:
    """Several agents in the same positions.

    steps   -- by agent, a step for every position
    skipped -- positions that were not solved
    large   -- how many of these for too many nodes; for the others the time did not suffice
    done    -- positions looked at so far
    """

    def __init__(self, oracle: Oracle, seats: Sequence[Seat], places: Sequence[Any]) -> None:
        self.oracle, self.seats, self.places = oracle, seats, places
        self.steps: list[list[Step]] = [[] for _seat in seats]
        self.skipped: list[Any] = []
        self.large = 0
        self.done = 0
        self.stopped = threading.Event()

    def run(self) -> None:
        """Ask everybody about every position."""
        try:
            for number in range(len(self.places)):
                self.keep(number, self.look(number))
                self.done += 1
        finally:
            self.close()

    def stop(self) -> None:
        """End soon."""
        self.stopped.set()
        self.oracle.stop()

    def close(self) -> None:
        """The agents leave."""
        for seat in self.seats:
            seat.close()

    @property
    def texts(self) -> list[str]:
        """What the agents are called."""
        return [seat.text for seat in self.seats]

    def complaints(self) -> list[str]:
        """What should not be overlooked, in words."""
        reasons = {
            _("{skipped} of {count} positions are left out: they were not solved in time"): (
                len(self.skipped) - self.large
            ),
            _("{skipped} of {count} positions are left out: too large to be solved"): self.large,
        }
        count = len(self.places)
        return [told.format(skipped=n, count=count) for told, n in reasons.items() if n]

    def look(self, number: int) -> Seen:
        """Ask everybody about one position."""
        position = self.places[number]
        moves = [seat.choose(position, number) for seat in self.seats]
        try:
            with self.oracle.thinking():
                best = self.oracle.solver.score(position)
                steps = {move: self.oracle.step(position, move, best) for move in {*moves}}
        except SearchStopped as error:
            if self.oracle.stopped:
                raise
            return Seen((), isinstance(error, TooLarge))
        found = (steps[move] for move in moves)
        return Seen(tuple((each.move, each.score, each.better, each.best) for each in found))

    def keep(self, number: int, seen: Seen) -> None:
        """This is what was seen there; the positions come in their order."""
        position = self.places[number]
        if not seen.steps:
            self.skipped.append(position)
            self.large += seen.large
        for own, step in zip(self.steps, seen.steps, strict=bool(seen.steps)):
            own.append(Step(position, *step))


def mean_regret(steps: Sequence[Step], seed: int) -> tuple[float, float | None, float | None]:
    """The mean over positions, and its interval, if there is more than one."""
    regrets = np.array([step.regret for step in steps], np.float64)
    found = interval(np.mean, regrets, seed)
    low, high = (None, None) if found is None else map(float, found)
    return float(regrets.mean()), low, high


def worst(steps: Sequence[Step]) -> Step:
    """The step that loses most; of equal ones the first."""
    return max(steps, key=lambda step: step.regret)


class Review:
    """A recorded game, move by move, looked at from its end on: what comes later is known then.
    Other threads may look on meanwhile.

    steps   -- by the number of the move, from 1 on; those of the opening were nobody's choice.
               Never changed, only replaced: whoever goes through them sees no other
    skipped -- numbers of the moves that were not solved
    large   -- those of them that have too many nodes; for the others the time did not suffice
    """

    def __init__(self, record: Record, oracle: Oracle) -> None:
        self.record, self.oracle = record, oracle
        self.steps: dict[int, Step] = {}
        self.skipped: list[int] = []
        self.large: list[int] = []
        self.total = len(record.moves) - record.opening

    @property
    def done(self) -> int:
        return len(self.steps) + len(self.skipped)

    def run(self) -> None:
        """Look at all moves."""
        moves = [(place, move) for place, move in positions(self.record) if move is not None]
        for number in range(len(moves), self.record.opening, -1):
            try:
                with self.oracle.thinking():
                    step = self.oracle.step(*moves[number - 1])
                self.steps = {**self.steps, number: step}
            except SearchStopped as error:
                if self.oracle.stopped:
                    raise
                self.large += [number] * isinstance(error, TooLarge)
                self.skipped.append(number)

    def complaints(self) -> list[str]:
        """What should not be overlooked, in words."""
        reasons = {
            _("moves left out, not solved in time: {numbers}"): {*self.skipped} - {*self.large},
            _("moves left out, too large to be solved: {numbers}"): self.large,
        }
        return [
            told.format(numbers=" ".join(map(str, sorted(numbers))))
            for told, numbers in reasons.items()
            if numbers
        ]

    def mistakes(self) -> list[tuple[int, Step]]:
        """Every move that loses something, by its number: the worst first."""
        wrong = [(number, step) for number, step in self.steps.items() if step.regret]
        return sorted(wrong, key=lambda each: (-each[1].regret, each[0]))
