"""Categoría de agentes: una búsqueda propia, negamax que sabe que se puede repetir turno.

En esta categoría todo es tuyo, la búsqueda también, dentro del tiempo que puede durar una jugada.
"""

ALIAS = "Minimax"

ONGOING = 1 << 20
"""Lo que dice `outcome` de una partida sin terminar."""

WIN = 1000


def choose(position, moves, game, depth=3):
    """`depth` es una opción: my_player.py(depth=4)."""

    def after(move):
        child = position.play(move)
        sign = 1 if child.turn() == position.turn() else -1
        return sign * worth(child, game, depth - 1)

    return max(moves, key=after)


def worth(position, game, depth):
    """Lo que vale `position` para quien mueve."""
    outcome = position.outcome()
    if outcome != ONGOING:
        return outcome + (WIN if outcome > 0 else -WIN if outcome < 0 else 0)
    if depth == 0:
        markers = game.markers(position)
        return markers[position.turn()] - markers[1 - position.turn()]
    best = -2 * WIN
    for move in position.moves():
        child = position.play(move)
        sign = 1 if child.turn() == position.turn() else -1
        best = max(best, sign * worth(child, game, depth - 1))
    return best
