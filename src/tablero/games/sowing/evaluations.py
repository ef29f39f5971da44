"""Features shared by the evaluations of sowing games."""

from typing import Any

from tablero.games.sowing.rows import row_total, seeds_in
from tablero.jit import helper


@helper
def composite_value(
    weights: Any, position: Any, pits: int, bits: int, ones: int, lap: int, least_store: int
) -> int:
    """Return the weighted sum of the features that both games have, the mover's minus the other's.

    weights: an evaluation with the weights stores, row, last, extra, capture and mobility.
    ones: a row with one seed in every pit.
    lap: places (pits and stores) of one lap around the board.
    least_store: seeds that a store must hold for a last seed there to give an extra turn.
    """
    mine, theirs = position.mine, position.theirs
    stores: int = position.store - position.their_store
    rows = row_total(mine, pits, bits, ones) - row_total(theirs, pits, bits, ones)
    last = seeds_in(mine, pits - 1, bits) - seeds_in(theirs, pits - 1, bits)
    extra, capture, mobility = prospects(mine, theirs, pits, bits, lap)
    their_extra, their_capture, their_mobility = prospects(theirs, mine, pits, bits, lap)
    extra = extra if position.store >= least_store else 0
    their_extra = their_extra if position.their_store >= least_store else 0
    total: int = (
        weights.stores * stores
        + weights.row * rows
        + weights.last * last
        + weights.extra * (extra - their_extra)
        + weights.capture * (capture - their_capture)
        + weights.mobility * (mobility - their_mobility)
    )
    return total


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
