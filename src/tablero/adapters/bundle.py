"""Parts of the package as one text that needs neither the package nor Numba.

What is asked for comes with all that it names, in the very text that runs here: rules,
evaluations and searches are plain Python, and the decorators that compile them are left out.
"""

import ast
import inspect
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from types import SimpleNamespace
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from tablero.errors import OptionError
from tablero.locale import _

Place: TypeAlias = tuple[str, str]
"""A module, and a name on its top level."""

COMPILING = ("@kernel", "@helper")
"""Decorators that a text without Numba does without."""

SHORT = 20
"""Numbers of an array that are written one by one."""


class Module(NamedTuple):
    """lines -- of its text; defined -- what stands on its top level, by name."""

    lines: list[str]
    defined: dict[str, ast.stmt]


class Bundle:
    """Collects texts, each once, after those that it needs.

    others -- texts that take the place of ours
    """

    def __init__(self, others: Mapping[Place, str]) -> None:
        self.others = others
        self.places: dict[str, Place] = {}
        self.imports: dict[str, set[str]] = {}
        self.texts: list[str] = []

    def need(self, module: str, name: str) -> str:
        """The name, whose text is in the bundle from now on, or will be when it is called."""
        place = self._origin(module, name)
        known = self.places.get(name)
        if place is None or (known and known[0] == place[0]):
            return name
        assert known is None, f"{place} and {known} have one name"
        self.places[name] = place
        if place in self.others:
            self.texts.append(self.others[place])
            return name
        lines, defined = _read(place[0])
        node = defined[name]
        self.places |= dict.fromkeys(_bound(node), place)
        for used in _names(node):
            if used != name and used in defined:
                self.need(place[0], used)
        self.texts.append(_text(lines, node))
        return name

    def take(self, module: str, name: str) -> None:
        """Import a name from a module of Python's own library; no name: the module itself."""
        self.imports.setdefault(module, set()).add(name)

    def value(self, thing: Any) -> str:
        """An expression that makes `thing` again: numbers, NamedTuples of ours, and what a search
        writes into."""
        if thing is None or isinstance(thing, bool | int | float | str):
            return repr(thing)
        if isinstance(thing, np.ndarray):
            return self._array(thing.tolist())
        if isinstance(thing, list):
            return self._array(thing)
        if isinstance(thing, np.record | SimpleNamespace):
            return f"{self.need('tablero.search.notes', 'new_notes')}()"
        if hasattr(thing, "_fields"):
            parts = ", ".join(map(self.value, thing))
            return f"{self.class_of(type(thing))}({parts})"
        message = _("{thing!r} cannot be written down")
        raise OptionError(message.format(thing=thing))

    def class_of(self, cls: type[Any]) -> str:
        """An expression for a class of ours; one that its options have made is made again."""
        family, made, options = cls.__qualname__.partition("__")
        if not cls.__module__.startswith(
            "tablero."
        ):  # a judge of the user's, completed when loaded
            complete = self.need("tablero.position", "opinion")
            return f"{complete}({self.need(cls.__module__, cls.__qualname__)})"
        if not made:
            return self.need(cls.__module__, cls.__qualname__)
        maker = getattr(sys.modules[cls.__module__], "__getattr__")  # noqa: B009
        factory = inspect.getclosurevars(maker).nonlocals["families"][family]
        arguments = ", ".join(options.split("_"))
        return f"{self.need(cls.__module__, factory.__name__)}({arguments})"

    def text(self) -> str:
        """All of it, imports first. Annotations may name what stands further below."""
        later = "from __future__ import annotations"
        imports = [line for entry in sorted(self.imports.items()) for line in _imports(*entry)]
        return "\n\n\n".join(["\n".join([later, "", *imports]), *self.texts])

    def _origin(self, module: str, name: str) -> Place | None:
        """Where a name is defined; None: in Python's own library, from where it is imported."""
        node = _read(module).defined[name]
        if not isinstance(node, ast.ImportFrom | ast.Import):
            return module, name
        (alias,) = (each for each in node.names if name == (each.asname or each.name))
        source = str(node.module) if isinstance(node, ast.ImportFrom) else alias.name
        if source.startswith("tablero.") and not alias.asname:
            return self._origin(source, name)
        if source.partition(".")[0] not in sys.stdlib_module_names:
            message = _("{file}: {name} is imported from {source}, which one file cannot hold")
            file = sys.modules[module].__file__
            raise OptionError(message.format(file=file, name=name, source=source))
        if isinstance(node, ast.ImportFrom):
            self.take(source, ast.unparse(alias))
        else:
            self.take(ast.unparse(alias), "")
        return None

    def _array(self, numbers: list[Any]) -> str:
        zeros = len(numbers) > SHORT and not any(numbers)
        return f"[0] * {len(numbers)}" if zeros else repr(numbers)


@cache
def _read(module: str) -> Module:
    text = inspect.getsource(import_module(module))
    defined = {name: node for node in ast.parse(text).body for name in _bound(node)}
    return Module(text.splitlines(), defined)


def _bound(node: ast.stmt) -> Iterator[str]:
    """The names that a statement on the top level defines."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        yield node.name
    elif isinstance(node, ast.Import | ast.ImportFrom):
        yield from (alias.asname or alias.name for alias in node.names)
    elif isinstance(node, ast.Assign | ast.AnnAssign):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        for target in targets:
            yield from (part.id for part in ast.walk(target) if isinstance(part, ast.Name))


def _names(node: ast.stmt) -> list[str]:
    """The names that a definition uses and does not bind itself, in its order."""
    names = [part for part in ast.walk(node) if isinstance(part, ast.Name)]
    bound = {name.id for name in names if isinstance(name.ctx, ast.Store)}
    bound |= {part.arg for part in ast.walk(node) if isinstance(part, ast.arg)}
    bound |= {word.removeprefix("@") for word in COMPILING}
    return list(dict.fromkeys(name.id for name in names if name.id not in bound))


def _text(lines: list[str], node: ast.stmt) -> str:
    decorators = getattr(node, "decorator_list", [])
    first = min(part.lineno for part in (node, *decorators))
    kept = (line for line in lines[first - 1 : node.end_lineno] if line not in COMPILING)
    return "\n".join(kept)


def _imports(module: str, names: set[str]) -> Iterator[str]:
    """The lines that import these names of a module, and the module itself for the name ""."""
    if "" in names:
        yield f"import {module}"
    if listed := ", ".join(sorted(names - {""})):
        yield f"from {module} import {listed}"
