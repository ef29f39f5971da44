"""What a pair hands in: one file with an alias, and an evaluation or a function that moves.

A file may import ME and RIVAL from here, and Board for its annotations.
"""

from tablero.games.student import ME, RIVAL, Board

__all__ = ["ME", "RIVAL", "Board"]
