"""An evaluation of one's own, compiled, against the one that comes with the game."""

from typing import NamedTuple

import tablero


class Lead(NamedTuple):
    weight: int = 3

    def value(self, position):
        return self.weight * (position.store - position.their_store)


mine = tablero.agent("alphabeta(depth=4)", eval=Lead())
print(tablero.match("kalah", mine, "alphabeta(depth=4,eval=simple)", 40, openings=4))

# prints:
# kalah: alphabeta(depth=4,eval=lead(weight=3)) against alphabeta(depth=4,eval=simple), +18 =0 -22, Elo -35 (-150 to +73)
