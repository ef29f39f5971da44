"""The room where games are played, in a browser."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.web.browser import PHONE, Room, marks, tab

pytestmark = marks

MISTAKEN = "4 4 4 4 4 4 2 3 3 2 1 1"
"""Red's 2 throws the win away; column 3 would have kept it."""


def test_exact_scores_are_there_when_it_opens(room: Room) -> None:
    room.visit()
    expect(room.page.get_by_text("Red wins in 41 moves").first).to_be_visible()
    expect(
        room.page.get_by_role("button", name="Column 4, row 1, score +1, exact")
    ).to_be_visible()


def test_moves_variations_and_undo_by_keys(room: Room) -> None:
    room.visit()
    for move, so_far in (("4", "4"), ("3", "4 3"), ("5", "4 3 5")):
        room.press(move)
        room.at(so_far)
    room.press("ArrowLeft")
    room.at("4 3 5", 2)
    room.press("6")
    room.at("4 3 5 (6)")
    room.button("Main line").click()
    room.at("4 3 6 (5)", 3)
    room.press("u")
    room.at("4 3 5", 2)
    room.page.reload()
    room.at("4 3 5", 2)
    expect(room.page.locator("[aria-current=step]")).to_have_text("2.3")


def test_an_agent_answers_and_undo_takes_both_back(room: Room) -> None:
    room.visit(second="alphabeta(depth=3)")
    room.press("4")
    expect(room.page).to_have_url(re.compile(r"moves=4\+\d"))
    room.press("u")
    expect(room.page).not_to_have_url(re.compile("moves="))


def test_a_hint_has_two_levels_and_space_plays_it(room: Room) -> None:
    room.visit(moves="4 4")
    room.press("h")
    expect(room.page.locator("p.hint")).to_have_text("There is one winning move.")
    room.press("h")
    expect(room.page.locator("p.hint")).to_have_text("There is one winning move. Play 4.")
    room.press("Space")
    room.at("4 4 4")


def test_the_computer_stays_hidden(room: Room) -> None:
    room.visit(moves="4 4")
    expect(room.page.get_by_role("meter")).to_be_visible()
    room.press("z")
    expect(room.page.get_by_role("meter")).to_have_count(0)
    room.page.reload()
    expect(room.page.get_by_text("The computer is hidden.")).to_be_visible()
    expect(room.page.get_by_text("Red wins in")).to_have_count(0)
    expect(room.page.get_by_role("button", name="score")).to_have_count(0)


def test_a_position_is_set_up_or_refused(room: Room) -> None:
    room.visit(moves="4")
    room.button("Options").click()
    room.page.get_by_role("textbox", name="Position").fill("48")
    room.button("Set up").click()
    expect(room.page.get_by_role("alert").first).to_contain_text("not a column: '8'")
    room.page.get_by_role("textbox", name="Position").fill("4455")
    room.button("Set up").click()
    expect(room.page).to_have_url(re.compile("start=4455"))
    room.page.go_back()
    room.at("4")


def test_nodes_are_counted_and_told_as_a_table(room: Room) -> None:
    room.visit(moves="4 4", depth="3")
    room.button("Count").click()
    figure = room.page.get_by_role("figure")
    figure.get_by_role("button", name="Show as table").click()
    expect(figure.get_by_role("row")).to_have_count(4)
    expect(figure.get_by_role("row").nth(1)).to_contain_text("399")  # 7 + 49 + 343


def test_two_agents_play_to_the_end(room: Room) -> None:
    room.visit(game="tictactoe", first="random", second="minimax")
    room.page.get_by_label("Pace").select_option("at once")
    room.button("Go on").click()
    expect(room.page.locator(".status strong")).to_have_text(re.compile("has won|Drawn"))


def test_mistakes_are_asked_for_before_they_are_shown(room: Room) -> None:
    room.visit(moves=MISTAKEN)
    room.button("Find my mistakes").click()
    room.button("Start").click()
    room.at(MISTAKEN, 6)
    asked = room.page.get_by_text("Red played 2 here. What is better?")
    expect(asked).to_be_visible()
    expect(room.page.get_by_role("button", name="score")).to_have_count(0)
    room.press("1")
    expect(room.page.get_by_text("1 is not best either")).to_be_visible()
    room.press("Space")
    expect(room.page.get_by_text("3 it is: +1 instead of =.")).to_be_visible()


@pytest.mark.parametrize(
    ("game", "moves", "told"),
    [
        ("tictactoe", "1 2", "1 mistake. Find the better move."),
        ("tictactoe", "1 5", "No mistake: every move was as good as any."),
        ("boxes", "0 1 3 5 2 4", "3 mistakes. Find the better moves."),
    ],
)
def test_mistakes_of_games_without_a_solver_of_their_own(
    room: Room, game: str, moves: str, told: str
) -> None:
    room.visit(game=game, moves=moves)
    room.button("Find my mistakes").click()
    expect(room.page.get_by_text(told)).to_be_visible()


def test_a_record_is_saved_and_loaded(room: Room, tmp_path: Path) -> None:
    room.visit(moves="4 4 3")
    with room.page.expect_download() as download:
        room.button("Save record").click()
    file = tmp_path / "game.json"
    download.value.save_as(file)
    assert json.loads(file.read_text(encoding="utf-8"))["moves"] == ["4", "4", "3"]
    room.visit(game="kalah")
    room.page.set_input_files("input[type=file]", file)
    room.at("4 4 3")


def test_a_replay_needs_nothing_but_its_file(room: Room, tmp_path: Path) -> None:
    room.visit(game="kalah", moves="3 6")  # 3 ends in the store: the same side moves again
    with room.page.expect_download() as download:
        room.button("Save replay").click()
    file = tmp_path / "game.html"
    download.value.save_as(file)
    room.page.context.set_offline(True)
    room.page.goto(file.as_uri())
    expect(room.page.locator("figure:visible figcaption")).to_have_text("Start")
    expect(room.page.locator("figure:visible svg")).to_be_visible()
    room.press("ArrowRight")
    expect(room.page.locator("figure:visible figcaption")).to_have_text("Move 1 of 2: Red 3")
    room.button("To the end").click()
    expect(room.page.locator("figure:visible figcaption")).to_have_text("Move 2 of 2: Red 6")


def test_what_an_agent_cannot_do_is_said_in_a_line(room: Room) -> None:
    room.visit(moves="4", second="engine(depth=x)")
    expect(room.page.get_by_role("alert")).to_contain_text("option depth must be an integer")
    expect(room.button("Try again")).to_be_visible()


def test_the_way_back_keeps_the_focus(room: Room) -> None:
    room.visit(moves="4 4")
    room.button("Back").focus()
    room.press("Enter", "Enter")
    expect(room.button("Back")).to_be_disabled()
    expect(room.button("Back")).to_be_focused()
    room.button("Forward").focus()
    room.press("Enter")
    room.at("4 4", 1)


def test_a_variation_is_promoted_step_by_step(room: Room) -> None:
    """Of two variations within each other the inner one becomes the outer one's main line."""
    room.visit(moves="4 3 (5 2 (6))")
    room.button("Promote").focus()
    room.press("Enter")
    room.at("4 3 (5 6 (2))", 4)
    expect(room.button("Promote")).to_be_focused()
    room.press("Enter")
    room.at("4 5 (3) 6 (2)", 4)
    expect(room.page.locator("[aria-current=step]")).to_be_focused()


def test_who_goes_back_pauses_the_agents(room: Room) -> None:
    room.visit(first="random", second="random", moves="4 4 3 3", seed="5")
    for key in ("ArrowLeft", "u"):
        room.button("Go on").click()
        expect(room.button("Pause")).to_be_visible()
        room.press(key)
        expect(room.button("Go on")).to_be_visible()


def test_nothing_is_seen_of_a_hidden_computer(room: Room) -> None:
    room.visit(moves="4", second="alphabeta(depth=3)")
    said = room.page.locator(".said")
    expect(said).to_contain_text("depth 3")
    room.press("z")
    expect(said).to_have_count(0)


def test_another_position_is_analysed_after_a_failure(chromium: Browser, site: str) -> None:
    """Also on a phone, where the panel of the engine is closed."""
    with tab(chromium, site, viewport=PHONE) as room:
        refusal = {"status": 400, "json": {"detail": "not now"}}
        room.page.route("**/api/jobs", lambda route: route.fulfill(**refusal), times=1)
        room.open("play", second="you", moves="4 4")
        expect(room.page.get_by_text("not now")).to_be_visible()
        room.press("ArrowLeft")
        expect(room.page.get_by_text("not now")).to_have_count(0)
        expect(
            room.page.get_by_text(re.compile("Red wins|Draw|Yellow wins")).first
        ).to_be_visible()


def test_scores_of_cuts_stay_in_their_buttons(chromium: Browser, site: str) -> None:
    with tab(chromium, site, viewport=PHONE) as room:
        for game in ("quarry", "quarry(dimensions=4,side=30)"):
            room.open("play", second="you", game=game, lang="es")
            room.page.locator(".cutter .pill").first.wait_for()
            for pill in room.page.locator(".cutter .pill").all():
                inner = pill.bounding_box()
                outer = pill.locator("xpath=..").bounding_box()
                assert inner
                assert outer
                assert inner["x"] + inner["width"] < outer["x"] + outer["width"]
            assert room.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_sides_are_swapped_and_the_board_turned(room: Room) -> None:
    room.visit(game="kalah", first="you", second="random")
    room.button("Swap sides").click()
    assert room.query["first"] == "random"
    room.button("Flip").click()
    expect(room.button("Flip")).to_have_attribute("aria-pressed", "true")
    expect(room.page).to_have_url(re.compile("flip=1"))
    room.press("f")
    expect(room.page).not_to_have_url(re.compile("flip=1"))


def test_a_seat_says_who_plays_and_how(room: Room) -> None:
    """Agent, depth, evaluation and pruning of a side; it is not its turn."""
    room.visit(moves="4")
    red = room.page.get_by_role("group", name="Red")
    red.get_by_role("combobox", name="Red").select_option("alphabeta")
    expect(red.get_by_role("switch", name="Alpha-beta")).to_be_checked()
    red.get_by_label("depth").fill("3")
    red.get_by_label("depth").press("Tab")
    red.get_by_label("eval").select_option("zero")
    assert room.query["first"] == "alphabeta(depth=3,eval=zero)"
    red.get_by_role("switch", name="Alpha-beta").uncheck()
    expect(red.get_by_role("combobox", name="Red")).to_have_value("minimax")
    assert room.query["first"] == "minimax(depth=3,eval=zero)"


def test_ways_through_a_game_and_out_of_it(room: Room) -> None:
    """The buttons below the moves, the value of the game, the code for a camera, the tree lab."""
    room.visit(moves="4 4 3")
    here = room.page.locator("[aria-current=step]")
    room.button("To the start").click()
    expect(here).to_have_count(0)
    for name, move in {"Forward": "1.4", "To the end": "3.3", "Back": "2.4"}.items():
        room.button(name).click()
        expect(here).to_contain_text(move)
    room.page.get_by_role("slider", name="Value of the game").fill("1")
    expect(here).to_contain_text("1.4")
    room.at("4 4 3", 1)
    room.button("QR code").click()
    code = room.page.get_by_role("dialog")
    expect(code.get_by_role("img")).to_be_visible()
    expect(code.get_by_text(room.page.url, exact=True)).to_be_visible()
    room.press("Escape")
    room.button("Open in Tree lab").click()
    expect(room.page).to_have_url(re.compile("/tree[?].*moves=4"))


def test_a_move_that_is_pointed_at_shows_its_board(room: Room) -> None:
    room.visit(moves="4 4 3 (5)")
    boards = room.page.locator(".moves .panel svg")
    stones = boards.locator("g")
    room.page.get_by_role("button", name="2.4").hover()
    expect(boards).to_be_visible()
    expect(stones).to_have_count(2)
    room.page.get_by_role("button", name="3.3").focus()
    expect(stones).to_have_count(3)
    room.page.get_by_role("button", name="3.3").blur()
    expect(boards).to_have_count(0)


def test_evaluations_are_announced_when_they_are_known(room: Room) -> None:
    room.visit(moves="4 4")
    told = room.page.locator("p.unseen[aria-live]")
    expect(told).to_have_text(["Yellow column 4, row 2. Red to move", re.compile("Red wins in")])
    room.press("z")
    expect(told).to_have_text([re.compile("Red to move"), ""])


def test_charts_are_kept_as_tables(room: Room) -> None:
    room.visit(moves="4 4", depth="3")
    expect(room.page.get_by_role("slider", name="Value of the game")).to_have_attribute(
        "aria-valuetext", re.compile("Red wins")
    )
    history = room.page.get_by_role("region", name="Value of the game")
    with room.page.expect_download() as download:
        history.get_by_role("button", name="CSV").click()
    head, *_between, last = download.value.path().read_text(encoding="utf-8").splitlines()
    assert head == "ply,move,score_of_first,exact"
    assert re.fullmatch(r"2,4,\d+,true", last)
    room.button("Count").click()
    figure = room.page.get_by_role("figure")
    expect(room.page.get_by_text("nodes saved so far")).to_be_visible()
    with room.page.expect_download() as download:
        figure.get_by_role("button", name="CSV").click()
    assert "399" in download.value.path().read_text(encoding="utf-8")  # 7 + 49 + 343


COUNTED = """
window.ticks = 0;
const make = AudioContext.prototype.createOscillator;
AudioContext.prototype.createOscillator = function () {
  window.ticks += 1;
  return make.call(this);
};
"""


def test_moves_tick_when_somebody_wants_it(room: Room) -> None:
    room.page.add_init_script(COUNTED)
    room.visit()
    room.press("4")
    room.at("4")
    assert room.page.evaluate("ticks") == 0
    room.button("Sound").click()
    room.press("3")
    room.at("4 3")
    assert room.page.evaluate("ticks") == 2  # the switch, and the move


def test_a_game_that_was_left_is_one_step_back(room: Room) -> None:
    room.visit(moves="4 4")
    room.press("n")
    expect(room.page).not_to_have_url(re.compile("moves="))
    room.press("3")
    room.at("3")
    room.page.go_back()
    room.at("4 4")
