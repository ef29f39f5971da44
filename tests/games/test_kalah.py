"""Kalah: the spec sentence by sentence, on positions worked out by hand."""

from typing import Any

import pytest

import tablero.games as games
from tablero.position import ONGOING
from tests.games.setups import Setup

pytestmark = pytest.mark.plain


def after(options: str, position: str, *names: str) -> str:
    return Setup(f"kalah({options})", position).after(*names)


def outcome(options: str, position: str) -> int:
    return Setup(f"kalah({options})", position).outcome()


def test_the_start():
    game = games.load("kalah(seeds=5)")
    assert game.write(game.start) == "5 5 5 5 5 5 0 / 5 5 5 5 5 5 0 / 1"
    assert game.draw(game.read("1 2 3 4 5 6 7 / 8 9 10 3 1 1 0 / 1")).splitlines() == [
        "      6  5  4  3  2  1",
        "      1  1  3 10  9  8",
        "  0                      7",
        "      1  2  3  4  5  6",
        "      1  2  3  4  5  6",
    ]


def test_only_own_pits_with_seeds_can_be_picked():
    game = games.load("kalah")
    position = game.read("4 0 4 4 0 4 8 / 1 1 1 1 0 0 20 / 2")
    assert list(game.move_names(position)) == ["1", "2", "3", "4"]


def test_seeds_are_sown_one_by_one():
    assert after("", "start", "1") == "0 5 5 5 5 4 0 / 4 4 4 4 4 4 0 / 2"
    assert after("", "start", "5") == "4 4 4 4 0 5 1 / 5 5 4 4 4 4 0 / 2"


def test_the_second_player_sows_the_same_way():
    assert after("", "start", "1", "1") == "0 5 5 5 5 4 0 / 0 5 5 5 5 4 0 / 1"
    assert after("", "start", "1", "5") == "1 6 5 5 5 4 0 / 4 4 4 4 0 5 1 / 1"


def test_never_into_the_opponents_store():
    before = "1 0 0 0 0 8 10 / 1 1 1 1 1 1 23 / 1"
    assert after("", before, "6") == "2 0 0 0 0 0 11 / 2 2 2 2 2 2 23 / 2"


def test_last_seed_in_the_own_store_moves_again():
    assert after("", "start", "3") == "4 4 0 5 5 5 1 / 4 4 4 4 4 4 0 / 1"
    assert after("", "start", "1", "3") == "0 5 5 5 5 4 0 / 4 4 0 5 5 5 1 / 2"


@pytest.mark.parametrize(
    ("capture", "expected"),
    [
        ("opposite", "0 0 0 0 0 4 21 / 3 0 0 0 0 0 20 / 2"),
        ("empty", "0 0 0 0 0 4 21 / 3 0 0 0 0 0 20 / 2"),
        ("leave", "0 1 0 0 0 4 20 / 3 0 0 0 0 0 20 / 2"),
        ("none", "0 1 0 0 0 4 15 / 3 0 0 0 5 0 20 / 2"),
    ],
)
def test_capture(capture: str, expected: str):
    before = "1 0 0 0 0 4 15 / 3 0 0 0 5 0 20 / 1"
    assert after(f"capture={capture}", before, "1") == expected


@pytest.mark.parametrize(
    ("capture", "expected"),
    [
        ("opposite", "0 1 0 0 0 4 15 / 3 0 0 0 0 5 20 / 2"),
        ("empty", "0 0 0 0 0 4 16 / 3 0 0 0 0 5 20 / 2"),
        ("leave", "0 1 0 0 0 4 15 / 3 0 0 0 0 5 20 / 2"),
        ("none", "0 1 0 0 0 4 15 / 3 0 0 0 0 5 20 / 2"),
    ],
)
def test_capture_opposite_of_an_empty_pit(capture: str, expected: str):
    before = "1 0 0 0 0 4 15 / 3 0 0 0 0 5 20 / 1"
    assert after(f"capture={capture}", before, "1") == expected


def test_no_capture_in_an_own_pit_with_seeds():
    before = "1 1 0 0 0 3 15 / 3 0 0 0 5 0 20 / 1"
    assert after("", before, "1") == "0 2 0 0 0 3 15 / 3 0 0 0 5 0 20 / 2"


@pytest.mark.parametrize("capture", ["opposite", "empty", "leave"])
def test_no_capture_in_a_pit_of_the_opponent(capture: str):
    before = "1 0 0 0 0 2 17 / 0 3 0 0 5 0 20 / 1"
    expected = "1 0 0 0 0 0 18 / 1 3 0 0 5 0 20 / 2"
    assert after(f"capture={capture}", before, "6") == expected


@pytest.mark.parametrize(
    ("capture", "expected"),
    [
        ("opposite", "1 0 1 1 1 2 17 / 2 2 2 2 0 2 15 / 2"),
        ("leave", "1 1 1 1 1 2 16 / 2 2 2 2 0 2 15 / 2"),
        ("none", "1 1 1 1 1 2 11 / 2 2 2 2 5 2 15 / 2"),
    ],
)
def test_a_lap_ends_in_the_emptied_pit_which_counts_as_empty(capture: str, expected: str):
    before = "0 13 0 0 0 1 10 / 1 1 1 1 4 1 15 / 1"
    assert after(f"capture={capture}", before, "2") == expected


def test_a_second_lap_finds_a_seed_in_the_emptied_pit():
    before = "0 26 0 0 0 0 2 / 1 1 1 1 1 1 14 / 1"
    assert after("", before, "2") == "2 2 2 2 2 2 4 / 3 3 3 3 3 3 14 / 2"


def test_a_lap_and_more_can_move_again():
    """16 seeds from pit 4: a lap of 13, then pits 5 and 6 and the store."""
    before = "0 0 0 16 0 0 0 / 5 5 5 5 5 5 2 / 1"
    assert after("", before, "4") == "1 1 1 1 2 2 2 / 6 6 6 6 6 6 2 / 1"


def test_an_empty_row_ends_the_game_and_the_seeds_left_go_to_their_owner():
    before = "0 0 0 0 0 2 20 / 2 0 0 3 0 0 21 / 1"
    over = "0 0 0 0 0 0 21 / 0 0 0 0 0 0 27 / 2"
    assert after("", before, "6") == over
    assert outcome("", over) == 6


def test_an_empty_row_ends_the_game_also_when_the_mover_would_move_again():
    before = "0 0 0 0 0 1 20 / 2 0 0 3 0 0 22 / 1"
    over = "0 0 0 0 0 0 21 / 0 0 0 0 0 0 27 / 1"
    assert after("end=either", before, "6") == over
    assert after("end=mover", before, "6") == over
    assert outcome("", over) == -6


def test_end_mover_goes_on_while_the_side_to_move_has_seeds():
    before = "0 0 0 0 0 2 20 / 2 0 0 3 0 0 21 / 1"
    second = "0 0 0 0 0 0 21 / 3 0 0 3 0 0 21 / 2"
    assert after("end=mover", before, "6") == second
    assert outcome("end=mover", second) == ONGOING
    again = "0 0 0 0 0 0 21 / 3 0 0 0 1 1 22 / 2"
    assert after("end=mover", second, "4") == again
    over = "0 0 0 0 0 0 21 / 0 0 0 0 0 0 27 / 1"
    assert after("end=mover", again, "1") == over
    assert outcome("end=mover", over) == -6


@pytest.mark.parametrize("end", ["either", "mover"])
def test_a_capture_can_empty_the_other_row(end: str):
    before = "1 0 0 0 0 4 15 / 0 0 0 0 5 0 23 / 1"
    over = "0 0 0 0 0 0 25 / 0 0 0 0 0 0 23 / 2"
    assert after(f"end={end}", before, "1") == over
    assert outcome(f"end={end}", over) == -2


def test_a_text_with_an_empty_row_is_a_finished_game():
    text = "1 0 0 0 0 1 20 / 0 0 0 0 0 0 26 / 1"
    assert outcome("end=either", text) == -4
    assert outcome("end=mover", text) == ONGOING
    assert outcome("end=mover", text.replace("/ 1", "/ 2")) == 4


def test_equal_seeds_are_a_draw():
    over = after("pits=1,seeds=1", "start", "1")
    assert over == "0 1 / 0 1 / 1"
    assert outcome("pits=1,seeds=1", over) == 0


PUBLISHED = {1: "DLWLWD", 2: "WLLLWW", 3: "DWW"}
"""Who wins with 1, 2, 3 ... seeds: by pits, for the first player. Source: G. Irving,
J. Donkers and J. Uiterwijk, Solving Kalah, ICGA Journal 23 (2000), the table of small boards."""


@pytest.mark.parametrize("pits", PUBLISHED)
def test_small_boards_have_the_published_winners(pits: int):
    values = [best_margin(f"pits={pits},seeds={n}") for n in range(1, len(PUBLISHED[pits]) + 1)]
    assert "".join("DWL"[(value > 0) - (value < 0)] for value in values) == PUBLISHED[pits]


def best_margin(options: str) -> int:
    known: dict[tuple[int, ...], int] = {}

    def best(position: Any) -> int:
        if position.outcome() != ONGOING:
            return int(position.outcome())
        if position not in known:
            children = [position.play(move) for move in position.moves()]
            same = position.turn()
            known[position] = max(
                best(child) if child.turn() == same else -best(child) for child in children
            )
        return known[position]

    return best(games.load(f"kalah({options})").start)
