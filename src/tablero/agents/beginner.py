"""Alpha-beta that overlooks some moves of both sides, as people do."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from tablero.agents.chance import count_moves, move_at
from tablero.agents.dice import roll, scrambled
from tablero.jit import helper, kernel
from tablero.position import INFINITY, Move, Position, position_key
from tablero.search.alphabeta import alphabeta
from tablero.search.node import Task, full_window, sign_of, visit, window
from tablero.search.state import NO_LIMIT, NO_NODE
from tablero.search.table import LOW_62_BITS, blend, mix


@helper
def mood_of(position: Position, mood: Any) -> int:
    """Return a number that determines which moves are overlooked in `position`."""
    return blend(mix(position_key(position)), int(mood[0]))


@helper
def overlooks(mood: int, move: Move, missed: int) -> bool:
    """Return whether this move is one of the `missed` out of a thousand that are overlooked."""
    return scrambled(mood ^ move) % 1000 < missed


class Blinkers(NamedTuple):
    """Move ordering that leaves some moves out, the same ones in a position until `mood` changes.

    missed: moves left out, of a thousand.
    mood: array of one number, which determines the moves left out.
    """

    missed: int
    mood: Any

    def arrange(self, position: Position) -> Iterator[Move]:
        """Yield the moves that are not overlooked, in the game's own order; at least the first
        move."""
        mood, seen = mood_of(position, self.mood), 0
        for move in position.promising():
            if not overlooks(mood, move, self.missed):
                seen += 1
                yield move
        if seen == 0:
            for move in position.promising():
                if seen == 0:
                    yield move
                seen += 1


class Beginner(NamedTuple):
    """A player of compiled games, and the parameters of `think`.

    depth: maximum depth in plies.
    effort: maximum number of moves considered, those of the first ply not counted.
    ply: 0, the ply of the root.
    task: the task of the search, with Blinkers as its move ordering.
    dice: random generator, for `mood` and for the choice between moves of equal score.
    """

    depth: int
    effort: int
    ply: int
    task: Task
    dice: Any

    def begin(self, seed: int) -> None:
        self.dice[0] = seed

    def pick(self, position: Position) -> tuple[Move, int]:
        self.task.state.budget = NO_LIMIT
        return think(position, self, self.depth, NO_LIMIT)


@kernel
def think(position: Position, mind: Beginner, depth: int, nodes: int) -> tuple[Move, int]:
    """Return the best move found by iterative deepening, and its score.

    An iteration after the first is discarded, and is the last one, if it exceeds `nodes` or the
    player's effort.
    """
    state, choices = mind.task.state, count_moves(position)
    state.evaluated = 0
    mind.task.order.mood[0] = roll(mind.dice, LOW_62_BITS)
    place, score = roll(mind.dice, choices), 0
    for plies in range(1, depth + 1):
        state.horizon = 0
        found, worth = look(position, mind, plies, place)
        if plies > 1 and state.budget == NO_NODE:
            break
        place, score = found, worth
        state.budget = min(state.budget, nodes, mind.effort // choices)
        if state.horizon == 0:
            break
    return move_at(position, place), score


@helper
def look(position: Position, mind: Beginner, depth: int, begun: int) -> tuple[int, int]:
    """Return (index of the best move, score), trying moves from the index `begun` on.

    The first one tried wins among moves with equal scores.
    """
    task, choices = mind.task, count_moves(position)
    low, high = full_window(position, task.evaluation)
    mood = mood_of(position, task.order.mood)
    best, chosen = -INFINITY, begun
    last = (begun or choices) - 1
    for late in range(2):
        place = -1
        for move in position.moves():
            place += 1
            last_hope = place == last and best == -INFINITY
            overlooked = overlooks(mood, move, task.order.missed) and not last_hope
            if (place < begun) != (late == 1) or overlooked or best >= high:
                continue
            child = visit(task, position, move, mind.ply)
            sign = sign_of(position, child)
            alpha, beta = window(sign, max(low, best), high)
            score = sign * alphabeta(child, depth - 1, mind.ply, alpha, beta, task)
            if score > best:
                best, chosen = score, place
    return chosen, best
