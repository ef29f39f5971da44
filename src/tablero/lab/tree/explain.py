"""Sentences that explain the value of a node."""

from collections.abc import Sequence
from typing import NamedTuple

from tablero.lab.tree.label import bound_name
from tablero.lab.tree.tree import (
    CACHED,
    CUT,
    EXACT,
    HORIZON,
    LEAST,
    NONE,
    OPEN,
    OVER,
    STOPPED,
    THEORY,
    Node,
    Tree,
)
from tablero.locale import _
from tablero.position import Move


def value_text(node: Node) -> str:
    """Return the value with its bound: exactly +3, at least +3, at most +3."""
    if node.bound == EXACT:
        return _("exactly {value}").format(value=bound_name(node.value))
    text = _("at least {value}") if node.bound == LEAST else _("at most {value}")
    return text.format(value=bound_name(node.value))


def location(tree: Tree, node: Node) -> str:
    """Return where a node is: at the root, after 4 4 3."""
    moves = [each.move for each in tree.path(node)[1:]]
    return _("after {line}").format(line=" ".join(moves)) if moves else _("at the root")


def explain(tree: Tree, node: Node) -> list[str]:
    """Return sentences about a visited node."""
    return [*_introduction(tree, node), *_reasons(tree, node)]


def explain_line(tree: Tree, moves: Sequence[Move], root: Node) -> list[str]:
    """Return sentences about the node that these moves lead to from a root, visited or pruned."""
    found = tree.find(moves, root)
    if found:
        return [sentence for node in found for sentence in explain(tree, node)]
    known = len(moves)
    while not found:
        known -= 1
        found = tree.find(moves[:known], root)
    last = found[-1]
    position = tree.positions[last.number]
    line = [each.move for each in tree.path(last)[1:]]
    line += tree.game.line_names(position, moves[known:])
    where = _capitalized(_("after {line}").format(line=" ".join(line)))
    if not last.whole:
        text = _("{place}: not recorded, because the tree was full.")
        return [text.format(place=where)]
    text = _("{place}: pruned. The reason is found {end}.")
    return [text.format(place=where, end=location(tree, last)), *_reasons(tree, last)]


def _capitalized(text: str) -> str:
    return text[:1].upper() + text[1:]


def player(is_max: bool) -> str:
    return "MAX" if is_max else "MIN"


def _introduction(tree: Tree, node: Node) -> list[str]:
    """Return the node's place, the side to move, its remaining depth and its window."""
    fields = {
        "place": _capitalized(location(tree, node)),
        "mover": player(node.is_max),
        "left": node.left,
    }
    if node.window is None:
        sentences = [_("{place}: {mover} moves, remaining depth {left}.").format(**fields)]
    else:
        alpha, beta = map(bound_name, node.window)
        text = _("{place}: {mover} moves, remaining depth {left}, window {alpha}..{beta}.")
        sentences = [text.format(**fields, alpha=alpha, beta=beta)]
    if node.again:
        text = _("It is an extra turn: {mover} has just moved and moves again.")
        sentences.append(text.format(**fields))
    if _is_scout(tree, node):
        text = _(
            "The window is null: the search only tests whether {move} is better than the best so "
            "far."
        )
        sentences.append(text.format(move=node.move))
    if node.repeated:
        text = _(
            "A null-window search found {move} better than the best so far: it is searched again."
        )
        sentences.append(text.format(move=node.move))
    return sentences


def _is_scout(tree: Tree, node: Node) -> bool:
    """Return whether the node has a null window.

    That is so if a MAX parent lowered beta, or a MIN parent raised alpha.
    """
    if node.parent is None or node.window is None:
        return False
    parent = tree.nodes[node.parent]
    end = 1 if parent.is_max else 0
    return parent.window is not None and parent.window[end] != node.window[end]


def _reasons(tree: Tree, node: Node) -> list[str]:
    """Return the reasons for the node's value."""
    if node.kind in (OVER, THEORY, HORIZON, STOPPED, OPEN):
        return [_leaf(tree, node)]
    if node.bound == NONE:
        return [_("The search was stopped below this node: its value means nothing.")]
    if node.kind == CACHED:
        text = _(
            "From the transposition table: this position was searched before, to this depth. It "
            "is {worth}."
        )
        sentences = [text.format(worth=value_text(node))]
    elif node.kind == CUT:
        return _cut(tree, node)
    else:
        sentences = [_expanded(node)]
    if node.bound != EXACT:
        sentences.append(_reached_bound(tree, node))
    if not node.whole:
        sentences.append(_("Not all nodes below it were recorded, because the tree was full."))
    return sentences


def _leaf(tree: Tree, node: Node) -> str:
    """Return the reason for the value of a node that was not expanded."""
    if node.kind == OVER:
        outcome = tree.positions[node.number].outcome()
        margin = outcome if node.is_max else -outcome
        winner = _("drawn")
        if margin:
            winner = _("won by {player}, margin {margin}")
            winner = winner.format(player=player(margin > 0), margin=abs(margin))
        text = _("The game is over, {winner}: {worth}.")
        return text.format(winner=winner, worth=value_text(node))
    if node.kind == THEORY:
        text = _("The theoretical value of this position is known: {worth}.")
        return text.format(worth=value_text(node))
    if node.kind == HORIZON:
        text = _(
            "The horizon: the remaining depth is 0, and {evaluation} evaluates the position as "
            "{value}."
        )
        return text.format(evaluation=tree.evaluation, value=bound_name(node.value))
    return _("The search was stopped here: there is no value.")


def _expanded(node: Node) -> str:
    """Return the reason for the value of a node whose moves were all searched."""
    fields = {
        "best": node.best,
        "mover": player(node.is_max),
        "worth": value_text(node),
        "value": bound_name(node.value),
    }
    if node.bound == EXACT:
        text = _("Every move was searched. The best for {mover} is {best}: {worth}.")
    elif node.bound == LEAST:
        text = (
            _("With {best}, the last move to be searched, MAX gets {worth}.")
            if node.is_max
            else _("Every move was searched, and none holds MAX below {value}: it is {worth}.")
        )
    else:
        text = (
            _("Every move was searched, and none gives MAX more than {value}: it is {worth}.")
            if node.is_max
            else _("With {best}, the last move to be searched, MIN holds MAX to {worth}.")
        )
    return text.format(**fields)


def _cut(tree: Tree, node: Node) -> list[str]:
    """Return the reasons for the value of a node with a cutoff, and its pruned moves."""
    if node.is_max:
        text = _("A cutoff: with {best} MAX gets {worth} here.")
    else:
        text = _("A cutoff: with {best} MIN holds MAX to {worth} here.")
    names = tree.skipped_names(node)
    rest = _("So the other moves do not matter and were pruned: {moves}.").format(
        moves=" ".join(names)
    )
    return [text.format(best=node.best, worth=value_text(node)), _reached_bound(tree, node), rest]


class BoundOrigin(NamedTuple):
    """The origin of a bound of a window.

    node: the node at which the bound was set.
    child: the child whose value it is; None if it comes from a scout's null window or the root's
        window.
    """

    node: Node
    child: Node | None


def bound_origin(tree: Tree, node: Node, end: int) -> BoundOrigin:
    """Return where alpha (end 0) or beta (end 1) of a node's window comes from."""
    assert node.window is not None
    bound = node.window[end]
    while node.parent is not None:
        parent = tree.nodes[node.parent]
        assert parent.window is not None
        if parent.window[end] != bound:
            if parent.is_max == (end == 1):
                return BoundOrigin(parent, None)
            elders = [child for child in tree.children(parent) if child.number < node.number]
            return BoundOrigin(parent, next(child for child in elders if child.value == bound))
        node = parent
    return BoundOrigin(node, None)


def _reached_bound(tree: Tree, node: Node) -> str:
    """Return which bound the value has reached, and why that makes the other moves irrelevant."""
    assert node.window is not None
    end = 1 if node.value >= node.window[1] else 0
    bound = node.window[end]
    source, child = bound_origin(tree, node, end)
    fields = {"place": _capitalized(location(tree, source)), "bound": bound_name(bound)}
    if child is not None:
        if end == 0:
            text = _("{place} MAX already has {bound} with {move}: this is no better for MAX.")
        else:
            text = _(
                "{place} MIN already holds MAX to {bound} with {move}: this is no better for MIN."
            )
        return text.format(**fields, move=child.move)
    if source.parent is None and source.window is not None and source.window[end] == bound:
        return _root_bound(tree, source, end)
    if end == 1:
        text = _(
            "{place} a null window only tests whether MAX can get {bound} or more: here MAX can."
        )
    else:
        text = _(
            "{place} a null window only tests whether MIN can hold MAX to {bound} or less: here "
            "MIN can."
        )
    return text.format(**fields)


def _root_bound(tree: Tree, root: Node, end: int) -> str:
    """Return the reason where the bound is that of the root's window."""
    assert root.window is not None
    bound = bound_name(root.window[end])
    if root.window[end] == tree.span[end]:
        if end == 1:
            return _("No score is above {bound}: it cannot get better for MAX.").format(
                bound=bound
            )
        return _("No score is below {bound}: it cannot get better for MIN.").format(bound=bound)
    if end == 1:
        text = _("This pass only tests whether MAX can get {bound} or more: here MAX can.")
    else:
        text = _("This pass only tests whether MIN can hold MAX to {bound} or less: here MIN can.")
    return text.format(bound=bound)
