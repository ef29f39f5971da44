"""Una evaluación: ¿cómo de buena es esta posición para quien mueve?

El torneo mira hacia delante con su propia búsqueda, y pregunta a este fichero en cada hoja.
Cámbialo hasta que le guste a `tablero match mancala11 my_player.py regular --games 20
--openings plies=4`.

Lo que se le puede preguntar a un tablero; los lados son ME (yo) y RIVAL, los hoyos van de 0 a 5
desde la izquierda de su dueño:

    board.seeds(side, pit)      semillas de un hoyo
    board.sum_from(side, pit)   semillas de ese hoyo y de todos los de su derecha
    board.row(side)             los hoyos de un lado, como lista
    board.reversed_row(side)    lo mismo, desde la derecha
    board.both_rows()           board.row(ME) y board.row(RIVAL)
    board.filled(side)          los hoyos de un lado que tienen semillas
    board.filled(side, pit)     lo mismo, desde ese hoyo hacia la derecha
    board.store(side)           semillas del almacén
    board.marker(side)          todas las semillas de un lado, en hoyos y almacén
    board.accumulator(side)     cuánto han subido su marcador sus propias jugadas
    board.turn                  quién mueve: 0 empezó la partida, 1 es el otro
    board.must_pass             ¿quien mueve solo puede pasar?
    board.over                  ¿ha terminado la partida?
    board.moves()               las jugadas legales
    board.scratch()             una copia tuya, a la que se pregunta lo mismo: scratch.play(move),
                                scratch.put(side, pit, seeds), scratch.reset()
"""

from tablero.arena.player import ME, RIVAL

ALIAS = "Sower"

# Pesos: fuera de una función solo puede haber números, textos y tuplas de ellos.
SEEDS = 10
MOBILITY = 3


def value(board):
    """Un número, entero o no; cuanto más alto, mejor para ME. No recuerda nada: la misma
    posición vale lo mismo siempre que se pregunta por ella."""
    lead = board.marker(ME) - board.marker(RIVAL)
    return SEEDS * lead + MOBILITY * mobility(board)


def mobility(board):
    """Puedes escribir las funciones que quieras."""
    return len(board.filled(ME)) - len(board.filled(RIVAL))
