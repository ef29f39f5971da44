"""Pictures of boards as SVG, drawn from the data that the web page draws."""

from collections.abc import Iterator
from html import escape
from typing import Any

from tablero.games.game import Game
from tablero.games.page_view import View

CELL, MARGIN, LINE, LETTER = 44, 10, 17, 8.5
"""Pixels: the side of a cell, a margin, the height of a line of text, the width of a letter."""

FIRST, SECOND, EMPTY, BOARD, WOOD, INK = (
    "#c8312a",
    "#e0a800",
    "#f4f6f9",
    "#1f4e8c",
    "#d8b384",
    "#1c2330",
)


def board_svg(game: Game, position: Any) -> str:
    """Return a picture of the position; a game without a view of its own is drawn as text."""
    view = game.page_view.view(game, position)
    if view["kind"] in ("columns", "squares"):
        return _squares(view)
    if view["kind"] == "pits":
        return _pits(view)
    return _text(game.draw(position))


def _squares(view: View) -> str:
    """Return a board of cells: its owner's colour, its mark, a ring where a line has won."""
    columns, rows = view["columns"], view["rows"]
    drops = view["kind"] == "columns"
    parts = [_box(MARGIN, MARGIN, columns * CELL, rows * CELL, BOARD if drops else WOOD)]
    for number, cell in enumerate(view["cells"]):
        row, column = divmod(number, columns)
        x, y = MARGIN + CELL * (column + 0.5), MARGIN + CELL * (row + 0.5)
        fill = (EMPTY if drops else "none", FIRST, SECOND)[cell["owner"]]
        ring = INK if cell["winning"] else "none" if drops or cell["owner"] else INK
        parts.append(_circle(x, y, 0.4 * CELL, fill, ring, 3 if cell["winning"] else 0.5))
        if cell["mark"]:
            parts.append(_label(x, y, cell["mark"], "#ffffff"))
    return _framed(parts, columns * CELL, rows * CELL)


def _pits(view: View) -> str:
    """Return two rows of pits between the stores; the second player's row is on top."""
    count = len(view["pits"][0])
    width, height = (count + 2) * CELL, 2 * CELL
    parts = [_box(MARGIN, MARGIN, width, height, WOOD)]
    for side, colour in ((0, FIRST), (1, SECOND)):
        for number, seeds in enumerate(view["pits"][side]):
            column = number + 1 if side == 0 else count - number
            x = MARGIN + CELL * (column + 0.5)
            parts += _pit(x, MARGIN + CELL * (1.5 - side), 0.4 * CELL, seeds, colour)
        x = MARGIN + CELL * (count + 1.5 if side == 0 else 0.5)
        parts += _pit(x, MARGIN + CELL, 0.46 * CELL, view["stores"][side], colour)
    return _framed(parts, width, height)


def _pit(x: float, y: float, radius: float, seeds: int, colour: str) -> Iterator[str]:
    yield _circle(x, y, radius, EMPTY, colour, 2.5)
    yield _label(x, y, str(seeds), INK)


def _text(drawing: str) -> str:
    lines = drawing.splitlines() or [""]
    parts = [
        f'<text x="{MARGIN}" y="{MARGIN + LINE * (number + 0.8):.1f}" xml:space="preserve" '
        f'font-family="monospace" font-size="14" fill="{INK}">{escape(line)}</text>'
        for number, line in enumerate(lines)
    ]
    return _framed(parts, LETTER * max(map(len, lines)), LINE * len(lines))


def _box(x: float, y: float, width: float, height: float, fill: str) -> str:
    return f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="6" fill="{fill}"/>'


def _circle(x: float, y: float, radius: float, fill: str, ring: str, width: float) -> str:
    where = f'cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}"'
    return f'<circle {where} fill="{fill}" stroke="{ring}" stroke-width="{width}"/>'


def _label(x: float, y: float, text: str, colour: str) -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="middle" dominant-baseline="central" '
        f'font-family="sans-serif" font-size="15" fill="{colour}">{escape(text)}</text>'
    )


def _framed(parts: list[str], width: float, height: float) -> str:
    width, height = width + 2 * MARGIN, height + 2 * MARGIN
    size = f'viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" height="{height:.0f}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{"".join(parts)}</svg>'
