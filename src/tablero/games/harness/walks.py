"""Random games, in which every position is checked."""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from tablero.games.harness.findings import Broken, Law, Violation, Visit
from tablero.games.harness.laws import (
    CHILDREN,
    KeyCheck,
    ask,
    check_children,
    check_moves,
    check_values,
    different,
)
from tablero.position import FIRST, ONGOING

LONGEST = 1000
"""Moves after which a random game counts as endless."""

FEW = 10
"""Games that are too few for a suspicion."""


@dataclass
class Walk:
    """A random game.

    visits: its positions, the initial one first.
    answers: outcome, turn and moves of each position, as they were when it was visited.
    """

    visits: list[Visit] = field(default_factory=list)
    answers: list[tuple[int, int, list[int]]] = field(default_factory=list)

    @property
    def is_over(self) -> bool:
        return bool(self.answers) and self.answers[-1][0] != ONGOING

    @property
    def length(self) -> int:
        """The number of moves."""
        return len(self.visits) - 1


class Walks:
    """Random games from one position, always the same ones for a seed.

    walks: the games so far; a game in which a method failed is not among them.
    """

    def __init__(self, start: Any, seed: int) -> None:
        self.start, self.seed = start, seed
        self.walks: list[Walk] = []
        self.keys = KeyCheck()
        self.lost_by_mover = self.won_by_mover = 0

    def play(self, number: int) -> Iterator[Violation]:
        """Play the game of this number, and yield the problems of its positions."""
        walk, generator = Walk(), random.Random(f"{self.seed} {number}")
        try:
            yield from self._play(walk, generator)
            yield from _check_again(walk)
            yield from _check_bounds(walk)
        except Broken as broken:
            yield broken.problem
            return
        self.walks.append(walk)
        self._count_winner(walk)

    def _play(self, walk: Walk, generator: random.Random) -> Iterator[Violation]:
        visit = Visit(self.start)
        for _ply in range(LONGEST + 1):
            for problem in self._check(visit, generator):
                yield problem
                raise Broken(problem)
            outcome, moves = ask(visit, "outcome"), ask(visit, "moves")
            walk.visits.append(visit)
            walk.answers.append((outcome, ask(visit, "turn"), moves))
            if outcome != ONGOING:
                return
            move = generator.choice(moves)
            visit = Visit(ask(visit, "play", move), (*visit.moves, move))
        facts = {"plies": LONGEST}
        yield Violation(Law.ENDLESS, type(self.start), "outcome", visit, facts)

    def _check(self, visit: Visit, generator: random.Random) -> Iterator[Violation]:
        """Yield the problems of a position."""
        yield from check_values(visit)
        if not visit.moves and (turn := ask(visit, "turn")) != FIRST:
            yield Violation(Law.FIRST_TURN, type(self.start), "turn", visit, {"answer": turn})
        yield from check_moves(visit)
        if ask(visit, "outcome") == ONGOING:
            moves = ask(visit, "moves")
            tried = generator.sample(moves, min(len(moves), CHILDREN))
            yield from check_children(visit, tried)
        yield from self.keys.check(visit)

    def _count_winner(self, walk: Walk) -> None:
        """Count whether the last move has won or lost the game."""
        if not walk.is_over or not walk.length:
            return
        (_before, mover, _moves), (outcome, turn, _none) = walk.answers[-2:]
        margin = outcome if turn == mover else -outcome
        self.won_by_mover += margin > 0
        self.lost_by_mover += margin < 0

    def check_sides(self) -> Iterator[Violation]:
        """Yield problems that only all games together show: of turns, and of the sign."""
        turns = {turn for walk in self.walks for _outcome, turn, _moves in walk.answers}
        kind, games = type(self.start), len(self.walks)
        if len(turns) == 1 and any(walk.length > 1 for walk in self.walks):
            facts = {"side": turns.pop(), "games": games}
            yield Violation(Law.SAME_TURN, kind, "turn", None, facts)
        elif self.lost_by_mover >= FEW and not self.won_by_mover:
            facts = {"games": self.lost_by_mover}
            yield Violation(Law.OUTCOME_SIGN, kind, "outcome", None, facts)

    def sample(self, most: int) -> list[Visit]:
        """Return different positions of the games, at most this many of all phases."""
        found = {visit.position: visit for walk in self.walks for visit in walk.visits}
        visits = list(found.values())
        return list(islice(visits[:: max(1, len(visits) // most)], most))


def _check_again(walk: Walk) -> Iterator[Violation]:
    """Yield a problem if a position has other answers after the game than it had before."""
    for visit, answers in zip(walk.visits, walk.answers, strict=True):
        for method, answer in zip(("outcome", "turn", "moves"), answers, strict=True):
            if (again := ask(visit, method)) != answer:
                problem = different(visit, method, answer, again)
                yield problem
                raise Broken(problem)


def _check_bounds(walk: Walk) -> Iterator[Violation]:
    """Yield a problem if the game ended with a margin outside of what `bounds` promised."""
    if not walk.is_over:
        return
    outcome, last, _moves = walk.answers[-1]
    for visit, (_outcome, turn, _moves) in zip(walk.visits, walk.answers, strict=True):
        least, most = ask(visit, "bounds")
        margin = outcome if turn == last else -outcome
        if not least <= margin <= most:
            facts = {"least": least, "most": most, "margin": margin}
            yield Violation(Law.BOUNDS, type(visit.position), "bounds", visit, facts)
            return
