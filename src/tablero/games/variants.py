"""One class of positions (or judges) per set of options.

Options are constants of the class: its verbs close over plain ints, so compiled
code knows the board's width as well as if it had been written there. The class
is named after its options, and its module makes it again from that name, which
is how machine code kept on disk finds its types in the next process.
"""

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Any

from tablero.position import P

KEPT = 1000
"""Classes of a family, some 9 kB each; that which nobody has asked for longest is made again."""


def variants(make: Callable[..., type[P]]) -> Callable[..., type[P]]:
    """Each set of options makes its class, named `<Class>__<option>_<option>…`."""

    @lru_cache(KEPT)
    @wraps(make)
    def variant(*options: int) -> type[P]:
        cls = make(*options)
        cls.__module__ = make.__module__
        cls.__name__ = cls.__qualname__ = f"{cls.__name__}__{'_'.join(map(str, options))}"
        return cls

    return variant


def remake(**families: Callable[..., type[Any]]) -> Callable[[str], type[Any]]:
    """A module's `__getattr__`: makes `<Class>__<options>` again, families by class name."""

    def __getattr__(name: str) -> type[Any]:
        family, found, options = name.partition("__")
        if found and family in families:
            return families[family](*map(int, options.split("_")))
        raise AttributeError(name)

    return __getattr__
