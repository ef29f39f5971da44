"""Connect-4: columns of cells, and the line that has won."""

from typing import Any

from tablero.games.connect4 import Connect4Game
from tablero.position import ONGOING, Move
from tablero.web.models import Cell, Columns, Owner


def view(game: Connect4Game, position: Any) -> Columns:
    """Cells from the top left, row by row; a click anywhere in a column plays it."""
    first = position.mine if position.turn() == 0 else position.mine ^ position.full
    names = set(game.move_names(position))
    winning = _winning(game, position)
    cells = []
    for row in reversed(range(game.rows)):
        for column, name in enumerate(game.names):
            bit = 1 << (game.rows + 1) * column + row
            owner: Owner = 0 if not position.full & bit else 1 if first & bit else 2
            move = name if name in names else None
            won = bool(winning & bit)
            cells.append(Cell(owner=owner, move=move, mark="", winning=won))
    return Columns(columns=game.columns, rows=game.rows, cells=cells)


def effects(game: Connect4Game, position: Any, move: Move) -> dict[str, Any]:
    column, row = divmod(move.bit_length() - 1, game.rows + 1)
    return {"cell": (game.rows - 1 - row) * game.columns + column}


def plies_to_win(game: Connect4Game, position: Any, score: int) -> int:
    """Of both sides; a win is worth the stones left in the winner's hand, and one more."""
    winner: int = position.turn() if score > 0 else 1 - position.turn()
    hand = (game.columns * game.rows + 1 - winner) // 2
    stones = hand + 1 - abs(score)
    return 2 * stones - (1 - winner) - int(position.stones)


def _winning(game: Connect4Game, position: Any) -> int:
    """All stones of lines that have won."""
    if position.outcome() == ONGOING:
        return 0
    stones = position.mine ^ position.full
    found = 0
    for step in (1, game.rows, game.rows + 1, game.rows + 2):
        run = stones
        for _i in range(game.connect - 1):
            run &= run >> step
        for i in range(game.connect):
            found |= run << i * step
    return found
