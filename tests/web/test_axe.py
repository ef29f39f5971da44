"""Nothing that axe finds: every room, in both languages, light and dark, on phone and desktop."""

import pytest
from playwright.sync_api import expect

from tests.web.browser import DESKTOP, EXPERIMENTS, PHONE, ROOT, Room, marks, tab

pytestmark = marks

AXE = ROOT / "frontend" / "node_modules" / "axe-core" / "axe.min.js"
BOARDS = {"connect4": "4 4", "kalah": "3 6", "quarry": "", "tictactoe": "5 1", "boxes": "0 1"}
MISTAKEN = "4 4 4 4 4 4 2 3 3 2 1 1"
WORDS = {
    "en": {
        "mistakes": "Find my mistakes",
        "start": "Start",
        "options": "Options",
        "qr": "QR code",
        "run": "Run",
    },
    "es": {
        "mistakes": "Buscar mis errores",
        "start": "Empezar",
        "options": "Opciones",
        "qr": "Código QR",
        "run": "Ejecutar",
    },
}


class Inspector:
    """Looks at what a tab shows, and keeps what is wrong."""

    def __init__(self, room: Room, language: str) -> None:
        self.room, self.language = room, language
        self.faults: list[str] = []

    def look(self, where: str) -> None:
        """By day and by night. Scripts of others are forbidden by the page; the debugger's are
        not."""
        page = self.room.page
        if not page.evaluate("typeof axe === 'object'"):
            page.evaluate(AXE.read_text(encoding="utf-8"))
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            if page.locator("html[data-theme]").count():  # the door has no script that sets it
                expect(page.locator("html")).to_have_attribute("data-theme", scheme)
            found = page.evaluate("axe.run({resultTypes: ['violations']})")
            assert found["passes"]
            self.faults += [
                f"{where}, {scheme}: {each['id']}: {node['target']}: {node['failureSummary']}"
                for each in found["violations"]
                for node in each["nodes"]
            ]

    def word(self, key: str) -> str:
        return WORDS[self.language][key]

    def boards(self) -> None:
        for game, moves in BOARDS.items():
            self.room.visit(game=game, moves=moves, lang=self.language)
            expect(self.room.board.locator("svg, pre").first).to_be_visible()
            self.look(game)

    def panels(self) -> None:
        """Play with all that can be opened."""
        page = self.room.page
        self.room.visit(moves=MISTAKEN, lang=self.language)
        closed = page.locator("h2 button[aria-expanded=false]")
        while closed.count():
            closed.first.click()
        self.room.button(self.word("options")).click()
        self.look("options")
        self.room.press("Escape")
        self.room.button(self.word("qr")).click()
        expect(page.get_by_role("dialog")).to_be_visible()
        self.look("code")
        self.room.press("Escape")
        self.room.button(self.word("mistakes")).click()
        self.room.button(self.word("start")).click()
        self.look("mistakes")
        self.room.press("?")
        expect(page.get_by_role("dialog")).to_be_visible()
        self.look("help")

    def trees(self) -> None:
        for view in ("tree", "icicle", "outline"):
            self.room.grow(plies="3", view=view, lang=self.language)
            self.look(view)
        self.room.grow(plies="3", quiz="7", lang=self.language)
        self.look("quiz")

    def lab(self) -> None:
        self.room.open("lab", lang=self.language)
        expect(self.room.page.locator("h1")).to_be_visible()
        self.look("lab")
        for what in EXPERIMENTS:
            self.room.experiment(what, lang=self.language)
            self.room.button(self.word("run")).click()
            expect(self.room.button("PNG")).to_be_visible()
            self.look(what)
            self.room.page.locator("figcaption button:not([role=group] *)").first.click()
            self.look(f"{what} as a table")


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize(
    "rooms",
    [(Inspector.boards, Inspector.panels), (Inspector.trees, Inspector.lab)],
    ids=["play", "tree and lab"],
)
def test_axe_finds_nothing(chromium, site, rooms, language, size):
    with tab(chromium, site, viewport=size) as room:
        inspector = Inspector(room, language)
        for look_at in rooms:
            look_at(inspector)
    assert not inspector.faults, "\n".join(inspector.faults)
