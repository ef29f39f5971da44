"""The experiments: every control of the room does what it says."""

import csv
import json
import re
import shlex
import struct
from pathlib import Path
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Locator, expect

from tablero.cli import main
from tests.web.browser import EXPERIMENTS, SMALL_GAME, Room, marks

pytestmark = marks

SVG = "{http://www.w3.org/2000/svg}"
TIMED = ("seconds", "speed")
LONG = {"lab": "growth", "game": "mancala11", "who": "minimax", "lab-depth": "40"}


def run(room: Room, what: str) -> Locator:
    """To its end; the panel with the result."""
    room.experiment(what)
    room.button("Run").click()
    return ended(room)


def ended(room: Room) -> Locator:
    result = room.page.locator("section[aria-labelledby=lab-result]")
    expect(result.locator("header").get_by_role("status")).to_contain_text("Done in")
    return result


def chart(result: Locator) -> Locator:
    return result.get_by_role("img").first


def keep(room: Room, label: str) -> bytes:
    """The file behind a button."""
    with room.page.expect_download() as waiting:
        room.button(label).click()
    return Path(waiting.value.path()).read_bytes()


def shown_names(result: Locator) -> list[str]:
    """Of the rows of its first table."""
    return result.locator("tbody th").all_inner_texts()


@pytest.mark.parametrize("what", EXPERIMENTS)
def test_an_experiment_and_all_its_files(room: Room, what: str) -> None:
    result = run(room, what)
    expect(chart(result)).to_be_visible()
    labels = result.get_by_role("group", name="Keep", exact=True).get_by_role("button")
    for label in labels.all_inner_texts():
        assert table(room, label)
    drawn = ElementTree.fromstring(keep(room, "SVG"))
    assert drawn.findtext(f"{SVG}desc") == result.locator("pre code").inner_text()
    width, height = png_size(keep(room, "PNG"))
    assert (width, height) == (2 * int(drawn.attrib["width"]), 2 * int(drawn.attrib["height"]))
    result.get_by_role("button", name="Show as table").first.click()
    assert shown_names(result)


@pytest.mark.parametrize("what", EXPERIMENTS)
def test_the_command_repeats_it(room: Room, what: str, capsys) -> None:
    """Every cell but those of time."""
    result = run(room, what)
    kept = result.get_by_role("group", name="Keep", exact=True).get_by_role("button")
    first = kept.first.inner_text()
    name, *words = shlex.split(result.locator("pre code").inner_text())
    assert name == "tablero"
    with pytest.raises(SystemExit) as leaving:
        main([*words, "--json"])
    assert leaving.value.code == 0
    told = json.loads(capsys.readouterr().out.splitlines()[0])["rows"]
    written = [{key: "" if v is None else str(v) for key, v in row.items()} for row in told]
    assert untimed(written) == untimed(table(room, first))


def table(room: Room, label: str) -> list[dict[str, str]]:
    """A CSV; its last line is the command."""
    *lines, command = keep(room, label).decode().splitlines()
    assert command == f"# {room.page.locator('pre code').inner_text()}"
    rows = list(csv.DictReader(lines, strict=True))
    assert all(None not in row and None not in row.values() for row in rows)
    return rows


def untimed(rows: list[dict[str, str]]) -> list[dict[str, str]]:
    return [{key: v for key, v in row.items() if key not in TIMED} for row in rows]


def test_stop_keeps_what_is_known(room: Room) -> None:
    room.open("lab", **LONG, **{"lab-seconds": "30", "lab-positions": "0"})
    room.button("Run").click()
    result = room.page.locator("section[aria-labelledby=lab-result]")
    expect(chart(result)).to_be_visible()
    expect(result.get_by_role("progressbar")).to_be_visible()
    room.button("Stop").click()
    expect(result.locator("header").get_by_role("status")).to_contain_text("Stopped")
    expect(chart(result)).to_be_visible()
    expect(result.locator("pre code")).to_contain_text("tablero lab growth mancala11")
    expect(room.button("Run")).to_be_enabled()
    assert [row["search"] for row in table(room, "CSV")][0] == "minimax"


def test_a_reload_keeps_the_results(room: Room) -> None:
    result = run(room, "regret")
    told = result.locator("figure").inner_text()
    room.page.reload()
    expect(result.locator("figure")).to_have_text(told, use_inner_text=True)
    expect(room.button("SVG")).to_be_visible()
    expect(result).to_contain_text("stones that the winner still has")


@pytest.mark.parametrize(("name", "path"), [("Play", "play"), ("Tree lab", "tree")])
def test_the_worst_position_can_be_looked_at(room: Room, name: str, path: str) -> None:
    result = run(room, "regret")
    position = result.locator("tbody tr").first.locator("td").nth(-2).inner_text()
    result.get_by_role("link", name=name).first.click()
    expect(room.page).to_have_url(re.compile(f"/{path}[?]"))
    assert (room.query["game"], room.query["start"]) == (SMALL_GAME, position)


def test_columns_are_explained(room: Room) -> None:
    result = run(room, "compare")
    result.get_by_text("What the columns say").click()
    expect(result.get_by_text("another one than that of the first search")).to_be_visible()


def test_the_metrics_of_growth(room: Room) -> None:
    result = run(room, "growth")
    for metric, axis in {"time": "time of a position", "effective b": "branching factor"}.items():
        room.button(metric).click()
        expect(chart(result)).to_contain_text(axis)
        expect(room.button(metric)).to_have_attribute("aria-pressed", "true")


def test_a_picture_shows_what_is_on_the_screen(room: Room) -> None:
    """The metric, the runs that are laid over, the language and the theme; and not the buttons."""
    room.page.emulate_media(color_scheme="light")
    run(room, "growth")
    texts, ground = picture(room)
    assert {"nodes visited in a position, mean", "b^d", "minimax"} <= texts
    assert not {"SVG", "time of a position, mean", "#1 minimax"} & texts
    room.button("Run").click()
    ended(room)
    room.page.get_by_label("lay over").check()
    room.button("time").click()
    texts, _ground = picture(room)
    assert {"time of a position, mean", "#1 minimax"} <= texts
    assert not {"nodes visited in a position, mean", "b^d"} & texts
    room.page.emulate_media(color_scheme="dark")
    room.button("ES").click()
    texts, night = picture(room)
    assert "tiempo por posición, media" in texts
    assert night != ground


def picture(room: Room) -> tuple[set[str], str]:
    """The texts of the SVG, and the colour behind them."""
    drawn = ElementTree.fromstring(keep(room, "SVG"))
    ground = drawn.find(f"{SVG}rect")
    assert ground is not None
    return {"".join(each.itertext()) for each in drawn.iter(f"{SVG}text")}, ground.attrib["fill"]


def png_size(data: bytes) -> tuple[int, int]:
    """Width and height, which follow signature and head of the first chunk."""
    assert data.startswith(b"\x89PNG")
    return struct.unpack(">II", data[16:24])


def test_branching_factors_and_first_moves_are_told(room: Room) -> None:
    """What the table says at the last depth."""
    result = run(room, "growth")
    last = table(room, "CSV")[-1]
    value, low, high = (float(last[name]) for name in ("branching", "low", "high"))
    told = result.locator("figure p").filter(has_text="Effective b at depth 4")
    expect(told).to_contain_text(f"{value:.2f} ± {max(value - low, high - value):.2f}")
    expect(told).to_contain_text(f"{100 * float(last['first']):.1f}".removesuffix(".0"))


def test_pruning_move_by_move(room: Room) -> None:
    """Two bars for every move; the keyboard reads them."""
    result = run(room, "pruning")
    rows = table(room, "CSV")
    expect(chart(result).locator("rect")).to_have_count(2 * len(rows))
    result.get_by_role("slider").focus()
    said = result.get_by_role("slider").get_attribute("aria-valuetext")
    nodes = rows[0]["minimax(depth=3)"]
    assert said == (
        f"turn 1, move {rows[0]['move']}: minimax(depth=3), {nodes} nodes; "
        f"{100 * float(rows[0]['saved']):.1f}\N{NO-BREAK SPACE}% saved"
    )


def test_games_are_laid_over_each_other(room: Room) -> None:
    """Each with its own moves and savings; a bar is found wherever it is pointed at."""
    result = run(room, "pruning")
    before = table(room, "CSV")
    room.page.get_by_label("Random moves").fill("3")
    room.page.get_by_label("Random moves").press("Tab")
    room.button("Run").click()
    ended(room)
    rows = table(room, "CSV")
    room.page.get_by_label("lay over").check()
    bars = chart(result).locator("rect")
    expect(bars).to_have_count(2 * (len(before) + len(rows)))
    bars.nth(2 * len(rows)).hover(position={"x": 1, "y": 1}, force=True)
    nodes = before[0]["minimax(depth=3)"]
    told = f"turn 1, move {before[0]['move']}: #1 minimax(depth=3), {nodes} nodes"
    expect(result.locator(".tip")).to_contain_text(told)
    box = bars.first.bounding_box()
    assert box is not None
    bars.first.hover(position={"x": 1, "y": box["height"] - 2}, force=True)
    nodes = rows[0]["minimax(depth=3)"]
    expect(result.locator(".tip")).to_contain_text(f": minimax(depth=3), {nodes} nodes")


def test_how_long_it_will_take(room: Room) -> None:
    """Nobody knows before a first run, but of growth, which has an end."""
    room.experiment("ladder")
    expect(room.page.get_by_text("known after a first run")).to_be_visible()
    room.button("Run").click()
    took = ended(room).locator("header").get_by_role("status").inner_text()
    seconds = int(took.removeprefix("Done in ").removesuffix(" s"))
    games = room.page.get_by_label("Games")
    games.fill("12")
    games.press("Tab")
    foreseen = room.page.get_by_text(re.compile(r"^About \d+ s, as an earlier run took$"))
    expect(foreseen).to_be_visible()
    told = int(re.findall(r"\d+", foreseen.inner_text())[0])
    assert 2 * (seconds - 0.5) - 1 <= told <= 2 * (seconds + 0.5) + 1
    room.experiment("growth")
    expect(room.page.get_by_text("At most about 24 s")).to_be_visible()


def test_results_speak_the_language_of_the_page(room: Room) -> None:
    result = run(room, "compare")
    expect(result.get_by_role("columnheader", name="nodes", exact=True)).to_be_visible()
    room.button("ES").click()
    expect(result.get_by_role("columnheader", name="nodos", exact=True)).to_be_visible()
    expect(result.get_by_role("heading", name="posiciones al azar")).to_be_visible()


def test_numbers_of_the_server_have_the_sign_of_the_language(room: Room) -> None:
    """In a title and in a table; the command stays what it is."""
    result = run(room, "growth")
    title = result.get_by_role("heading", level=3)
    expect(title).to_contain_text(re.compile(r"b = \d\.\d{3}, counted"))
    room.button("ES").click()
    expect(title).to_contain_text(re.compile(r"b = \d,\d{3}, contado"))
    room.button("Ver como tabla").click()
    expect(result.get_by_role("cell", name=re.compile(r"^\d,\d+$")).first).to_be_visible()


def test_runs_are_kept_and_laid_over(room: Room) -> None:
    result = run(room, "growth")
    lines = chart(result).locator("path")
    alone = lines.count()
    depth = room.page.get_by_label("Depth")
    depth.fill("3")
    depth.press("Tab")
    room.button("Run").click()
    ended(room)
    room.page.get_by_label("lay over").check()
    expect(result.locator("figure")).to_contain_text("#1 minimax")
    assert lines.count() > alone
    room.button("Show run 1").click()
    expect(depth).to_have_value("4")
    assert room.query["lab-depth"] == "4"


def test_who_is_asked(room: Room) -> None:
    """Added by Enter, changed in its place, removed; nobody twice."""
    room.open("lab", lab="growth", game=SMALL_GAME, who="minimax;alphabeta")
    add = room.page.get_by_label("Add a search")
    add.fill("alphabeta")
    add.press("Enter")
    expect(room.page.get_by_role("alert").filter(has_text="already")).to_be_visible()
    add.fill("negascout")
    add.press("Enter")
    room.button("Remove minimax").click()
    second = room.page.get_by_label("Search 2")
    second.fill("alphabeta(order=best)")
    second.press("Enter")
    assert room.query["who"] == "alphabeta;alphabeta(order=best)"
    room.button("As usual").click()
    expect(room.page.get_by_label("Search 4")).to_be_visible()
    assert "who" not in room.query


def test_the_keyboard_keeps_its_place(room: Room) -> None:
    """Where one is changed or removed, and where an address names one twice."""
    room.open("lab", lab="growth", who="minimax;minimax;alphabeta;negamax")
    first, second = (room.page.get_by_label(f"Search {number}") for number in (1, 2))
    first.fill("negascout")
    first.press("Enter")
    expect(first).to_be_focused()
    assert room.query["who"] == "negascout;alphabeta;negamax"
    second.fill("")
    second.press("Enter")
    expect(second).to_be_focused()
    expect(second).to_have_value("negamax")
    room.button("Remove negamax").focus()
    room.press("Enter")
    expect(room.button("Remove negascout")).to_be_focused()
    room.press("Enter")
    expect(room.page.get_by_label("Add a search")).to_be_focused()


def test_a_number_out_of_range_is_kept_and_told(room: Room) -> None:
    room.open("lab", lab="growth")
    depth = room.page.get_by_label("Depth")
    depth.fill("99")
    depth.press("Tab")
    expect(depth).to_have_value("99")
    expect(depth).to_have_attribute("aria-invalid", "true")
    expect(room.page.get_by_text("1 to 60", exact=True)).to_be_visible()
    expect(room.button("Run")).to_be_disabled()
    room.button("ES").click()
    expect(room.page.get_by_text("de 1 a 60", exact=True)).to_be_visible()
    assert "lab-depth" not in room.query
    depth = room.page.get_by_label("Profundidad")
    depth.fill("9")
    depth.press("Enter")
    expect(depth).to_have_attribute("aria-invalid", "false")
    assert room.query["lab-depth"] == "9"


def test_another_experiment_can_be_run_at_once(room: Room) -> None:
    room.experiment("ladder", **{"lab-games": "400"})
    room.button("Run").click()
    expect(room.page.get_by_role("progressbar")).to_be_visible()
    expect(room.button("Run")).to_be_disabled()
    games = room.page.get_by_label("Games")
    games.fill("6")
    games.press("Enter")
    expect(room.page.get_by_role("progressbar")).to_be_visible()
    room.button("Stop it and run this").click()
    ended(room)
    expect(room.page.get_by_text("stopped")).to_be_visible()


def test_what_cannot_be_done_is_told(room: Room) -> None:
    room.open("lab", lab="growth", game=SMALL_GAME, who="alphabeta(order=worst)")
    room.button("Run").click()
    expect(room.page.get_by_role("alert").filter(has_text="not 'worst'")).to_be_visible()


def test_regret_in_a_game_of_the_users_own(room: Room) -> None:
    room.open("lab", lab="regret", game="boxes", who="random")
    room.button("Run").click()
    ended(room)
    expect(room.page.get_by_role("table").first).to_contain_text("random")


def test_an_experiment_goes_on_while_one_plays(room: Room) -> None:
    room.experiment("ladder", **{"lab-games": "100"})
    room.button("Run").click()
    room.page.get_by_role("link", name="Play", exact=True).click()
    expect(room.status).not_to_be_empty()
    room.page.get_by_role("link", name="Experiments", exact=True).click()
    ended(room)
