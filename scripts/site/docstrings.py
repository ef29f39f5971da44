"""Docstrings as the reference shows them: what a class or function is told, as a list.

path  -- where it lies        - `path`: where it lies
names -- what it holds;       - `names`: what it holds; empty: everything
         empty: everything
"""

import re
from typing import Any

from griffe import Extension, Object

FIELD = re.compile(r"^(?P<name>\*{0,2}[a-z_]\w*(?:, \w+)*)(?: +--|:) (?P<text>.*)$")
"""A line `name -- text` or `name: text`; names are those of fields, in small letters."""


class Fields(Extension):
    """Of everything that has a docstring."""

    def on_object(self, *, obj: Object, **_told: Any) -> None:
        if obj.docstring is not None:
            obj.docstring.value = listed(obj.docstring.value)


def listed(text: str) -> str:
    """The same in Markdown."""
    lines: list[str] = []
    among = False
    for line in text.splitlines():
        field = FIELD.match(line)
        if field:
            lines += [] if among or not lines or not lines[-1] else [""]
            lines.append(f"- `{field['name']}`: {field['text']}")
        elif among and line.startswith(" "):
            lines[-1] += f" {line.strip()}"
        else:
            lines += ["", line] if among and line else [line]
        among = bool(field) or (among and line.startswith(" "))
    return "\n".join(lines)
