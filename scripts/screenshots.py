"""Take the pictures of docs/page, or those that are named, from a server of our own."""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlencode

from playwright.sync_api import Browser, sync_playwright

FOLDER = Path("docs/page")
DESKTOP, PHONE = (1280, 860), (390, 844)
PATIENCE = 120_000
"""Milliseconds: something may have to be compiled first."""

SETTLED = 1500
"""Milliseconds after the last thing has come, until nothing moves any more."""


class Shot(NamedTuple):
    """until -- finds what is there when the picture can be taken
    press -- buttons that are pressed before
    top   -- finds what the page is scrolled to
    """

    name: str
    room: str
    query: dict[str, str]
    until: str
    press: tuple[str, ...] = ()
    size: tuple[int, int] = DESKTOP
    dark: bool = False
    top: str = ""


EXACT = "[aria-label*='exact'] >> nth=6"
PEOPLE = {"first": "you", "second": "you"}
SHOTS = [
    Shot("play", "play", {"moves": "4 4 4 4 4 2", "lang": "en", **PEOPLE}, EXACT),
    Shot(
        "kalah",
        "play",
        {"game": "kalah", "moves": "3 6 1 4", "lang": "es", **PEOPLE},
        "text=nodos ·",
        dark=True,
    ),
    Shot("quarry", "play", {"game": "quarry", "lang": "en", **PEOPLE}, "text=Red wins"),
    Shot(
        "phone",
        "play",
        {"game": "mancala11", "moves": "3 2 4", "lang": "es", **PEOPLE},
        "[aria-label*='valor']",
        size=PHONE,
    ),
    Shot(
        "tree",
        "tree",
        {"game": "tictactoe", "moves": "1 5 9 2", "plies": "3", "lang": "en"},
        "text=MAX moves",
    ),
    Shot(
        "tree-dark",
        "tree",
        {"game": "kalah", "moves": "3 6 1 4", "plies": "3", "view": "icicle", "lang": "es"},
        "text=MAX",
        dark=True,
    ),
    Shot(
        "tree-phone",
        "tree",
        {"game": "connect4", "moves": "4 4 4 4 4 2", "plies": "4", "lang": "en"},
        "text=MAX moves",
        size=PHONE,
        top=".stage",
    ),
    Shot("growth", "lab", {"lang": "en"}, "text=Done in", press=("Run",), size=(1280, 1280)),
    Shot(
        "pruning-dark",
        "lab",
        {"lab": "pruning", "lang": "es"},
        "text=Terminado en",
        press=("Ejecutar",),
        size=(1280, 1180),
        dark=True,
    ),
    Shot(
        "growth-phone",
        "lab",
        {"lang": "es"},
        "text=Terminado en",
        press=("Ejecutar", "b efectivo"),
        size=PHONE,
        top="section[aria-labelledby=lab-result]",
    ),
]


def take(browser: Browser, site: str, shot: Shot) -> None:
    width, height = shot.size
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme="dark" if shot.dark else "light",
        has_touch=shot.size == PHONE,
        is_mobile=shot.size == PHONE,
        reduced_motion="reduce",
    )
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.goto(f"{site}/{shot.room}?{urlencode(shot.query)}")
    for name in shot.press:
        page.get_by_role("button", name=name, exact=True).click()
    page.locator(shot.until).first.wait_for(state="attached")
    if shot.top:
        page.locator(shot.top).evaluate("each => each.scrollIntoView()")
    page.wait_for_timeout(SETTLED)
    page.screenshot(path=FOLDER / f"{shot.name}.png")
    context.close()


def main() -> None:
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    command = [f"{Path(sys.executable).parent}/tablero", "serve", "--port", "0", "--no-browser"]
    with subprocess.Popen([*command, "--json"], stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            site = json.loads(server.stdout.readline())["address"].rstrip("/")
            with sync_playwright() as playwright:
                browser = playwright.chromium.launch(
                    executable_path=chromium, args=["--no-sandbox"]
                )
                for shot in SHOTS:
                    if not sys.argv[1:] or shot.name in sys.argv[1:]:
                        take(browser, site, shot)
                browser.close()
        finally:
            server.terminate()


if __name__ == "__main__":
    main()
