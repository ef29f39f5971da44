"""The room of the tournament: standings, cross table by keys, replays, history; and its copy."""

import functools
import http.server
import json
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, expect

from tablero.arena.course.calendar import Calendar
from tablero.arena.course.model import Live
from tablero.web.arena.copy import write_copy
from tablero.web.arena.public import Public
from tablero.web.site import BUILT
from tests.web.arenas import Made, make, morning, play, secrets
from tests.web.browser import DESKTOP, PHONE, Room, marks, tab
from tests.web.live import serving
from tests.web.test_axe import Inspector

pytestmark = marks

HOSTILE = "Osa <b>Mayor</b>"
FEW = 3
"""Players of a round who stay in its table."""

WORDS = {
    "en": {
        "arena": "Arena",
        "round": "Round",
        "standings": "Standings",
        "same": "cannot be told apart from #1 yet",
        "table": "Show as table",
        "replay": "Replay",
        "play": "Open in Play",
        "forward": "Forward",
        "player": "Player",
        "history": "A player's history",
        "half": "0.5",
        "live": "Round 3 is being played",
        "games": "7 of 40 games",
        "against": "against",
        "place": r"Round 2: place \d of 5",
        "notable": "Notable games",
        "move": "Move 7 of",
    },
    "es": {
        "arena": "Arena",
        "round": "Ronda",
        "standings": "Clasificación",
        "same": "todavía no se distingue del n.º 1",
        "table": "Ver como tabla",
        "replay": "Repetición",
        "play": "Abrir en Jugar",
        "forward": "Adelante",
        "player": "Jugador",
        "history": "La historia de un jugador",
        "half": "0,5",
        "live": "Se está jugando la ronda 3",
        "games": "7 de 40 partidas",
        "against": "contra",
        "place": r"Ronda 2: puesto \d de 5",
        "notable": "Partidas notables",
        "move": "Jugada 7 de",
    },
}


@pytest.fixture(scope="module")
def made(tmp_path_factory) -> Iterator[Made]:
    found = make(tmp_path_factory.mktemp("arena"))
    yield found
    found.store.close()


@pytest.fixture(scope="module")
def stadium(made: Made) -> Iterator[str]:
    """Where the page is served with the arena in it; everybody may watch rounds of training."""
    rounds = replace(made.course.rounds, live=Live.TRAINING)
    public = Public(replace(made.course, rounds=rounds), made.store, made.clock)
    with serving(page=BUILT, arena=public) as found:
        yield found.url


def panel(room: Room, name: str) -> Locator:
    return room.page.locator("section").filter(
        has=room.page.get_by_role("heading", name=name, exact=True)
    )


UNCOVERED = """(() => {
  const { left, top, height } = document.activeElement.getBoundingClientRect();
  return document.elementFromPoint(left + 2, top + height / 2) === document.activeElement;
})()"""
"""Is what has the focus seen to its left edge?"""


@pytest.mark.parametrize("language", WORDS)
def test_a_visit_by_keys(chromium: Browser, stadium: str, made: Made, language: str) -> None:
    """All of it, without a mouse."""
    word = WORDS[language]
    rows = Public(made.course, made.store, made.clock).round_told(2).rows
    with tab(chromium, stadium) as room:
        page = room.page
        room.open("arena", lang=language)
        expect(page.get_by_role("heading", name=word["live"])).to_be_visible()
        expect(page.get_by_text(word["games"])).to_be_visible()
        expect(page.get_by_text(word["same"])).to_be_visible()
        standings = panel(room, word["standings"])
        names = [row.alias for row in rows]
        assert standings.locator("tbody th button").all_inner_texts() == names
        assert HOSTILE in names
        expect(standings.locator("tbody svg")).to_have_count(5)
        regret = standings.locator("tbody td:last-child")
        expect(regret).to_have_text([word["half"], *["–"] * 4])
        standings.get_by_role("button", name=word["table"]).focus()
        room.press("Enter")
        expect(standings.locator("tbody svg")).to_have_count(0)

        page.locator("[data-at='0-1']").focus()
        room.press("ArrowRight", "ArrowDown")
        cell = page.locator("[data-at='1-2']")
        expect(cell).to_be_focused()
        expect(cell).to_have_attribute(
            "aria-label", re.compile(re.escape(f"{names[1]} {word['against']} {names[2]}: "))
        )
        told = Public(made.course, made.store, made.clock).round_told(2).cross[1][2]
        assert told is not None
        won, drawn, lost = (a + b for a, b in zip(told.started, told.answered, strict=True))
        expect(cell).to_have_text(f"{100 * (won + drawn / 2) / 4:g}")
        expect(cell).to_have_attribute("aria-label", re.compile(f" {won}-{drawn}-{lost};"))
        room.press("Enter")
        heading = page.get_by_role("heading", name=f"{names[1]} {word['against']} {names[2]}")
        expect(heading).to_be_focused()
        games = page.locator("section", has=heading).get_by_role("button")
        expect(games).to_have_count(4)
        games.first.focus()
        room.press("Enter")
        forward = room.button(word["forward"])
        expect(forward).to_be_visible()
        forward.focus()
        room.press("Enter")
        expect(page.locator("p.played")).to_have_text(re.compile(f"^{word['move']}"))
        arena = dict(room.query)
        assert (arena["cell"], arena["replay"]) == ("2-3", "2-3-1")

        page.get_by_role("link", name=word["play"]).focus()
        room.press("Enter")
        expect(page).to_have_url(re.compile("/play.*moves="))
        expect(room.status).not_to_be_empty()
        game = Public(made.course, made.store, made.clock).game(2, 2, 3, 1)
        assert room.query["moves"] == " ".join(game.moves)
        assert room.query["game"] == "mancala11"
        page.go_back()
        expect(page.locator("p.played")).to_be_visible()
        assert room.query == arena

        page.set_viewport_size(PHONE)
        page.locator("[data-at='1-4']").focus()
        room.press("ArrowLeft", "ArrowLeft", "ArrowLeft")
        expect(page.locator("[data-at='1-0']")).to_be_focused()
        assert page.evaluate(UNCOVERED), "a name lies above the cell"


@pytest.mark.parametrize("language", WORDS)
def test_history_rounds_and_notable_games(chromium: Browser, stadium: str, language: str) -> None:
    word = WORDS[language]
    with tab(chromium, stadium) as room:
        page = room.page
        room.open("arena", lang=language)
        history = panel(room, word["history"])
        history.get_by_label(word["player"]).select_option("Alba")
        assert room.query["player"] == "Alba"
        slider = history.get_by_role("slider")
        slider.focus()
        room.press("ArrowRight")
        expect(slider).to_have_attribute("aria-valuetext", re.compile(word["place"]))
        history.get_by_role("button", name=word["table"]).click()
        expect(history.locator("tbody tr")).to_have_count(2)
        with page.expect_download() as kept:
            history.get_by_role("button", name="CSV").click()
        lines = Path(kept.value.path()).read_text().splitlines()
        assert [line.split(",")[:2] for line in lines[1:]] == [["1", "Alba"], ["2", "Alba"]]

        page.get_by_label(word["round"], exact=True).select_option("1")
        expect(page).to_have_url(re.compile("round=1"))
        notable = panel(room, word["notable"])
        notable.get_by_role("button").first.click()
        expect(page.locator(".field")).to_be_visible()
        page.reload()
        expect(page.locator(".field")).to_be_visible()
        assert (room.query["round"], room.query["player"]) == ("1", "Alba")


def test_live_boards_play_the_last_games_and_results_can_be_hidden(
    chromium: Browser, stadium: str, made: Made
) -> None:
    games = [row.record["moves"] for row in made.store.games(made.store.round(3))]
    with tab(chromium, stadium) as room:
        page = room.page
        room.open("arena")
        live = panel(room, "Round 3 is being played")
        boards = live.locator("li")
        expect(boards).to_have_count(4)
        expect(boards.locator("svg")).to_have_count(4)
        told = re.compile("|".join(f"move \\d+ of {len(moves)}$|wins|draw" for moves in games))
        expect(boards.first.locator("span")).to_have_text(told)
        expect(live.locator("li", has_text=re.compile("wins|draw")).first).to_be_visible()
        room.button("Hide results").click()
        expect(live.locator("li", has_text=re.compile("wins|draw"))).to_have_count(0)
        expect(page.locator("#arena-standings")).to_have_count(0)
        room.button("Hide results").click()
        expect(page.locator("#arena-standings")).to_be_visible()
        page.locator("[data-at='0-1']").hover()
        expect(page.locator(".told svg")).to_be_visible()
        expect(page.locator(".told")).to_contain_text("The last game of these two")
        page.locator("h1").hover()
        expect(page.locator(".told svg")).to_have_count(0)


def test_a_replay_has_clocks_and_asks_for_values_only_when_told_to(
    chromium: Browser, stadium: str, made: Made
) -> None:
    game = Public(made.course, made.store, made.clock).game(2, 1, 2, 1)
    asked: list[str] = []
    with tab(chromium, stadium) as room:
        page = room.page
        page.on("request", lambda request: asked.append(request.url))
        room.open("arena", round="2", replay="1-2-1")
        replay = page.locator("section[aria-labelledby=arena-replay]")
        clocks = replay.locator(".clocks > span")
        expect(clocks).to_have_text([f"{alias}: 0 s" for alias in (game.first, game.second)])
        room.button("To the end").click()
        room.button("Back").click()
        expect(clocks.nth(0)).to_have_text(re.compile(r"[1-9][\d.]* (ms|µs|s)$"))
        verdict = replay.locator(".verdict")
        expect(verdict).to_be_empty()
        assert not [url for url in asked if url.endswith("/api/jobs")]
        replay.get_by_role("button", name="Values and mistakes").click()
        expect(verdict).to_have_text(re.compile("wins by|draw"))
        slider = replay.get_by_role("slider", name="Value of the game")
        expect(slider).to_have_attribute("aria-valuetext", re.compile(r"^Move \d+: .*(wins|draw)"))
        replay.locator(".beside").get_by_role("button", name="Show as table").click()
        rows = replay.locator(".beside tbody tr")
        expect(rows).to_have_count(len(game.moves))
        expect(rows.nth(0).locator("td").nth(1)).to_have_text("–")


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
@pytest.mark.parametrize("language", WORDS)
def test_axe_finds_nothing(chromium: Browser, stadium: str, language: str, size) -> None:
    with tab(chromium, stadium, viewport=size) as room:
        inspector = Inspector(room, language)
        room.open("arena", lang=language, cell="1-2", replay="1-2-1")
        expect(room.page.locator(".field")).to_be_visible()
        expect(panel(room, WORDS[language]["notable"]).get_by_role("button").first).to_be_visible()
        expect(room.page.locator("section[aria-labelledby=arena-live] li svg")).to_have_count(4)
        inspector.look("arena")
        drawn = room.page.locator("main button:not([aria-pressed=true])")
        charts = drawn.filter(has_text=WORDS[language]["table"])
        while charts.count():
            charts.first.click()
        inspector.look("arena as tables")
        wide = room.page.evaluate("document.documentElement.scrollWidth")
        assert wide <= size["width"]
        small = room.page.evaluate(SMALL)
    assert small == []
    assert not inspector.faults, "\n".join(inspector.faults)


SMALL = """[...document.querySelectorAll("main button, main select, main a, main summary")]
  .filter((each) => each.offsetParent)
  .map((each) => [each.innerText, each.getBoundingClientRect()])
  .filter(([, box]) => box.width < 44 || box.height < 44)
  .map(([text, box]) => `${text}: ${box.width} x ${box.height}`)"""
"""What a finger would miss."""


def test_a_round_is_watched_until_it_is_published(chromium: Browser, tmp_path: Path) -> None:
    made = make(tmp_path)
    public = Public(made.course, made.store, made.clock)
    with serving(page=BUILT, arena=public) as found, tab(chromium, found.url) as room:
        room.open("arena")
        expect(room.page.get_by_text("7 of 40 games")).to_be_visible()
        rounds = room.page.get_by_label("Round", exact=True).locator("option")
        expect(rounds).to_have_count(2)
        table = [
            {"id": each.player, "rank": rank}
            for rank, each in enumerate(made.store.entrants(made.store.round(3))[:FEW], 1)
        ]
        room.page.locator(f"[data-at='{FEW + 1}-{FEW}']").focus()
        made.store.close_round(made.store.round(3), morning(2), table)
        expect(room.page.get_by_text("Round 3 is over: 7 games")).to_be_visible()
        expect(rounds).to_have_count(2)
        made.now = morning(3)
        expect(rounds).to_have_count(3)
        expect(room.page.get_by_text("Round 3 is over")).to_be_hidden()
        expect(room.page.locator("[data-at]")).to_have_count(FEW * (FEW - 1))
        expect(room.page.locator("[data-at][tabindex='0']")).to_have_count(1)
        play(made, Calendar(made.course.calendar).rounds()[3], None, knockout=True)
        made.now = morning(4)
        told = room.page.locator("section[aria-labelledby=arena-standings] p")
        expect(told.first).to_have_text(f"{public.round_told(4).champion} has won the knockout.")
        same = public.round_told(4).repeated
        assert same > 1, "both openings are the same, and some players have no chance in them"
        expect(told.last).to_have_text(
            f"{same} games are the same, move for move, as another of the same players."
        )
        room.open("arena", lang="es")
        expect(told.first).to_contain_text("ha ganado la eliminatoria.")
        expect(told.last).to_contain_text(f"{same} partidas son iguales, jugada a jugada")
    made.store.close()


def test_without_an_arena_there_is_no_such_room(room: Room) -> None:
    room.visit()
    expect(room.page.get_by_role("link", name="Experiments", exact=True)).to_be_visible()
    expect(room.page.get_by_role("link", name="Arena", exact=True)).to_have_count(0)
    room.open("arena")
    expect(room.page.get_by_text("There is no tournament here")).to_be_visible()


# ---- the copy


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        """Nothing."""


@contextmanager
def files_served(folder: Path) -> Iterator[str]:
    """By a server that knows nothing but files."""
    handler = functools.partial(Quiet, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()
        thread.join()


@pytest.mark.parametrize("language", WORDS)
def test_a_copy_needs_nothing_but_files(
    chromium: Browser, made: Made, tmp_path: Path, language: str
) -> None:
    word = WORDS[language]
    public = Public(made.course, made.store, made.clock)
    write_copy(public, tmp_path / "someone" / "arena")
    with files_served(tmp_path) as site, tab(chromium, site) as room:
        page, asked = room.page, []
        page.on("request", lambda request: asked.append(request.url))
        room.open("someone/arena/", lang=language)
        standings = panel(room, word["standings"])
        names = standings.locator("tbody th button")
        expect(standings.locator("tbody tr")).to_have_count(5)
        expect(names).to_have_text([row.alias for row in public.round_told(2).rows])
        assert page.locator("header nav a").all_inner_texts() == ["Arena"]
        panel(room, word["notable"]).get_by_role("button").first.click()
        expect(page.locator(".field")).to_be_visible()
        page.locator("[data-at='2-1']").click()
        expect(page.locator("#arena-games")).to_be_focused()
        page.get_by_label(word["round"], exact=True).select_option("1")
        expect(page).to_have_url(re.compile("round=1"))
        expect(standings.locator("tbody tr")).to_have_count(5)
        expect(names).to_have_text([row.alias for row in public.round_told(1).rows])
        page.reload()
        expect(page.get_by_label(word["round"], exact=True)).to_have_value("1")
        assert asked
        assert [url for url in asked if not url.startswith(f"{site}/someone/arena/")] == []


def test_a_copy_tells_nobody_who_somebody_is(made: Made, tmp_path: Path) -> None:
    public = Public(made.course, made.store, made.clock)
    count = write_copy(public, tmp_path / "out", boards=True)
    files = [path for path in (tmp_path / "out").rglob("*") if path.is_file()]
    assert len(files) == count
    told = [path for path in files if path.suffix == ".json"]
    assert len([path for path in told if path.name == "boards.json"]) == 80
    leaks = [
        (path, secret)
        for path in told
        for secret in secrets()
        if secret in path.read_text(encoding="utf-8") or secret in str(path.relative_to(tmp_path))
    ]
    assert leaks == []
    assert not (tmp_path / "out" / "arena" / "rounds" / "3.json").exists()
    assert json.loads((tmp_path / "out" / "arena" / "course.json").read_text())["boards"] == "all"
