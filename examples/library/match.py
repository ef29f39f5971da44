"""Is depth 4 better than depth 2? Two hundred games, with a confidence interval."""

import tablero

result = tablero.match(
    "connect4", "alphabeta(depth=4)", "alphabeta(depth=2)", games=200, openings=4
)
print(result)

# prints:
# connect4: alphabeta(depth=4) against alphabeta(depth=2), +104 =55 -41, Elo +113 (+70 to +160)
