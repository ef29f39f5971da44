"""Kalah: rules, notation and drawing, evaluations, exact solver."""

from tablero.games.kalah.game import Kalah

__all__ = ["Kalah"]
