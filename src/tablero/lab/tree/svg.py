"""The tree of a search as a self-contained SVG picture.

A node that was expanded is a house: its roof points up where MAX moves, down where MIN does. A
node valued without a search is a box, dark for a finished game. Its window stands above it, its
value within it. The principal variation is bold. Pruned moves are dashed and struck out.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from html import escape
from itertools import accumulate

from tablero.errors import OptionError
from tablero.lab.tree.explain import explain
from tablero.lab.tree.label import AGAIN, kind_label, legend, value_label, window_label
from tablero.lab.tree.tree import CACHED, CUT, EXPANDED, OVER, THEORY, Node, Tree
from tablero.locale import _

MAX_DRAWN = 400
"""Nodes and pruned moves drawn at most; a larger picture is unreadable."""

MAX_PLIES = 100
"""Depth of a picture at most, in plies."""

MAX_PRUNED_DRAWN = 8
"""Pruned moves drawn at most per node; the others are counted."""

INK, SHADE, FAINT, PAPER = "#0b3c5d", "#c3d3e0", "#6f7b85", "#ffffff"
LEVEL, BODY, ROOF, GAP, MARGIN = 104, 26, 12, 12, 24
LETTER_WIDTH = {9: 5.2, 11: 6.3, 13: 8.0}
"""Width of a letter in pixels, by font size."""

STYLE = (
    "text{font-family:Helvetica,Arial,sans-serif;text-anchor:middle;fill:#111}"
    f".window,.kind{{font-size:9px;fill:#4a545c}}.move{{font-size:11px;font-weight:bold}}"
    f".value{{font-size:13px}}.note{{font-size:11px;text-anchor:start;fill:{FAINT}}}"
    f".edge{{stroke:{FAINT};stroke-width:1;fill:none}}.best{{stroke:{INK};stroke-width:3.5}}"
    f".ghost{{stroke:{FAINT};stroke-dasharray:3 3;fill:none}}.cut{{stroke:#111;stroke-width:1.5}}"
    f".ghostly{{font-size:11px;fill:{FAINT}}}.paper,.dark{{fill:{PAPER}}}"
)


@dataclass
class DrawnNode:
    """A node in the picture, or a pruned move (ghost); a ghost has no node."""

    node: Node | None
    name: str
    width: float
    x: float = 0.0
    y: float = 0.0
    below: list["DrawnNode"] = field(default_factory=list)

    @property
    def top(self) -> float:
        roof = self.node and self.node.kind in (EXPANDED, CUT) and self.node.is_max
        return self.y - BODY / 2 - (ROOF if roof else 0)

    @property
    def bottom(self) -> float:
        roof = self.node and self.node.kind in (EXPANDED, CUT) and not self.node.is_max
        return self.y + BODY / 2 + (ROOF if roof else 0)

    def __iter__(self) -> Iterator["DrawnNode"]:
        yield self
        for drawn_node in self.below:
            yield from drawn_node


def plies_that_fit(tree: Tree) -> int:
    """Return how many plies a picture can show."""
    drawn_nodes = Counter[int]()
    for node in tree.nodes:
        drawn_nodes[node.ply] += 1
        drawn_nodes[node.ply + 1] += min(node.skipped, MAX_PRUNED_DRAWN)
    drawn = accumulate(drawn_nodes[ply] for ply in range(min(MAX_PLIES, deepest(tree)) + 1))
    return max(0, sum(number <= MAX_DRAWN for number in drawn) - 1)


def deepest(tree: Tree) -> int:
    return max(node.ply for node in tree.nodes)


def svg(tree: Tree, command: str, plies: int | None = None) -> str:
    """Return the picture of the first `plies` plies, by default as many as fit.

    Raise OptionError if it would be too large to read.
    """
    fitting = plies_that_fit(tree)
    wanted = min(deepest(tree), max(fitting, 1) if plies is None else plies)
    if wanted > fitting:
        message = _("a picture shows at most {most} nodes: that is {plies} plies of this tree")
        raise OptionError(message.format(most=MAX_DRAWN, plies=fitting))
    roots = [_drawn_tree(tree, root, wanted) for root in tree.roots]
    height, body = float(MARGIN), []
    for number, root in enumerate(roots):
        if len(roots) > 1:
            title = _("pass {number} of {passes}").format(number=number + 1, passes=len(roots))
            body.append(_text("note", MARGIN, height, title))
        _set_coordinates(root, MARGIN, height + 32)
        body += _draw(tree, root)
        height = max(drawn_node.bottom for drawn_node in root) + 2 * MARGIN
    notes = [*legend(tree), *_notes(tree, wanted), command]
    body += [_text("note", MARGIN, height + 16 * i, note) for i, note in enumerate(notes)]
    width = max([root.width for root in roots] + [LETTER_WIDTH[11] * len(note) for note in notes])
    return _framed(body, command, width + 2 * MARGIN, height + 16 * len(notes))


def _framed(body: list[str], command: str, width: float, height: float) -> str:
    size = f'viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" height="{height:.0f}"'
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" {size}>',
            f"<desc>{escape(command)}</desc>",
            f"<style>{STYLE}</style>",
            f'<rect width="100%" height="100%" fill="{PAPER}"/>',
            *filter(None, body),
            "</svg>\n",
        ]
    )


def html(tree: Tree, command: str, plies: int | None = None) -> str:
    """Return an HTML page with the picture."""
    title = f"{escape(str(tree.game))} · {tree.settings.algorithm} {tree.settings.depth}"
    return (
        f'<!doctype html>\n<html>\n<meta charset="utf-8">\n<title>{title}</title>\n'
        f"<h1>{title}</h1>\n{svg(tree, command, plies)}</html>\n"
    )


def _notes(tree: Tree, plies: int) -> list[str]:
    """Return the legend, and how much of the tree the picture shows."""
    text = _(
        "Bold: the principal variation. Dark: game over. Struck out: pruned. {again}: extra turn."
    )
    notes = [text.format(again=AGAIN)]
    shown = len(tree.top(plies)) - len(tree.roots)
    if shown < tree.kept:
        text = _("Plies shown: {plies}; nodes below the root: {shown} of {visited}.")
        notes.append(text.format(plies=plies, shown=shown, visited=tree.visited))
    return notes


def _drawn_tree(tree: Tree, node: Node, plies: int) -> DrawnNode:
    """Return a node as it is drawn, with its width, and all nodes below it."""
    deeper = node.ply < plies
    below = [_drawn_tree(tree, child, plies) for child in tree.children(node)] if deeper else []
    if deeper and node.skipped:
        names = tree.skipped_names(node)
        if len(names) > MAX_PRUNED_DRAWN:
            names = [*names[: MAX_PRUNED_DRAWN - 1], f"+{len(names) - MAX_PRUNED_DRAWN + 1}"]
        below += [DrawnNode(None, name, LETTER_WIDTH[11] * len(name) + 14) for name in names]
    name = f"{node.move} {AGAIN}" if node.again else node.move
    texts = (
        LETTER_WIDTH[9] * len(window_label(node)) + 6,
        LETTER_WIDTH[13] * len(value_label(node)) + 16,
        LETTER_WIDTH[9] * len(_caption(node, bool(below))),
    )
    children = sum(drawn_node.width for drawn_node in below) + GAP * max(len(below) - 1, 0)
    return DrawnNode(node, name, max(36.0, children, *texts), below=below)


def _set_coordinates(drawn_node: DrawnNode, left: float, y: float) -> None:
    """Set the coordinates of a drawn node and of all nodes below it, from `left` on."""
    children = sum(child.width for child in drawn_node.below) + GAP * max(
        len(drawn_node.below) - 1, 0
    )
    at = left + (drawn_node.width - children) / 2
    for child in drawn_node.below:
        _set_coordinates(child, at, y + (LEVEL if child.node else LEVEL * 0.62))
        at += child.width + GAP
    drawn_node.y = y
    seen = [child.x for child in drawn_node.below]
    drawn_node.x = (seen[0] + seen[-1]) / 2 if seen else left + drawn_node.width / 2


def _caption(node: Node, unfolded: bool) -> str:
    """Return the text below a node."""
    if not node.children:
        return kind_label(node)
    return "" if unfolded else _("nodes below: {nodes}").format(nodes=node.size - 1)


def _draw(tree: Tree, root: DrawnNode) -> Iterator[str]:
    assert root.node is not None
    best = {root.node.number, *(node.number for node in tree.line(root.node))}
    for drawn_node in root:
        for child in drawn_node.below:
            yield from _edge(
                drawn_node, child, child.node is not None and child.node.number in best
            )
    for drawn_node in root:
        if drawn_node.node is not None:
            yield from _node(tree, drawn_node, drawn_node.node, drawn_node.node.number in best)


def _edge(above: DrawnNode, below: DrawnNode, bold: bool) -> Iterator[str]:
    start, end = above.bottom, below.top - 15 if below.node else below.y - 9
    kind = "edge best" if bold else "edge" if below.node else "ghost"
    yield f'<path class="{kind}" d="M{above.x:.1f} {start:.1f}L{below.x:.1f} {end:.1f}"/>'
    if below.node is not None:
        x, y = above.x + (below.x - above.x) * 0.55, start + (end - start) * 0.55
        half = LETTER_WIDTH[11] * len(below.name) / 2 + 2
        corner, size = f'x="{x - half:.1f}" y="{y - 7:.1f}"', f'width="{2 * half:.1f}" height="14"'
        yield f'<rect class="paper" {corner} {size}/>'
        yield _text("move", x, y + 4, below.name)
        return
    x, y = above.x + (below.x - above.x) * 0.5, start + (end - start) * 0.5
    for dx in (-5.5, -0.5):
        yield f'<path class="cut" d="M{x + dx:.1f} {y + 5:.1f}l6 -10"/>'
    yield _text("ghostly", below.x, below.y + 3, below.name)


def _node(tree: Tree, drawn_node: DrawnNode, node: Node, bold: bool) -> Iterator[str]:
    dark, grey = node.kind == OVER, node.kind in (CACHED, THEORY)
    fill = INK if dark else SHADE if grey else PAPER
    half = (LETTER_WIDTH[13] * len(value_label(node)) + 14) / 2
    x, left, right = drawn_node.x, drawn_node.x - half, drawn_node.x + half
    eaves, floor = drawn_node.y - BODY / 2, drawn_node.y + BODY / 2
    outline = (
        f"M{left:.1f} {eaves:.1f}L{x:.1f} {drawn_node.top:.1f}L{right:.1f} {eaves:.1f}"
        f"L{right:.1f} {floor:.1f}L{x:.1f} {drawn_node.bottom:.1f}L{left:.1f} {floor:.1f}Z"
    )
    yield f"<g><title>{escape(chr(10).join(explain(tree, node)))}</title>"
    yield f'<path d="{outline}" fill="{fill}" stroke="{INK}" stroke-width="{3 if bold else 1.2}"/>'
    yield _text("value dark" if dark else "value", x, drawn_node.y + 5, value_label(node))
    yield _text("window", x, drawn_node.top - 5, window_label(node))
    yield _text("kind", x, drawn_node.bottom + 11, _caption(node, bool(drawn_node.below)))
    yield "</g>"


def _text(kind: str, x: float, y: float, text: str) -> str:
    return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}">{escape(text)}</text>' if text else ""
