"""A game of the user's that hangs, as the page shows it."""

import textwrap

from playwright.sync_api import Browser, expect

from tablero.web import clerk
from tablero.web.shelf import Shelf
from tablero.web.site import BUILT
from tests.web.browser import marks, tab
from tests.web.live import serving
from tests.web.test_clerk import STUCK

pytestmark = marks


def test_the_page_says_that_a_game_has_not_answered(chromium: Browser, tmp_path, monkeypatch):
    """The move that hangs is not made; another game can be played."""
    file = tmp_path / "stuck.py"
    file.write_text(textwrap.dedent(STUCK))
    with (
        serving(shelf=Shelf([str(file)]), page=BUILT, workers=1) as found,
        tab(chromium, found.url) as room,
    ):
        room.visit(game="stuck")
        room.button("0").click()
        room.at("0")
        monkeypatch.setattr(clerk, "SECONDS", 1.0)
        room.button("0").click()
        expect(room.page.get_by_text("the game has not answered within 1 second")).to_be_visible()
        room.at("0")
        room.visit(game="tictactoe")
        expect(room.board).to_be_visible()
