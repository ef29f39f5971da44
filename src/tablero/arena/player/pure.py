"""Which expressions are constants, and which names a file binds."""

import ast
from collections.abc import Iterator

from tablero.arena.player.rules import PURE

_OPERATIONS = (
    ast.UnaryOp,
    ast.BinOp,
    ast.BoolOp,
    ast.Compare,
    ast.IfExp,
    ast.Tuple,
    ast.Slice,
    ast.Subscript,
)
_LEAVES = (
    ast.Constant,
    ast.Name,
    ast.operator,
    ast.unaryop,
    ast.boolop,
    ast.cmpop,
    ast.expr_context,
)
_GENERATORS = (ast.GeneratorExp, ast.ListComp)
_MATHS = "math"

LONGEST_CHAIN = 6


def impure_parts(value: ast.expr, trusted: frozenset[str]) -> Iterator[ast.expr]:
    """The parts of an expression because of which its value may be changeable: it is made of
    numbers, texts, names of such values, tuples, operators and a few builtins, and comprehensions
    stand only where a builtin takes them up at once.

    trusted -- the names that still stand for those builtins, and for the module math
    """
    waiting: list[ast.AST] = [value]
    while waiting:
        node = waiting.pop()
        if isinstance(node, _LEAVES):
            continue
        if isinstance(node, _OPERATIONS):
            waiting += ast.iter_child_nodes(node)
        elif isinstance(node, ast.Attribute) and _is_maths(node, trusted):
            continue
        elif isinstance(node, ast.Call) and _is_pure_call(node, trusted):
            for argument in node.args:
                waiting += _inside(argument)
        else:
            assert isinstance(node, ast.expr), node
            yield node


def trusted_names(tree: ast.Module) -> frozenset[str]:
    """Those of PURE and math that nothing else in the file is called."""
    taken = bound_names(tree, but=_MATHS)
    return (PURE | {_MATHS}) - taken


def _is_maths(node: ast.Attribute, trusted: frozenset[str]) -> bool:
    return isinstance(node.value, ast.Name) and node.value.id == _MATHS and _MATHS in trusted


def _is_pure_call(node: ast.Call, trusted: frozenset[str]) -> bool:
    function = node.func
    named = isinstance(function, ast.Name) and function.id in PURE & trusted
    maths = isinstance(function, ast.Attribute) and _is_maths(function, trusted)
    return (named or maths) and not node.keywords


def _inside(argument: ast.expr) -> list[ast.AST]:
    """What has to be constant of an argument; a comprehension gives its parts."""
    if not isinstance(argument, _GENERATORS):
        return [argument]
    parts: list[ast.AST] = [argument.elt]
    for each in argument.generators:
        parts += [each.iter, *each.ifs]
    return parts


def bound_names(tree: ast.Module, but: str = "") -> set[str]:
    """All names that something in the file is called, in whatever scope; a plain import of the
    module `but` does not count."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.id)
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            found.add(node.name)
        elif isinstance(node, ast.arg):
            found.add(node.arg)
        elif isinstance(node, ast.Import | ast.ImportFrom):
            plain = isinstance(node, ast.Import)
            for alias in node.names:
                if not (plain and alias.name == but and alias.asname in (None, but)):
                    found.add(alias.asname or alias.name.partition(".")[0])
        elif isinstance(node, ast.ExceptHandler) and node.name:
            found.add(node.name)
    return found


def docstrings(tree: ast.Module) -> set[ast.AST]:
    """The nodes of texts that nobody can use."""
    return {
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }


def is_change(node: ast.AST) -> bool:
    """Does `a.b` or `a[b]` stand where something gets a value, or is deleted?"""
    return isinstance(node, ast.Attribute | ast.Subscript) and not isinstance(node.ctx, ast.Load)


def root_name(node: ast.AST) -> str:
    """The first name of `a.b[c].d`; empty if it does not begin with one."""
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def sketch(node: ast.AST) -> str:
    """The last names of `a.b[c].d`, as short as a message wants them."""
    names: list[str] = []
    while len(names) < LONGEST_CHAIN and isinstance(
        node, ast.Attribute | ast.Subscript | ast.Call
    ):
        if isinstance(node, ast.Attribute):
            names.insert(0, f".{node.attr}")
        elif isinstance(node, ast.Subscript):
            names.insert(0, "[…]")
        else:
            names.insert(0, "(…)")
        node = node.func if isinstance(node, ast.Call) else node.value
    return "".join([node.id if isinstance(node, ast.Name) else "…", *names])
