"""Texts with what is wrong in them. Cases are parted by `---`; a line that breaks a rule ends with
a comment that names it: `# !insides`."""

import re
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).with_name("texts")
EXPECTED = re.compile(r"# !(\w+)$", re.MULTILINE)


class Case(NamedTuple):
    """broken -- (rule, line) of what must be found"""

    text: str
    broken: list[tuple[str, int]]

    def __str__(self) -> str:
        """For the reports of pytest."""
        return " | ".join(self.text.split("\n"))[:60]


def cases(name: str) -> list[Case]:
    """Those of a file in the folder."""
    texts = (
        (FOLDER / f"{name}.txt").read_text(encoding="utf-8").removesuffix("\n").split("\n---\n")
    )
    return [
        Case(
            text,
            [
                (found[1], text.count("\n", 0, found.start()) + 1)
                for found in EXPECTED.finditer(text)
            ],
        )
        for text in texts
    ]
