"""Searches by name, in users' files, of other packages, or defined by a program or a notebook."""

import ast
import inspect
from collections.abc import Callable
from typing import Any

from tablero.agents import SEARCHES
from tablero.definitions import Kind, define, define_object, defined
from tablero.errors import OptionError, OutsideError, UnknownName
from tablero.games.outside import (
    entry_points_of,
    is_path,
    load_entry_point,
    load_module,
    read_source,
)
from tablero.locale import _
from tablero.search import ALGORITHMS, ENGINE
from tablero.search.run import Algorithm

PARAMETERS = ["position", "depth", "ply", "alpha", "beta", "task"]
"""The names of the parameters of a search kernel, by which it is found in a file."""


def load_algorithm(algorithm: Algorithm | Callable[..., int]) -> Algorithm:
    """Return the name of a search for the settings, which is loaded if it is not known yet.

    algorithm: a name; the path of a file with one kernel that has the parameters of a search; or
        such a kernel, which texts may name from now on.
    """
    if not isinstance(algorithm, str):
        name = getattr(algorithm, "__name__", None)
        if not callable(algorithm) or name is None:
            message = _("a search must be a text or a kernel, not {value!r}")
            raise OptionError(message.format(value=algorithm))
        return define_object(Kind.SEARCH, name, algorithm, names())
    if is_path(algorithm):
        define(Kind.SEARCH, algorithm, _in_file(algorithm))
    elif algorithm not in (*ALGORITHMS, ENGINE) and algorithm not in defined(Kind.SEARCH):
        entries = entry_points_of(SEARCHES)
        if algorithm not in entries:
            raise UnknownName(_("search"), algorithm, [*names(), *defined(Kind.SEARCH)])
        found = load_entry_point(entries[algorithm], _("the search does not import"))
        define(Kind.SEARCH, algorithm, found)
    return algorithm


def names() -> list[str]:
    """Return the names of all searches, of this package and of others."""
    return [*ALGORITHMS, ENGINE, *sorted(entry_points_of(SEARCHES))]


def is_search(path: str) -> bool:
    """Return whether a file defines a function with the parameters of a search.

    The file is not run. It is no search if it cannot be read or parsed.
    """
    try:
        functions = ast.parse(read_source(path)).body
    except (OutsideError, SyntaxError, ValueError):
        return False
    return any(
        isinstance(each, ast.FunctionDef) and [arg.arg for arg in each.args.args] == PARAMETERS
        for each in functions
    )


def _in_file(path: str) -> Callable[..., int]:
    """Return the kernel of the search in a file."""
    module = load_module(path)
    found = [value for value in vars(module).values() if _is_own_search(value, module.__name__)]
    if len(found) != 1:
        message = _("{path}: expected one kernel with the parameters {names}, found {count}")
        names = ", ".join(PARAMETERS)
        raise OutsideError(message.format(path=path, names=names, count=len(found)))
    return found[0]  # type: ignore[no-any-return]


def _is_own_search(value: Any, module: str) -> bool:
    function = inspect.unwrap(value) if callable(value) else None
    return (
        inspect.isfunction(function)
        and function.__module__ == module
        and [*inspect.signature(function).parameters] == PARAMETERS
    )
