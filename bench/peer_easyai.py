"""easyAI's Negamax on its own Connect-4 example, with the evaluation `table`.

easyAI multiplies the score of a finished game by 1 + remaining depth / 1000. Tablero also prefers
earlier wins, so the order of all scores is the same, and so are the tree and the value, as long as
the value is not itself a win.
"""

from importlib import import_module
from typing import Any

import numpy as np
from easyAI import AI_Player, Negamax
from easyAI.games.ConnectFour import ConnectFour

from bench.peers import BONUS, WEIGHTS, calls_of
from tablero.position import WIN

CELLS = np.array(WEIGHTS)
MAX = 1

negamax: Any = import_module("easyAI.AI.Negamax")


class TableGame(ConnectFour):  # type: ignore[misc]
    """easyAI's example with Tablero's scores.

    It can take moves back: otherwise easyAI would copy the game, and be a fifth slower.
    """

    def unmake_move(self, column: int) -> None:
        self.board[np.count_nonzero(self.board[:, column]) - 1, column] = 0

    def scoring(self) -> int:
        """Return the score for the player to move."""
        if self.lose():
            stones = np.count_nonzero(self.board)
            return int((stones + 1) // 2 - (42 + stones % 2) // 2 - 1 - WIN)
        mine = CELLS[self.board == self.current_player].sum()
        others = CELLS[self.board == self.opponent_index].sum()
        return int(mine - others) + (BONUS if self.current_player == MAX else -BONUS)


def score(depth: int) -> int:
    """Return the value of the empty board for the first player, by easyAI's search."""
    search = Negamax(depth)
    search(TableGame([AI_Player(search), AI_Player(search)]))
    return int(round(search.alpha))


def nodes(depth: int) -> int:
    """Return the number of nodes below the root that this search visits."""
    return calls_of(negamax, "negamax", lambda: score(depth)) - 1
