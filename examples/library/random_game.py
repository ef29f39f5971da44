"""A random game from the first move to the last."""

import random

import tablero

generator, board = random.Random(1), tablero.Board("kalah(pits=3,seeds=2)")
while not board.is_over:
    board.push(generator.choice(board.legal_moves))
print(*board.moves)
print(board.outcome)

# prints:
# 1 3 1 2 1 3 2 3 2 1 1 3
# Outcome(winner=1, margin=2)
