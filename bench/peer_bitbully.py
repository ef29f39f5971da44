"""BitBully's solver of the standard Connect-4 board, without its opening book."""

from typing import Any

from bitbully import bitbully_core

from tablero.games.game import Game


class BitBully:
    """A solver that keeps its table from one position to the next, as Tablero's does."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.core = bitbully_core.BitBullyCore()

    def score(self, position: Any) -> int:
        """Return the exact score of an unfinished position, for the side to move."""
        board = bitbully_core.BoardCore()
        columns = [int(name) - 1 for name in self.game.write(position)]
        is_set = board.setBoard(columns)
        assert is_set, columns
        return int(self.core.mtdf(board, 0))
