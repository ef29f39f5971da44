"""What a hand-in is."""
