"""Kalah and Mancala11 solved: a number for every field of pits, endgame tables, one kernel."""
