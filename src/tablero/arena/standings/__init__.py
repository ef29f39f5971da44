"""Standings: what the games of a round say of everybody. Pure functions of players and games."""
