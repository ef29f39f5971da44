"""Searches that know the verbs of a position, and never a game."""

ALGORITHMS = ("minimax", "negamax", "alphabeta", "negascout", "mtdf")
ENGINE = "engine"
