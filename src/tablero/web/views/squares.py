"""Tic-tac-toe: squares to put stones on."""

from typing import Any

from tablero.games.tictactoe import LINES, TicTacToe
from tablero.position import Move
from tablero.web.models import Cell, Squares

SIZE = 3


def view(game: TicTacToe, position: Any) -> Squares:
    theirs = position.mine ^ position.full
    winning = sum({1 << n for line in LINES if theirs & line == line for n in _bits(line)})
    names = set(game.move_names(position))
    cells = []
    for square, stone in enumerate(game.write(position)):
        name = str(square + 1)
        owner = ".xo".index(stone)
        move = name if name in names else None
        won = bool(winning >> square & 1)
        cells.append(Cell(owner=owner, move=move, mark=stone.strip("."), winning=won))  # type: ignore[arg-type]
    return Squares(columns=SIZE, rows=SIZE, cells=cells)


def _bits(line: int) -> list[int]:
    return [square for square in range(SIZE * SIZE) if line >> square & 1]


def effects(game: TicTacToe, position: Any, move: Move) -> dict[str, Any]:
    return {"cell": move}
