"""Quarry: the spec sentence by sentence, and Nim as the judge."""

from functools import cache
from itertools import product

import pytest

import tablero.games as games
from tablero.position import ONGOING

pytestmark = pytest.mark.plain

GAME = games.load("quarry")


def names(block: str) -> list[str]:
    return list(GAME.move_names(GAME.read(block)))


def test_a_move_cuts_whole_layers_and_leaves_one():
    assert names("3x1x4") == ["x-1", "x-2", "z-1", "z-2", "z-3"]
    position = GAME.read("3x1x4")
    assert GAME.write(position.play(GAME.parse_move(position, "z-2"))) == "3x1x2 / 2"


def test_the_fourth_dimension_and_more_are_numbered():
    assert names("1x1x1x2x2") == ["d4-1", "d5-1"]


def test_who_faces_a_single_cube_has_lost():
    over = GAME.read("1x1x1")
    assert names("1x1x1") == []
    assert over.outcome() == -1
    assert GAME.read("1x1x2").outcome() == ONGOING


def test_the_start_has_three_sides_of_four():
    assert GAME.write(GAME.start) == "4x4x4"
    game = games.load("quarry(dimensions=5,side=2)")
    assert game.write(game.start) == "2x2x2x2x2"


def test_sides_up_to_a_million():
    huge = GAME.read("1000000x1x1000000")
    assert GAME.write(huge) == "1000000x1x1000000"
    after = huge.play(GAME.parse_move(huge, "z-999999"))
    assert GAME.write(after) == "1000000x1x1 / 2"
    assert GAME.write(after.play(GAME.parse_move(after, "x-524288"))) == "475712x1x1"


@cache
def mover_wins(sides: tuple[int, ...]) -> bool:
    position = GAME.read("x".join(map(str, sides)))
    children = (position.play(move) for move in position.moves())
    return any(not mover_wins(tuple(sorted(child[:-1]))) for child in children)


def test_it_is_nim():
    for x, y, z in product(range(1, 6), repeat=3):
        nim = (x - 1) ^ (y - 1) ^ (z - 1)
        assert mover_wins(tuple(sorted((x, y, z)))) == (nim != 0)


@pytest.mark.parametrize("turn", ["", " / 2"])
def test_theory_tells_the_margin_of_best_play(turn: str):
    told = 0
    for sides in product(range(1, 5), repeat=3):
        theory = GAME.read("x".join(map(str, sides)) + turn).theory()
        if theory != ONGOING:
            assert theory == (1 if mover_wins(tuple(sorted(sides))) else -1)
            told += 1
    assert told == 64 - 27  # silent only where all three sides are long


def test_drawing_with_numbers():
    game = games.load("quarry(edges=numbers)")
    assert game.draw(game.read("2x2x3")).splitlines() == [
        "    +1-2-+",
        "   3    31",
        "  2    2 2",
        " 1    1  +",
        "+1-2-+  3",
        "1    1 2",
        "2    21",
        "+1-2-+",
        "2 x 2 x 3",
    ]


def test_a_long_side_is_drawn_short_with_its_number():
    game = games.load("quarry(edges=numbers)")
    assert game.draw(game.read("20x2")).splitlines() == [
        "+-----------20-----------+",
        "1                        1",
        "2                        2",
        "+-----------20-----------+",
        "20 x 2",
    ]


def test_four_dimensions_are_drawn_as_bars():
    assert GAME.draw(GAME.read("61x3x1x2")).splitlines() == [
        "#" * 60 + "…",
        "###",
        "#",
        "##",
        "61 x 3 x 1 x 2",
    ]
