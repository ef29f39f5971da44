"""Exact solver of Kalah and Mancala11: numbered pit configurations, endgame tablebase, search."""
