"""Objects named by a string, "module:attribute", which are imported at the first use."""

from pkgutil import resolve_name
from typing import Any


def imported(place: Any) -> Any:
    """Return the object at `place`; if `place` is not a string, return it unchanged."""
    return resolve_name(place) if isinstance(place, str) else place
