"""The evaluation `table` of Connect-4 as the peers need it, bottom row first."""

LOWER_HALF = ((3, 4, 5, 7, 5, 4, 3), (4, 6, 8, 10, 8, 6, 4), (5, 8, 11, 13, 11, 8, 5))
WEIGHTS = LOWER_HALF + LOWER_HALF[::-1]
"""How many fours pass through each cell."""

BONUS = 138
"""Always added for MAX, the side to move at the root."""
