"""A search that docs/add-a-search.md adds is as good as those of the package, everywhere."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect, sync_playwright

from tablero.numbers import grouped
from tests.docs.commands import games_at_both_speeds, python, tablero
from tests.docs.pages import ROOT, changed_package, write_files
from tests.web.browser import ARGUMENTS, CHROMIUM
from tests.web.browser import tab as browser_tab
from tests.web.live import Address, Tab, line
from tests.web.test_serve import running, token_of

pytestmark = pytest.mark.compiled_only

GAME, POSITION = "connect4", "44"
AGENTS = ["pvs(depth=4)", "alphabeta(depth=4)"]
MATCH = [GAME, *AGENTS, "--games", "6", "--openings", "plies=4", "--seed", "1"]

COUNT_NODES = """
import json
from tablero.agents.agent import NO_LIMITS
from tablero.match.plan import MatchTerms, Plan
from tablero.match.players import MatchPlayers

agents = "pvs(depth=4)", "alphabeta(depth=4)"
players = MatchPlayers(Plan(MatchTerms("connect4", agents, 2, 1)))
assert players.are_compiled
(_number, played), _second = players.run([1, 2])
compiled = [
    sum(int(players.players[agent, side].compiled.task.state.evaluated) for side in (0, 1))
    for agent in (0, 1)
]
single, position = [0, 0], players.plan.game.start
for move in played.moves:
    for agent in (0, 1):
        choice = players.players[agent, position.turn()].choose(position, NO_LIMITS)
        assert choice.move == move
        single[agent] += choice.statistics["evaluated"]
    position = position.play(move)
print(json.dumps([compiled, single]))
"""


@pytest.fixture(autouse=True, scope="module")
def _changed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Processes that the tests start use the package as the page changes it."""
    folder = tmp_path_factory.mktemp("search")
    write_files(ROOT / "docs/add-a-search.md", folder)
    with pytest.MonkeyPatch.context() as patch:
        for name, value in changed_package(folder).items():
            patch.setenv(name, value)
        yield


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    """The address of a server."""
    with running("--workers", "1") as (_process, url):
        yield url.rstrip("/")


def searched(algorithm: str, depth: int = 6) -> Any:
    found = tablero("search", GAME, POSITION, "--depth", str(depth), "--algorithm", algorithm)
    return found["score"], found["move"], found["statistics"]["evaluated"]


def test_the_tests_of_all_searches_pass():
    quiet = ("-m", "pytest", "-q", "-p", "no:cacheprovider")
    printed = python(*quiet, "tests/search", "-k", "pvs", NUMBA_DISABLE_JIT="1")
    assert int(printed.splitlines()[-1].partition(" passed")[0]) > 30


def test_it_finds_what_minimax_finds_with_nodes_of_its_own():
    *found, nodes = searched("pvs")
    *truth, all_nodes = searched("minimax")
    assert found == truth
    assert nodes < all_nodes
    assert nodes != searched("alphabeta")[-1]


def test_compiled_games_are_those_of_the_referee(tmp_path: Path):
    compiled, refereed = games_at_both_speeds(tmp_path, *MATCH)
    assert compiled == refereed
    assert len(compiled) == 6


def test_the_compiled_player_visits_the_nodes_of_this_search():
    """Both games are the same, with the sides swapped: each agent moves in every position."""
    (pvs, alphabeta), single = json.loads(python("-c", COUNT_NODES))
    assert [pvs, alphabeta] == single
    assert pvs != alphabeta


def test_it_plays_a_game():
    record = tablero("play", GAME, *AGENTS, "--silent")
    assert (record["first"], record["reason"]) == (AGENTS[0], "won")
    assert tablero("play", GAME, *AGENTS[::-1], "--silent")["moves"] == record["moves"]


def test_the_lab_compares_it():
    searches = ["minimax(depth=4)", *AGENTS]
    counts = tablero("lab", "compare", GAME, *searches, "--positions", "5", "--plies", "2-8")
    nodes = {row["search"]: row["nodes"] for row in counts["rows"]}
    assert [row["differ"] for row in counts["rows"]] == [0, 0, 0]
    assert nodes["pvs(depth=4)"] < nodes["minimax(depth=4)"]
    assert nodes["pvs(depth=4)"] != nodes["alphabeta(depth=4)"]


def test_the_page_offers_it(site: str):
    score, move, nodes = searched("pvs", depth=4)
    tab = Tab(Address(site, token_of(site)))
    offered = tab.client.get("/api/catalogue").json()
    here = line(GAME, *POSITION)
    chosen = tab.ask(kind="choose", line=here, agent=AGENTS[0])
    search = {"algorithm": "pvs", "depth": 4, "eval": "lines"}
    grown = tab.ask(kind="grow", line=here, search=search)
    tab.close()
    assert "pvs" in offered["algorithms"]
    assert "pvs" in {agent["name"] for agent in offered["agents"]}
    assert (chosen["score"], chosen["move"], chosen["nodes"]) == (score, move, nodes)
    assert grown["visited"] == nodes


@pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium: apt-get install chromium")
def test_the_tree_lab_draws_its_tree(site: str):
    _score, _move, nodes = searched("pvs", depth=4)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        with browser_tab(chromium, site) as room:
            room.grow(game=GAME, moves=" ".join(POSITION), plies="4", search="pvs")
            chosen = room.page.get_by_role("combobox", name="Search", exact=True)
            assert chosen.input_value() == "pvs"
            visited = room.page.locator(".sums dl div").filter(has_text="visited below the root")
            expect(visited).to_contain_text(grouped(nodes))
        chromium.close()
