"""Connect-4: the spec sentence by sentence, and beside its naive text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tablero.games as games
from tablero.games.connect4.rules import has_line
from tablero.position import ONGOING
from tests.games.naive_connect4 import DIRECTIONS, NaiveConnect4
from tests.games.setups import CONNECT4, Setup

pytestmark = pytest.mark.plain

LAST_OF_THE_FIRST = "32577657536571444332231273157146561612624"
LAST_OF_THE_SECOND = "242436417642466154675732125513352675117337"
FULL_WITHOUT_A_LINE = "225344533673453576212645522737771141641166"
BOARDS = [*CONNECT4, "connect4(columns=6,rows=7)", "connect4(columns=1,rows=9,connect=3)"]


def outcome(word: str, text: str = "connect4") -> int:
    return Setup(text, word).outcome()


def test_a_stone_falls_to_the_lowest_free_cell():
    drawn = games.load("connect4").draw(games.load("connect4").read("443"))
    assert drawn.splitlines() == [
        ". . . . . . .",
        ". . . . . . .",
        ". . . . . . .",
        ". . . . . . .",
        ". . . o . . .",
        ". . x x . . .",
        "1 2 3 4 5 6 7",
    ]


@pytest.mark.parametrize(
    "word",
    [
        "1122334",  # a row
        "1213141",  # a column
        "12233434474",  # a diagonal going up
        "76655454414",  # a diagonal going down
    ],
)
def test_four_in_a_line_win(word: str):
    assert outcome(word[:-1]) == ONGOING
    assert outcome(word) < 0


def test_three_in_a_line_and_a_line_with_a_gap_do_not_win():
    assert outcome("112233") == ONGOING
    assert outcome("1122335") == ONGOING


def test_a_line_does_not_go_round_the_edge():
    column, next_column = 0b111000, 0b000001 << 7
    assert not has_line(column | next_column, 7, 4)
    assert has_line(column | 0b000100, 7, 4)


def test_a_full_board_is_a_draw():
    assert len(FULL_WITHOUT_A_LINE) == 42
    assert outcome(FULL_WITHOUT_A_LINE) == 0


@pytest.mark.parametrize(
    ("word", "margin"),
    [
        ("1212121", -18),  # the fourth stone of 21: 17 in hand, and one
        ("12121232", -18),  # the second player's fourth
        ("1122334", -18),
        ("112266334", -17),  # the fifth
        (LAST_OF_THE_FIRST, -1),  # the 21st
        (LAST_OF_THE_SECOND, -1),
    ],
)
def test_a_win_is_worth_the_stones_in_hand_and_one(word: str, margin: int):
    assert outcome(word[:-1]) == ONGOING
    assert outcome(word) == margin


@pytest.mark.parametrize(
    ("word", "margin"),
    [
        ("11223", -3),  # 5 and 4 stones on nine cells: the first player wins with his third
        ("121232", -2),  # and the second with his third
        ("1122213", -2),  # the first player's fourth
    ],
)
def test_the_first_player_has_a_stone_more_on_odd_boards(word: str, margin: int):
    text = "connect4(columns=3,rows=3,connect=3)"
    assert outcome(word[:-1], text) == ONGOING
    assert outcome(word, text) == margin


def test_every_line_of_the_board_wins_and_no_line_is_missing_a_stone():
    lines = 0
    for column in range(7):
        for row in range(6):
            for right, up in DIRECTIONS:
                cells = [(column + i * right, row + i * up) for i in range(4)]
                if all(0 <= x < 7 and 0 <= y < 6 for x, y in cells):
                    bits = [1 << 7 * x + y for x, y in cells]
                    lines += 1
                    assert has_line(sum(bits), 7, 4)
                    assert not any(has_line(sum(bits) - bit, 7, 4) for bit in bits)
    assert lines == 69


@pytest.mark.parametrize("text", BOARDS)
@given(data=st.data())
def test_lines_beside_the_naive_text(text: str, data: st.DataObject):
    """On stones anywhere, also floating ones."""
    board = NaiveConnect4(text)
    cell = st.tuples(st.integers(0, board.width - 1), st.integers(0, board.height - 1))
    cells = data.draw(st.sets(cell, max_size=board.width * board.height))
    board.columns = [
        "".join("x" if (x, y) in cells else "." for y in range(board.height))
        for x in range(board.width)
    ]
    stride = board.height + 1
    stones = sum(1 << stride * x + y for x, y in cells)
    assert has_line(stones, stride, board.connect) == board.has_line("x")


@pytest.mark.parametrize("text", BOARDS)
@given(choices=st.binary(min_size=42, max_size=42))
def test_games_beside_the_naive_text(text: str, choices: bytes):
    game, board = games.load(text), NaiveConnect4(text)
    position = game.start
    for choice in choices:
        assert list(game.move_names(position)) == board.moves()
        assert position.outcome() == (board.margin() if board.over else ONGOING)
        assert game.draw(position).splitlines()[:-1] == board.rows()
        assert position.turn() == len(board.word) % 2
        if board.over:
            break
        name = board.moves()[choice % len(board.moves())]
        position, board = position.play(game.parse_move(position, name)), board.play(name)


def test_columns_after_the_ninth_have_letters():
    game = games.load("connect4(columns=12,rows=4)")
    assert list(game.move_names(game.start)) == [*"123456789abc"]
    assert game.draw(game.read("ab")).splitlines()[-2:] == [
        ". . . . . . . . . x o .",
        "1 2 3 4 5 6 7 8 9 a b c",
    ]
