"""The tree of a search, in plain values, read out of the log that the search wrote.

Everything is seen by MAX, who moves at the root, as in a textbook: alpha is what MAX has
elsewhere already, beta what MIN has. A MAX node is cut by a value of beta or more, a MIN node by
one of alpha or less.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from tablero.games.game import Game
from tablero.position import INFINITY, Move, Side
from tablero.search import ENGINE
from tablero.search import log as kinds
from tablero.search.log import NOWHERE, Log
from tablero.search.node import window
from tablero.search.perft import count_nodes
from tablero.search.run import ORDERS, Settings

OVER, THEORY, JUDGED, STOPPED, CACHED = "over", "theory", "judged", "stopped", "cached"
EXPANDED, CUT, OPEN = "expanded", "cut", "open"
"""Kinds of nodes: a finished game; valued by the game's theory; by the judge, at the horizon; not
valued, for the search was stopped; by the cache; by all children; left before all children were
looked at; still being searched."""

EXACT, LEAST, MOST, NONE = "exact", "least", "most", "none"
"""What a value says of minimax: that it is this, at least this, at most this, or nothing."""

KINDS = {
    kinds.OPEN: OPEN,
    kinds.OVER: OVER,
    kinds.INFERRED: THEORY,
    kinds.JUDGED: JUDGED,
    kinds.STOPPED: STOPPED,
    kinds.CACHED: CACHED,
    kinds.EXPANDED: EXPANDED,
}
WITHOUT_WINDOW = ("minimax", "negamax")


@dataclass(frozen=True, slots=True)
class Node:
    """parent   -- its number, None at a root
    move     -- the name of what led here, empty at a root
    left     -- plies to look ahead from here
    is_max   -- does MAX move?
    again    -- the side that moved here moves again
    repeated -- the same move was looked at before, by a scout
    window   -- (alpha, beta) on entry, None for a search that has none
    bound    -- EXACT, LEAST, MOST or NONE: what `value` says
    best     -- the move that the value comes from, empty if none
    size     -- nodes visited from here on, this one included
    skipped  -- children that were never looked at
    whole    -- is all that was visited below it in the tree?
    """

    number: int
    parent: int | None
    move: str
    ply: int
    left: int
    turn: Side
    is_max: bool
    again: bool
    repeated: bool
    window: tuple[int, int] | None
    value: int
    bound: str
    kind: str
    best: str
    size: int
    skipped: int
    whole: bool
    children: tuple[int, ...]

    @property
    def cut(self) -> str | None:
        """By which end of its window it was cut: MAX reached "beta", or MIN "alpha"."""
        return None if self.kind != CUT else "beta" if self.is_max else "alpha"


@dataclass(frozen=True)
class Tree:
    """nodes     -- in the order in which they were visited; a node's number is its place
    positions -- theirs
    span      -- every score lies between these
    visited   -- nodes that the search has visited, which may be more than there was room for
    """

    game: Game
    settings: Settings
    judge: str
    span: tuple[int, int]
    nodes: Sequence[Node]
    positions: Sequence[Any]
    visited: int

    @property
    def roots(self) -> list[Node]:
        """One for every time that the search began at the root."""
        return [node for node in self.nodes if node.parent is None]

    @property
    def is_whole(self) -> bool:
        """Did all nodes fit?"""
        return self.visited == len(self.nodes)

    def children(self, node: Node) -> list[Node]:
        return [self.nodes[number] for number in node.children]

    def path(self, node: Node) -> list[Node]:
        """From its root to this node."""
        path = [node]
        while path[-1].parent is not None:
            path.append(self.nodes[path[-1].parent])
        return path[::-1]

    def line(self, root: Node) -> list[Node]:
        """The nodes of the best line, without the root, as far as the tree knows it."""
        line = [root]
        while line[-1].best:
            best = [child for child in self.children(line[-1]) if child.move == line[-1].best]
            if not best:
                break
            line.append(best[-1])
        return line[1:]

    def find(self, moves: Sequence[Move], root: Node) -> list[Node]:
        """The nodes that these moves lead to from a root; several where scouts were there too."""
        found = [root]
        for ply, move in enumerate(moves):
            name = self.game.move_name(self.positions[found[0].number], move) if found else ""
            nodes = [child for node in found for child in self.children(node)]
            found = [child for child in nodes if child.move == name and child.ply == ply + 1]
        return found

    def skipped(self, node: Node) -> list[Move]:
        """The moves that were never looked at, in the order in which they would have been."""
        if not node.skipped:
            return []
        position = self.positions[node.number]
        seen = {child.move for child in self.children(node)}
        moves = arranged(position, self.settings)
        return [move for move in moves if self.game.move_name(position, move) not in seen]

    def skipped_names(self, node: Node) -> list[str]:
        position = self.positions[node.number]
        return [self.game.move_name(position, move) for move in self.skipped(node)]

    def skipped_sizes(self, node: Node, most: int = INFINITY) -> list[int]:
        """How many nodes minimax would have visited below each of them, itself included. It is
        counted to `most` for all of them together: a size that takes it beyond is the last."""
        position, sizes = self.positions[node.number], list[int]()
        for move in self.skipped(node):
            if most >= 0:
                sizes.append(count_nodes(position.play(move), node.left - 1, most))
                most -= sizes[-1]
        return sizes

    def counts(self) -> dict[str, int]:
        """How many nodes of each kind there are."""
        return dict(Counter(node.kind for node in self.nodes))

    def top(self, plies: int | None) -> list[Node]:
        """The nodes at most so many plies below a root."""
        return [node for node in self.nodes if plies is None or node.ply <= plies]


def arranged(position: Any, settings: Settings) -> Iterator[Move]:
    """The moves as the search would try them; the engine changes that as it learns."""
    order = "best" if settings.algorithm == ENGINE else settings.order
    return ORDERS[order].arrange(position)  # type: ignore[no-any-return]


def read_tree(log: Log, game: Game, start: Any, settings: Settings, judge: str, span: Any) -> Tree:
    """The tree of a search from `start` that has come to its end; `span` is that of the search."""
    visited, stopped = int(log.path.count), int(log.path.stopped)
    rows = log.nodes[:visited].tolist()
    reader = _Reader(game, start, settings, span, rows, stopped or visited + 1)
    nodes = [reader.node(number) for number in range(len(rows))]
    return Tree(game, settings, judge, span, nodes, reader.positions, visited)


class _Reader:
    """Makes nodes of rows."""

    def __init__(
        self, game: Game, start: Any, settings: Settings, span: Any, rows: Any, stopped: int
    ) -> None:
        self.game, self.settings, self.span, self.rows = game, settings, span, rows
        self.stopped = stopped
        self.me = start.turn()
        self.plies: list[int] = []
        self.positions: list[Any] = []
        self.repeated: list[bool] = []
        self.children: list[list[int]] = [[] for _row in rows]
        for number, (parent, move, *_rest) in enumerate(rows):
            at_root = parent == NOWHERE
            self.plies.append(0 if at_root else self.plies[parent] + 1)
            self.positions.append(start if at_root else self.positions[parent].play(move))
            elders = [] if at_root else self.children[parent]
            self.repeated.append(bool(elders) and rows[elders[-1]][1] == move)
            elders.append(number)

    def node(self, number: int) -> Node:
        parent, move, end, best, alpha, beta, value, left, turn, code = self.rows[number]
        at_root, position = parent == NOWHERE, self.positions[number]
        sign = 1 if turn == self.me else -1
        ends = None if self.settings.algorithm in WITHOUT_WINDOW else window(sign, alpha, beta)
        kind, value = KINDS[code], sign * value
        whole = kind != OPEN and end <= len(self.rows)
        skipped = 0
        if kind == EXPANDED and whole and ends and sign * value >= sign * ends[sign > 0]:
            skipped = self._skipped(number)
        return Node(
            number,
            None if at_root else parent,
            "" if at_root else self.game.move_name(self.positions[parent], move),
            self.plies[number],
            left,
            turn,
            is_max=turn == self.me,
            again=not at_root and turn == self.rows[parent][8],
            repeated=self.repeated[number],
            window=ends,
            value=value,
            bound=NONE if end >= self.stopped else self._bound(kind, value, ends),
            kind=CUT if skipped else kind,
            best=self.game.move_name(position, best) if kind == EXPANDED else "",
            size=end - number if kind != OPEN else len(self.rows) - number,
            skipped=skipped,
            whole=whole,
            children=tuple(self.children[number]),
        )

    def _skipped(self, number: int) -> int:
        seen = {self.rows[child][1] for child in self.children[number]}
        return sum(1 for _move in arranged(self.positions[number], self.settings)) - len(seen)

    def _bound(self, kind: str, value: int, ends: tuple[int, int] | None) -> str:
        if kind == OPEN:
            return NONE
        if kind in (OVER, THEORY, JUDGED) or ends is None:
            return EXACT
        if value <= ends[0]:
            return MOST if value > self.span[0] else EXACT
        if value >= ends[1]:
            return LEAST if value < self.span[1] else EXACT
        return EXACT
