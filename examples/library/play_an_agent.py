"""Two agents play a game of Kalah, move by move."""

import tablero

board = tablero.Board("kalah(pits=3,seeds=2)")
agents = {1: "alphabeta(depth=6)", 2: "level(2)"}
while not board.is_over:
    board.push(board.choose(agents[board.turn]))
print(board)
print(board.outcome)

# prints:
#       3  2  1
#       0  0  0
#   4             8
#       0  0  0
#       1  2  3
# Outcome(winner=1, margin=4)
