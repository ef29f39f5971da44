"""Alpha-beta that overlooks some moves of both sides, as people do."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from tablero.agents.random_generator import hash62, random_below
from tablero.agents.random_player import count_moves, move_at
from tablero.jit import helper, kernel
from tablero.position import INFINITY, Move, Position, position_key
from tablero.search.alphabeta import alphabeta
from tablero.search.node import Task, full_window, sign_of, visit, window
from tablero.search.state import NO_LIMIT, NO_NODE
from tablero.search.table import LOW_62_BITS, blend, mix


@helper
def position_salt(position: Position, salt: Any) -> int:
    """Return a number that determines which moves are overlooked in `position`."""
    return blend(mix(position_key(position)), int(salt[0]))


@helper
def overlooks(salt: int, move: Move, missed: int) -> bool:
    """Return whether this move is one of the `missed` out of a thousand that are overlooked."""
    return hash62(salt ^ move) % 1000 < missed


class OverlookingOrder(NamedTuple):
    """Move ordering that leaves some moves out, the same ones in a position until `salt` changes.

    missed: moves left out, of a thousand.
    salt: array of one number, which determines the moves left out.
    """

    missed: int
    salt: Any

    def arrange(self, position: Position) -> Iterator[Move]:
        """Yield the moves that are not overlooked, in the game's own order; at least the first
        move."""
        salt, seen = position_salt(position, self.salt), 0
        for move in position.promising():
            if not overlooks(salt, move, self.missed):
                seen += 1
                yield move
        if seen == 0:
            for move in position.promising():
                if seen == 0:
                    yield move
                seen += 1


class CompiledLevel(NamedTuple):
    """A player of compiled games, and the parameters of `choose_move`.

    depth: maximum depth in plies.
    max_considered: maximum number of moves considered, those of the first ply not counted.
    ply: 0, the ply of the root.
    task: the task of the search, with OverlookingOrder as its move ordering.
    generator: random generator, for `salt` and for the choice between moves of equal score.
    """

    depth: int
    max_considered: int
    ply: int
    task: Task
    generator: Any

    def begin(self, seed: int) -> None:
        self.generator[0] = seed

    def pick(self, position: Position) -> tuple[Move, int]:
        self.task.state.budget = NO_LIMIT
        return choose_move(position, self, self.depth, NO_LIMIT)


@kernel
def choose_move(
    position: Position, player: CompiledLevel, depth: int, nodes: int
) -> tuple[Move, int]:
    """Return the best move found by iterative deepening, and its score.

    An iteration after the first is discarded, and is the last one, if it exceeds `nodes` or the
    player's effort.
    """
    state, choices = player.task.state, count_moves(position)
    state.evaluated = 0
    player.task.order.salt[0] = random_below(player.generator, LOW_62_BITS)
    place, score = random_below(player.generator, choices), 0
    for plies in range(1, depth + 1):
        state.horizon = 0
        found, found_score = search_root(position, player, plies, place)
        if plies > 1 and state.budget == NO_NODE:
            break
        place, score = found, found_score
        state.budget = min(state.budget, nodes, player.max_considered // choices)
        if state.horizon == 0:
            break
    return move_at(position, place), score


@helper
def search_root(
    position: Position, player: CompiledLevel, depth: int, first_tried: int
) -> tuple[int, int]:
    """Return (index of the best move, score), trying moves from the index `first_tried` on.

    The first one tried wins among moves with equal scores.
    """
    task, choices = player.task, count_moves(position)
    low, high = full_window(position, task.evaluation)
    salt = position_salt(position, task.order.salt)
    best, chosen = -INFINITY, first_tried
    last = (first_tried or choices) - 1
    for before_first in range(2):
        place = -1
        for move in position.moves():
            place += 1
            only_one_left = place == last and best == -INFINITY
            overlooked = overlooks(salt, move, task.order.missed) and not only_one_left
            if (place < first_tried) != (before_first == 1) or overlooked or best >= high:
                continue
            child = visit(task, position, move, player.ply)
            sign = sign_of(position, child)
            alpha, beta = window(sign, max(low, best), high)
            score = sign * alphabeta(child, depth - 1, player.ply, alpha, beta, task)
            if score > best:
                best, chosen = score, place
    return chosen, best
