"""The engine's search: NegaScout that learns which moves to try first.

A table entry, the moves that cut elsewhere at the same distance from the root, and those
that have cut most often all come before the game's own guess. It is made for a table that
outlives it: each depth prepares the next one.
"""

from typing import Any, NamedTuple

import numpy as np

from tablero.jit import helper, kernel
from tablero.position import INFINITY, Move, Position, Side
from tablero.search.node import Task, settle, sign_of, visit, window
from tablero.search.notes import MAX_PLY, prefer
from tablero.search.table import MIXER, begin, holds, recall, slot_of, store

NO_MOVE = -1
TOLD, KILLERS, OFTEN_GOOD, OTHERS = range(4)
"""The stages at which moves are tried."""

HISTORY_BITS = 12
OFTEN = 64
"""A move with so many points by history is tried before the others."""

MARKED = 62
"""Of so many moves of a position it is remembered that history brought them forward."""


class Learned(NamedTuple):
    """What cuts have taught.

    killers -- by ply: the last two moves that cut there
    history -- by side and move: points for cuts, fewer for moves that did not
    """

    killers: Any
    history: Any


def nothing_learned() -> Learned:
    killers = np.full((MAX_PLY + 1, 2), NO_MOVE, np.int64)
    return Learned(killers, np.zeros((2, 1 << HISTORY_BITS), np.int64))


@helper
def place_of(move: Move) -> int:
    """Where a move stands in the history; two moves may share a place."""
    return (move * MIXER & (1 << 62) - 1) >> 62 - HISTORY_BITS


@helper
def move_in_table(table: Any, position: Position) -> Move:
    """The best move that an entry of any depth tells, or NO_MOVE."""
    key = position.key()
    slot = slot_of(table, key)
    return table[slot].move if holds(table, slot, key) else NO_MOVE


@helper
def stage_of(move: Move, told: Move, killers: tuple[Move, Move]) -> int:
    """When a move is tried at the latest."""
    if move == told:
        return TOLD
    return KILLERS if move == killers[0] or move == killers[1] else OTHERS


@helper
def learn(move: Move, depth: int, ply: int, side: Side, learned: Learned) -> None:
    """`move` has cut."""
    if learned.killers[ply, 0] != move:
        learned.killers[ply, 1] = learned.killers[ply, 0]
        learned.killers[ply, 0] = move
    learned.history[side, place_of(move)] += depth * depth


@kernel
def engine(
    position: Position, depth: int, ply: int, alpha: int, beta: int, task: Task, table: Any
) -> int:
    """Fail-soft: the promise of alphabeta."""
    assert alpha < beta
    # Step 1. Is there nothing to look at?
    settled, score = settle(position, depth, ply, task)
    if settled:
        return score
    # Step 2. Have we been here before?
    found, score = recall(table, position, depth, ply, alpha, beta, task.notes)
    if found:
        return score
    # Step 3. Look at every move, until one is too good to be allowed
    before = begin(table, ply, task.notes)
    best, best_move = -INFINITY, NO_MOVE
    told, side = move_in_table(table, position), position.turn()
    killers = task.order.killers[ply, 0], task.order.killers[ply, 1]
    tried = 0
    for stage in (TOLD, KILLERS, OFTEN_GOOD, OTHERS):
        number = -1
        for move in position.promising():
            floor = max(alpha, best)
            if floor >= beta:
                break
            number += 1
            due, marked = stage_of(move, told, killers), number < MARKED
            often = stage == OFTEN_GOOD and task.order.history[side, place_of(move)] >= OFTEN
            if often and due == OTHERS and marked:
                tried |= 1 << number
                due = OFTEN_GOOD
            if due != stage or (stage == OTHERS and marked and tried >> number & 1):
                continue
            visit(task.notes)
            child = position.play(move)
            sign = sign_of(position, child)
            # Step 3a. Scout every move but the first
            ceiling = floor + 1 if best > -INFINITY else beta
            low, high = window(sign, floor, ceiling)
            score = sign * engine(child, depth - 1, ply + 1, low, high, task, table)
            # Step 3b. Better than thought: search it in earnest, unless it was a leaf
            if ceiling <= score < beta and depth > 1:
                task.notes.evaluated += 1
                low, high = window(sign, floor, beta)
                score = sign * engine(child, depth - 1, ply + 1, low, high, task, table)
            if score > best:
                best, best_move = score, move
                prefer(task.notes, ply, move)
    # Step 4. Learn and remember
    if best >= beta:
        task.notes.cuts += 1
        learn(best_move, depth, ply, side, task.order)
    store(table, position, depth, ply, alpha, beta, best, best_move, before, task.notes)
    return best
