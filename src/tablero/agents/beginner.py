"""A search that overlooks moves, its own and the other's, as people do."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from tablero.agents.chance import count_moves, move_at
from tablero.agents.dice import roll, scrambled
from tablero.jit import helper, kernel
from tablero.position import INFINITY, Move, Position
from tablero.search.alphabeta import alphabeta
from tablero.search.node import Task, sign_of, visit, whole_window, window
from tablero.search.notes import NO_LIMIT
from tablero.search.table import LOW_62_BITS, blend, mix


@helper
def mood_of(position: Position, mood: Any) -> int:
    """A number that decides what is overlooked in `position`."""
    return blend(mix(position.key()), int(mood[0]))


@helper
def overlooks(mood: int, move: Move, missed: int) -> bool:
    """Is this one of `missed` out of a thousand moves?"""
    return scrambled(mood ^ move) % 1000 < missed


class Blinkers(NamedTuple):
    """An order of moves that leaves some out: always the same in a position, until the mood
    changes.

    missed -- so many of a thousand moves
    mood   -- [a number]
    """

    missed: int
    mood: Any

    def arrange(self, position: Position) -> Iterator[Move]:
        """Moves as the game itself would try them. Who overlooks all sees the first."""
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
    """A player of compiled games, and what `think` needs to know.

    depth  -- so far it looks at most
    effort -- so many moves it considers, those of the first ply not counted
    ply    -- 0, where a search begins
    task   -- the search's own, with Blinkers
    dice   -- for its moods, and for moves of the same worth
    """

    depth: int
    effort: int
    ply: int
    task: Task
    dice: Any

    def begin(self, seed: int) -> None:
        self.dice[0] = seed

    def pick(self, position: Position) -> tuple[Move, int]:
        self.task.notes.budget = NO_LIMIT
        return think(position, self, self.depth, NO_LIMIT)


@kernel
def think(position: Position, mind: Beginner, depth: int, nodes: int) -> tuple[Move, int]:
    """The best move that is seen, and its score; one ply deeper each time, as far as the last
    one does not go beyond `nodes` or the player's effort."""
    notes, choices = mind.task.notes, count_moves(position)
    notes.evaluated = 0
    mind.task.order.mood[0] = roll(mind.dice, LOW_62_BITS)
    place, score = roll(mind.dice, choices), 0
    for plies in range(1, depth + 1):
        notes.horizon = 0
        found, worth = look(position, mind, plies, place)
        if plies > 1 and notes.evaluated >= notes.budget:
            break
        place, score = found, worth
        notes.budget = min(notes.budget, nodes, mind.effort // choices)
        if notes.horizon == 0:
            break
    return move_at(position, place), score


@helper
def look(position: Position, mind: Beginner, depth: int, begun: int) -> tuple[int, int]:
    """(place of the best move, score), trying moves from the place `begun` on; the first wins
    against equals."""
    task, choices = mind.task, count_moves(position)
    low, high = whole_window(position, task.judge)
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
            visit(task, mind.ply, move)
            child = position.play(move)
            sign = sign_of(position, child)
            alpha, beta = window(sign, max(low, best), high)
            score = sign * alphabeta(child, depth - 1, mind.ply, alpha, beta, task, None)
            if score > best:
                best, chosen = score, place
    return chosen, best
