"""The tree of a search in plain values, read from the log that the search wrote.

All values are those of MAX, the side to move at the root, as in a textbook: alpha is the value
that MAX is sure of elsewhere, beta the one that MIN is. A MAX node is cut by a value of beta or
more, a MIN node by one of alpha or less.
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

OVER, THEORY, HORIZON, STOPPED, CACHED = "over", "theory", "judged", "stopped", "cached"
EXPANDED, CUT, OPEN = "expanded", "cut", "open"
"""Kinds of nodes: a finished game; valued by the game's theoretical value; by the evaluation, at
the horizon; not valued, as the search was stopped; by the transposition table; by all children;
left before all children were searched; still being searched."""

EXACT, LEAST, MOST, NONE = "exact", "least", "most", "none"
"""Relation of a value to the minimax value: equal, lower bound, upper bound, or none."""

KINDS = {
    kinds.OPEN: OPEN,
    kinds.OVER: OVER,
    kinds.INFERRED: THEORY,
    kinds.HORIZON: HORIZON,
    kinds.STOPPED: STOPPED,
    kinds.CACHED: CACHED,
    kinds.EXPANDED: EXPANDED,
}
WITHOUT_WINDOW = ("minimax", "negamax")


@dataclass(frozen=True, slots=True)
class Node:
    """A node of the tree.

    parent: number of the parent; None at a root.
    move: name of the move that led here; empty at a root.
    left: remaining depth, in plies.
    is_max: whether MAX is to move.
    again: whether the side that moved here has an extra turn.
    repeated: whether a null-window search of the same move came before.
    window: (alpha, beta) on entry; None for a search without windows.
    bound: EXACT, LEAST, MOST or NONE, the relation of `value` to the minimax value.
    best: move that the value comes from; empty if none.
    size: nodes visited from here on, this one included.
    skipped: number of pruned children.
    whole: whether the tree holds all nodes visited below it.
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
        """The end of the window that caused a cutoff: "beta" at a MAX node, "alpha" at MIN."""
        return None if self.kind != CUT else "beta" if self.is_max else "alpha"


@dataclass(frozen=True)
class Tree:
    """The tree of one search.

    nodes: nodes in the order of their visits; a node's number is its index.
    positions: positions of the nodes.
    span: least and greatest possible score.
    visited: nodes visited below the root, as the search counts them (`evaluated`); the tree may
        hold only some of them.
    """

    game: Game
    settings: Settings
    evaluation: str
    span: tuple[int, int]
    nodes: Sequence[Node]
    positions: Sequence[Any]
    visited: int

    @property
    def roots(self) -> list[Node]:
        """The roots, one for every time that the search began at the root."""
        return [node for node in self.nodes if node.parent is None]

    @property
    def kept(self) -> int:
        """Number of visited nodes that the tree holds, without its roots."""
        return len(self.nodes) - len(self.roots)

    @property
    def is_whole(self) -> bool:
        """Whether the tree holds all visited nodes."""
        return self.visited == self.kept

    def children(self, node: Node) -> list[Node]:
        return [self.nodes[number] for number in node.children]

    def path(self, node: Node) -> list[Node]:
        """Return the nodes from the root to this node."""
        path = [node]
        while path[-1].parent is not None:
            path.append(self.nodes[path[-1].parent])
        return path[::-1]

    def line(self, root: Node) -> list[Node]:
        """Return the nodes of the principal variation, without the root, as far as it is
        stored."""
        line = [root]
        while line[-1].best:
            best = [child for child in self.children(line[-1]) if child.move == line[-1].best]
            if not best:
                break
            line.append(best[-1])
        return line[1:]

    def find(self, moves: Sequence[Move], root: Node) -> list[Node]:
        """Return the nodes that these moves lead to from a root; several after null windows."""
        found = [root]
        for ply, move in enumerate(moves):
            name = self.game.move_name(self.positions[found[0].number], move) if found else ""
            nodes = [child for node in found for child in self.children(node)]
            found = [child for child in nodes if child.move == name and child.ply == ply + 1]
        return found

    def skipped(self, node: Node) -> list[Move]:
        """Return the pruned moves, in the order in which they would have been searched."""
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
        """Return how many nodes minimax would have visited from each pruned move on.

        The node that the move leads to is included. Nodes are counted up to `most` for all moves
        together: the size that exceeds it is the last.
        """
        position, sizes = self.positions[node.number], list[int]()
        for move in self.skipped(node):
            if most >= 0:
                sizes.append(1 + count_nodes(position.play(move), node.left - 1, most - 1))
                most -= sizes[-1]
        return sizes

    def counts(self) -> dict[str, int]:
        """Return how many nodes of each kind the tree has, its roots included."""
        return dict(Counter(node.kind for node in self.nodes))

    def top(self, plies: int | None) -> list[Node]:
        """Return the nodes at most `plies` plies below a root."""
        return [node for node in self.nodes if plies is None or node.ply <= plies]


def arranged(position: Any, settings: Settings) -> Iterator[Move]:
    """Return the moves in the search's initial order; the engine reorders them as it searches."""
    order = "best" if settings.algorithm == ENGINE else settings.order
    return ORDERS[order].arrange(position)  # type: ignore[no-any-return]


def read_tree(
    log: Log, game: Game, start: Any, settings: Settings, evaluation: str, span: Any
) -> Tree:
    """Return the tree of a finished search from `start`; `span` is that of the search."""
    count, stopped = int(log.path.count), int(log.path.stopped)
    rows = log.nodes[:count].tolist()
    reader = _Reader(game, start, settings, span, rows, stopped or count + 1)
    nodes = [reader.node(number) for number in range(len(rows))]
    visited = int(log.path.visited)
    return Tree(game, settings, evaluation, span, nodes, reader.positions, visited)


class _Reader:
    """Converter of log rows to nodes."""

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
        if kind in (OVER, THEORY, HORIZON) or ends is None:
            return EXACT
        if value <= ends[0]:
            return MOST if value > self.span[0] else EXACT
        if value >= ends[1]:
            return LEAST if value < self.span[1] else EXACT
        return EXACT
