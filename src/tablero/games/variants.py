"""One class of positions (or evaluations) per set of options.

Options are constants of the class: its methods close over plain ints, so the compiler
treats the width of a board as a literal. The class is named after its options, and its
module creates it again from that name; machine code cached on disk finds its types that
way in the next process.
"""

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Any

from tablero.position import P

KEPT = 1000
"""Classes cached per family, about 9 kB each; the least recently used one is dropped."""


def variants(make: Callable[..., type[P]]) -> Callable[..., type[P]]:
    """Cache the class of each set of options and name it `<Class>__<option>_<option>…`."""

    @lru_cache(KEPT)
    @wraps(make)
    def variant(*options: int) -> type[P]:
        cls = make(*options)
        cls.__module__ = make.__module__
        cls.__name__ = cls.__qualname__ = f"{cls.__name__}__{'_'.join(map(str, options))}"
        return cls

    return variant


def remake(**families: Callable[..., type[Any]]) -> Callable[[str], type[Any]]:
    """Return a module's `__getattr__` that creates `<Class>__<options>` again.

    families: functions decorated with `variants`, by class name.
    """

    def __getattr__(name: str) -> type[Any]:
        family, found, options = name.partition("__")
        if found and family in families:
            return families[family](*map(int, options.split("_")))
        raise AttributeError(name)

    return __getattr__
