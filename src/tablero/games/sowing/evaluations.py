"""Features shared by the evaluations of sowing games."""

from tablero.games.sowing.rows import seeds_in
from tablero.jit import helper


@helper
def prospects(mine: int, theirs: int, pits: int, bits: int, lap: int) -> tuple[int, int, int]:
    """Return three features of the side that owns `mine`.

    They are the number of pits whose last seed would fall into the store, the seeds of the
    largest capture, and the number of pits with seeds.

    lap: places (pits and stores) of one lap around the board.
    """
    extra, capture, mobility = 0, 0, 0
    for pit in range(pits):
        hand = seeds_in(mine, pit, bits)
        if hand:
            mobility += 1
            extra += hand % lap == pits - pit
            target = pit + hand
            if target < pits and seeds_in(mine, target, bits) == 0:
                capture = max(capture, seeds_in(theirs, pits - 1 - target, bits))
    return extra, capture, mobility
