"""Everything that the tournament would say about a player's file, one stage after the other."""
