"""The room where a search is watched, in a browser."""

import re
import shlex

import pytest
from playwright.sync_api import Locator, expect

from tablero.numbers import grouped
from tests.web.browser import Room, marks
from tests.web.test_node_counts import evaluated

pytestmark = marks

SMALL = {"game": "tictactoe", "moves": "5 1 2 8", "plies": "3"}


def count(room: Room) -> Locator:
    return room.page.locator(".steps .count")


def step(room: Room) -> tuple[int, int]:
    """Which is shown, and of how many."""
    here, of = ("".join(each.split()) for each in count(room).inner_text().split("/"))
    return int(here), int(of)


def shows(room: Room, number: int, of: int) -> None:
    expect(count(room)).to_have_text(f"{grouped(number)} / {grouped(of)}")


def test_steps_forwards_and_backwards(room: Room) -> None:
    room.grow(**SMALL)
    last, steps = step(room)
    assert last == steps
    expect(room.button("One step forward")).to_be_disabled()
    room.button("First step").click()
    shows(room, 1, steps)
    room.button("One step forward").click()
    room.press("ArrowRight")
    shows(room, 3, steps)
    room.button("One step back").click()
    room.press("ArrowLeft")
    shows(room, 1, steps)
    room.press("End")
    shows(room, steps, steps)
    room.page.get_by_role("slider", name="Step").fill("4")
    shows(room, 5, steps)


def test_steps_by_themselves(room: Room) -> None:
    room.grow(**SMALL)
    _last, steps = step(room)
    room.page.get_by_label("Speed").select_option("1000")
    room.button("First step").click()
    room.button("Play the steps").click()
    shows(room, steps, steps)
    expect(room.button("Play the steps")).to_be_visible()


def test_the_next_cut_says_why(room: Room) -> None:
    room.grow(**SMALL)
    room.press("Home")
    said = room.page.locator("p.step")
    room.button("Next").click()
    expect(said).to_contain_text("Cut after")
    first, steps = step(room)
    why = room.page.get_by_role("heading", name="Why").locator("xpath=following-sibling::ul[1]")
    expect(why).to_contain_text("cut")
    room.button("Next").click()
    expect(said).to_contain_text("Cut after")
    assert step(room)[0] > first
    room.button("Previous").click()
    shows(room, first, steps)


def test_the_address_keeps_the_step(room: Room) -> None:
    """Reload, back, and a link that somebody else opens."""
    room.grow(**SMALL, step="4")
    _here, steps = step(room)
    shows(room, 4, steps)
    room.press("ArrowRight")
    expect(room.page).to_have_url(re.compile(r"[?&]step=5(&|$)"))
    room.page.reload()
    shows(room, 5, steps)
    room.page.get_by_role("link", name="Experiments").click()
    expect(room.page).to_have_url(re.compile("/lab"))
    room.page.go_back()
    shows(room, 5, steps)
    room.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    room.button("Share this step").click()
    expect(room.page.get_by_text("Copied")).to_be_visible()
    link = str(room.page.evaluate("navigator.clipboard.readText()"))
    room.page.goto(link)
    shows(room, 5, steps)


def test_three_views_of_one_tree(room: Room) -> None:
    room.grow(**SMALL)
    views = room.page.get_by_role("group", name="View")
    views.get_by_role("button", name="Icicle").click()
    expect(room.page).to_have_url(re.compile("view=icicle"))
    expect(room.page.locator(".view")).to_be_visible()
    views.get_by_role("button", name="Outline").click()
    tree = room.page.get_by_role("tree", name="Search tree")
    root = tree.get_by_role("treeitem").first
    expect(root).to_have_attribute("aria-level", "1")
    expect(root).to_contain_text("root, MAX")
    room.button("Unfold").click()
    tree.focus()
    room.press("Home", "ArrowDown", "Enter")
    assert 1 < step(room)[0] < step(room)[1]
    views.get_by_role("button", name="Tree", exact=True).click()
    expect(room.page).not_to_have_url(re.compile("view="))


def test_a_quiz_counts_what_is_right(room: Room) -> None:
    room.grow(game="connect4", plies="4", quiz="7")
    for asked in range(1, 4):
        answers = room.page.locator(".answers button")
        answers.first.click()
        verdict = room.page.get_by_text(re.compile("^(Right!|Not quite)")).first
        expect(verdict).to_be_visible()
        expect(
            room.page.get_by_text(re.compile(rf"^[0-{asked}] of {asked} right"))
        ).to_be_visible()
        room.button("Next question").click()
    room.button("Leave the quiz").click()
    expect(room.page).not_to_have_url(re.compile("quiz="))
    expect(room.button("Start the quiz")).to_be_visible()


def test_side_by_side(room: Room) -> None:
    """Minimax visits 7 + 49 + 343 nodes below the root, three plies deep."""
    room.grow(game="connect4", plies="3")
    room.button("Compare minimax, alpha-beta and ordering").click()
    expect(room.page.get_by_text("399 nodes").first).to_be_visible()
    expect(room.button("Show this one")).to_have_count(3)
    room.button("Show this one").first.click()
    expect(room.page).to_have_url(re.compile("search=minimax"))


@pytest.mark.parametrize(
    "query",
    [
        {"game": "connect4", "plies": "3", "search": "minimax"},
        {"game": "kalah", "plies": "4", "search": "negascout", "order": "best"},
        {"game": "tictactoe", "plies": "4", "search": "mtdf", "cache": "1"},
        {"game": "quarry", "plies": "3", "infer": "1", "root": "full"},
    ],
)
def test_the_node_count_is_that_of_the_terminal(room: Room, query: dict[str, str]) -> None:
    """The page tells the command of the same search."""
    room.grow(**query)
    words = shlex.split(room.page.locator(".command code").inner_text())[1:]
    nodes = evaluated(*words[: words.index("--tree")])
    shown = room.page.locator(".sums dl div").filter(has_text="nodes visited below the root")
    expect(shown.locator("dd")).to_have_text(grouped(nodes))


def test_another_search_of_the_same_position(room: Room) -> None:
    room.grow(**SMALL)
    _last, steps = step(room)
    room.page.get_by_role("combobox", name="Search").select_option("minimax")
    expect(room.page.get_by_text("This search has no window")).to_be_visible()
    assert step(room)[1] > steps
    expect(room.page.get_by_role("heading", name="The same in a terminal")).to_be_visible()


def test_my_own_player_is_watched(room: Room) -> None:
    room.open("tree", game="tictactoe", moves="5 1 2 8", player="player_choose")
    expect(room.page.get_by_role("heading", name="Your own search")).to_be_visible()
    expect(room.page.get_by_text(re.compile(r"It has chosen \d"))).to_be_visible()
    room.button("ES").click()
    expect(room.page.get_by_text(re.compile(r"Ha elegido \d"))).to_be_visible()


def test_reasons_are_told_in_the_language_of_the_page(room: Room) -> None:
    """The step stays where it is."""
    room.grow(**SMALL)
    room.press("Home")
    room.button("Next").click()
    here = step(room)
    reasons = room.page.locator("h3", has_text=re.compile("Why|Por qué")).locator("~ ul")
    expect(reasons).to_be_visible()
    before = reasons.inner_text()
    room.button("ES").click()
    expect(reasons).to_contain_text(re.compile("poda|Poda|rama"))
    assert reasons.inner_text() != before
    assert step(room) == here


def test_the_outline_follows_a_long_jump(room: Room) -> None:
    room.grow(game="connect4", plies="4", view="outline")
    tree, row = room.page.get_by_role("tree"), room.page.get_by_role("treeitem", selected=True)
    for wanted in ("0", "400", "1200", "40"):
        room.page.get_by_role("slider", name="Step").fill(wanted)
        expect(row).to_be_in_viewport(ratio=1)
        expect(tree).to_have_attribute("aria-activedescendant", row.get_attribute("id") or "")


def test_a_quiz_does_not_tell_its_answers(room: Room) -> None:
    """Question 1 of this seed asks for a value, question 2 for a cut."""
    room.grow(game="connect4", plies="4", quiz="7", view="outline")
    asked = room.page.get_by_role("treeitem", selected=True)
    for _question in range(2):
        expect(asked).to_contain_text("after")
        expect(asked).not_to_contain_text(re.compile("value|best so far"))
        room.page.locator(".answers button").first.click()
        expect(asked).to_contain_text(re.compile("value|best so far"))
        room.button("Next question").click()


def test_a_quiz_keeps_the_focus(room: Room) -> None:
    room.grow(game="connect4", plies="4", quiz="7")
    room.page.locator(".answers button").first.focus()
    room.press("Enter")
    expect(room.button("Next question")).to_be_focused()
    room.press("Enter")
    expect(room.page.locator(".question")).to_be_focused()
    room.press("Tab")
    expect(room.page.locator(".answers button").first).to_be_focused()
    room.button("Leave the quiz").focus()
    room.press("Enter")
    expect(room.button("Start the quiz")).to_be_focused()
    room.press("Enter")
    expect(room.page.locator(".question")).to_be_focused()
    room.button("Leave the quiz").click()
    room.button("First step").focus()
    room.press("Enter")
    expect(room.button("First step")).to_be_disabled()
    expect(room.button("First step")).to_be_focused()


def test_a_comparison_ends_with_its_room(room: Room) -> None:
    room.grow(game="connect4", plies="6")
    with room.page.expect_response(
        lambda heard: '"minimax"' in (heard.request.post_data or "")
    ) as posted:
        room.button("Compare minimax, alpha-beta and ordering").click()
    job = posted.value.json()["job"]
    with room.page.expect_request(lambda asked: asked.method == "DELETE" and job in asked.url):
        room.page.get_by_role("link", name="Experiments").click()


def test_the_page_scrolls_under_the_tree(room: Room) -> None:
    """The wheel is the page's, unless Ctrl is held or the tree has the focus."""
    room.grow(game="connect4", plies="4")
    tree, whole = room.page.get_by_role("application"), room.page.locator(".map")
    tree.hover()
    room.page.mouse.wheel(0, 150)
    expect(room.page.get_by_role("banner")).not_to_be_in_viewport()
    expect(whole).to_have_count(0)
    tree.hover()
    room.page.keyboard.down("Control")
    room.page.mouse.wheel(0, -600)
    room.page.keyboard.up("Control")
    expect(whole).to_be_visible()
    part = whole.locator("span")
    before = part.get_attribute("style")
    whole.click(position={"x": 190, "y": 30})
    expect(part).not_to_have_attribute("style", before or "")
    room.button("Show all").click()
    expect(whole).to_have_count(0)
    tree.focus()
    tree.hover()
    room.page.mouse.wheel(0, -600)
    expect(whole).to_be_visible()


def test_a_node_that_is_pointed_at_shows_its_board(room: Room) -> None:
    room.grow(**SMALL, view="icicle")
    board = room.page.locator(".glance svg")
    ground = room.page.get_by_role("application")
    ground.hover(position={"x": 300, "y": 100})
    expect(board).to_be_visible()
    room.page.get_by_role("heading", name="Why").hover()
    expect(board).to_have_count(0)


def test_games_and_searches_by_name_with_their_options(room: Room) -> None:
    room.grow(game="connect4", plies="2")
    _last, steps = step(room)
    expect(room.page.get_by_role("combobox", name="Search")).to_contain_text("Alpha-beta")
    room.button("Options").click()
    columns = room.page.get_by_role("spinbutton", name="columns")
    columns.fill("4")
    columns.press("Tab")
    expect(room.page).to_have_url(re.compile("columns%3D4"))
    expect(count(room)).not_to_contain_text(grouped(steps))
    assert step(room)[1] < steps


def test_every_room_tells_its_keys_and_grows_for_a_projector(room: Room) -> None:
    for name, key in (("play", "Z"), ("tree", "Enter"), ("lab", "Esc")):
        room.open(name)
        expect(room.button("Large print")).to_be_visible()
        room.press("?")
        sheet = room.page.get_by_role("dialog", name="Keys")
        expect(sheet.get_by_text(key, exact=True)).to_be_visible()
        room.press("Escape")
        expect(sheet).to_have_count(0)
    letters = "getComputedStyle(document.documentElement).fontSize"
    before = room.page.evaluate(letters)
    room.button("Large print").click()
    assert float(room.page.evaluate(letters)[:-2]) > 1.3 * float(before[:-2])
    room.page.reload()
    expect(room.button("Large print")).to_have_attribute("aria-pressed", "true")


def test_a_comparison_stays_with_its_position(room: Room) -> None:
    room.grow(game="tictactoe", moves="5 1 2 8", plies="2")
    room.button("Compare minimax, alpha-beta and ordering").focus()
    room.press("Enter")
    rivals = room.button("Show this one")
    expect(rivals).to_have_count(3)
    expect(room.button("Compare minimax, alpha-beta and ordering")).to_be_focused()
    rivals.first.click()
    expect(room.page.get_by_text("This search has no window")).to_be_visible()
    expect(rivals).to_have_count(3)
    room.page.get_by_label("Depth").fill("1")
    room.page.get_by_label("Depth").press("Tab")
    expect(rivals).to_have_count(0)
