"""Quarry's block in ASCII: a box for up to three dimensions, bars for more dimensions."""

from collections.abc import Sequence
from typing import TypeAlias

from tablero.games.game import Paint

Point: TypeAlias = tuple[int, int]
"""Row and column, from the top left."""

LONGEST_EDGE, LONGEST_BAR = 12, 60
"""Largest number of layers drawn on an edge of a box, and on a bar. A longer edge is drawn at
this length, and its number of layers replaces the numbers of the single layers."""

RIGHT, DOWN, BACK = (0, 1), (1, 0), (-1, 1)
STROKES = {RIGHT: "-", DOWN: "|", BACK: "/"}


def draw_block(sides: Sequence[int], numbered: bool, paint: Paint) -> str:
    """Return a drawing of the block; its edges are plain lines, or number the layers.

        +----+           +1-2-+
       /    /|          3    31
      /    / |         2    2 2
     /    /  +        1    1  +
    +----+  /        +1-2-+  3
    |    | /         1    1 2
    |    |/          2    21
    +----+           +1-2-+
    """
    if len(sides) > 3:
        return "\n".join(_bar(side, paint) for side in sides)
    canvas: dict[Point, str] = {}
    for start, direction, side in _edges(*sides):
        _edge(canvas, start, direction, side, numbered)
    rows, columns = (max(point[i] for point in canvas) + 1 for i in (0, 1))
    lines = []
    for row in range(rows):
        line = "".join(canvas.get((row, column), " ") for column in range(columns))
        lines.append(paint(line.rstrip(), "first"))
    return "\n".join(lines)


def _edges(x: int, y: int = 1, z: int = 0) -> list[tuple[Point, Point, int]]:
    """Return start, direction and number of layers of each visible edge."""
    width, height = _shown(x, RIGHT) + 1, _shown(y, DOWN) + 1
    depth = _shown(z, BACK) + 1 if z else 0
    front, back = (depth, 0), (0, depth)
    edges = [
        (front, RIGHT, x),
        ((depth + height, 0), RIGHT, x),
        (front, DOWN, y),
        ((depth, width), DOWN, y),
    ]
    if z:
        edges += [
            (back, RIGHT, x),
            ((0, depth + width), DOWN, y),
            (front, BACK, z),
            ((depth, width), BACK, z),
            ((depth + height, width), BACK, z),
        ]
    return edges


def _shown(side: int, direction: Point) -> int:
    """Return the number of characters between the corners of an edge."""
    return min(side, LONGEST_EDGE) * (2 if direction == RIGHT else 1)


def _edge(canvas: dict[Point, str], start: Point, way: Point, side: int, numbered: bool) -> None:
    length = _shown(side, way)
    for i in range(length + 2):
        corner = i in (0, length + 1)
        canvas[start[0] + way[0] * i, start[1] + way[1] * i] = "+" if corner else STROKES[way]
    if numbered and side <= LONGEST_EDGE:
        for layer in range(side):
            at = 1 + layer * length // side
            canvas[start[0] + way[0] * at, start[1] + way[1] * at] = str((layer + 1) % 10)
    elif numbered:
        number, middle = str(side), (length - len(str(side))) // 2 + 1
        for i, digit in enumerate(number if way != BACK else number[::-1]):
            canvas[start[0] + way[0] * (middle + i), start[1] + way[1] * (middle + i)] = digit


def _bar(side: int, paint: Paint) -> str:
    return paint("#" * min(side, LONGEST_BAR) + ("…" if side > LONGEST_BAR else ""), "first")
