"""BitBully's own solver of the usual Connect-4 board, without its opening table."""

from typing import Any

from bitbully import bitbully_core

from tablero.games.game import Game


class BitBully:
    """Keeps its table from one position to the next, as ours does."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.core = bitbully_core.BitBullyCore()

    def score(self, position: Any) -> int:
        """What best play leads to, for the side to move in an unfinished position."""
        board = bitbully_core.BoardCore()
        columns = [int(name) - 1 for name in self.game.write(position)]
        is_set = board.setBoard(columns)
        assert is_set, columns
        return int(self.core.mtdf(board, 0))
