"""An evaluation of one's own, compiled, against the one that comes with the game."""

from typing import NamedTuple

import tablero


class Lead(NamedTuple):
    weight: int = 3

    def value(self, position):
        return self.weight * (position.store - position.their_store)


mine = tablero.agent("alphabeta(depth=4)", eval=Lead())
result = tablero.match("kalah", mine, "alphabeta(depth=4,eval=simple)", 40, openings=4)
print(result.wins, result.draws, result.losses)

# prints:
# 18 0 22
