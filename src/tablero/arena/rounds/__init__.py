"""Rounds: who meets whom, games, and their journal."""
