"""Records and arrays of ints that kernels write, made for machine code or for the interpreter.

Interpreted kernels need Python ints, since NumPy ints overflow.
"""

from types import SimpleNamespace
from typing import Any

import numpy as np

from tablero.jit import INTERPRETED


class IntArray(np.ndarray):
    """A NumPy array whose elements are read as Python ints."""

    def __getitem__(self, index: Any) -> Any:
        if self.ndim == 1 or type(index) is tuple:
            try:
                return self.item(index)
            except (TypeError, ValueError):  # not one element, but a slice
                pass
        return super().__getitem__(index)


def int_array(shape: int | tuple[int, ...], interpreted: bool = INTERPRETED) -> Any:
    """Return an array of zeros."""
    zeros = np.zeros(shape, np.int64)
    return zeros.view(IntArray) if interpreted else zeros


def record(dtype: np.dtype[Any], interpreted: bool = INTERPRETED) -> Any:
    """Return a record of zeros whose fields, ints and arrays of ints, kernels read and write."""
    if not interpreted:
        return np.zeros(1, dtype).view(np.recarray)[0]
    assert dtype.names, dtype
    shapes = {name: dtype[name].shape for name in dtype.names}
    return SimpleNamespace(
        **{name: int_array(shape, interpreted) if shape else 0 for name, shape in shapes.items()}
    )
