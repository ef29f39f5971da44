"""Parts of the package as the source code of one file that needs neither the package nor Numba.

A requested definition comes with all that it uses, in the source code that runs here: rules,
evaluations and searches are plain Python, and the decorators that compile them are left out.
"""

import ast
import inspect
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from tablero.errors import OptionError
from tablero.locale import _

QualifiedName: TypeAlias = tuple[str, str]
"""A module, and a name on its top level."""

COMPILING_DECORATORS = ("@kernel", "@helper")
"""Decorators that are removed, since they need Numba."""

MAX_LISTED = 20
"""Maximum length of an array of zeros that is written number by number."""


class ParsedModule(NamedTuple):
    """lines: lines of its source code. defined: top-level statements, by the names they define."""

    lines: list[str]
    defined: dict[str, ast.stmt]


class SourceBundle:
    """The source code of definitions, each included once, after those that it uses.

    replacements: source code that replaces the package's, by qualified name.
    """

    def __init__(self, replacements: Mapping[QualifiedName, str]) -> None:
        self.replacements = replacements
        self.origins: dict[str, QualifiedName] = {}
        self.imports: dict[str, set[str]] = {}
        self.texts: list[str] = []

    def add(self, module: str, name: str) -> str:
        """Add the definition of a name and of all that it uses. Return the name."""
        place = self._origin(module, name)
        known = self.origins.get(name)
        if place is None or (known and known[0] == place[0]):
            return name
        assert known is None, f"{place} and {known} have one name"
        self.origins[name] = place
        if place in self.replacements:
            self.texts.append(self.replacements[place])
            return name
        lines, defined = _read(place[0])
        node = defined[name]
        self.origins |= dict.fromkeys(_defined_names(node), place)
        for used in _used_names(node):
            if used != name and used in defined:
                self.add(place[0], used)
        self.texts.append(_text(lines, node))
        return name

    def add_import(self, module: str, name: str) -> None:
        """Import a name from a module of the standard library; "" imports the module itself."""
        self.imports.setdefault(module, set()).add(name)

    def value(self, thing: Any) -> str:
        """Return an expression that creates `thing` again.

        It may be a number, a text, None, an array, a NamedTuple of the package or a search state.
        """
        if thing is None or isinstance(thing, bool | int | float | str):
            return repr(thing)
        if isinstance(thing, np.ndarray):
            return self._array(thing.tolist())
        if isinstance(thing, np.record | SimpleNamespace):
            return f"{self.add('tablero.search.state', 'new_state')}()"
        if hasattr(thing, "_fields"):
            parts = ", ".join(map(self.value, thing))
            return f"{self.class_of(type(thing))}({parts})"
        message = _("{thing!r} cannot be serialized")
        raise OptionError(message.format(thing=thing))

    def class_of(self, cls: type[Any]) -> str:
        """Return an expression for a class of the package or an evaluation class of the user.

        A class that was created from options is created again by its factory.
        """
        family, made, options = cls.__qualname__.partition("__")
        if not cls.__module__.startswith(
            "tablero."
        ):  # an evaluation of the user, completed when loaded
            complete = self.add("tablero.position", "complete_evaluation")
            return f"{complete}({self.add(cls.__module__, cls.__qualname__)})"
        if not made:
            return self.add(cls.__module__, cls.__qualname__)
        maker = getattr(sys.modules[cls.__module__], "__getattr__")  # noqa: B009
        factory = inspect.getclosurevars(maker).nonlocals["families"][family]
        arguments = ", ".join(options.split("_"))
        return f"{self.add(cls.__module__, factory.__name__)}({arguments})"

    def text(self) -> str:
        """Return the whole source code, imports first. Annotations may name later definitions."""
        later = "from __future__ import annotations"
        imports = [line for entry in sorted(self.imports.items()) for line in _imports(*entry)]
        return "\n\n\n".join(["\n".join([later, "", *imports]), *self.texts])

    def _origin(self, module: str, name: str) -> QualifiedName | None:
        """Return where a name is defined; None for the standard library, which is imported.

        Raise OptionError if it is imported from any other package.
        """
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
            self.add_import(source, ast.unparse(alias))
        else:
            self.add_import(ast.unparse(alias), "")
        return None

    def _array(self, numbers: list[Any]) -> str:
        zeros = len(numbers) > MAX_LISTED and not any(numbers)
        return f"[0] * {len(numbers)}" if zeros else repr(numbers)


@cache
def _read(module: str) -> ParsedModule:
    text = Path(str(import_module(module).__file__)).read_text(encoding="utf-8")
    defined = {name: node for node in ast.parse(text).body for name in _defined_names(node)}
    return ParsedModule(text.splitlines(), defined)


def _defined_names(node: ast.stmt) -> Iterator[str]:
    """Yield the names that a top-level statement defines."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        yield node.name
    elif isinstance(node, ast.Import | ast.ImportFrom):
        yield from (alias.asname or alias.name for alias in node.names)
    elif isinstance(node, ast.Assign | ast.AnnAssign):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        for target in targets:
            yield from (part.id for part in ast.walk(target) if isinstance(part, ast.Name))


def _used_names(node: ast.stmt) -> list[str]:
    """Return the names that a definition uses and does not bind itself, in order."""
    names = [part for part in ast.walk(node) if isinstance(part, ast.Name)]
    bound = {name.id for name in names if isinstance(name.ctx, ast.Store)}
    bound |= {part.arg for part in ast.walk(node) if isinstance(part, ast.arg)}
    bound |= {word.removeprefix("@") for word in COMPILING_DECORATORS}
    return list(dict.fromkeys(name.id for name in names if name.id not in bound))


def _text(lines: list[str], node: ast.stmt) -> str:
    decorators = getattr(node, "decorator_list", [])
    first = min(part.lineno for part in (node, *decorators))
    kept = (
        line for line in lines[first - 1 : node.end_lineno] if line not in COMPILING_DECORATORS
    )
    return "\n".join(kept)


def _imports(module: str, names: set[str]) -> Iterator[str]:
    """Yield the lines that import these names of a module, and the module itself for ""."""
    if "" in names:
        yield f"import {module}"
    if listed := ", ".join(sorted(names - {""})):
        yield f"from {module} import {listed}"
