"""Quarry: rules, notation and drawing, exact solver."""

from tablero.games.quarry.game import Quarry

__all__ = ["Quarry"]
