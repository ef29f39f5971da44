"""One server with workers for all tests of a process, and small ones without; one browser."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright

from tablero.web.shelf import Shelf
from tablero.web.site import BUILT
from tests.web.browser import ARGUMENTS, CHROMIUM, ROOT, Room, game_of_the_docs
from tests.web.browser import tab as browser_tab
from tests.web.live import Tab, serving


@pytest.fixture(scope="session")
def address():
    with serving() as found:
        yield found


@pytest.fixture
def tab(address):
    one = Tab(address)
    yield one
    one.close()


@pytest.fixture(scope="session")
def client():
    """Asks a server that has no workers, as our own page would."""
    with serving(workers=0) as found, found.client() as asking:
        yield asking


@pytest.fixture(scope="session")
def site(tmp_path_factory) -> Iterator[str]:
    """Where the page is served, with a game and a player's file of somebody's."""
    game = game_of_the_docs(tmp_path_factory.mktemp("games"))
    player = ROOT / "examples" / "player_choose.py"
    with serving(shelf=Shelf([str(game)], [str(player)]), page=BUILT) as found:
        yield found.url


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """Not for longer: as long as Playwright is there, nobody else can run an event loop."""
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield found
        found.close()


@pytest.fixture
def room(chromium: Browser, site: str) -> Iterator[Room]:
    with browser_tab(chromium, site) as found:
        yield found
