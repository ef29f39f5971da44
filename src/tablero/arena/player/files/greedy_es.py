"""Categoría de agentes: la jugada tras la que es mayor la ventaja en el marcador; entre iguales,
cualquiera."""

import random

ALIAS = "Greedy"


def choose(position, moves, game, side):
    """Una posición nunca cambia: `play` hace otra. `game` sabe de palabras y de marcadores."""

    def lead(move):
        markers = game.markers(position.play(move))
        return markers[side] - markers[1 - side]

    best = max(lead(move) for move in moves)
    return random.choice([move for move in moves if lead(move) == best])
