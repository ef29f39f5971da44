"""A class tournament, from hand-in to grades: players whom nobody trusts, and a fair result."""
