"""Pages of documentation, as the tests read them: files to write and commands to run."""

import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
FENCE = re.compile(r"^```(?P<language>\w*)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
FILE_NAME = re.compile(r"# ([\w/]+\.py)\n")
PACKAGE = Path("src/tablero")
SECONDS = re.compile(r'\b(seconds"?:?) +(?:[0-9.]+|…)')
REST = "…"


class File(NamedTuple):
    """A Python block whose first line is its name: `# my_game.py`."""

    name: str
    text: str

    def write(self, folder: Path) -> None:
        """Write the file; if it is part of the package, that is copied before."""
        _with_package(self.name, folder).write_text(self.text, encoding="utf-8")


class Change(NamedTuple):
    """A block of differences whose first line is the name of a file: `# my_game.py`.

    hunks: (lines of the file, the lines that replace them).
    """

    name: str
    hunks: list[tuple[str, str]]

    def write(self, folder: Path) -> None:
        """Change the file. Each hunk must fit exactly once."""
        path = _with_package(self.name, folder)
        text = path.read_text(encoding="utf-8")
        for old, new in self.hunks:
            assert text.count(old) == 1, f"{self.name}: {text.count(old)} times\n{old}"
            text = text.replace(old, new)
        path.write_text(text, encoding="utf-8")


class Command(NamedTuple):
    """A line `$ …` of a console block, and the output below it."""

    line: int
    text: str
    output: str


def pages() -> list[Path]:
    """Everything that is executed."""
    top = [ROOT / name for name in ("README.md", "CONTRIBUTING.md")]
    return [*filter(Path.exists, top), *sorted((ROOT / "docs").rglob("*.md"))]


def steps(page: Path) -> Iterator[File | Change | Command]:
    """The files, changes and commands of a page, in its order."""
    whole = page.read_text(encoding="utf-8")
    for block in FENCE.finditer(whole):
        if block["language"] == "console":
            first = whole.count("\n", 0, block.start("text")) + 1
            yield from _commands(block["text"], first)
        elif block["language"] == "python" and (name := FILE_NAME.match(block["text"])):
            yield File(name[1], block["text"])
        elif block["language"] == "diff" and (name := FILE_NAME.match(block["text"])):
            yield Change(name[1], [*map(_hunk, block["text"][name.end() :].split("@@\n"))])


def write_files(page: Path, folder: Path) -> None:
    """Write the files of a page, with its changes."""
    for step in steps(page):
        if not isinstance(step, Command):
            step.write(folder)


def changed_package(folder: Path) -> dict[str, str]:
    """Return the environment of a process that uses the copy of the package in `folder`."""
    folder = folder.resolve()
    return {
        "PYTHONPATH": str(folder / PACKAGE.parent),
        "XDG_CACHE_HOME": str(folder / "cache"),
    }


def _with_package(name: str, folder: Path) -> Path:
    """Return the path of a file in `folder`, which gets a copy of the package if it needs one."""
    if name.startswith(f"{PACKAGE}/") and not (folder / PACKAGE).exists():
        unwanted = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / PACKAGE, folder / PACKAGE, ignore=unwanted)
    return folder / name


def _hunk(text: str) -> tuple[str, str]:
    """Return the lines that are there without the change, and those that are there with it."""
    lines = text.splitlines(keepends=True)
    assert all(line[0] in " +-" for line in lines), text
    old, new = ("".join(line[1:] for line in lines if line[0] in kinds) for kinds in (" -", " +"))
    return old, new


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
