"""The evaluation track: a pure function, by an allow-list.

Since nothing that outlives a call can be changed, a file needs no analysis of what its names
stand for: values of the module are constants, and nothing else is reachable.
"""

import ast
import builtins
import re
from collections.abc import Iterator

from tablero.arena.player import rules
from tablero.arena.player.offences import Offence, offence
from tablero.arena.player.pure import (
    bound_names,
    docstrings,
    impure_parts,
    is_change,
    root_name,
    sketch,
    trusted_names,
)
from tablero.locale import _

_ALL_BUILTINS = frozenset(dir(builtins))
_DUNDER = re.compile(r"__\w+__")


def evaluation_offences(tree: ast.Module) -> Iterator[Offence]:
    """All that an evaluation must not do."""
    bound, modules = bound_names(tree), imported_modules(tree)
    trusted = trusted_names(tree)
    documentation, on_board = docstrings(tree), changes_of_boards(tree)
    for statement in tree.body:
        yield from _top_level(statement, trusted)
    for node in ast.walk(tree):
        line = getattr(node, "lineno", 0)
        if isinstance(node, ast.ClassDef) and node not in tree.body:
            yield from _class(node, trusted)
        if isinstance(node, ast.MatchClass):
            yield from _captures(node)
        if not isinstance(node, rules.NODES):
            yield from _construct(node)
        elif isinstance(node, ast.Import | ast.ImportFrom):
            yield from _imports(node)
            yield from _import_names(node)
        elif isinstance(node, ast.Name):
            yield from _name(node, bound)
        elif isinstance(node, ast.Attribute):
            yield from _attribute(node)
            if is_change(node):
                yield _change(node, modules, on_board)
        elif isinstance(node, ast.Subscript):
            if node in on_board:
                yield _change(node, modules, on_board)
        elif isinstance(node, ast.Constant):
            if isinstance(node.value, str) and node not in documentation:
                yield from _string(node.value, line)
        else:
            yield from _others(node, line)


def imported_modules(tree: ast.Module) -> set[str]:
    """The names that stand for modules."""
    return {
        alias.asname or alias.name.partition(".")[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.Import)
        for alias in node.names
    }


def changes_of_boards(tree: ast.Module) -> set[ast.AST]:
    """The nodes in value and finished that give a part of the board they are given another value,
    where the name has not been given to something else."""
    found: set[ast.AST] = set()
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef) and function.name in ("value", "finished"):
            inside = [*ast.walk(function)]
            stored = {
                node.id
                for node in inside
                if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
            }
            names = [each.arg for each in (*function.args.posonlyargs, *function.args.args)]
            given = {name for name in names if name != "self"} - stored
            found |= {node for node in inside if is_change(node) and root_name(node) in given}
    return found


def _construct(node: ast.AST) -> Iterator[Offence]:
    """Parts of a construct that has been told of already are not told of again."""
    if not isinstance(node, ast.withitem | ast.match_case | ast.pattern):
        word = rules.word_of(node)
        message = _("{word} is not for an evaluation").format(word=word)
        yield offence("construct", getattr(node, "lineno", 0), message)


def _captures(node: ast.MatchClass) -> Iterator[Offence]:
    """`case object(__class__=found)` is another way to write an attribute."""
    for name in node.kwd_attrs:
        if name.startswith("__") or name in rules.INSIDES_ATTRIBUTES:
            yield offence("insides", node.lineno, f"case …({name}=…)")


def _top_level(node: ast.stmt, trusted: frozenset[str]) -> Iterator[Offence]:
    """Constants, functions, imports, and one class of the NamedTuple form."""
    line = node.lineno
    if isinstance(node, ast.Assign | ast.AnnAssign):
        yield from _constants(node, trusted)
    elif isinstance(node, ast.ClassDef):
        yield from _class(node, trusted)
    elif isinstance(node, ast.FunctionDef):
        yield from _defaults(node, trusted)
    elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        pass
    elif not isinstance(node, ast.Import | ast.ImportFrom) and isinstance(node, rules.NODES):
        message = _("{word} outside a function, where only constants, functions and imports are")
        yield offence("construct", line, message.format(word=rules.word_of(node)))


def _constants(node: ast.Assign | ast.AnnAssign, trusted: frozenset[str]) -> Iterator[Offence]:
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    for target in targets:
        names = target.elts if isinstance(target, ast.Tuple) else [target]
        if not all(isinstance(name, ast.Name) for name in names):
            message = _("only names get values outside a function")
            yield offence("construct", node.lineno, message)
    if node.value is not None:
        yield from _changeable(node.value, trusted)


def _changeable(value: ast.expr, trusted: frozenset[str]) -> Iterator[Offence]:
    """Values that could be changed later, or that are made in a way we cannot follow."""
    for part in impure_parts(value, trusted):
        message = _("{what} could be changed later; here use numbers, texts and tuples of them")
        yield offence("state", part.lineno, message.format(what=rules.word_of(part)))


def _class(node: ast.ClassDef, trusted: frozenset[str]) -> Iterator[Offence]:
    bases = [each.id for each in node.bases if isinstance(each, ast.Name)]
    if bases != ["NamedTuple"] or len(node.bases) != 1 or node.keywords:
        message = _("the only class is the NamedTuple form, without a metaclass")
        yield offence("construct", node.lineno, message)
    for part in node.body:
        if isinstance(part, ast.FunctionDef):
            yield from _defaults(part, trusted)
        elif isinstance(part, ast.AnnAssign) and part.value is not None:
            yield from _changeable(part.value, trusted)
        elif isinstance(part, ast.Expr) and isinstance(part.value, ast.Constant):
            pass
        else:
            message = _("a NamedTuple holds weights with their usual values, and functions")
            yield offence("construct", part.lineno, message)


def _defaults(node: ast.FunctionDef, trusted: frozenset[str]) -> Iterator[Offence]:
    for default in (*node.args.defaults, *node.args.kw_defaults):
        if default is not None:
            yield from _changeable(default, trusted)


def _imports(node: ast.Import | ast.ImportFrom) -> Iterator[Offence]:
    wanted = [(alias.name, "") for alias in node.names]
    if isinstance(node, ast.ImportFrom):
        module = "." * node.level + (node.module or "")
        wanted = [(module, alias.name) for alias in node.names]
    for module, name in wanted:
        rule, allowed = _broken_by(module), rules.MODULES.get(module, frozenset())
        if allowed is None and name != "*":
            continue
        if not name or name not in (allowed or ()):
            told = f"{module}.{name}".rstrip(".")
            message = _("{module} cannot be imported; these can: {known}")
            known = ", ".join(rules.MODULES)
            yield offence(rule, node.lineno, message.format(module=told, known=known))


def _import_names(node: ast.Import | ast.ImportFrom) -> Iterator[Offence]:
    """Every module has a loader, which loads any other; and what is imported may be called
    anything, `__builtins__` too."""
    for alias in node.names:
        for name in filter(None, (alias.name, alias.asname)):
            if name.startswith("__") and name != "__future__":
                yield _pythons_own(name, node.lineno)


def _broken_by(module: str) -> str:
    """The rule that importing this module breaks."""
    root = module.partition(".")[0]
    if root in rules.SYSTEM_MODULES:
        return "system"
    return "insides" if root in rules.INSIDES_MODULES else "import"


def _name(node: ast.Name, bound: set[str]) -> Iterator[Offence]:
    name, line = node.id, node.lineno
    if name in rules.DANGEROUS_NAMES and isinstance(node.ctx, ast.Load):
        message = _("{name} leads out of an evaluation")
        yield offence(rules.DANGEROUS_NAMES[name], line, message.format(name=name))
    elif name.startswith("__"):
        rule = "underscore" if name in rules.HARMLESS_DUNDERS else "insides"
        yield _pythons_own(name, line, rule)
    elif isinstance(node.ctx, ast.Load) and name not in rules.BUILTINS:
        if name in _ALL_BUILTINS:
            message = _("{name} is not for an evaluation; these builtins are: {known}")
            known = " ".join(sorted(rules.BUILTINS - rules.ERRORS))
            yield offence("name", line, message.format(name=name, known=known))
        elif name not in bound:
            message = _("nothing in this file is called {name}")
            yield offence("name", line, message.format(name=name))


def _pythons_own(name: str, line: int, rule: str = "insides") -> Offence:
    return offence(rule, line, _("the name {name} belongs to Python").format(name=name))


def _attribute(node: ast.Attribute) -> Iterator[Offence]:
    name, line = node.attr, node.lineno
    told = sketch(node)
    if name.startswith("__") or name in rules.INSIDES_ATTRIBUTES:
        yield offence("insides", line, told)
    elif name.startswith("_"):
        yield offence("underscore", line, told)
    elif name in rules.TEMPLATE_ATTRIBUTES:
        message = _("{what} fills a template, which can reach attributes; use an f-string")
        yield offence("string", line, message.format(what=told))


def _change(
    node: ast.Attribute | ast.Subscript, modules: set[str], on_board: set[ast.AST]
) -> Offence:
    """Who is changed makes the difference between a slip and a trick."""
    rule = "patch" if root_name(node) in modules else "board" if node in on_board else "state"
    return offence(rule, node.lineno, _("{what} gets another value").format(what=sketch(node)))


def _string(text: str, line: int) -> Iterator[Offence]:
    found = _DUNDER.search(text)
    if found and text != "__main__":
        message = _("a text names {name}")
        yield offence("string", line, message.format(name=found[0][:40]))


def _others(node: ast.AST, line: int) -> Iterator[Offence]:
    """Decorators, scopes, errors, annotations and names that no node of their own holds."""
    if isinstance(node, ast.Global | ast.Nonlocal):
        word = type(node).__name__.lower()
        message = _("{word} keeps something from one position to the next")
        yield offence("state", line, message.format(word=word))
    elif isinstance(node, ast.FunctionDef | ast.ClassDef):
        for decorator in node.decorator_list:
            message = _("a decorator changes what a function is")
            yield offence("construct", decorator.lineno, message)
        if node.name.startswith("__"):
            yield _pythons_own(node.name, line)
        if isinstance(node, ast.FunctionDef) and node.returns is not None:
            yield from _annotation(node.returns)
    elif isinstance(node, ast.arg | ast.AnnAssign) and node.annotation is not None:
        yield from _annotation(node.annotation)
    elif isinstance(node, ast.ExceptHandler):
        yield from _handler(node)
        if (node.name or "").startswith("__"):
            yield _pythons_own(node.name or "", line)
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        yield from _getattr(node, node.func.id)
    elif isinstance(node, ast.arg | ast.keyword) and (node.arg or "").startswith("__"):
        yield _pythons_own(node.arg or "", line)


def _getattr(node: ast.Call, function: str) -> Iterator[Offence]:
    """A name that is put together, or one of Python's own, is no slip any more."""
    if function in ("getattr", "hasattr"):
        name = node.args[1] if len(node.args) > 1 else node
        text = name.value if isinstance(name, ast.Constant) else None
        if not isinstance(text, str) or text.startswith("_"):
            message = _("{name} of an attribute whose name is put together, or Python's own")
            yield offence("insides", node.lineno, message.format(name=function))


def _annotation(node: ast.expr) -> Iterator[Offence]:
    for part in ast.walk(node):
        text = isinstance(part, ast.Constant) and isinstance(part.value, str)
        if text or isinstance(part, ast.Call | ast.Lambda | ast.NamedExpr | ast.JoinedStr):
            message = _("an annotation is a name, not a text or a call")
            yield offence("annotation", node.lineno, message)


def _handler(node: ast.ExceptHandler) -> Iterator[Offence]:
    caught = node.type.elts if isinstance(node.type, ast.Tuple) else [node.type]
    if not all(isinstance(each, ast.Name) and each.id in rules.ERRORS for each in caught):
        message = _("errors are caught by their names: {known}")
        known = " ".join(sorted(rules.ERRORS))
        yield offence("except", node.lineno, message.format(known=known))
