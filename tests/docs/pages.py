"""Pages of documentation, as the tests read them: files to write and commands to run."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
FENCE = re.compile(r"^```(?P<language>\w*)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
FILE_NAME = re.compile(r"# (\w+\.py)\n")
SECONDS = re.compile(r'\b(seconds"?:?) +(?:[0-9.]+|…)')
REST = "…"


class File(NamedTuple):
    """A Python block whose first line is its name: `# my_game.py`."""

    name: str
    text: str


class Command(NamedTuple):
    """A line `$ …` of a console block, and the output below it."""

    line: int
    text: str
    output: str


def pages() -> list[Path]:
    """Everything that is executed."""
    top = [ROOT / name for name in ("README.md", "CONTRIBUTING.md")]
    return [*filter(Path.exists, top), *sorted((ROOT / "docs").rglob("*.md"))]


def steps(page: Path) -> Iterator[File | Command]:
    """The files and commands of a page, in its order."""
    whole = page.read_text(encoding="utf-8")
    for block in FENCE.finditer(whole):
        if block["language"] == "console":
            first = whole.count("\n", 0, block.start("text")) + 1
            yield from _commands(block["text"], first)
        elif block["language"] == "python" and (name := FILE_NAME.match(block["text"])):
            yield File(name[1], block["text"])


def _commands(text: str, first: int) -> Iterator[Command]:
    lines = text.splitlines()
    starts = [number for number, line in enumerate(lines) if line.startswith("$ ")]
    assert starts[:1] == [0], f"line {first}: a console block begins with a command: {text!r}"
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        output = "\n".join(lines[start + 1 : end])
        yield Command(first + start, lines[start].removeprefix("$ "), output)


def agrees(written: str, printed: str) -> bool:
    """Is this what was printed? Seconds may differ.

    `…` stands for anything within a line, and alone on its line for any number of lines.
    """
    written, printed = (SECONDS.sub(r"\1 0", text.strip("\n")) for text in (written, printed))
    pattern = ""
    for line in written.splitlines():
        if line.strip() == REST:
            pattern += r"(?:.*\n)*"
        else:
            pattern += ".*".join(map(re.escape, line.split(REST))) + r"\n"
    return re.fullmatch(pattern, printed + "\n" if printed else "") is not None
