"""Take the pictures of docs/arena from an arena of our own agents:
`python -m tests.web.arena_pictures`."""

import sys
import tempfile
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlencode

from playwright.sync_api import Browser, sync_playwright

from tablero.arena.course import load_course
from tablero.arena.course.calendar import Calendar
from tablero.arena.course.model import Live
from tablero.arena.course.reading import COURSE_FILE
from tablero.arena.store import models
from tablero.arena.store.store import Store
from tablero.web.arena.public import Public
from tablero.web.site import BUILT
from tests.web import arenas
from tests.web.browser import ARGUMENTS, CHROMIUM, PATIENCE, tab
from tests.web.live import serving
from tests.web.test_submit_room import BAD, ONE, Pair

FOLDER = Path("docs/arena")
PUBLISHED, UNDER_WAY = 5, 90
AGENTS = {
    "Osa Mayor": "alphabeta(depth=3,eval=tuned)",
    "Orión": "alphabeta(depth=2,eval=tuned)",
    "Sower": "negamax(depth=2,eval=composite)",
    "la cosecha": "negamax(depth=1,eval=tuned)",
    "Pandora": "greedy",
    "K2": "regular(depth=2)",
}
REFERENCES = {"Alba": "random", "Bruma": "regular", "Cierzo": "negamax(depth=2,eval=composite)"}


class Shot(NamedTuple):
    """until  -- finds what is there when the picture can be taken
    top    -- finds what the page is scrolled to
    clicks -- find what is clicked, one after the other
    """

    name: str
    query: dict[str, str]
    until: str
    size: tuple[int, int]
    dark: bool = False
    top: str = ""
    clicks: tuple[str, ...] = ()


SHOTS = [
    Shot("standings", {"lang": "en"}, "text=Upset", (1280, 1000)),
    Shot("cross", {"lang": "es", "cell": "1-2"}, "#arena-games", (1280, 1000), True, ".both"),
    Shot("replay", {"lang": "en", "cell": "1-3", "replay": "1-3-2"}, ".verdict:not(:empty)",
         (1280, 920), False, "section[aria-labelledby=arena-replay]", (".judge button",)),
    Shot("live", {"lang": "en"}, "li:nth-child(4) svg", (1280, 420), False,
         "section[aria-labelledby=arena-live]"),
    Shot("teacher", {"lang": "en", "teacher": "1"}, "#teacher-pair", (1280, 1000), False,
         "section[aria-labelledby=teacher-round]", ("[aria-label='Open pair 01-07']",)),
    Shot("history", {"lang": "en", "player": "Sower"}, "#arena-history", (1280, 420), False,
         "section[aria-labelledby=arena-history]"),
    Shot("phone", {"lang": "es"}, "#arena-cross", (390, 844)),
]  # fmt: skip


def fill(folder: Path) -> tuple[Public, Store]:
    """Rounds of a week, and one that is being played."""
    arenas.OPENINGS, arenas.REFERENCES = 6, REFERENCES
    (folder / COURSE_FILE).write_text(arenas.course_text(), encoding="utf-8")
    course = load_course(folder)
    store = Store.open(folder, course)
    made, calendar = arenas.Made(folder, course, store), Calendar(course.calendar)
    for number, day in enumerate(calendar.rounds()[: PUBLISHED + 1]):
        dealt = dict(zip(("01-07-1", "01-07-2", "01-07-3", "02-09-1", "02-09-2", "02-09-3"),
                         AGENTS, strict=True))  # fmt: skip
        here = {id: alias for id, alias in dealt.items() if number or alias != "K2"}
        arenas.STUDENTS = {(alias, 1): (id[:5], int(id[-1])) for id, alias in here.items()}
        arenas.AGENTS = {id: AGENTS[alias] for id, alias in dealt.items()}
        if number < 2 and "Sower" in AGENTS:
            arenas.AGENTS["01-07-3"] = "random"
        arenas.hand_in(made, day)
        arenas.play(made, day, UNDER_WAY if number == PUBLISHED else None)
    last: models.Round = store.rounds()[-1]
    now: datetime = calendar.closing(last.day)
    shown = replace(course, rounds=replace(course.rounds, live=Live.TRAINING))
    return Public(shown, store, lambda: now, folder=folder), store


def take(browser: Browser, site: str, shot: Shot) -> None:
    width, height = shot.size
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme="dark" if shot.dark else "light",
        reduced_motion="reduce",
    )
    page = context.new_page()
    page.goto(f"{site}/arena?{urlencode(shot.query)}")
    if "teacher" in shot.query:
        page.locator("#teacher-password").fill(arenas.TEACHERS_PASSWORD)
        page.keyboard.press("Enter")
    for click in shot.clicks:
        page.locator(click).first.click()
    page.locator(shot.until).first.wait_for(timeout=PATIENCE)
    if shot.top:
        page.locator(shot.top).evaluate("each => each.scrollIntoView()")
    page.wait_for_timeout(20_000 if shot.name == "replay" else 800)  # values of all moves
    page.screenshot(path=FOLDER / f"{shot.name}.png")
    context.close()


def take_submit(browser: Browser, site: str) -> None:
    """A pair has signed in, and its file has failed."""
    size = {"width": 1280, "height": 1000}
    with tab(browser, site, viewport=size, color_scheme="light", reduced_motion="reduce") as room:
        pair = Pair(room)
        room.open("submit")
        pair.sign_in(ONE)
        pair.drop("divider.py", BAD)
        room.button("Check only").click()
        room.page.locator(".trouble svg[role=img]").wait_for()
        room.page.evaluate("scrollTo(0, 0)")
        room.page.wait_for_timeout(800)
        room.page.screenshot(path=FOLDER / "submit.png")


def main() -> None:
    with tempfile.TemporaryDirectory() as scratch:
        public, store = fill(Path(scratch))
        with serving(page=BUILT, arena=public) as found, sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
            for shot in SHOTS:
                if not sys.argv[1:] or shot.name in sys.argv[1:]:
                    take(browser, found.url, shot)
            if not sys.argv[1:] or "submit" in sys.argv[1:]:
                take_submit(browser, found.url)
            browser.close()
        store.close()


if __name__ == "__main__":
    main()
