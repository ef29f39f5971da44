"""easyAI's own Negamax on its own Connect-4 example, with the evaluation `table`.

easyAI multiplies the score of a finished game by 1 + plies left / 1000. Earlier wins are worth
more with us too, so the order of all scores is the same, and so are tree and value as long as
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
    """The example that comes with easyAI, with our score.

    It also takes moves back, for easyAI makes deep copies of games that cannot: a fifth slower.
    """

    def unmake_move(self, column: int) -> None:
        self.board[np.count_nonzero(self.board[:, column]) - 1, column] = 0

    def scoring(self) -> int:
        """Points for the player to move."""
        if self.lose():
            stones = np.count_nonzero(self.board)
            return int((stones + 1) // 2 - (42 + stones % 2) // 2 - 1 - WIN)
        mine = CELLS[self.board == self.current_player].sum()
        others = CELLS[self.board == self.opponent_index].sum()
        return int(mine - others) + (BONUS if self.current_player == MAX else -BONUS)


def score(depth: int) -> int:
    """What the empty board is worth to the first player, by easyAI's search."""
    search = Negamax(depth)
    search(TableGame([AI_Player(search), AI_Player(search)]))
    return int(round(search.alpha))


def nodes(depth: int) -> int:
    """How many nodes below the root that search visits."""
    return calls_of(negamax, "negamax", lambda: score(depth)) - 1
