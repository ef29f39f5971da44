"""Play random games and write down all that a kernel can ask of their positions.

As a program it prints what it wrote; run with NUMBA_DISABLE_JIT=1 it is the judge of the
machine code.
"""

import json
from random import Random
from typing import Any

import numpy as np

from tablero.jit import kernel
from tablero.position import ONGOING
from tests.games.setups import LONG_SOWINGS, OUTSIDE, Setup

PLIES = 400
COLUMNS = 60
BLANK = -(1 << 62)

REPLAYED = [
    Setup("connect4"),
    Setup("connect4(columns=4,rows=4,connect=3)"),
    Setup("kalah"),
    Setup("kalah(capture=empty,end=mover)"),
    Setup("kalah(capture=leave)"),
    Setup("kalah(capture=none,pits=3)"),
    Setup("mancala11(passes=true,steal_from=2,limit=30)"),
    Setup("mancala11(sow_rival_store=false)"),
    *LONG_SOWINGS,
    Setup("quarry"),
    Setup("tictactoe"),
    Setup(OUTSIDE),
]


@kernel
def replay(start: Any, choices: np.ndarray, rows: np.ndarray) -> None:
    """One row for each position: outcome, turn, theory, fields, key, promising moves, moves.

    A game that is over begins again.
    """
    position = start
    for ply in range(len(choices)):
        row = rows[ply]
        outcome = position.outcome()
        row[0] = outcome
        row[1] = position.turn()
        row[2] = position.theory()
        at = 3
        for i in range(len(position)):
            row[at] = position[i]
            at += 1
        key = position.key()
        for i in range(len(key)):
            row[at] = key[i]
            at += 1
        for move in position.promising():
            row[at] = move
            at += 1
        first = at
        for move in position.moves():
            row[at] = move
            at += 1
        if outcome == ONGOING:
            position = position.play(int(row[first + choices[ply] % (at - first)]))
        else:
            position = start


def written_down(setup: Setup) -> list[list[int]]:
    dice = Random(str(setup))
    choices = np.array([dice.randrange(1 << 20) for _ply in range(PLIES)])
    rows = np.full((PLIES, COLUMNS), BLANK)
    replay(setup.start, choices, rows)
    result: list[list[int]] = rows.tolist()
    return result


if __name__ == "__main__":
    print(json.dumps({str(setup): written_down(setup) for setup in REPLAYED}))
