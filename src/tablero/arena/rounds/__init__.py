"""Rounds: who meets whom, from which openings, played by processes, written down game by game."""
