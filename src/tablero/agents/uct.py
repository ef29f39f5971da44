"""UCT: a tree of random games, which grows where the results are good.

Every simulation adds one node, unless it reaches a finished game inside the tree. Node 0 is the
position to choose a move in. Children are added one by one; a node stores the child that was
added last, and each child the sibling that was added before it:

    0
    └ 4 ─ 2 ─ 1        the children of 0: 1 was added first
          └ 3          a child of 2
"""

from math import log, sqrt
from typing import Any, NamedTuple

from tablero.agents.random_generator import random_below
from tablero.agents.random_player import count_moves, move_at
from tablero.jit import helper, kernel
from tablero.jit.records import int_array
from tablero.position import ONGOING, Move, Position, Side

MISSING = -1
LOSS, DRAW, VICTORY = range(3)
"""Points of a game, in halves."""

ALL_WON = 1000
"""Score of a move after which every game was won; 0: as many won as lost."""


class UctTree(NamedTuple):
    """The nodes of the tree; every column except `size` has one entry for each node.

    parent, last_child, previous_sibling: nodes, or MISSING.
    move: the move that led to the node.
    mover: the side that made it.
    choices: number of legal moves; 0 in a finished game.
    tried: number of moves that have become children.
    first_tried: index of the move that was tried first.
    visits: simulations through the node.
    points: points of `mover` in all of these.
    size: array of one number, the number of nodes including the root.
    """

    parent: Any
    last_child: Any
    previous_sibling: Any
    move: Any
    mover: Any
    choices: Any
    tried: Any
    first_tried: Any
    visits: Any
    points: Any
    size: Any


def new_tree(nodes: int) -> UctTree:
    """Return a tree with memory for `nodes` nodes."""
    lengths = [nodes] * (len(UctTree._fields) - 1) + [1]
    return UctTree(*map(int_array, lengths))


@helper
def reset(tree: UctTree, root: Position, generator: Any) -> None:
    """Reset the tree to one node, the root."""
    tree.size[0] = 0
    add_node(tree, root, MISSING, MISSING, root.turn(), generator)


@helper
def add_node(
    tree: UctTree, position: Position, parent: int, move: Move, mover: Side, generator: Any
) -> int:
    """Add the node of `position` and return it. Its moves are tried from a random one on."""
    node = int(tree.size[0])
    tree.size[0] = node + 1
    tree.parent[node], tree.move[node], tree.mover[node] = parent, move, mover
    tree.last_child[node] = tree.previous_sibling[node] = MISSING
    tree.visits[node] = tree.points[node] = tree.tried[node] = 0
    choices = count_moves(position) if position.outcome() == ONGOING else 0
    tree.choices[node] = choices
    tree.first_tried[node] = random_below(generator, choices) if choices > 0 else 0
    if parent != MISSING:
        tree.previous_sibling[node], tree.last_child[parent] = tree.last_child[parent], node
        tree.tried[parent] += 1
    return node


@helper
def best_child(tree: UctTree, node: int, exploration: float) -> int:
    """Return the child with the highest upper confidence bound.

    The bound is the mean result of its mover plus a term that is larger the fewer visits it has.
    """
    chosen, greatest = MISSING, -1.0
    log_visits = log(tree.visits[node])
    child = tree.last_child[node]
    while child != MISSING:
        visits = tree.visits[child]
        mean = tree.points[child] / (VICTORY * visits)
        bound = mean + exploration * sqrt(log_visits / visits)
        if bound > greatest:
            chosen, greatest = child, bound
        child = tree.previous_sibling[child]
    return chosen


@kernel
def simulate(
    root: Position, tree: UctTree, generator: Any, exploration: float, longest: int, count: int
) -> None:
    """Add `count` simulations to the tree of `root`.

    longest: upper limit of the random moves of a simulation; a game that goes on is a draw.
    """
    for _i in range(count):
        # Step 1. Descend to a node with an untried move, or to a finished game
        node, position = 0, root
        while tree.tried[node] == tree.choices[node] > 0:
            node = best_child(tree, node, exploration)
            position = position.play(tree.move[node])
        # Step 2. Try the next move
        choices = tree.choices[node]
        if tree.tried[node] < choices:
            mover = position.turn()
            move = move_at(position, (tree.first_tried[node] + tree.tried[node]) % choices)
            position = position.play(move)
            node = add_node(tree, position, node, move, mover, generator)
        # Step 3. Play random moves to the end
        left = longest
        while position.outcome() == ONGOING and left > 0:
            position = position.play(
                move_at(position, random_below(generator, count_moves(position)))
            )
            left -= 1
        # Step 4. Back up the result to the root
        back_up(tree, node, position.turn(), position.outcome())


@helper
def back_up(tree: UctTree, node: int, side: Side, margin: int) -> None:
    """Add a game from `node` with this margin for `side` to the node and its ancestors.

    A game that was not played to its end, whose margin is ONGOING, counts as a draw.
    """
    result = DRAW
    if margin != 0 and margin != ONGOING:
        result = VICTORY if margin > 0 else LOSS
    while node != MISSING:
        tree.visits[node] += 1
        tree.points[node] += result if tree.mover[node] == side else VICTORY - result
        node = tree.parent[node]


@helper
def most_visited(tree: UctTree) -> int:
    """Return the child of the root with the most visits; of equal ones, with the most points."""
    chosen = tree.last_child[0]
    child = chosen
    while child != MISSING:
        more = tree.visits[child] - tree.visits[chosen]
        if more > 0 or (more == 0 and tree.points[child] > tree.points[chosen]):
            chosen = child
        child = tree.previous_sibling[child]
    return int(chosen)


@helper
def mean_score(tree: UctTree, node: int) -> int:
    """Return the mean result for the mover of `node`, from -ALL_WON to ALL_WON."""
    points, visits = int(tree.points[node]), int(tree.visits[node])
    return points * ALL_WON // visits - ALL_WON
