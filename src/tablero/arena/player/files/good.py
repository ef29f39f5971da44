"""The shipped player *good*: the best that *regular* would say after one more move.

Strong and slow, and faulty at the end on purpose: a finished game is worth -50 to whoever would
have to move, whoever has won it.
"""

from tablero.arena.player import ME, RIVAL

ALIAS = "good"

WORST = -1000
FINISHED = -50


def value(board):
    """Every move is tried on the scratch board, which is the player's own."""
    best = WORST
    scratch = board.scratch()
    for move in board.moves():
        scratch.play(move)
        best = max(best, scratch.marker(ME) - scratch.marker(RIVAL))
        scratch.reset()
    return best


def finished(board):
    return FINISHED
