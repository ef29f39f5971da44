"""Theoretical sizes of search trees: of the full tree, and of the least that alpha-beta visits."""

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

from tablero.locale import _
from tablero.search import run
from tablero.search.zero import Zero

MAX_NODES = 10_000_000
"""Nodes that may be visited to count the levels of a tree."""


class PlyCounts(NamedTuple):
    """Positions at one ply, and those of them whose game is over; both are means over the
    roots."""

    nodes: float
    terminal: float

    @property
    def terminal_share(self) -> float:
        return self.terminal / self.nodes


class TreeSizes:
    """Sizes of trees of any depth up to `depth`; means over positions.

    A leaf is a position at the horizon, or a game that is over before. Where every position has b
    moves, there are b^d leaves at depth d; elsewhere b is what makes this true, a geometric mean
    over the plies.

    levels: from the root on, until all games are over.
    counted: last ply that was counted; later levels are extrapolated with the number of moves and
        the share of finished games of the last one.
    """

    def __init__(self, positions: Sequence[Any], depth: int) -> None:
        self.levels = _count(positions, depth)
        self.counted = len(self.levels) - 1
        while len(self.levels) <= depth and self.levels[-1].terminal_share < 1:
            before, last = self.levels[-2:]
            moves = last.nodes / (before.nodes - before.terminal)
            nodes = (last.nodes - last.terminal) * moves
            self.levels.append(PlyCounts(nodes, nodes * last.terminal_share))

    @property
    def moves(self) -> float:
        """Branching factor b, over the counted plies."""
        return float(self.full(self.counted) ** (1 / self.counted))

    def summary(self) -> str:
        """Return the message with b and the depth to which it was counted."""
        message = _("b = {moves:.3f}, counted to depth {depth}")
        return message.format(moves=self.moves, depth=self.counted)

    def full(self, depth: int) -> float:
        """Return b^d, the number of all leaves."""
        before = sum(level.terminal for level in self.levels[:depth])
        return before + sum(level.nodes for level in self.levels[depth : depth + 1])

    def root(self, depth: int) -> float:
        """Return b^(d/2)."""
        return math.sqrt(self.full(depth))

    def least(self, depth: int) -> float:
        """Return the leaves that alpha-beta visits if the best move always comes first.

        These are the leaves on whose path at least one of the players has only made best moves.
        Where every position has b moves they are b^⌈d/2⌉ + b^⌊d/2⌋ - 1; else this is the expected
        number (Knuth and Moore, 1975, corollary 2).
        """
        free = bound = both = 1.0
        leaves = 0.0
        for ply, level in enumerate(self.levels[: depth + 1]):
            seen = free + bound - both
            leaves += seen if ply == depth else seen * level.terminal_share
            if ply + 1 < len(self.levels):
                goes_on, moves = 1 - level.terminal_share, self.levels[ply + 1].nodes / level.nodes
                free, bound, both = bound * goes_on, free * moves, both * goes_on
        return leaves


def _count(positions: Sequence[Any], depth: int) -> list[PlyCounts]:
    """Return the levels until all games are over or the budget is spent, at least the first one.

    Minimax counts the nodes below the root, and the finished games among them.
    """
    levels, nodes_above, terminal_above = [PlyCounts(1.0, 0.0)], 0, 0
    for plies in range(1, depth + 1):
        settings = run.Settings("minimax", plies)
        found = [run.search(position, Zero(), settings).statistics for position in positions]
        nodes, terminal = (
            sum(int(each[name]) for each in found) for name in ("evaluated", "leaves")
        )
        counts = nodes - nodes_above, terminal - terminal_above
        levels.append(PlyCounts(*(count / len(positions) for count in counts)))
        factor = levels[-1].nodes / levels[-2].nodes
        if levels[-1].terminal_share == 1 or nodes * factor > MAX_NODES:
            break
        nodes_above, terminal_above = nodes, terminal
    return levels
