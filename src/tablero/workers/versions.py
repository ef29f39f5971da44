"""Versions of Tablero, Python and other packages, on which the results of a process depend."""

import platform
from functools import cache
from importlib.metadata import version
from typing import TypeAlias

import tablero
from tablero.locale import _
from tablero.sources import package_digest

Versions: TypeAlias = dict[str, str]
"""Versions by the names of packages; `sha256` is the digest of Tablero's source code."""

COMPARED_PACKAGES = ("numba", "numpy", "distributed")
"""Packages that are compared by major and minor version: results, and the protocol of Dask, do
not depend on the micro version."""


@cache
def own_versions() -> Versions:
    """Return the versions of this process."""
    own = {"tablero": tablero.__version__, "sha256": package_digest()}
    others = {name: ".".join(version(name).split(".")[:2]) for name in COMPARED_PACKAGES}
    return {**own, "Python": ".".join(platform.python_version_tuple()[:2]), **others}


def differences(there: Versions, here: Versions) -> list[str]:
    """Return one message for each version of `here` that differs in `there`."""
    message = _("{name} {there} there, {here} here")
    return [
        message.format(name=name, there=there.get(name), here=here[name])
        for name in here
        if there.get(name) != here[name]
    ]
