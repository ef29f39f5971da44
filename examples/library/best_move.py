"""The best move of a position, and the line that both sides would play."""

import tablero

board = tablero.Board("connect4", "4453")
found = board.search(depth=8, eval="lines")
print(found.move, found.score, " ".join(found.line))

# prints:
# 3 -2 3 4 4 4 4 7 3 3
