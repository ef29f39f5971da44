"""Agent track: the move after which the marker lead is largest; of equal ones, any."""

import random

ALIAS = "Greedy"


def choose(position, moves, game, side):
    """A position never changes: `play` makes a new one. `game` knows words and markers."""

    def lead(move):
        markers = game.markers(position.play(move))
        return markers[side] - markers[1 - side]

    best = max(lead(move) for move in moves)
    return random.choice([move for move in moves if lead(move) == best])
