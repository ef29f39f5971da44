"""Bitboards in compiled code: ints of 64 bits, with the values that Python's ints have.

A field that is annotated `Bitboard` has the type BOARD, an unsigned word; every other int is an
int64. Arithmetic with bitboards may lead out of 64 bits, as in `board << 8` or `~board`. Such a
result has the type WIDE, 128 bits, until it is masked, shifted or stored. A value that does not
fit where it is stored raises OverflowError; none is ever cut off.

This module imports Numba. It is imported when the first kernel is needed.
"""

from typing import Any

from llvmlite import ir
from numba import types
from numba.core.datamodel import models
from numba.core.imputils import lower_cast, lower_constant
from numba.core.typing.collections import NamedTupleClassAttribute
from numba.core.typing.templates import infer_getattr, make_callable_template
from numba.core.utils import pysignature
from numba.extending import NativeValue, box, register_model, typeof_impl, unbox

from tablero.position import BOARD_OVERFLOW, LARGEST_INT, NUMBER_OVERFLOW, bitboard_fields

WORD, DOUBLE = ir.IntType(64), ir.IntType(128)


class BoardType(types.Type):  # type: ignore[misc]
    """The type of a bitboard: 0 to 2**64 - 1."""

    def __init__(self) -> None:
        super().__init__(name="Bitboard")

    def unify(self, context: Any, other: Any) -> Any:
        literal = isinstance(other, types.IntegerLiteral) and other.literal_value >= 0
        if literal or other == types.uint64:
            return BOARD
        return WIDE if isinstance(other, NUMBERS) else None


class WideType(types.Type):  # type: ignore[misc]
    """The type of a result of arithmetic with bitboards, of 128 bits."""

    def __init__(self) -> None:
        super().__init__(name="an int of 128 bits")

    def unify(self, context: Any, other: Any) -> Any:
        return WIDE if isinstance(other, NUMBERS) else None


BOARD, WIDE = BoardType(), WideType()
LONG = (BoardType, WideType)
NUMBERS = (*LONG, types.Integer, types.Boolean)

register_model(BoardType)(lambda manager, kind: models.PrimitiveModel(manager, kind, WORD))
register_model(WideType)(lambda manager, kind: models.PrimitiveModel(manager, kind, DOUBLE))


@unbox(BoardType)
def board_from_python(kind: Any, value: Any, c: Any) -> Any:
    number = c.pyapi.long_as_ulonglong(value)
    return NativeValue(number, is_error=c.pyapi.c_api_error())


@box(BoardType)
def board_to_python(kind: Any, value: Any, c: Any) -> Any:
    return c.pyapi.long_from_ulonglong(value)


@lower_constant(BoardType)
def board_constant(context: Any, builder: Any, kind: Any, value: int) -> Any:
    return ir.Constant(WORD, value)


def is_board(kind: Any) -> bool:
    return kind in (BOARD, types.uint64)


def widened(builder: Any, value: Any, kind: Any) -> Any:
    """Return the value of this type with 128 bits."""
    if isinstance(kind, WideType):
        return value
    signed = isinstance(kind, types.Integer) and kind.signed
    return (builder.sext if signed else builder.zext)(value, DOUBLE)


def narrowed(context: Any, builder: Any, wide: Any, kind: Any) -> Any:
    """Return 128 bits as a value of this type; emit the check that it fits."""
    word = builder.trunc(wide, WORD)
    fitting = (builder.zext if is_board(kind) else builder.sext)(word, DOUBLE)
    message = BOARD_OVERFLOW if is_board(kind) else NUMBER_OVERFLOW
    refuse(context, builder, builder.icmp_signed("!=", fitting, wide), message)
    return word


def refuse(context: Any, builder: Any, condition: Any, message: str) -> None:
    """Emit code that raises OverflowError under this condition."""
    with builder.if_then(condition, likely=False):
        context.call_conv.return_user_exc(builder, OverflowError, (message,))


def converted(context: Any, builder: Any, given: Any, wanted: Any, value: Any) -> Any:
    wide = widened(builder, value, given)
    if isinstance(wanted, WideType):
        return wide
    word = narrowed(context, builder, wide, wanted)
    if isinstance(wanted, BoardType):
        return word
    return context.cast(builder, word, types.int64, wanted)


for given, wanted in (
    (types.Integer, BoardType),
    (types.Integer, WideType),
    (types.Boolean, WideType),
    (BoardType, types.Integer),
    (BoardType, WideType),
    (WideType, types.Integer),
    (WideType, BoardType),
):
    lower_cast(given, wanted)(converted)


def position_type(cls: Any) -> Any:
    """Return the type of all positions of a class with bitboards, whatever their values are."""
    boards = bitboard_fields(cls)
    kinds = [BOARD if name in boards else types.int64 for name in cls._fields]
    return types.BaseTuple.from_types(kinds, cls)


class PositionClass(types.NamedTupleClass):  # type: ignore[misc]
    """The type of a class of positions with bitboards."""

    def get_impl_key(self, typed: Any) -> Any:
        return types.NamedTupleClass


register_model(PositionClass)(models.OpaqueModel)


@infer_getattr
class PositionClassAttributes(NamedTupleClassAttribute):  # type: ignore[misc]
    """The constructor of positions with bitboards: it converts every field to its type."""

    key = PositionClass

    def resolve___call__(self, class_type: Any) -> Any:
        cls = class_type.instance_class

        def typer(*args: Any, **keywords: Any) -> Any:
            typer.pysig.bind(*args, **keywords)  # type: ignore[attr-defined]
            return position_type(cls)

        typer.pysig = pysignature(cls)  # type: ignore[attr-defined]
        return types.Function(make_callable_template(types.NamedTupleClass, typer))


class LargeInt(int):
    """A constant of 64 bits, whose type is BOARD."""


class LargeTuple(tuple[Any, ...]):
    """A constant that contains ints of 64 bits, whose types are BOARD."""


def type_of_constants(constants: Any) -> Any:
    """Return the type that these constants have in common, as ints or column by column.

    Raise TypeError or ValueError if there is none.
    """
    if all(isinstance(constant, int) for constant in constants):
        return BOARD if min(constants) >= 0 and max(constants) > LARGEST_INT else types.int64
    columns = list(zip(*constants, strict=True))
    return types.BaseTuple.from_types([type_of_constants(column) for column in columns])


def type_of_tuple(constant: Any) -> Any:
    """Return the type of a tuple constant: uniform, so that loops can use it, where it can be."""
    try:
        return types.UniTuple(type_of_constants(constant), len(constant))
    except (TypeError, ValueError):
        kinds = [
            type_of_tuple(each) if isinstance(each, tuple) else type_of_constants([each])
            for each in constant
        ]
        return types.BaseTuple.from_types(kinds)


def install_types() -> None:
    """Tell Numba the types of positions with bitboards, of their classes, and of constants."""
    of_tuple, of_class = typeof_impl.dispatch(tuple), typeof_impl.dispatch(type)

    @typeof_impl.register(tuple)
    def typeof_tuple(value: Any, context: Any) -> Any:
        if bitboard_fields(type(value)):
            return position_type(type(value))
        return of_tuple(value, context)

    @typeof_impl.register(type)
    def typeof_class(value: Any, context: Any) -> Any:
        return PositionClass(value) if bitboard_fields(value) else of_class(value, context)

    typeof_impl.register(LargeInt)(lambda value, context: BOARD)
    typeof_impl.register(LargeTuple)(lambda value, context: type_of_tuple(value))
