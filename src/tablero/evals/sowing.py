"""What opinions about sowing games have in common."""

from tablero.games.sowing import seeds_in
from tablero.jit import helper


@helper
def prospects(mine: int, theirs: int, pits: int, bits: int, lap: int) -> tuple[int, int, int]:
    """(pits whose last seed would fall into the store, seeds of the largest capture, pits with
    seeds)

    lap -- pits and stores that a sowing passes once around the board
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
