"""What alpha-beta saves, depth by depth."""

import tablero

board = tablero.Board("connect4")
for depth in range(1, 7):
    names = "minimax", "alphabeta"
    found = [board.search(depth, algorithm=name) for name in names]
    print(depth, *(each.statistics["evaluated"] for each in found))

# prints:
# 1 7 7
# 2 56 41
# 3 399 173
# 4 2800 762
# 5 19607 3489
# 6 137256 10299
