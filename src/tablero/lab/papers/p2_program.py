"""The search program of the second paper, with its faults.

The module rebuilds the paper's agent for Quarry from its description, and every counter that the
paper prints comes out again. Each fault is a switch of `QuarryFaults`: with all of them on this is
the paper's program, with all of them off it is a correct one. Tablero plays with the searches of
`tablero.search`, never with this program.

A move is written as the block that it leaves, as in the paper.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import reduce
from operator import xor
from typing import NamedTuple, TypeAlias

from tablero.position import INFINITY
from tablero.search.run import Settings
from tablero.search.state import COUNTERS

Sides: TypeAlias = tuple[int, ...]

INFERRED_SIDE, INFERRED_DEPTH = 3, 3
"""The option `infer` values blocks with no side longer than this, from this depth on."""


class QuarryFaults(NamedTuple):
    """The faults of the paper's program, one switch each.

    adding_depth: the depth counter grows by a new greatest depth instead of becoming it.
    entry_window: a child starts with the window that its parent was entered with, not with the
        window that the parent has reached.
    borrowed_bound: after each child a MAX node takes over the child's beta, a MIN node its alpha.
    strict_cut: a node is left when alpha > beta, not already when alpha >= beta.
    window_key: the key of the cache contains alpha and beta beside the position.
    wrong_inference: small blocks are valued by a rule that is wrong for some, not by Nim.
    """

    adding_depth: bool = True
    entry_window: bool = True
    borrowed_bound: bool = True
    strict_cut: bool = True
    window_key: bool = True
    wrong_inference: bool = True


PAPER = QuarryFaults()
"""The program as the paper has it."""

REPAIRED = QuarryFaults(*[False] * len(QuarryFaults._fields))
"""The same program without its faults."""


class BlockNode(NamedTuple):
    """A block in the program's search tree.

    maximizing: MAX is to move.
    alpha, beta: the window; it changes while the children are searched.
    value: 1 if MAX wins, -1 if MIN wins, 0 before the node is searched.
    best: the child that the side to move chooses, where one was searched.
    """

    sides: Sides
    maximizing: bool
    alpha: int
    beta: int
    value: int = 0
    best: Sides | None = None


@dataclass(frozen=True)
class ProgramResult:
    """The score for MAX, the block that the move found leaves, and the counters by name."""

    score: int
    move: Sides
    counters: Mapping[str, int]


def run_program(sides: Sides, settings: Settings, faults: QuarryFaults = PAPER) -> ProgramResult:
    """Search a block with MAX to move.

    The program uses the settings `algorithm` (minimax or alphabeta), `lazy`, `cache` and `infer`.
    """
    assert move_count(sides) > 0, sides
    program = QuarryProgram(settings, faults)
    root = program.search(BlockNode(sides, True, -INFINITY, INFINITY), 0)
    assert root.best is not None
    return ProgramResult(root.value, root.best, program.counters)


def move_count(sides: Sides) -> int:
    """Return the number of legal moves on a block, which is also its longest game."""
    return sum(sides) - len(sides)


def successors(sides: Sides) -> Iterator[Sides]:
    """Yield the blocks that one move leaves: the first side cut to 1, 2, …, then the next side."""
    for axis, side in enumerate(sides):
        for rest in range(1, side):
            yield (*sides[:axis], rest, *sides[axis + 1 :])


def nim_value(sides: Sides, maximizing: bool) -> int:
    """Return 1 if MAX wins by the theory of Nim, else -1.

    The side to move loses exactly when the exclusive-or of all sides less 1 is 0.
    """
    mover_wins = reduce(xor, (side - 1 for side in sides)) != 0
    return 1 if mover_wins == maximizing else -1


def paper_value(sides: Sides, maximizing: bool) -> int:
    """Return what the paper's program infers for a block with no side longer than 3.

    `nim_value` disagrees on every block without a side of 1 where MAX is to move.
    """
    ones = sides.count(1)
    if ones == 1:
        return 1 if (move_count(sides) % 2 == 1) == maximizing else -1
    return 1 if ones == 2 and maximizing else -1


def is_wrong(sides: Sides, result: ProgramResult) -> bool:
    """Return whether the score is not Nim's or the move gives away a won game."""
    score, kept = nim_value(sides, maximizing=True), nim_value(result.move, maximizing=False)
    return not score == kept == result.score


class QuarryProgram:
    """One search of the program: its settings, its faults, its counters and its cache.

    counters: by the names of COUNTERS; `created` counts all moves of a node that is expanded,
        whether or not the option `lazy` leaves some of them ungenerated.
    cache: each searched node as it was entered and as it was left.
    """

    def __init__(self, settings: Settings, faults: QuarryFaults) -> None:
        assert settings.algorithm in ("minimax", "alphabeta"), settings.algorithm
        self.settings = settings
        self.faults = faults
        self.pruning = settings.algorithm == "alphabeta"
        self.counters = dict.fromkeys(COUNTERS, 0)
        self.cache: dict[Sides, tuple[BlockNode, BlockNode]] = {}

    def search(self, node: BlockNode, depth: int) -> BlockNode:
        """Return the node with its value, its best child and the window it was left with."""
        self._count_depth(depth)
        # Step 1. The game is over
        if move_count(node.sides) == 0:
            self.counters["leaves"] += 1
            return node._replace(value=-1 if node.maximizing else 1)
        # Step 2. The block is small enough to be valued without a search
        small = depth >= INFERRED_DEPTH and max(node.sides) <= INFERRED_SIDE
        if self.settings.infer and small:
            self.counters["inferred"] += 1
            infer = paper_value if self.faults.wrong_inference else nim_value
            return node._replace(value=infer(node.sides, node.maximizing))
        # Step 3. The block was searched before
        if self.settings.cache and (known := self._recall(node)) is not None:
            self.counters["cache_hits"] += 1
            return known
        # Step 4. Search the children
        searched = self._expand(node, depth)
        if self.settings.cache:
            self.cache[self._key(node)] = node, searched
            self.counters["distinct"] = len(self.cache)
        return searched

    def _count_depth(self, depth: int) -> None:
        if depth <= self.counters["depth"]:
            return
        if self.faults.adding_depth:
            self.counters["depth"] += depth
        else:
            self.counters["depth"] = depth

    def _expand(self, entered: BlockNode, depth: int) -> BlockNode:
        """Search the children until none is left or, in alpha-beta, the window is closed."""
        node, visited, moves = entered, 0, move_count(entered.sides)
        children: Iterable[Sides] = successors(entered.sides)
        if not self.settings.lazy:
            children = list(children)
        for sides in children:
            if self.pruning and self._closed(node.alpha, node.beta):
                self.counters["cuts"] += 1
                break
            narrowed = self.pruning and not self.faults.entry_window
            window = node if narrowed else entered
            child = BlockNode(sides, not node.maximizing, window.alpha, window.beta)
            node = self._compared(node, self.search(child, depth + 1))
            visited += 1
        self.counters["created"] += moves
        self.counters["evaluated"] += visited
        self.counters["lazy_savings"] += moves - visited
        return node

    def _closed(self, alpha: int, beta: int) -> bool:
        return alpha > beta if self.faults.strict_cut else alpha >= beta

    def _compared(self, node: BlockNode, child: BlockNode) -> BlockNode:
        """Return the node after a child has been searched."""
        if self._prefers(node, child):
            node = node._replace(value=child.value, best=child.sides)
        alpha, beta = node.alpha, node.beta
        if node.maximizing:
            alpha = max(alpha, node.value)
            beta = child.beta if self.faults.borrowed_bound else beta
        else:
            beta = min(beta, node.value)
            alpha = child.alpha if self.faults.borrowed_bound else alpha
        return node._replace(alpha=alpha, beta=beta)

    def _prefers(self, node: BlockNode, child: BlockNode) -> bool:
        """Return whether the side to move chooses the child over the best one so far.

        Of equal children the program chooses the last one with most moves. A search that cuts at
        alpha == beta keeps the first of them instead, because an equal value may be only a bound.
        """
        if node.best is None:
            return True
        if child.value != node.value:
            return (child.value > node.value) == node.maximizing
        exact = self.faults.strict_cut or not self.pruning
        return exact and move_count(child.sides) >= move_count(node.best)

    def _key(self, node: BlockNode) -> Sides:
        window = (node.alpha, node.beta) if self.faults.window_key else ()
        return (*node.sides, node.maximizing, *window)

    def _recall(self, node: BlockNode) -> BlockNode | None:
        """Return the stored result if it holds for the node's window too."""
        if (key := self._key(node)) not in self.cache:
            return None
        entered, left = self.cache[key]
        same_window = (entered.alpha, entered.beta) == (node.alpha, node.beta)
        exact = entered.alpha < left.value < entered.beta
        high = left.value >= entered.beta and self._closed(left.value, node.beta)
        low = left.value <= entered.alpha and self._closed(node.alpha, left.value)
        return left if same_window or exact or high or low else None
