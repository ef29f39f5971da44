"""What every move of a Connect-4 position is worth under perfect play."""

import tablero

solved = tablero.solve("connect4", "444444")
for move, score in solved.moves.items():
    print(move, f"{score:+d}", "best" if move in solved.best else "")

# prints:
# 1 -1
# 2 +0
# 3 +1 best
# 5 +1 best
# 6 +0
# 7 -1
