"""Writes the pages of the site, for a generator to build.

    docs/games/kalah.md      games/kalah.md
    CONTRIBUTING.md          project/CONTRIBUTING.md
    src/tablero/jit/x.py     project/src/tablero/jit/x.py.md, as a listing
    (made here)              api/games.md: modules whose docstrings are the text

A link that leads out of docs/ finds its file on the site too. So pages are written for whoever
reads them in the repository, need no second text, and no generator has to know of it.
"""

import os
import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).parents[2]
DOCS, PROJECT = ROOT / "docs", "project"

LINK = re.compile(r"(?P<before>\]\()(?!https?:|#)(?P<file>[^)#\s]+)(?P<heading>#[^)\s]*)?(?=\))")
FENCE = re.compile(r"(^```.*?^```$)", re.MULTILINE | re.DOTALL)
LISTED = {
    ".py": "python",
    ".sh": "bash",
    ".c": "c",
    ".txt": "text",
    ".toml": "toml",
    ".jsonl": "json",
    ".service": "ini",
    "": "docker",
}

ALWAYS = ("CHANGELOG.md", "CONTRIBUTING.md", "RELEASING.md")
"""Pages out of docs/ that have a place of their own on the site."""

ASSETS = {"icon.svg": "frontend/public/icon.svg", "site.css": "scripts/site/site.css"}

API = {
    "library": ("board", "library", "results", "match.result"),
    "games": ("games", "games.game", "options", "position"),
    "evaluations": ("games.evaluations", "games.student"),
    "searches": ("search.run", "search.deepening", "search.state"),
    "solvers": ("solve", "solve.kernel_solver"),
    "agents": ("agents", "agents.agent"),
    "matches": ("match.plan", "match.batch", "match.referee", "match.record", "match.ratings"),
    "machine-code": ("jit",),
    "errors": ("errors",),
}
"""Pages of the reference: modules of tablero whose names are for others to use."""


def write_site(folder: Path) -> None:
    """All of it, into a folder that is new."""
    shutil.copytree(DOCS, folder)
    for page in DOCS.rglob("*.md"):
        (folder / uri_of(page)).write_text(page_text(page), encoding="utf-8")
    for name, path in ASSETS.items():
        shutil.copy(ROOT / path, folder / name)
    made = {uri_of(path): page_text(path) for path in linked_outside()}
    made |= {f"api/{title}.md": reference(title, modules) for title, modules in API.items()}
    for uri, text in made.items():
        (folder / uri).parent.mkdir(parents=True, exist_ok=True)
        (folder / uri).write_text(text, encoding="utf-8")


def reference(title: str, modules: tuple[str, ...]) -> str:
    """A page of the reference."""
    heading = title.replace("-", " ").capitalize()
    return f"# {heading}\n" + "".join(f"\n::: tablero.{module}\n" for module in modules)


def linked_outside() -> set[Path]:
    """Files out of docs/ that pages of the site lead to."""
    found = {ROOT / name for name in ALWAYS}
    todo = [*DOCS.rglob("*.md"), *found]
    while todo:
        page = todo.pop()
        fresh = {each for each in targets(page) if not each.is_relative_to(DOCS)} - found
        found |= fresh
        todo += [each for each in fresh if each.suffix == ".md"]
    return found


def targets(page: Path) -> Iterator[Path]:
    """The files that a page leads to."""
    for link in LINK.finditer(FENCE.sub("", page.read_text(encoding="utf-8"))):
        yield resolved(page, link["file"])


def resolved(page: Path, link: str) -> Path:
    """The file that is meant by a link of this page; of a folder, what is told about it."""
    path = Path(os.path.normpath(page.parent / link))
    return path / "README.md" if path.is_dir() else path


def uri_of(path: Path) -> str:
    """Where a file of the repository is on the site."""
    if path.is_relative_to(DOCS):
        return path.relative_to(DOCS).as_posix()
    uri = PurePosixPath(PROJECT, path.relative_to(ROOT).as_posix())
    return str(uri if path.suffix == ".md" else uri.with_name(f"{uri.name}.md"))


def page_text(path: Path) -> str:
    """A page, with links as they are on the site; of anything else a listing."""
    text = path.read_text(encoding="utf-8")
    if path.suffix != ".md":
        name = path.relative_to(ROOT).as_posix()
        return f"# {path.name}\n\n`{name}`\n\n````{LISTED[path.suffix]}\n{text}````\n"
    here = PurePosixPath(uri_of(path)).parent

    def on_site(link: re.Match[str]) -> str:
        there = os.path.relpath(uri_of(resolved(path, link["file"])), here)
        return f"{link['before']}{there}{link['heading'] or ''}"

    parts = FENCE.split(text)
    return "".join(part if part.startswith("```") else LINK.sub(on_site, part) for part in parts)


if __name__ == "__main__":
    write_site(Path(sys.argv[1]))
