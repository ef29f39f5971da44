"""The agent track: any library may be used, and only what is plainly an attack is told of. The
sandbox would stop it anyway."""

import ast
from collections.abc import Iterator

from tablero.arena.player import rules
from tablero.arena.player.offences import Offence, offence
from tablero.arena.player.pure import root_name, sketch
from tablero.locale import _

_IMPORTERS = ("__import__", "import_module")


def agent_offences(tree: ast.Module) -> Iterator[Offence]:
    """All that is plainly an attack."""
    modules = _module_names(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield from _module(alias.name, node.lineno)
        elif isinstance(node, ast.ImportFrom):
            yield from _module(node.module or "", node.lineno)
            for alias in node.names:
                yield from _function(node.module or "", alias.name, node.lineno)
        elif isinstance(node, ast.Attribute):
            yield from _attribute(node, modules)
        elif isinstance(node, ast.Call):
            yield from _call(node, modules)


def _module_names(tree: ast.Module) -> dict[str, str]:
    """What a file calls the modules that it imports."""
    return {
        alias.asname or alias.name.partition(".")[0]: alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.Import)
        for alias in node.names
    }


def _module(name: str, line: int) -> Iterator[Offence]:
    if name.partition(".")[0] in rules.ATTACK_MODULES or name == "urllib.request":
        message = _("{module} leads to the system or the network")
        yield offence("system", line, message.format(module=name))


def _function(module: str, name: str, line: int) -> Iterator[Offence]:
    if name in rules.ATTACKS.get(module, "").split():
        rule = "insides" if module in ("sys", "gc", "inspect") else "system"
        yield offence(rule, line, f"{module}.{name}")


def _attribute(node: ast.Attribute, modules: dict[str, str]) -> Iterator[Offence]:
    told = sketch(node)
    if isinstance(node.value, ast.Name) and node.value.id in modules:
        yield from _function(modules[node.value.id], node.attr, node.lineno)
    if node.attr in rules.INSIDES_ATTRIBUTES - {"mro", "with_traceback"}:
        yield offence("insides", node.lineno, told)
    if not isinstance(node.ctx, ast.Load) and root_name(node) in modules:
        yield offence("patch", node.lineno, _("{what} gets another value").format(what=told))


def _call(node: ast.Call, modules: dict[str, str]) -> Iterator[Offence]:
    """Modules by their names as texts, places that are not the player's, setattr of a module."""
    name = getattr(node.func, "id", getattr(node.func, "attr", ""))
    first = node.args[0] if node.args else None
    text = first.value if isinstance(first, ast.Constant) else None
    if isinstance(text, str) and name in _IMPORTERS:
        yield from _module(text, node.lineno)
    if isinstance(text, str) and name == "open" and text.startswith(rules.SECRET_PLACES):
        message = _("{place} is no place of a player's")
        yield offence("system", node.lineno, message.format(place=text[:60]))
    if name in ("setattr", "delattr") and first is not None and root_name(first) in modules:
        told = sketch(first)
        yield offence("patch", node.lineno, _("{what} gets another value").format(what=told))
