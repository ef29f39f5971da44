"""The shipped player *regular*: own marker less the rival's.

A player must do at least as well as this one, starting and not starting.
"""

from tablero.arena.player import ME, RIVAL

ALIAS = "regular"


def value(board):
    """A marker is all seeds of a side, in its pits and in its store."""
    return board.marker(ME) - board.marker(RIVAL)


def finished(board):
    """A finished game counts by its margin, in the same units."""
    return board.margin
