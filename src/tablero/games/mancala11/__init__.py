"""Mancala11, the tournament's game: rules, notation and drawing, evaluations, exact solver."""

from tablero.games.mancala11.game import Mancala11

__all__ = ["Mancala11"]
