"""Count the calls of a function that calls itself."""

from collections.abc import Callable
from typing import Any
from unittest.mock import patch


def calls_of(module: Any, name: str, work: Callable[[], Any]) -> int:
    """How often `work` calls the function `name` of `module`. Slow: never time this."""
    function = getattr(module, name)
    calls = 0

    def counted(*args: Any, **options: Any) -> Any:
        nonlocal calls
        calls += 1
        return function(*args, **options)

    with patch.object(module, name, counted):
        work()
    return calls
