"""The engine's opinion of a position, ever deeper, until the result is certain."""

import tablero

board = tablero.Board("tictactoe", "x........")
for found in board.analyse(seconds=10):
    print(found.depth, found.move, found.score, "exact" if found.exact else "")

# prints:
# 1 5 0
# 2 5 0
# 3 5 0
# 4 5 0
# 5 5 0
# 6 5 0
# 7 5 0
# 8 5 0 exact
