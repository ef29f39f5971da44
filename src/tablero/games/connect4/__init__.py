"""Connect-4: rules, notation and drawing, evaluations, exact solver, board for students."""

from tablero.games.connect4.game import Connect4Game

__all__ = ["Connect4Game"]
