"""The words that kernels know beside Numba's own: the verbs of NamedTuples, and a few functions.

In plain Python each is what it looks like; `teach` tells Numba how to compile it.
"""

import time
from collections.abc import Callable
from typing import Any

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


def replaced(values: tuple[int, ...], index: int, value: int) -> tuple[int, ...]:
    """`values` with another one at `index`."""
    return (*values[:index], value, *values[index + 1 :])


def prefetch(table: Any, place: int) -> None:
    """Have an entry of an array fetched from memory meanwhile; a hint that answers nothing."""


def clock() -> int:
    """Nanoseconds since some moment or other, the same one as long as a process lives."""
    return time.monotonic_ns()


def teach() -> None:
    """Teach Numba all of them; once is enough."""
    _teach_verbs()
    _teach_replaced()
    _teach_bit_count()
    _teach_prefetch()
    _teach_clock()


def _teach_verbs() -> None:
    from numba import types
    from numba.extending import overload_method

    for verb, arity in VERBS.items():
        for family in (types.NamedTuple, types.NamedUniTuple):
            overload_method(family, verb, strict=False)(_chooser(verb, arity))


def _chooser(verb: str, arity: int) -> Callable[..., Any]:
    """Answers Numba's question: which code is `verb` of this class?"""

    def bare(self: Any) -> Any:
        return getattr(self.instance_class, verb, None)

    def with_one(self: Any, argument: Any) -> Any:
        return getattr(self.instance_class, verb, None)

    def with_two(self: Any, first: Any, second: Any) -> Any:
        return getattr(self.instance_class, verb, None)

    return (bare, with_one, with_two)[arity]


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
