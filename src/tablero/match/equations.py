"""Many small sets of linear equations, solved at once."""

from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]

LARGE = 64
"""Sets of fewer unknowns are left to the library."""

EXACT, TINY = 1e-24, 1e-300
"""What is missing is next to nothing when its square has shrunk by that much; and no length that
something is divided by is less than TINY."""


def solve(matrices: Array, sides: Array) -> Array:
    """[set, unknown]: the solution of each set. The matrices are symmetric and positive.

    Large ones by conjugate gradients, all sets at once: a library that shares out each of them
    among its threads waits for these threads most of the time.
    """
    if sides.shape[1] < LARGE:
        found: Array = np.linalg.solve(matrices, sides[:, :, None])[:, :, 0]
        return found
    found, missing = np.zeros_like(sides), sides.copy()
    scale = 1 / np.diagonal(matrices, axis1=1, axis2=2)
    goal = EXACT * np.einsum("ij,ij->i", sides, scale * sides)
    heading = eager = scale * missing
    left = np.einsum("ij,ij->i", missing, eager)
    for _round in range(2 * sides.shape[1]):
        if (left <= goal).all():
            break
        ahead = np.einsum("ijk,ik->ij", matrices, heading)
        length = left / np.einsum("ij,ij->i", heading, ahead).clip(TINY)
        found += length[:, None] * heading
        missing -= length[:, None] * ahead
        eager = scale * missing
        before, left = left, np.einsum("ij,ij->i", missing, eager)
        heading = eager + (left / before.clip(TINY))[:, None] * heading
    rest = ~(left <= goal)
    found[rest] = np.linalg.solve(matrices[rest], sides[rest, :, None])[:, :, 0]
    return found
