"""Ints of users' compiled code: exact, or an error.

Compiled, an int has 64 bits, and one that outgrows them is cut off without an error. In rules,
shifts and products do that. In the methods and kernels of users, these operators are replaced:

- `a << b` and `a * b` raise OverflowError where the result has more than 63 bits. Where the
  result is masked at once, as in `(a << b) & mask`, only what the mask leaves has to fit.
- In a file with bitboards, `a << b` may be as long as a bitboard.
- `a >> b` is right however far it shifts.
- Constants of 64 bits are bitboards.

The package's own code keeps the operators of the processor, which are faster.

This module imports Numba. It is imported when the first kernel is needed.
"""

import operator
from collections import defaultdict
from collections.abc import Callable
from typing import Any

from numba import types
from numba.core import cgutils, ir
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import FunctionPass, register_pass
from numba.core.ir_utils import build_definitions
from numba.core.untyped_passes import MakeFunctionToJitFunction
from numba.extending import intrinsic, overload

from tablero.jit.bitboard_operators import emitter, multiplied, shifted_left
from tablero.jit.bitboards import WIDE, WORD, LargeInt, LargeTuple, refuse
from tablero.position import LARGEST_INT, NUMBER_OVERFLOW, bitboard_fields


def shift_left(left: int, right: int) -> int:
    return left << right


def shift_left_far(left: int, right: int) -> int:
    return left << right


def shift_right(left: int, right: int) -> int:
    return left >> right


def product(left: int, right: int) -> int:
    return left * right


def large_product(left: int, right: int) -> int:
    return left * right


def shifted_word_left(context: Any, builder: Any, typed: Any, values: Any) -> Any:
    """Emit a shift of an int64 that loses no bits."""
    number, count = values
    far = builder.icmp_unsigned(">", count, WORD(62))
    shifted = builder.shl(number, builder.and_(count, WORD(63)))
    lost = builder.icmp_signed("!=", builder.ashr(shifted, builder.and_(count, WORD(63))), number)
    refuse(context, builder, builder.or_(far, lost), NUMBER_OVERFLOW)
    return shifted


def shifted_word_right(context: Any, builder: Any, typed: Any, values: Any) -> Any:
    """Emit a shift of an int64; one by more than 63 bits leaves the sign."""
    number, count = values
    result = cgutils.alloca_once_value(
        builder, builder.ashr(number, builder.and_(count, WORD(63)))
    )
    with builder.if_then(builder.icmp_unsigned(">", count, WORD(63)), likely=False):
        with builder.if_then(builder.icmp_signed("<", count, WORD(0)), likely=False):
            context.call_conv.return_user_exc(builder, ValueError, ("negative shift count",))
        builder.store(builder.ashr(number, WORD(63)), result)
    return builder.load(result)


def word_product(context: Any, builder: Any, typed: Any, values: Any) -> Any:
    """Emit a product of two int64 that fits."""
    pair = builder.smul_with_overflow(*values)
    refuse(context, builder, builder.extract_value(pair, 1), NUMBER_OVERFLOW)
    return builder.extract_value(pair, 0)


def install(function: Callable[..., Any], kind: Any, lower: Any, fallback: Any) -> None:
    """Register the compiled form of a function: `lower` for int64, otherwise `fallback`.

    kind: the type of the result for int64.
    """

    @intrinsic
    def operation(context: Any, left: Any, right: Any) -> Any:
        return kind(types.int64, types.int64), lower

    @overload(function, strict=False)
    def compiled(left: Any, right: Any) -> Any:
        if isinstance(left, types.Integer) and isinstance(right, types.Integer):
            return lambda left, right: operation(left, right)
        return fallback


install(shift_left, types.int64, shifted_word_left, lambda left, right: left << right)
install(shift_left_far, WIDE, emitter(shifted_left), lambda left, right: left << right)
install(shift_right, types.int64, shifted_word_right, lambda left, right: left >> right)
install(product, types.int64, word_product, lambda left, right: left * right)
install(large_product, WIDE, emitter(multiplied), lambda left, right: left * right)

SHIFT_LEFT = operator.lshift, operator.ilshift
SHIFT_RIGHT = operator.rshift, operator.irshift
PRODUCT = operator.mul, operator.imul
AND = operator.and_, operator.iand
KEPT_BY_MASKS = (
    *SHIFT_LEFT,
    *PRODUCT,
    *(operator.add, operator.iadd, operator.sub, operator.isub),
    *(operator.or_, operator.ior, operator.xor, operator.ixor),
)
"""Operators between a large result and its mask: `(a * b + c) & mask`."""


@register_pass(mutates_CFG=False, analysis_only=False)
class ExactInts(FunctionPass):  # type: ignore[misc]
    """The replacement of operators and constants, before types are inferred."""

    _name = "tablero_exact_ints"

    def __init__(self) -> None:
        FunctionPass.__init__(self)

    def run_pass(self, state: Any) -> bool:
        blocks = state.func_ir.blocks
        names = state.func_id.func.__globals__.values()
        far = any(isinstance(value, type) and bitboard_fields(value) for value in names)
        users = users_of(blocks)
        for block in blocks.values():
            for assignment in block.find_insts(ir.Assign):
                value = assignment.value
                if isinstance(value, ir.Const | ir.Global | ir.FreeVar):
                    value.value = large(value.value)
                elif is_binary(value):
                    masked = is_masked(assignment.target.name, users)
                    if function := replacement(value.fn, far, masked):
                        assignment.value = call(function, value)
        state.func_ir._definitions = build_definitions(blocks)
        return True


def is_binary(value: Any) -> bool:
    return isinstance(value, ir.Expr) and value.op in ("binop", "inplace_binop")


def call(function: Callable[..., Any], expression: Any) -> Any:
    """Return a binary expression with another function."""
    left, right, undefined = expression.lhs, expression.rhs, ir.UNDEFINED
    operands = {"lhs": left, "rhs": right, "static_lhs": undefined, "static_rhs": undefined}
    return ir.Expr(op="binop", loc=expression.loc, fn=function, **operands)


def replacement(function: Any, far: bool, masked: bool) -> Callable[..., Any] | None:
    """Return what replaces an operator; None if it stays."""
    if function in SHIFT_LEFT:
        return shift_left_far if far or masked else shift_left
    if function in PRODUCT:
        return large_product if masked else product
    return shift_right if function in SHIFT_RIGHT else None


def users_of(blocks: Any) -> dict[str, list[Any]]:
    """Return by variable the assignments that use it; None stands for any other statement."""
    users: dict[str, list[Any]] = defaultdict(list)
    for block in blocks.values():
        for statement in block.body:
            if isinstance(statement, ir.Assign) and is_binary(statement.value):
                users[statement.value.lhs.name].append(statement)
                users[statement.value.rhs.name].append(statement)
            else:
                for variable in statement.list_vars():
                    if not isinstance(statement, ir.Assign) or variable is not statement.target:
                        users[variable.name].append(None)
    return users


def is_masked(name: str, users: dict[str, list[Any]]) -> bool:
    """Return whether an intermediate result goes into a mask and nowhere else."""
    while name.startswith("$") and len(users[name]) == 1 and users[name][0] is not None:
        (assignment,) = users[name]
        if assignment.value.fn in AND:
            return True
        if assignment.value.fn not in KEPT_BY_MASKS:
            return False
        name = assignment.target.name
    return False


def large(constant: Any) -> Any:
    """Return a constant whose type Numba infers as ours if it contains ints of 64 bits."""
    if type(constant) is int and constant > LARGEST_INT:
        return LargeInt(constant)
    if type(constant) is tuple and has_large_int(constant):
        return LargeTuple(constant)
    return constant


def has_large_int(constant: tuple[Any, ...]) -> bool:
    return any(
        has_large_int(each)
        if isinstance(each, tuple)
        else type(each) is int and each > LARGEST_INT
        for each in constant
    )


class ExactCompiler(CompilerBase):  # type: ignore[misc]
    """Numba's compiler with exact ints."""

    def define_pipelines(self) -> list[Any]:
        manager = DefaultPassBuilder.define_nopython_pipeline(self.state)
        manager.add_pass_after(ExactInts, MakeFunctionToJitFunction)
        manager.finalize()
        return [manager]


def compiler_options(function: Callable[..., Any]) -> dict[str, Any]:
    """Return the options of Numba's compiler for a function: users' ints are exact.

    In a user's function a division by zero raises ZeroDivisionError, as in Python. Functions of
    the package never divide by zero, and are compiled without the checks.
    """
    if function.__module__.startswith("tablero."):
        return {"error_model": "numpy"}
    return {"error_model": "python", "pipeline_class": ExactCompiler}
