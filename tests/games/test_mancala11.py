"""Mancala11: the spec sentence by sentence, on positions worked out by hand.

The numbers after the last slash: moves played, the accumulators of both sides, and a 1 for
a side that must pass.
"""

import pytest

import tablero.games as games
from tablero.errors import IllegalMove
from tablero.position import ONGOING
from tests.games.setups import Setup

pytestmark = pytest.mark.plain


def after(options: str, position: str, *names: str) -> str:
    return Setup(f"mancala11({options})", position).after(*names)


def outcome(options: str, position: str) -> int:
    return Setup(f"mancala11({options})", position).outcome()


def test_the_start_has_pits_0_to_5_with_three_seeds():
    game = games.load("mancala11")
    assert game.write(game.start) == "3 3 3 3 3 3 0 / 3 3 3 3 3 3 0 / 1"
    assert list(game.move_names(game.start)) == ["0", "1", "2", "3", "4", "5"]
    assert after("", "start", "0") == "0 4 4 4 3 3 0 / 3 3 3 3 3 3 0 / 2 / 1 0 0"
    assert after("", "start", "5") == "3 3 3 3 3 0 1 / 4 4 3 3 3 3 0 / 2 / 1 0 0"


def test_no_further_move_after_a_seed_into_an_empty_store():
    assert after("", "start", "3") == "3 3 3 0 4 4 1 / 3 3 3 3 3 3 0 / 2 / 1 0 0"


NOT_EMPTY = "3 3 3 3 3 2 1 / 3 3 3 3 3 3 0 / 1"


def test_another_move_after_a_seed_into_a_store_with_seeds():
    assert after("", NOT_EMPTY, "3") == "3 3 3 0 4 3 2 / 3 3 3 3 3 3 0 / 1 / 1 0 0"


def test_the_form_with_passes():
    passing = "3 3 3 0 4 3 2 / 3 3 3 3 3 3 0 / 2 / 1 0 0 1"
    assert after("passes=true", NOT_EMPTY, "3") == passing
    game = games.load("mancala11(passes=true)")
    assert list(game.move_names(game.read(passing))) == ["pass"]
    passed = "3 3 3 0 4 3 2 / 3 3 3 3 3 3 0 / 1 / 2 0 0"
    assert after("passes=true", passing, "pass") == passed
    assert after("passes=true", "start", "3") == after("", "start", "3")


def test_capture():
    before = "1 0 3 3 3 3 5 / 3 3 3 3 4 2 0 / 1"
    assert after("", before, "0") == "0 0 3 3 3 3 10 / 3 3 3 3 0 2 0 / 2 / 1 4 0"


def test_no_capture_of_nothing():
    before = "1 0 3 3 3 3 5 / 3 3 3 3 0 2 4 / 1"
    assert after("", before, "0") == "0 1 3 3 3 3 5 / 3 3 3 3 0 2 4 / 2 / 1 0 0"


def test_no_capture_in_a_pit_with_seeds():
    before = "1 1 3 3 3 2 5 / 3 3 3 3 4 2 0 / 1"
    assert after("", before, "0") == "0 2 3 3 3 2 5 / 3 3 3 3 4 2 0 / 2 / 1 0 0"


STEAL = "2 2 2 2 0 3 7 / 1 5 1 1 1 1 8 / 1"


def test_steal():
    assert after("", STEAL, "5") == "2 2 2 2 6 0 8 / 2 0 1 1 1 1 8 / 2 / 1 4 0"


def test_no_steal_while_the_own_pit_opposite_has_seeds():
    before = "2 2 2 1 1 3 7 / 1 5 1 1 1 1 8 / 1"
    assert after("", before, "5") == "2 2 2 1 1 0 8 / 2 6 1 1 1 1 8 / 2 / 1 0 0"


def test_no_steal_from_a_pit_that_held_less_before_the_sowing():
    before = "2 2 2 2 0 3 7 / 1 4 2 1 1 1 8 / 1"
    assert after("", before, "5") == "2 2 2 2 0 0 8 / 2 5 2 1 1 1 8 / 2 / 1 0 0"
    stolen = "2 2 2 2 5 0 8 / 2 0 2 1 1 1 8 / 2 / 1 3 0"
    assert after("steal_from=4", before, "5") == stolen


def test_no_steal_where_the_sowing_does_not_end():
    before = "2 2 2 2 0 4 6 / 1 5 1 1 1 1 8 / 1"
    assert after("", before, "5") == "2 2 2 2 0 0 7 / 2 6 2 1 1 1 8 / 2 / 1 0 0"


def test_a_pit_emptied_by_this_very_sowing_can_take_what_is_stolen():
    before = "2 2 2 2 1 2 7 / 5 1 1 1 1 1 8 / 1"
    assert after("", before, "5") == "2 2 2 2 1 6 8 / 0 1 1 1 1 1 8 / 2 / 1 5 0"


def test_the_rivals_store_is_sown():
    before = "1 0 0 0 0 9 8 / 1 1 1 1 1 1 12 / 1"
    assert after("", before, "5") == "2 0 0 0 0 0 9 / 2 2 2 2 2 2 13 / 2 / 1 0 0"


def test_the_rivals_store_can_be_skipped():
    before = "1 0 0 0 0 9 8 / 1 1 1 1 1 1 12 / 1"
    captured = "2 0 0 0 0 0 12 / 2 2 2 2 0 2 12 / 2 / 1 0 0"
    assert after("sow_rival_store=false", before, "5") == captured


def test_a_last_seed_in_the_rivals_store_ends_the_turn():
    before = "1 0 0 0 0 8 9 / 1 1 1 1 1 1 12 / 1"
    assert after("", before, "5") == "1 0 0 0 0 0 10 / 2 2 2 2 2 2 13 / 2 / 1 0 0"


@pytest.mark.parametrize(
    ("options", "before", "expected"),
    [
        (
            "",
            "14 0 0 0 0 0 2 / 1 1 1 1 1 4 11 / 1",
            "0 1 1 1 1 1 9 / 2 2 2 2 2 0 12 / 2 / 1 0 0",
        ),
        (
            "sow_rival_store=false",
            "13 0 0 0 0 0 3 / 1 1 1 1 1 4 11 / 1",
            "0 1 1 1 1 1 10 / 2 2 2 2 2 0 11 / 2 / 1 0 0",
        ),
    ],
)
def test_a_lap_ends_in_the_emptied_pit_and_captures(options: str, before: str, expected: str):
    assert after(options, before, "0") == expected


def test_the_end_counts_seeds_in_pits_and_store_together():
    before = "0 0 0 0 0 1 10 / 3 3 0 0 0 0 19 / 1"
    over = "0 0 0 0 0 0 11 / 3 3 0 0 0 0 19 / 1 / 1 0 0"
    assert after("", before, "5") == over
    assert outcome("", over) == -14
    assert outcome("", over.replace("19 / 1", "19 / 2")) == 14


def test_equal_seeds_are_a_draw():
    over = after("", "0 0 0 0 0 1 17 / 3 3 0 0 0 0 12 / 1", "5")
    assert outcome("", over) == 0


def test_nobody_passes_when_the_game_is_over():
    over = after("passes=true", "0 0 0 0 0 1 10 / 3 3 0 0 0 0 19 / 1", "5")
    assert over == "0 0 0 0 0 0 11 / 3 3 0 0 0 0 19 / 2 / 1 0 0 1"
    assert outcome("passes=true", over) == 14


def test_a_game_longer_than_the_limit_is_a_draw():
    two = after("limit=3", "start", "0", "0")
    assert outcome("limit=3", two) == ONGOING
    three = after("limit=3", two, "1")
    assert outcome("limit=3", three) == 0
    assert outcome("limit=4", three) == ONGOING


def test_a_game_that_ends_with_the_last_move_allowed_is_no_draw():
    over = after("limit=3", "0 0 0 0 0 1 10 / 3 3 0 0 0 0 19 / 1 / 2 0 0", "5")
    assert outcome("limit=3", over) == -14


def test_a_pass_is_a_move_and_counts():
    passing = after("passes=true,limit=2", NOT_EMPTY, "3")
    assert outcome("passes=true,limit=2", passing) == ONGOING
    assert outcome("passes=true,limit=2", after("passes=true,limit=2", passing, "pass")) == 0


def test_accumulators_add_what_own_moves_raise():
    before = "3 3 3 3 4 2 0 / 1 0 3 3 3 3 5 / 2 / 7 2 3"
    assert after("", before, "0") == "3 3 3 3 0 2 0 / 0 0 3 3 3 3 10 / 1 / 8 2 7"


def test_accumulators_add_nothing_for_a_move_that_lowers_or_for_a_gift():
    before = "3 3 3 3 3 3 0 / 3 3 3 3 3 3 0 / 2 / 7 2 3"
    assert after("", before, "5") == "4 4 3 3 3 3 0 / 3 3 3 3 3 0 1 / 1 / 8 2 3"


@pytest.mark.parametrize(
    "form", ["{0}", " {0} ", "R {0}", "R{0}", "r  {0}", "(R {0})", "( r{0} ) "]
)
def test_ways_to_write_a_move(form: str):
    game = games.load("mancala11")
    for move in game.legal_moves(game.start):
        name = game.move_name(game.start, move)
        assert game.parse_move(game.start, form.format(name)) == move


@pytest.mark.parametrize("text", ["(R 3", "R 3)", "(3)", "((R 3))", "(R)", "(R 3) 4", "(R 6)"])
def test_texts_that_are_no_move(text: str):
    game = games.load("mancala11")
    with pytest.raises(IllegalMove, match="legal: 0 1 2 3 4 5"):
        game.parse_move(game.start, text)


@pytest.mark.parametrize("text", ["L 3", "l3", "(L 3)"])
def test_nobody_sows_to_the_left(text: str):
    game = games.load("mancala11")
    with pytest.raises(IllegalMove, match="sows to the left"):
        game.parse_move(game.start, text)


def drawn(position: str, *names: str) -> list[str]:
    game = games.load("mancala11")
    return game.draw(game.read(after("", position, *names))).splitlines()


def test_the_screen_has_a_star_markers_and_accumulators():
    assert drawn("1 0 3 3 3 3 5 / 3 3 3 3 4 2 0 / 1", "0") == [
        "      5  4  3  2  1  0",
        "*     2  0  3  3  3  3      marker 14  Ac: 0",
        "  0                     10",
        "      0  0  3  3  3  3      marker 22  Ac: 4",
        "      0  1  2  3  4  5",
    ]


def test_the_star_moves_with_the_turn_and_is_gone_at_the_end():
    stars = [[line[0] for line in drawn(text)] for text in ("start", after("", "start", "0"))]
    assert stars == [[" ", " ", " ", "*", " "], [" ", "*", " ", " ", " "]]
    assert not any("*" in line for line in drawn("0 0 0 0 0 1 10 / 3 3 0 0 0 0 19 / 1", "5"))


@pytest.mark.parametrize(
    ("position", "known"),
    [
        ("start", True),
        ("3 3 3 3 3 3 0 / 3 3 3 3 3 3 0 / 2", True),
        ("1 0 3 3 3 3 5 / 3 3 3 3 4 2 0 / 1", False),
        ("1 0 3 3 3 3 5 / 3 3 3 3 4 2 0 / 1 / 7 2 3", True),
        ("1 0 3 3 3 3 5 / 3 3 3 3 4 2 0 / 1 / 0 2 3", True),
    ],
)
def test_accumulators_are_drawn_where_the_moves_so_far_are_known(position: str, known: bool):
    game = games.load("mancala11")
    assert ("Ac: " in game.draw(game.read(position))) == known
