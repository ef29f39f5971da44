"""Code shared by Kalah and Mancala11: rows of pits, features, solver, board for students."""
