"""Extensions of Numba for kernels: methods of NamedTuples, and a few functions.

In plain Python each is an ordinary method or function; `install` registers with Numba how each
is compiled.
"""

import time
from functools import cache
from types import FunctionType
from typing import Any

from tablero.position import position_key


def replaced(values: tuple[int, ...], index: int, value: int) -> tuple[int, ...]:
    """Return `values` with another value at `index`."""
    return (*values[:index], value, *values[index + 1 :])


def prefetch(table: Any, place: int) -> None:
    """Hint to the processor that an entry of an array will be read soon."""


def clock() -> int:
    """Return the nanoseconds of a clock that never goes back; only differences mean anything."""
    return time.monotonic_ns()


def one_version(dispatcher: Any) -> Any:
    """Return a dispatcher that kernels call by the types of their arguments, never by literals.

    Numba would compile another version of the function for `search(position, 0)`, and would not
    recognize this call as recursive in a search whose own argument is not a literal.
    """
    from numba.types import unliteral

    fold = dispatcher._compiler.fold_argument_types

    def fold_argument_types(args: Any, keywords: Any) -> Any:
        signature, types = fold(args, keywords)
        return signature, tuple(map(unliteral, types))

    dispatcher._compiler.fold_argument_types = fold_argument_types
    return dispatcher


def install() -> None:
    """Register all of these with Numba. Call this once in a process."""
    from tablero.jit.bitboards import install_types

    install_types()
    _install_methods()
    _install_position_key()
    _install_replaced()
    _install_bit_count()
    _install_prefetch()
    _install_clock()


def _install_methods() -> None:
    """Let Numba find the methods of a NamedTuple on its class, and compile them.

    Numba gets the type of `position.play` from an attribute template. Numba's template for
    NamedTuples resolves the fields; the one here also resolves every function of the class.
    """
    from numba import jit, types
    from numba.core.typing.collections import NamedTupleAttribute
    from numba.core.typing.templates import AbstractTemplate, infer_getattr
    from numba.extending import register_model

    from tablero.jit.exact import compiler_options

    @cache
    def compiled(method: FunctionType) -> Any:
        return one_version(jit(method, **compiler_options(method)))

    class BoundMethod(types.BoundFunction):  # type: ignore[misc]
        """The type of `position.play`: a method of a class, bound to a position of that class."""

        def get_impl_key(self, signature: Any) -> Any:
            return compiled(self.typing_key).get_overload(signature.args)

    @register_model(BoundMethod)
    def in_memory(manager: Any, method: Any) -> Any:
        return manager[method.this]

    def bound(method: FunctionType, named_tuple: Any) -> Any:
        class Method(AbstractTemplate):  # type: ignore[misc]
            key = method

            def generic(self, args: Any, keywords: Any) -> Any:
                function = types.Dispatcher(compiled(method))
                called = function.get_call_type(self.context, (named_tuple, *args), keywords)
                return called.as_method()

        return BoundMethod(Method, named_tuple)

    class Attributes(NamedTupleAttribute):  # type: ignore[misc]
        def generic_resolve(self, named_tuple: Any, name: str) -> Any:
            found = getattr(named_tuple.instance_class, name, None)
            if isinstance(found, FunctionType):
                return bound(found, named_tuple)
            return super().generic_resolve(named_tuple, name)

    for family in (types.NamedTuple, types.NamedUniTuple):
        infer_getattr(type("Attributes", (Attributes,), {"key": family}))


def _install_position_key() -> None:
    from numba import types
    from numba.core import cgutils
    from numba.extending import intrinsic, overload

    from tablero.jit.bitboards import BOARD

    @intrinsic
    def words(context: Any, key: Any) -> Any:
        """Return a key as a tuple of int64. A bitboard keeps its bits."""
        if all(kind == types.int64 for kind in key):
            return key(key), lambda context, builder, signature, args: args[0]

        def emit(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            values = cgutils.unpack_tuple(builder, args[0])
            kinds = [types.int64 if kind == BOARD else kind for kind in key]
            pairs = zip(values, kinds, strict=True)
            numbers = [context.cast(builder, *pair, types.int64) for pair in pairs]
            return context.make_tuple(builder, signature.return_type, numbers)

        return types.UniTuple(types.int64, len(key))(key), emit

    @overload(position_key, strict=False)
    def position_key_compiled(position: Any) -> Any:
        if "key" in position.fields:
            return lambda position: words(position)
        return lambda position: words(position.key())


def _install_replaced() -> None:
    from numba.cpython.unsafe.tuple import tuple_setitem
    from numba.extending import overload

    @overload(replaced, strict=False)
    def replaced_compiled(values: Any, index: Any, value: Any) -> Any:
        return lambda values, index, value: tuple_setitem(values, index, value)


def _install_bit_count() -> None:
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


def _install_prefetch() -> None:
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


def _install_clock() -> None:
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
