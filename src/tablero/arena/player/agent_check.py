"""The agent track: any library may be used, and only what is plainly an attack is told of. The
sandbox would stop it anyway."""

import ast
from collections.abc import Iterator

from tablero.agents.agent import CHOOSE_PARAMETERS
from tablero.arena.player import rules
from tablero.arena.player.offences import Offence, offence
from tablero.arena.player.pure import root_name, sketch
from tablero.arena.player.reading import Unreadable, parse
from tablero.locale import _

_IMPORTERS = ("__import__", "import_module")
_RUNNERS = ("compile", "eval", "exec")
_LIBRARIES = ("os", "posix", "nt")
_OWN = (0, 1, 2)
"""Descriptors of a program's own, which lead nowhere in a cell."""

DEEPEST = 3
"""Texts in texts that are looked at."""


def agent_offences(tree: ast.Module, depth: int = DEEPEST) -> Iterator[Offence]:
    """All that is plainly an attack."""
    modules, starred = _module_names(tree), _starred(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield from _module(alias.name, node.lineno)
        elif isinstance(node, ast.ImportFrom):
            yield from _import_from(node)
        elif isinstance(node, ast.Name):
            if node.id in rules.INSIDES_NAMES:
                yield offence("insides", node.lineno, node.id)
            for module in starred:
                yield from _function(module, node.id, node.lineno)
        elif isinstance(node, ast.Attribute):
            yield from _attribute(node, modules)
        elif isinstance(node, ast.Subscript):
            yield from _subscript(node, modules)
        elif isinstance(node, ast.Call):
            yield from _call(node, modules)
            yield from _text_that_runs(node, depth)


def _module_names(tree: ast.Module) -> dict[str, str]:
    """What a file calls the modules that it imports, other names for the same included."""
    known = {
        alias.asname or alias.name.partition(".")[0]: alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.Import)
        for alias in node.names
    }
    renamed = [
        (node.targets[0].id, node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
    ]
    for _again in range(DEEPEST):
        for name, value in renamed:
            if name not in known and (module := _module_of(value, known)):
                known[name] = module
    return known


def _starred(tree: ast.Module) -> list[str]:
    """Modules all of whose names are imported."""
    return [
        node.module or ""
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and any(each.name == "*" for each in node.names)
    ]


def _module_of(node: ast.AST, modules: dict[str, str]) -> str:
    """The module that an expression plainly stands for: by its name, as another one's, in
    sys.modules, or imported on the spot. Else empty."""
    if isinstance(node, ast.Name):
        return modules.get(node.id, "")
    if isinstance(node, ast.Attribute) and root_name(node) in modules:
        name = node.attr.lstrip("_")
        return name if name in rules.ATTACKS else ""
    if isinstance(node, ast.Subscript) and _is_all_modules(node.value, modules):
        return text_of(node.slice)
    if isinstance(node, ast.Call) and _called(node) in _IMPORTERS and node.args:
        return text_of(node.args[0])
    return ""


def _is_all_modules(node: ast.AST, modules: dict[str, str]) -> bool:
    return (
        isinstance(node, ast.Attribute)
        and node.attr == "modules"
        and _module_of(node.value, modules) == "sys"
    )


def text_of(node: ast.AST) -> str:
    """A text that is written down, perhaps in pieces; empty if it is none."""
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else ""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        left, right = text_of(node.left), text_of(node.right)
        return left + right if left and right else ""
    return ""


def _called(node: ast.Call) -> str:
    return getattr(node.func, "id", getattr(node.func, "attr", ""))


def _import_from(node: ast.ImportFrom) -> Iterator[Offence]:
    module = node.module or ""
    yield from _module(module, node.lineno)
    for alias in node.names:
        yield from _function(module, alias.name, node.lineno)
        if (module, alias.name) == ("sys", "modules") or alias.name in rules.INSIDES_NAMES:
            yield offence("insides", node.lineno, f"{module}.{alias.name}")


def _module(name: str, line: int) -> Iterator[Offence]:
    if name.partition(".")[0] in rules.ATTACK_MODULES or name in rules.ATTACK_SUBMODULES:
        message = _("{module} leads to the system or the network")
        yield offence("system", line, message.format(module=name))


def _function(module: str, name: str, line: int) -> Iterator[Offence]:
    if name in rules.ATTACKS.get(module, "").split():
        rule = "insides" if module in ("sys", "gc", "inspect") else "system"
        yield offence(rule, line, f"{module}.{name}")


def _attribute(node: ast.Attribute, modules: dict[str, str]) -> Iterator[Offence]:
    told = sketch(node)
    yield from _function(_module_of(node.value, modules), node.attr, node.lineno)
    if node.attr in rules.AGENT_INSIDES:
        yield offence("insides", node.lineno, told)
    module = root_name(node) in modules or _module_of(node.value, modules)
    if not isinstance(node.ctx, ast.Load) and (module or _is_kind_of_given(node.value)):
        yield _patch(node.lineno, told)


def _is_kind_of_given(node: ast.AST) -> bool:
    """`type(position)`: its rules are not the player's."""
    return (
        isinstance(node, ast.Call)
        and _called(node) == "type"
        and any(isinstance(each, ast.Name) and each.id in CHOOSE_PARAMETERS for each in node.args)
    )


def _subscript(node: ast.Subscript, modules: dict[str, str]) -> Iterator[Offence]:
    """`vars(module)["name"] = …`, and the same by __dict__ or in sys.modules."""
    space: ast.AST | None = None
    if isinstance(node.value, ast.Attribute) and node.value.attr == "__dict__":
        space = node.value.value
    elif isinstance(node.value, ast.Call) and _called(node.value) == "vars" and node.value.args:
        space = node.value.args[0]
    if not isinstance(node.ctx, ast.Load) and (
        _is_all_modules(node.value, modules) or (space and _module_of(space, modules))
    ):
        yield _patch(node.lineno, sketch(node))
    if space and _module_of(space, modules):
        yield from _function(_module_of(space, modules), text_of(node.slice), node.lineno)


def _patch(line: int, told: str) -> Offence:
    return offence("patch", line, _("{what} gets another value").format(what=told))


def _call(node: ast.Call, modules: dict[str, str]) -> Iterator[Offence]:
    """Modules by their names as texts, places that are not the player's, setattr of a module."""
    name, line = _called(node), node.lineno
    if not node.args:
        return
    first, text = node.args[0], text_of(node.args[0])
    if name in _IMPORTERS:
        yield from _module(text, line)
    opens = name in rules.OPENERS or (
        name in rules.SEARCHERS
        and isinstance(node.func, ast.Attribute)
        and _module_of(node.func.value, modules)
    )
    if opens and text.startswith(rules.SECRET_PLACES):
        message = _("{place} is no place of a player's")
        yield offence("system", line, message.format(place=text[:60]))
    if name in ("setattr", "delattr") and root_name(first) in modules:
        yield _patch(line, sketch(first))
    if name == "getattr" and len(node.args) > 1:
        yield from _function(_module_of(first, modules), text_of(node.args[1]), line)
    if isinstance(node.func, ast.Attribute) and name in rules.DESCRIPTORS:
        own = isinstance(first, ast.Constant) and first.value in _OWN
        if _module_of(node.func.value, modules) in _LIBRARIES and not own:
            yield offence("system", line, sketch(node.func))


def _text_that_runs(node: ast.Call, depth: int) -> Iterator[Offence]:
    """What `exec` is given in so many words is a part of the file."""
    runs = isinstance(node.func, ast.Name) and node.func.id in _RUNNERS
    text = text_of(node.args[0]) if node.args and runs else ""
    if text and depth:
        try:
            tree = parse(text.strip())
        except Unreadable:
            return
        for found in agent_offences(tree, depth - 1):
            yield offence(found.rule, node.lineno, found.what)
