"""All we know about Numba.

A position (or a judge, or any part of a search) is a NamedTuple whose verbs are
plain Python. When a kernel says `position.play(move)`, Numba asks the choosers
below which code to compile, and they answer: the very method of that class. So
every text exists once and runs at two speeds, and the machine code, made for
types and not for functions, can be kept on disk for the next process.

A kernel that calls itself must not get a literal from another kernel, `f(position, 0)`: Numba
makes a text of its own for that 0, which calls the usual one, and such a pair cannot be had
back from disk. A field of value 0 does no harm.

Numba is imported when the first kernel is called, not before. With
NUMBA_DISABLE_JIT=1 it is never imported, and kernels are what they look like.
"""

import os
import shutil
import sys
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, ClassVar, TypeVar, cast

from platformdirs import user_cache_path

from tablero import sources
from tablero.faults import compile_error, running_error

F = TypeVar("F", bound=Callable[..., Any])

INTERPRETED = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")

DEEPEST_RECURSION = 10_000

VERBS = {
    "moves": 0,
    "promising": 0,
    "play": 1,
    "outcome": 0,
    "turn": 0,
    "theory": 0,
    "bounds": 0,
    "key": 0,
    "value": 1,
    "final": 1,
    "span": 2,
    "arrange": 1,
    "number": 1,
    "set_up": 2,
    "board": 0,
    "begin": 1,
    "pick": 1,
}
"""What kernels may ask of a NamedTuple, and with how many arguments."""

_CACHES_KEPT = 24

if INTERPRETED:  # kernels call themselves once a ply
    sys.setrecursionlimit(max(sys.getrecursionlimit(), DEEPEST_RECURSION))

_kernels: list["Kernel"] = []
_awake = False


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
        _kernels.append(self)

    @property
    def dispatcher(self) -> Any:
        if self._dispatcher is None:
            _wake()
            from numba import njit

            policy = {"cache": self.is_ours, "nogil": True, "error_model": "numpy"}
            self._dispatcher = njit(**policy, **self.manner)(self.__wrapped__)
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

    def follow_cache(self) -> None:
        """Keep machine code in the directory that is current now."""
        if self._dispatcher is not None and self.is_ours:
            self._dispatcher.enable_caching()


class Helper(Kernel):
    """A function that is compiled for kernels only, into the midst of them."""

    manner = {"forceinline": True}

    def __call__(self, *args: Any) -> Any:
        return self.__wrapped__(*args)


def prepare(function: Callable[..., Any], *args: Any) -> None:
    """Compile a kernel for these arguments now, so that the call itself only computes."""
    if isinstance(function, Kernel):
        function.compile_for(*args)


def on_compile(call: Callable[[], None]) -> None:
    """From now on, call this whenever machine code has to be made that is not on disk."""
    if not INTERPRETED:
        _wake()
        from numba.core import event

        class Listener(event.Listener):  # type: ignore[misc]
            def on_start(self, event: Any) -> None:
                call()

            def on_end(self, event: Any) -> None:
                pass

        event.register("numba:compile", Listener())


def replaced(values: tuple[int, ...], index: int, value: int) -> tuple[int, ...]:
    """`values` with another one at `index`."""
    return (*values[:index], value, *values[index + 1 :])


def prefetch(table: Any, place: int) -> None:
    """Have an entry of an array fetched from memory meanwhile; a hint that answers nothing."""


def clock() -> int:
    """Nanoseconds since some moment or other, the same one as long as a process lives."""
    return time.monotonic_ns()


def include_source(name: str, path: str, text: bytes) -> None:
    """From now on machine code also depends on the text of this module from outside."""
    sources.include(name, path, text)
    if _awake:
        _choose_cache()


def cache_directory() -> Path:
    """Where the machine code of these very sources is kept.

    Numba's own cache overlooks edits in *other* files: a changed rule would be
    answered by yesterday's search. So the directory is named after all sources.
    """
    return user_cache_path("tablero") / f"kernels-{sources.digest()}"


def _choose_cache() -> None:
    from numba import config

    directory = cache_directory()
    try:
        directory.mkdir(parents=True, exist_ok=True)
        directory.touch()
        _sweep(directory.parent)
    except OSError:  # a home that cannot be written: this process compiles for itself
        directory = Path(_lent_directory().name)
    config.CACHE_DIR = str(directory)
    for each in _kernels:
        each.follow_cache()


@cache
def _lent_directory() -> "TemporaryDirectory[str]":
    return TemporaryDirectory(prefix="tablero-")


def _sweep(root: Path) -> None:
    """Remove all but the directories used last; others may be sweeping too."""
    directories = [entry for entry in os.scandir(root) if entry.name.startswith("kernels-")]
    directories.sort(key=lambda entry: entry.stat().st_mtime)
    for old in directories[:-_CACHES_KEPT]:
        shutil.rmtree(old, ignore_errors=True)


def _wake() -> None:
    """Teach Numba our words, once."""
    global _awake
    if _awake:
        return
    _teach_verbs()
    _teach_replaced()
    _teach_bit_count()
    _teach_prefetch()
    _teach_clock()
    _awake = True
    _choose_cache()


def _teach_verbs() -> None:
    from numba import types
    from numba.extending import overload_method, typeof_impl

    for verb, arity in VERBS.items():
        for family in (types.NamedTuple, types.NamedUniTuple):
            overload_method(family, verb, strict=False)(_chooser(verb, arity))

    @typeof_impl.register(Kernel)
    def kernel_type(value: Kernel, context: Any) -> Any:
        return types.Dispatcher(value.dispatcher)


def _teach_replaced() -> None:
    from numba.cpython.unsafe.tuple import tuple_setitem
    from numba.extending import overload

    @overload(replaced, strict=False)
    def replaced_compiled(values: Any, index: Any, value: Any) -> Any:
        return lambda values, index, value: tuple_setitem(values, index, value)


def _teach_bit_count() -> None:
    from numba import types
    from numba.extending import intrinsic, overload_method

    @intrinsic
    def population(context: Any, number: Any) -> Any:
        def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.ctpop(args[0])

        return types.int64(types.int64), emit

    @overload_method(types.Integer, "bit_count", strict=False)
    def bit_count(self: Any) -> Any:
        return lambda self: population(self)


def _teach_prefetch() -> None:
    from llvmlite import ir
    from numba import types
    from numba.core import cgutils
    from numba.extending import intrinsic, overload
    from numba.np.arrayobj import make_array

    byte, number = ir.IntType(8).as_pointer(), ir.IntType(32)
    hint = ir.FunctionType(ir.VoidType(), [byte, number, number, number])
    to_read, soon, data = number(0), number(3), number(1)

    @intrinsic
    def fetch(context: Any, table: Any, place: Any) -> Any:
        def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            array = make_array(signature.args[0])(context, builder, args[0])
            address = builder.bitcast(builder.gep(array.data, [args[1]]), byte)
            llvm = cgutils.get_or_insert_function(builder.module, hint, "llvm.prefetch.p0")
            builder.call(llvm, [address, to_read, soon, data])
            return context.get_dummy_value()

        return types.void(table, types.intp), emit

    @overload(prefetch, strict=False)
    def prefetch_compiled(table: Any, place: Any) -> Any:
        return lambda table, place: fetch(table, place)


def _teach_clock() -> None:
    from llvmlite import ir
    from numba import types
    from numba.core import cgutils
    from numba.extending import intrinsic, overload

    number, moment = ir.IntType(64), ir.LiteralStructType([ir.IntType(64)] * 2)
    ask = ir.FunctionType(ir.IntType(32), [ir.IntType(32), moment.as_pointer()])

    @intrinsic
    def read(context: Any) -> Any:
        def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            place = cgutils.alloca_once(builder, moment)
            libc = cgutils.get_or_insert_function(builder.module, ask, "clock_gettime")
            builder.call(libc, [ir.IntType(32)(time.CLOCK_MONOTONIC), place])
            seconds, rest = (builder.extract_value(builder.load(place), i) for i in (0, 1))
            return builder.add(builder.mul(seconds, number(10**9)), rest)

        return types.int64(), emit

    @overload(clock, strict=False)
    def clock_compiled() -> Any:
        return lambda: read()


def _chooser(verb: str, arity: int) -> Callable[..., Any]:
    """Answers Numba's question: which code is `verb` of this class?"""

    def bare(self: Any) -> Any:
        return getattr(self.instance_class, verb, None)

    def with_one(self: Any, argument: Any) -> Any:
        return getattr(self.instance_class, verb, None)

    def with_two(self: Any, first: Any, second: Any) -> Any:
        return getattr(self.instance_class, verb, None)

    return (bare, with_one, with_two)[arity]
