"""A player's file with a function: win at once, else do not let the other win at once."""

import random

from tablero.position import ONGOING


def choose(position, moves):
    """A move, as one of `moves`; what it may ask for by name: docs/players.md"""
    random.shuffle(moves)
    return max(moves, key=lambda move: worth(position, move))


def worth(position, move):
    """1 if the move wins, -1 if it can be answered by a win, else 0."""
    after = position.play(move)
    if after.outcome() != ONGOING:
        return result_for(position.turn(), after)
    return min(result_for(position.turn(), after.play(reply)) for reply in after.moves())


def result_for(side, position):
    """1 if `side` has won, -1 if the other has, 0 for anything else."""
    outcome = position.outcome()
    if outcome in (0, ONGOING):
        return 0
    return 1 if (outcome > 0) == (position.turn() == side) else -1
