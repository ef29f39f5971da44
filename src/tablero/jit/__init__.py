"""All we know about Numba.

A position (or a judge, or any part of a search) is a NamedTuple whose verbs are
plain Python. When a kernel says `position.play(move)`, Numba asks the choosers of
words.py which code to compile, and they answer: the very method of that class. So
every text exists once and runs at two speeds, and the machine code, made for
types and not for functions, can be kept on disk for the next process.

A kernel that calls itself must not get a literal from another kernel, `f(position, 0)`: Numba
makes a text of its own for that 0, which calls the usual one, and such a pair cannot be had
back from disk. A field of value 0 does no harm.

Numba is imported when the first kernel is called, not before. With
NUMBA_DISABLE_JIT=1 it is never imported, and kernels are what they look like. So they are for
a `Foreign` position, which Numba cannot know: whatever a kernel writes into must then be made
for the interpreter (`is_interpreted`), or numbers of NumPy's would overflow in it.
"""

import os
import sys
from collections.abc import Callable, Sequence
from typing import Any, ClassVar, TypeVar, cast

from tablero.faults import compile_error, running_error
from tablero.jit import words
from tablero.jit.disk import Shelves
from tablero.position import Foreign

F = TypeVar("F", bound=Callable[..., Any])

INTERPRETED = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")

DEEPEST_RECURSION = 10_000

_awake = False


def allow_deep_recursion() -> None:
    """For the interpreter: kernels call themselves once a ply."""
    sys.setrecursionlimit(max(sys.getrecursionlimit(), DEEPEST_RECURSION))


if INTERPRETED:
    allow_deep_recursion()


def kernel(function: F) -> F:
    """Compile `function` on its first call and keep the machine code on disk."""
    return function if INTERPRETED else cast(F, Kernel(function))


def helper(function: F) -> F:
    """Compile `function` where kernels call it; plain Python calls it as it is."""
    return function if INTERPRETED else cast(F, Helper(function))


class Kernel:
    """A function that becomes a Numba dispatcher when it is first needed."""

    manner: ClassVar[dict[str, bool]] = {}

    def __init__(self, function: Callable[..., Any]) -> None:
        self.__wrapped__ = function
        self.__doc__ = function.__doc__
        self._dispatcher: Any = None

    @property
    def dispatcher(self) -> Any:
        if self._dispatcher is None:
            _wake()
            from numba import njit

            policy = {"nogil": True, "error_model": "numpy"}
            self._dispatcher = njit(**policy, **self.manner)(self.__wrapped__)
            if self.is_ours:
                self._dispatcher._cache = Shelves(self.__wrapped__)
        return self._dispatcher

    def compile_for(self, *args: Any) -> None:
        """Have the machine code for arguments of these types ready."""
        dispatcher = self.dispatcher
        from numba import typeof

        try:
            dispatcher.compile(tuple(typeof(argument) for argument in args))
        except Exception as error:
            raise compile_error(error) from error

    def __call__(self, *args: Any) -> Any:
        if are_foreign(args):
            return self.__wrapped__(*args)
        try:
            return self.dispatcher(*args)
        except Exception as error:
            from numba import typeof

            compiled = tuple(map(typeof, args)) in self.dispatcher.overloads
            raise (running_error if compiled else compile_error)(error) from error

    @property
    def is_ours(self) -> bool:
        """Is it part of the package? A file from outside may be gone when it is looked for."""
        return self.__wrapped__.__module__.startswith("tablero.")


class Helper(Kernel):
    """A function that is compiled for kernels only, into the midst of them."""

    manner = {"forceinline": True}

    def __call__(self, *args: Any) -> Any:
        return self.__wrapped__(*args)


def are_foreign(args: Sequence[Any]) -> bool:
    """Is one of these a position that only the interpreter can take?"""
    return any(isinstance(argument, Foreign) for argument in args)


def is_interpreted(position: Any) -> bool:
    """Do kernels walk through their texts for such a position, in place of machine code?"""
    return INTERPRETED or isinstance(position, Foreign)


def prepare(function: Callable[..., Any], *args: Any) -> None:
    """Compile a kernel for these arguments now, so that the call itself only computes."""
    if isinstance(function, Kernel) and not are_foreign(args):
        function.compile_for(*args)


def on_compile(begun: Callable[[], None], ended: Callable[[], None]) -> None:
    """From now on, call these before and after machine code is made that was not on disk. One
    piece may need another, which begins later and ends sooner."""
    if not INTERPRETED:
        _wake()
        from numba.core import event

        class Listener(event.Listener):  # type: ignore[misc]
            def on_start(self, event: Any) -> None:
                begun()

            def on_end(self, event: Any) -> None:
                ended()

        event.register("numba:compile", Listener())


def _wake() -> None:
    """Teach Numba our words, once."""
    global _awake
    if _awake:
        return
    words.teach()
    _teach_kernels()
    _awake = True


def _teach_kernels() -> None:
    """A kernel may be handed to another one."""
    from numba import types
    from numba.extending import typeof_impl

    @typeof_impl.register(Kernel)
    def kernel_type(value: Kernel, context: Any) -> Any:
        return types.Dispatcher(value.dispatcher)
