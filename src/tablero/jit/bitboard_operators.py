"""Operators of bitboards in compiled code, which give the values that Python gives.

    board & any, board | board, board ^ board, board >> n      BOARD
    wide & int                                                 int64, or OverflowError
    comparisons                                                bool
    other operations with bitboards                            WIDE

All are computed with 128 bits; LLVM leaves 64 of them where more are not needed.
"""

import operator
from collections.abc import Callable
from typing import Any

from llvmlite import ir
from numba import types
from numba.core.imputils import lower_builtin
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.extending import intrinsic, overload_method

from tablero.jit.bitboards import (
    BOARD,
    DOUBLE,
    LONG,
    NUMBERS,
    WIDE,
    WORD,
    is_board,
    narrowed,
    refuse,
    widened,
)
from tablero.position import BOARD_OVERFLOW


def and_type(left: Any, right: Any) -> Any:
    if is_board(left) or is_board(right):
        return BOARD
    return WIDE if left == right == WIDE else types.int64


def board_if_both_are(left: Any, right: Any) -> Any:
    return BOARD if is_board(left) and is_board(right) else WIDE


def board_if_first_is(left: Any, right: Any) -> Any:
    return BOARD if is_board(left) else WIDE


def always(kind: Any) -> Callable[..., Any]:
    return lambda left, right: kind


def plain(operation: str) -> Callable[..., Any]:
    return lambda context, builder, left, right: getattr(builder, operation)(left, right)


def overflowing(operation: str) -> Callable[..., Any]:
    def emit(context: Any, builder: Any, left: Any, right: Any) -> Any:
        pair = getattr(builder, operation)(left, right)
        refuse(context, builder, builder.extract_value(pair, 1), BOARD_OVERFLOW)
        return builder.extract_value(pair, 0)

    return emit


def multiplied(context: Any, builder: Any, left: Any, right: Any) -> Any:
    """Emit a product of two numbers, one of them an int64, the other of one bit more."""
    short, long = [], []
    for number in (left, right):
        word = builder.sext(builder.trunc(number, WORD), DOUBLE)
        short.append(builder.icmp_signed("==", word, number))
        rest = builder.add(builder.ashr(number, DOUBLE(64)), DOUBLE(1))
        long.append(builder.icmp_unsigned(">", rest, DOUBLE(1)))
    neither = builder.not_(builder.or_(*short))
    refuse(context, builder, builder.or_(neither, builder.or_(*long)), BOARD_OVERFLOW)
    return builder.mul(left, right)


def compared(sign: str) -> Callable[..., Any]:
    return lambda context, builder, left, right: builder.icmp_signed(sign, left, right)


def shifted_left(context: Any, builder: Any, number: Any, count: Any) -> Any:
    """Emit a shift of at most 63 bits that loses none."""
    refuse(context, builder, builder.icmp_unsigned(">", count, DOUBLE(63)), BOARD_OVERFLOW)
    count = builder.and_(count, DOUBLE(63))
    shifted = builder.shl(number, count)
    lost = builder.icmp_signed("!=", builder.ashr(shifted, count), number)
    refuse(context, builder, lost, BOARD_OVERFLOW)
    return shifted


def shifted_right(context: Any, builder: Any, number: Any, count: Any) -> Any:
    """Emit a shift by any number of bits that is not negative."""
    with builder.if_then(builder.icmp_signed("<", count, DOUBLE(0)), likely=False):
        context.call_conv.return_user_exc(builder, ValueError, ("negative shift count",))
    far = builder.icmp_unsigned(">", count, DOUBLE(63))
    near = builder.ashr(number, builder.and_(count, DOUBLE(63)))
    most = builder.select(builder.icmp_unsigned(">", count, DOUBLE(127)), DOUBLE(127), count)
    return builder.select(far, builder.ashr(number, most), near)


OPERATIONS: dict[Any, tuple[Callable[..., Any], Callable[..., Any]]] = {
    operator.and_: (and_type, plain("and_")),
    operator.or_: (board_if_both_are, plain("or_")),
    operator.xor: (board_if_both_are, plain("xor")),
    operator.lshift: (always(WIDE), shifted_left),
    operator.rshift: (board_if_first_is, shifted_right),
    operator.add: (always(WIDE), overflowing("sadd_with_overflow")),
    operator.sub: (always(WIDE), overflowing("ssub_with_overflow")),
    operator.mul: (always(WIDE), multiplied),
    operator.eq: (always(types.boolean), compared("==")),
    operator.ne: (always(types.boolean), compared("!=")),
    operator.lt: (always(types.boolean), compared("<")),
    operator.le: (always(types.boolean), compared("<=")),
    operator.gt: (always(types.boolean), compared(">")),
    operator.ge: (always(types.boolean), compared(">=")),
}
"""By operator, the type of the result and the emitter of the operation on 128 bits."""

IN_PLACE = {
    getattr(operator, f"i{name.strip('_')}"): getattr(operator, name)
    for name in ("and_", "or_", "xor", "lshift", "rshift", "add", "sub", "mul")
}


def emitter(emit: Callable[..., Any]) -> Callable[..., Any]:
    """Return the lowering of an operation that is emitted on 128 bits."""

    def lower(context: Any, builder: Any, typed: Any, values: Any) -> Any:
        wide = [widened(builder, *pair) for pair in zip(values, typed.args, strict=True)]
        result, kind = emit(context, builder, *wide), typed.return_type
        if kind == types.int64:
            return narrowed(context, builder, result, kind)
        return builder.trunc(result, WORD) if kind == BOARD else result

    return lower


def install_operator(name: Any, result: Callable[..., Any], emit: Callable[..., Any]) -> None:
    """Register an operator for one or two numbers of which one at least is long."""

    class Operation(AbstractTemplate):  # type: ignore[misc]
        key = name

        def generic(self, args: Any, keywords: Any) -> Any:
            kinds = [types.unliteral(kind) for kind in args]
            long = any(isinstance(kind, LONG) for kind in kinds)
            if not long or not all(isinstance(kind, NUMBERS) for kind in kinds):
                return None
            kind = result(*kinds)
            return kind and signature(kind, *kinds)

    infer_global(name)(Operation)
    others = types.Integer, types.Boolean
    pairs = [(a, b) for a in LONG for b in (*LONG, *others)] + [
        (b, a) for a in LONG for b in others
    ]
    single = name in SINGLE
    for kinds in [(kind,) for kind in LONG] if single else pairs:
        lower_builtin(name, *kinds)(emitter(emit))


SINGLE: dict[Any, tuple[Any, Callable[..., Any]]] = {
    operator.neg: (WIDE, lambda context, builder, value: builder.neg(value)),
    operator.invert: (WIDE, lambda context, builder, value: builder.not_(value)),
    operator.not_: (
        types.boolean,
        lambda context, builder, value: builder.icmp_signed("==", value, DOUBLE(0)),
    ),
    bool: (
        types.boolean,
        lambda context, builder, value: builder.icmp_signed("!=", value, DOUBLE(0)),
    ),
}
"""By operator of one operand, the type of the result and the emitter of the operation."""

for name, (result, emit) in OPERATIONS.items():
    install_operator(name, result, emit)
for name, plain_name in IN_PLACE.items():
    install_operator(name, *OPERATIONS[plain_name])
for name, (kind, emit) in SINGLE.items():
    install_operator(name, lambda operand, kind=kind: kind, emit)


@intrinsic
def bits_of(context: Any, number: Any) -> Any:
    """Return the number of ones in the magnitude of a number."""
    return types.int64(number), emitter(lambda c, builder, value: counted(builder, "ctpop", value))


def counted(builder: Any, name: str, value: Any) -> Any:
    """Emit one of LLVM's functions that count bits, of the magnitude of 128 bits."""
    negative = builder.icmp_signed("<", value, DOUBLE(0))
    magnitude = builder.select(negative, builder.neg(value), value)
    arguments = [magnitude] if name == "ctpop" else [magnitude, ir.Constant(ir.IntType(1), 0)]
    return getattr(builder, name)(*arguments)


@intrinsic
def length_of(context: Any, number: Any) -> Any:
    """Return the number of bits of the magnitude of a number, without leading zeros."""

    def emit(context: Any, builder: Any, value: Any) -> Any:
        return builder.sub(DOUBLE(128), counted(builder, "ctlz", value))

    return types.int64(number), emitter(emit)


for kind in LONG:
    overload_method(kind, "bit_count", strict=False)(lambda self: lambda self: bits_of(self))
for kind in (*LONG, types.Integer):
    overload_method(kind, "bit_length", strict=False)(lambda self: lambda self: length_of(self))
