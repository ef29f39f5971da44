"""El jugador *regular* de la casa: marcador propio menos el del rival.

Un jugador tiene que ser al menos tan bueno como este, saliendo y sin salir.
"""

from tablero.arena.player import ME, RIVAL

ALIAS = "regular"


def value(board):
    """El marcador son todas las semillas de un lado, en sus hoyos y en su almacén."""
    return board.marker(ME) - board.marker(RIVAL)


def finished(board):
    """Una partida terminada cuenta por su diferencia, en las mismas unidades."""
    return board.margin
