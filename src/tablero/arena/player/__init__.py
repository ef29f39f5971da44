"""What a hand-in is: its forms, what it may ask of a position, what is forbidden."""
