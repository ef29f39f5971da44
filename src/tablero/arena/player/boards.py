"""What an evaluation may ask of a position. The boards live in `evals`, since a player's file
plays outside the arena too."""

from tablero.games.student import ME, RIVAL, Board, Scratch, view, viewer

__all__ = ["ME", "RIVAL", "Board", "Scratch", "view", "viewer"]
