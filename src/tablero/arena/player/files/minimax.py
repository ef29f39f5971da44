"""Agent track: a search of one's own, negamax with an extra move where the same side moves again.

In the agent track everything is yours, the search too, within the time that a move may take.
"""

ALIAS = "Minimax"

ONGOING = 1 << 20
"""What `outcome` says of a game that is not over."""

WIN = 1000


def choose(position, moves, game, depth=3):
    """`depth` is an option: my_player.py(depth=4)."""

    def after(move):
        child = position.play(move)
        sign = 1 if child.turn() == position.turn() else -1
        return sign * worth(child, game, depth - 1)

    return max(moves, key=after)


def worth(position, game, depth):
    """What `position` is worth to the side to move."""
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
