"""El jugador *good* de la casa: lo mejor que *regular* diría tras una jugada más.

Fuerte y lento, y defectuoso al final a propósito: una partida terminada vale -50 para quien
tendría que mover, la haya ganado quien la haya ganado.
"""

from tablero.arena.player import ME, RIVAL

ALIAS = "good"

WORST = -1000
FINISHED = -50


def value(board):
    """Cada jugada se prueba en el tablero de borrador, que es del propio jugador."""
    best = WORST
    scratch = board.scratch()
    for move in board.moves():
        scratch.play(move)
        best = max(best, scratch.marker(ME) - scratch.marker(RIVAL))
        scratch.reset()
    return best


def finished(board):
    return FINISHED
