"""Positions to experiment on: seeded, different, unfinished, and as many of each kind."""

from collections import Counter

import pytest

import tablero.games as games
from tablero.errors import NotationError, OptionError
from tablero.lab.positions import random_positions, read_positions
from tablero.position import ONGOING

pytestmark = pytest.mark.plain

CONNECT4, TICTACTOE = games.load("connect4"), games.load("tictactoe")


def test_they_are_different_unfinished_and_balanced():
    found = random_positions(CONNECT4, 36, range(4, 13), seed=1)
    assert len({position.key() for position in found}) == 36
    assert all(position.outcome() == ONGOING for position in found)
    assert Counter(position.stones for position in found) == dict.fromkeys(range(4, 13), 4)


def test_the_seed_decides():
    one, same, other = (random_positions(CONNECT4, 9, range(3, 6), seed) for seed in (1, 1, 2))
    assert one == same != other


def test_a_longer_list_begins_with_a_shorter_one():
    few, many = (random_positions(CONNECT4, count, range(3, 6), seed=1) for count in (5, 20))
    assert many[:5] == few


def test_where_there_are_no_more_the_others_go_on():
    """There is 1 position after no move, 9 after one, and 72 after two."""
    found = random_positions(TICTACTOE, 82, range(3), seed=1)
    stones = Counter(9 - len(list(position.moves())) for position in found)
    assert stones == {0: 1, 1: 9, 2: 72}
    with pytest.raises(OptionError, match="only 82 different positions after 0 to 2 plies"):
        random_positions(TICTACTOE, 83, range(3), seed=1)


def test_something_to_choose():
    game = games.load("kalah(pits=2,seeds=2)")
    every = random_positions(game, 13, range(1, 6), seed=1)
    some = random_positions(game, 5, range(1, 6), seed=1, choices=2)
    assert {len([*position.moves()]) for position in every} == {1, 2}
    assert {len([*position.moves()]) for position in some} == {2}
    with pytest.raises(OptionError, match="only 5 positions to choose in after 1 to 5 plies"):
        random_positions(game, 6, range(1, 6), seed=1, choices=2)


def test_a_file(tmp_path):
    file = tmp_path / "positions.txt"
    file.write_text("44\n\n  1234  \nstart\n")
    assert [CONNECT4.write(position) for position in read_positions(CONNECT4, file)] == [
        CONNECT4.write(CONNECT4.read(text)) for text in ("44", "1234", "")
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("44\n9\n", "line 2: .*'9'"),
        ("\n1212121\n", "line 2: .*over"),
        ("\n \n", "there are no positions"),
        (b"\xff\xfe", "line 1"),
    ],
)
def test_lines_that_are_no_positions(text, said, tmp_path):
    file = tmp_path / "positions.txt"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(NotationError, match=said):
        read_positions(CONNECT4, file)
