"""Which moves of a game were mistakes? Perfect play says it."""

import tablero

board = tablero.Board("connect4(columns=5,rows=4)")
for move in "3233145":
    solved = board.solve()
    lost = solved.score - solved.moves[move]
    print(board.turn, move, f"loses {lost}" if lost else "is best")
    board.push(move)

# prints:
# 1 3 is best
# 2 2 is best
# 1 3 loses 1
# 2 3 is best
# 1 1 is best
# 2 4 loses 1
# 1 5 loses 1
