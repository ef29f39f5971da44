"""UCT: a tree of games played by chance, which grows where they go well.

Every simulation adds one node. Node 0 is the position that is thought about. Children are
made one by one; a node knows the youngest of them, and each of them the next elder one:

    0
    └ 4 ─ 2 ─ 1        the children of 0: 1 was made first
          └ 3          a child of 2
"""

from math import log, sqrt
from typing import Any, NamedTuple

import numpy as np

from tablero.agents.chance import count_moves, move_at
from tablero.agents.dice import roll
from tablero.jit import INTERPRETED, helper, kernel
from tablero.position import ONGOING, Move, Position, Side

NOBODY = -1
LOSS, DRAW, VICTORY = range(3)
"""Points of a game, in halves."""

ALL_WON = 1000
"""The score of a move after which every game was won; 0: as many won as lost."""


class Tree(NamedTuple):
    """One entry a node in every column but the last.

    parent, youngest, elder -- nodes, or NOBODY
    made     the move that led here
    mover    who made it
    choices  how many moves there are here; 0 in a finished game
    tried    how many of them have become children
    begun    which of them was tried first
    visits   simulations that came along here
    points   of `mover` in all of these
    size     [number of nodes]
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
    """Room for so many nodes."""
    lengths = [nodes] * (len(Tree._fields) - 1) + [1]
    if INTERPRETED:
        return Tree(*([0] * length for length in lengths))
    return Tree(*(np.zeros(length, np.int64) for length in lengths))


@helper
def plant(tree: Tree, root: Position, dice: Any) -> None:
    """Begin a new tree."""
    tree.size[0] = 0
    add_node(tree, root, NOBODY, NOBODY, root.turn(), dice)


@helper
def add_node(
    tree: Tree, position: Position, parent: int, move: Move, mover: Side, dice: Any
) -> int:
    """Make the node of `position`; its moves will be tried from one on that the dice choose."""
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
    """The child whose mover may hope for most: his mean result, and more the less it is known."""
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
    """Let the tree of `root` grow by `count` simulations."""
    for _i in range(count):
        # Step 1. Go down to a node with a move that was not tried, or to a finished game
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
        # Step 3. Play on by chance
        while position.outcome() == ONGOING:
            position = position.play(move_at(position, roll(dice, count_moves(position))))
        # Step 4. Tell everybody on the way
        tell(tree, node, position.turn(), position.outcome())


@helper
def tell(tree: Tree, node: int, side: Side, margin: int) -> None:
    """A game from `node` ended with this margin for `side`: give each mover his points."""
    result = DRAW
    if margin != 0:
        result = VICTORY if margin > 0 else LOSS
    while node != NOBODY:
        tree.visits[node] += 1
        tree.points[node] += result if tree.mover[node] == side else VICTORY - result
        node = tree.parent[node]


@helper
def favourite(tree: Tree) -> int:
    """The child of the root with most visits; of equals, with most points."""
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
    """The mean result for whoever moved there, from -ALL_WON to ALL_WON."""
    points, visits = int(tree.points[node]), int(tree.visits[node])
    return points * ALL_WON // visits - ALL_WON
