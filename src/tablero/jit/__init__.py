"""Compilation of kernels with Numba.

A position (or an evaluation, or any part of a search) is a NamedTuple with methods in plain
Python. When a kernel calls `position.play(move)`, Numba compiles the method of that very class
(extensions.py). Every rule therefore exists once and runs at two speeds; and since kernels are
compiled for types, not for functions, their machine code is kept on disk for the next process
(disk.py). The records and arrays that kernels write are made by records.py.

Numba is imported when the first kernel is called, not before. With NUMBA_DISABLE_JIT=1 it is
never imported, and kernels are plain Python functions.

Rules for authors of kernels:

- **int64.** An int is an int64, and overflows without an error. Kernels of the package use int64
  alone, and hash keys of 62 bits. The code of users has bitboards too (bitboards.py), and its ints
  do not overflow silently (exact.py).
- **No functions.** A kernel may call, or close over, another kernel or helper, but neither takes
  nor closes over a plain Python function: Numba would not keep its machine code on disk. Ints of
  an enclosing function are fine: they are compiled as constants, as is the size of a board
  (games/variants.py).
- **Division by zero.** In a user's methods, kernels and helpers it raises ZeroDivisionError, as
  in Python. Those of the package are compiled without the checks, and never divide by zero.
- **No clock.** Only match/compiled.py reads one, to time the moves of a game; no decision of a
  kernel depends on it.
- **Fields and methods.** A NamedTuple cannot have a field and a method of one name. Only methods
  of the class count; a field may have the name of another class's method.
- **Foreign positions.** A position that is an object of another package, derived from `Foreign`,
  has no Numba type. Kernels that get one are interpreted, and so the records and arrays that they
  write must be made for the interpreter (`is_interpreted`): NumPy ints would overflow.
"""

import os
import sys
import threading
from collections.abc import Callable, Sequence
from functools import update_wrapper
from typing import Any, ClassVar, TypeVar, cast

from tablero.faults import compile_error, running_error
from tablero.jit import disk, extensions
from tablero.position import Foreign

F = TypeVar("F", bound=Callable[..., Any])

INTERPRETED = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")
"""Whether all kernels are interpreted in this process."""

DEEPEST_RECURSION = 10_000
"""Recursion limit of interpreted kernels, in Python calls."""

_installed = False
_installing = threading.RLock()
"""Held while Numba is imported and while a dispatcher is made: a kernel has only one, and a
recursive kernel compiles only if the dispatcher that it finds under its name is its own."""


def allow_deep_recursion() -> None:
    """Let interpreted kernels call themselves once per ply."""
    sys.setrecursionlimit(max(sys.getrecursionlimit(), DEEPEST_RECURSION))


if INTERPRETED:
    allow_deep_recursion()


def kernel(function: F) -> F:
    """Compile `function` on its first call and keep the machine code on disk."""
    return function if INTERPRETED else cast(F, Kernel(function))


def helper(function: F) -> F:
    """Compile `function` into the kernels that call it; plain Python calls it as it is."""
    return function if INTERPRETED else cast(F, Helper(function))


class Kernel:
    """A function that becomes a Numba dispatcher when it is first needed."""

    options: ClassVar[dict[str, bool]] = {}
    """Options of Numba's compiler, beside those of all kernels."""

    def __init__(self, function: Callable[..., Any]) -> None:
        update_wrapper(self, function)
        self.__wrapped__ = function
        self._dispatcher: Any = None

    def __reduce__(self) -> Any:
        """Return what `pickle` needs: the name of a kernel in a module, else its function."""
        module, name = self.__wrapped__.__module__, self.__wrapped__.__qualname__
        if module != "__main__" and getattr(sys.modules.get(module), name, None) is self:
            return name
        return type(self).__new__, (type(self),), self.__wrapped__

    def __setstate__(self, function: Callable[..., Any]) -> None:
        """Finish a kernel that was sent by value; its function may call the kernel itself.

        In a worker process the module `__main__` is named `__mp_main__`. Numba takes a recursive
        call for one of another function unless the function names its module like that.
        """
        if module := sys.modules.get(function.__module__):
            function.__module__ = module.__name__
        self.__init__(function)  # type: ignore[misc]

    @property
    def dispatcher(self) -> Any:
        if self._dispatcher is None:
            with _installing:
                if self._dispatcher is None:
                    self._dispatcher = self._new_dispatcher()
        return self._dispatcher

    def _new_dispatcher(self) -> Any:
        _install()
        from numba import njit

        from tablero.jit.exact import compiler_options

        options = {**self.options, **compiler_options(self.__wrapped__)}
        compiler = njit(nogil=True, **options)
        dispatcher = extensions.one_version(compiler(self.__wrapped__))
        if disk.can_keep(self.__wrapped__):
            dispatcher._cache = disk.KernelCache(self.__wrapped__)
        return dispatcher

    def compile_for(self, *args: Any) -> None:
        """Compile for arguments of these types, or load that machine code from disk."""
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


class Helper(Kernel):
    """A function that is only compiled as part of kernels, inlined into them."""

    options = {"forceinline": True}

    def __call__(self, *args: Any) -> Any:
        return self.__wrapped__(*args)


def are_foreign(args: Sequence[Any]) -> bool:
    """Return whether one of these is a position that cannot be compiled."""
    return any(isinstance(argument, Foreign) for argument in args)


def is_interpreted(position: Any) -> bool:
    """Return whether kernels are interpreted when they get this position."""
    return INTERPRETED or isinstance(position, Foreign)


def prepare(function: Callable[..., Any], *args: Any) -> None:
    """Compile a kernel for these arguments now, so that the call itself only computes."""
    if isinstance(function, Kernel) and not are_foreign(args):
        function.compile_for(*args)


def on_compile(begun: Callable[[], None], ended: Callable[[], None]) -> None:
    """Call `begun` before and `ended` after each compilation that happens from now on.

    Compilations nest: a function may be compiled while the one that calls it is.
    """
    if not INTERPRETED:
        _install()
        from numba.core import event

        class Listener(event.Listener):  # type: ignore[misc]
            def on_start(self, event: Any) -> None:
                begun()

            def on_end(self, event: Any) -> None:
                ended()

        event.register("numba:compile", Listener())


def _install() -> None:
    """Register the extensions of this package with Numba, once in a process."""
    global _installed
    with _installing:
        if not _installed:
            extensions.install()
            _install_kernels()
            _installed = True


def _install_kernels() -> None:
    """Let Numba resolve a Kernel or Helper that other kernels name."""
    from numba import types
    from numba.extending import typeof_impl

    @typeof_impl.register(Kernel)
    def kernel_type(value: Kernel, context: Any) -> Any:
        return types.Dispatcher(value.dispatcher)
