"""A browser that looks at the page: the system's Chromium, or none."""

import re
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

from tablero.web.site import BUILT

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--no-proxy-server",
]
PATIENCE = 100_000
"""Milliseconds: something may have to be compiled first, on a machine that has much to do."""

DESKTOP, PHONE = ViewportSize(width=1280, height=900), ViewportSize(width=390, height=844)
REFUSED = "status of 400"
"""What the browser says when the server refuses something, as it should."""

GONE = "net::ERR_"
"""What it says when there is no server."""


SMALL_GAME = "connect4(columns=4,rows=4)"
EXPERIMENTS = {
    "growth": {"who": "minimax;alphabeta", "lab-depth": "4", "lab-positions": "3"},
    "compare": {"who": "minimax;alphabeta", "lab-depth": "3", "lab-positions": "6"},
    "pruning": {"who": "minimax;alphabeta", "lab-depth": "3"},
    "ladder": {"who": "random;greedy;alphabeta(depth=2)", "lab-games": "6"},
    "regret": {"who": "random;greedy", "lab-positions": "6", "lab-low": "4", "lab-high": "8"},
}
"""Those of the lab, each done in a moment."""

ROOT = Path(__file__).parents[2]

marks = [
    pytest.mark.compiled_only,
    pytest.mark.slow,
    pytest.mark.skipif(not BUILT.is_dir(), reason="the page is not built: make setup"),
    pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium: apt-get install chromium"),
]


def game_of_the_docs(folder: Path) -> Path:
    """The file that docs/add-a-game.md begins with."""
    text = (ROOT / "docs" / "add-a-game.md").read_text(encoding="utf-8")
    found = re.search(r"^```python\n(# (\w+\.py)\n.*?)^```", text, re.MULTILINE | re.DOTALL)
    assert found is not None
    path = folder / found[2]
    path.write_text(found[1], encoding="utf-8")
    return path


class Room:
    """A tab, and what one does in it."""

    def __init__(self, page: Page, site: str) -> None:
        self.page, self.site = page, site

    @property
    def query(self) -> dict[str, str]:
        """What the address says."""
        asked = parse_qs(urlsplit(self.page.url).query)
        return {name: values[0] for name, values in asked.items()}

    def open(self, room: str, **query: str) -> None:
        self.page.goto(f"{self.site}/{room}?{urlencode({'lang': 'en', **query})}")

    def visit(self, **query: str) -> None:
        """Play; two people, unless somebody else is named."""
        self.open("play", **{"second": "you", **query})
        expect(self.status).not_to_be_empty()

    def grow(self, **query: str) -> None:
        """The tree lab."""
        self.open("tree", **query)
        expect(self.page.locator(".sums")).to_be_visible()

    def experiment(self, what: str, **query: str) -> None:
        """The form of a small one."""
        self.open("lab", lab=what, game=SMALL_GAME, **{**EXPERIMENTS[what], **query})

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def at(self, moves: str, number: int | None = None) -> None:
        """The address says so."""
        written = re.escape(moves.replace(" ", "+").replace("(", "%28").replace(")", "%29"))
        end = "" if number is None else rf".*&at={number}"
        expect(self.page).to_have_url(re.compile(rf"[?&]moves={written}(&(?!at=)[^&]*)*{end}$"))

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    @property
    def status(self) -> Locator:
        return self.page.locator(".status strong")

    @property
    def board(self) -> Locator:
        return self.page.locator(".field")


@contextmanager
def tab(
    chromium: Browser, site: str, *, forgiven: str = REFUSED, **options: Any
) -> Iterator[Room]:
    """A tab of its own; the browser may not complain, but for what is forgiven."""
    wanted: Mapping[str, Any] = {"viewport": DESKTOP, **options}
    context = chromium.new_context(**wanted)
    page, complaints = context.new_page(), []
    page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.set_default_timeout(PATIENCE)
    expect.set_options(timeout=PATIENCE)
    try:
        yield Room(page, site)
    finally:
        context.close()
    assert [text for text in complaints if forgiven not in text] == []
