"""Games in files are drawn by the page's boards and played by clicks on them, in a browser."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tablero.web.shelf import Shelf
from tablero.web.site import BUILT
from tests.web.browser import ROOT, Room, marks
from tests.web.browser import tab as browser_tab
from tests.web.live import serving

pytestmark = marks

FILES = {
    name: str(ROOT / "examples" / "games" / f"{name}.py") for name in ("hex", "othello", "oware")
}


@pytest.fixture(scope="module")
def games_site() -> Iterator[str]:
    with serving(shelf=Shelf(list(FILES.values())), page=BUILT) as found:
        yield found.url


@pytest.fixture
def room(chromium: Browser, games_site: str) -> Iterator[Room]:
    with browser_tab(chromium, games_site) as found:
        yield found


def moves_before_a_pass() -> list[str]:
    """The golden game of Othello up to its first pass."""
    file = ROOT / "tests" / "data" / "playthroughs" / "examples" / "othello.txt"
    moves = file.read_text(encoding="utf-8").splitlines()[2].removeprefix("moves: ").split(", ")
    return moves[: moves.index("pass")]


def click(room: Room, label: str) -> None:
    """Click on a place of the board; its label may go on with the score of the move."""
    room.page.get_by_role("button", name=re.compile(f"^{label}(, |$)")).click()


def test_othello_is_played_by_clicks_on_squares(room: Room) -> None:
    room.visit(game="othello")
    click(room, "Row 3, column 4")
    room.at("d3")
    click(room, "Row 3, column 3")
    room.at("d3 c3")


def test_a_pass_has_a_button(room: Room) -> None:
    moves = moves_before_a_pass()
    room.visit(game="othello", moves=" ".join(moves))
    room.button("pass").click()
    room.at(" ".join([*moves, "pass"]))


def test_hex_is_played_by_clicks_on_squares(room: Room) -> None:
    room.visit(game="hex(size=4)")
    click(room, "Row 1, column 2")
    click(room, "Row 2, column 3")
    room.at("b1 c2")


def test_oware_is_played_by_clicks_on_pits(room: Room) -> None:
    room.visit(game="oware")
    click(room, "Red pit 3")
    room.at("3")
    click(room, "Yellow pit 1")
    room.at("3 1")
