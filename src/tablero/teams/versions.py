"""Do two processes compute the same? What their results depend on, and what differs."""

import platform
from functools import cache
from importlib.metadata import version
from typing import TypeAlias

import tablero
from tablero.locale import _
from tablero.sources import package_digest

Facts: TypeAlias = dict[str, str]

ALIKE = ("numba", "numpy", "distributed")
"""Packages whose last number may differ: results, and whether Dask understands itself, depend on
the first two at most."""


@cache
def facts() -> Facts:
    """Of this process."""
    own = {"tablero": tablero.__version__, "sha256": package_digest()}
    alike = {name: ".".join(version(name).split(".")[:2]) for name in ALIKE}
    return {**own, "Python": ".".join(platform.python_version_tuple()[:2]), **alike}


def differences(there: Facts, here: Facts) -> list[str]:
    """In words, one for each."""
    message = _("{name} {there} there, {here} here")
    return [
        message.format(name=name, there=there.get(name), here=here[name])
        for name in here
        if there.get(name) != here[name]
    ]
