"""Any game: as it draws itself."""

from typing import Any

from tablero.games.game import Game
from tablero.position import Move
from tablero.web.models import Plain


def view(game: Game, position: Any) -> Plain:
    return Plain(drawing=game.draw(position))


def effects(game: Game, position: Any, move: Move) -> dict[str, Any]:
    return {}
