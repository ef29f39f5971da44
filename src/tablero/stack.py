"""Threads with room for deep recursion."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

DEEP_STACK = 256 << 20
"""Bytes of stack for a search that may go a thousand plies deep, interpreted too."""


@contextmanager
def deep_stack() -> Iterator[None]:
    """Threads that are started within have a deep stack."""
    usual = threading.stack_size(DEEP_STACK)
    try:
        yield
    finally:
        threading.stack_size(usual)
