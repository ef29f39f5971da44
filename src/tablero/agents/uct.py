"""UCT: a tree of random games, which grows where the results are good.

Every simulation adds one node, unless it reaches a finished game inside the tree. Node 0 is the
position to choose a move in. Children are added one by one; a node stores its youngest child, and
each child its next elder sibling:

    0
    └ 4 ─ 2 ─ 1        the children of 0: 1 was added first
          └ 3          a child of 2
"""

from math import log, sqrt
from typing import Any, NamedTuple

from tablero.agents.chance import count_moves, move_at
from tablero.agents.dice import roll
from tablero.jit import helper, kernel
from tablero.jit.records import int_array
from tablero.position import ONGOING, Move, Position, Side

NOBODY = -1
LOSS, DRAW, VICTORY = range(3)
"""Points of a game, in halves."""

ALL_WON = 1000
"""Score of a move after which every game was won; 0: as many won as lost."""


class Tree(NamedTuple):
    """The nodes of the tree; every column except `size` has one entry for each node.

    parent, youngest, elder: nodes, or NOBODY.
    made: the move that led to the node.
    mover: the side that made it.
    choices: number of legal moves; 0 in a finished game.
    tried: number of moves that have become children.
    begun: index of the move that was tried first.
    visits: simulations through the node.
    points: points of `mover` in all of these.
    size: array of one number, the number of nodes including the root.
    """

    parent: Any
    youngest: Any
    elder: Any
    made: Any
    mover: Any
    choices: Any
    tried: Any
    begun: Any
    visits: Any
    points: Any
    size: Any


def new_tree(nodes: int) -> Tree:
    """Return a tree with memory for `nodes` nodes."""
    lengths = [nodes] * (len(Tree._fields) - 1) + [1]
    return Tree(*map(int_array, lengths))


@helper
def plant(tree: Tree, root: Position, dice: Any) -> None:
    """Reset the tree to one node, the root."""
    tree.size[0] = 0
    add_node(tree, root, NOBODY, NOBODY, root.turn(), dice)


@helper
def add_node(
    tree: Tree, position: Position, parent: int, move: Move, mover: Side, dice: Any
) -> int:
    """Add the node of `position` and return it. Its moves are tried from a random one on."""
    node = int(tree.size[0])
    tree.size[0] = node + 1
    tree.parent[node], tree.made[node], tree.mover[node] = parent, move, mover
    tree.youngest[node] = tree.elder[node] = NOBODY
    tree.visits[node] = tree.points[node] = tree.tried[node] = 0
    choices = count_moves(position) if position.outcome() == ONGOING else 0
    tree.choices[node] = choices
    tree.begun[node] = roll(dice, choices) if choices > 0 else 0
    if parent != NOBODY:
        tree.elder[node], tree.youngest[parent] = tree.youngest[parent], node
        tree.tried[parent] += 1
    return node


@helper
def most_urgent(tree: Tree, node: int, exploration: float) -> int:
    """Return the child with the highest upper confidence bound.

    The bound is the mean result of its mover plus a term that is larger the fewer visits it has.
    """
    chosen, most = NOBODY, -1.0
    wonder = log(tree.visits[node])
    child = tree.youngest[node]
    while child != NOBODY:
        visits = tree.visits[child]
        mean = tree.points[child] / (VICTORY * visits)
        hope = mean + exploration * sqrt(wonder / visits)
        if hope > most:
            chosen, most = child, hope
        child = tree.elder[child]
    return chosen


@kernel
def simulate(root: Position, tree: Tree, dice: Any, exploration: float, count: int) -> None:
    """Add `count` simulations to the tree of `root`."""
    for _i in range(count):
        # Step 1. Descend to a node with an untried move, or to a finished game
        node, position = 0, root
        while tree.tried[node] == tree.choices[node] > 0:
            node = most_urgent(tree, node, exploration)
            position = position.play(tree.made[node])
        # Step 2. Try the next move
        choices = tree.choices[node]
        if tree.tried[node] < choices:
            mover = position.turn()
            move = move_at(position, (tree.begun[node] + tree.tried[node]) % choices)
            position = position.play(move)
            node = add_node(tree, position, node, move, mover, dice)
        # Step 3. Play random moves to the end
        while position.outcome() == ONGOING:
            position = position.play(move_at(position, roll(dice, count_moves(position))))
        # Step 4. Back up the result to the root
        tell(tree, node, position.turn(), position.outcome())


@helper
def tell(tree: Tree, node: int, side: Side, margin: int) -> None:
    """Add a game from `node` with this margin for `side` to the node and its ancestors."""
    result = DRAW
    if margin != 0:
        result = VICTORY if margin > 0 else LOSS
    while node != NOBODY:
        tree.visits[node] += 1
        tree.points[node] += result if tree.mover[node] == side else VICTORY - result
        node = tree.parent[node]


@helper
def favourite(tree: Tree) -> int:
    """Return the child of the root with the most visits; of equal ones, with the most points."""
    chosen = tree.youngest[0]
    child = chosen
    while child != NOBODY:
        more = tree.visits[child] - tree.visits[chosen]
        if more > 0 or (more == 0 and tree.points[child] > tree.points[chosen]):
            chosen = child
        child = tree.elder[child]
    return int(chosen)


@helper
def expectation(tree: Tree, node: int) -> int:
    """Return the mean result for the mover of `node`, from -ALL_WON to ALL_WON."""
    points, visits = int(tree.points[node]), int(tree.visits[node])
    return points * ALL_WON // visits - ALL_WON
