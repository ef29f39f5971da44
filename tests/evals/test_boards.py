"""Boards answer what stands in the position's text, change nothing, and cannot be changed."""

import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tablero.games as games
from tablero.games.student import ME, RIVAL, view
from tablero.games.student.board import Board
from tablero.position import FIRST, ONGOING
from tests.games.setups import CHOICES, SETUPS, Setup

pytestmark = pytest.mark.plain

SOWING = [setup for setup in SETUPS if setup.text.startswith(("kalah", "mancala11"))]
CONNECT4 = [setup for setup in SETUPS if setup.text.startswith("connect4")]


def rows_in(text: str) -> tuple[list[int], list[int]]:
    """The mover's pits and store, then the other's, as the text of a position tells them."""
    first, second, turn, *_history = (list(map(int, part.split())) for part in text.split("/"))
    return (first, second) if turn == [1] else (second, first)


@given(setup=st.sampled_from(SOWING), choices=CHOICES)
def test_a_sowing_board_says_what_the_text_says(setup: Setup, choices: bytes):
    game, position = setup.game, setup.reach(choices)
    board: Any = view(game, position)
    for side, numbers in zip((ME, RIVAL), rows_in(game.write(position)), strict=True):
        *pits, store = numbers
        assert board.row(side) == pits
        assert [board.seeds(side, pit) for pit in range(board.pits)] == pits
        sums = [board.sum_from(side, pit) for pit in range(board.pits)]
        assert sums == [sum(pits[pit:]) for pit in range(len(pits))]
        assert board.filled(side) == [pit for pit in range(len(pits)) if pits[pit] > 0]
        for start in range(len(pits) + 1):
            filled = [pit for pit in range(start, len(pits)) if pits[pit] > 0]
            assert board.filled(side, start) == filled
        assert board.reversed_row(side) == pits[::-1]
        assert board.both_rows()[side] == pits
        assert board.store(side) == store
        assert board.marker(side) == sum(numbers)
    assert [board.facing(pit) for pit in range(board.pits)] == [*range(board.pits)][::-1]


@given(choices=CHOICES)
def test_accumulators_belong_to_their_sides(choices: bytes):
    game, position = games.load("mancala11"), Setup("mancala11").reach(choices)
    told = [
        int(number) for number in game.write(position).split("/")[3:4] for number in number.split()
    ]
    played, first, second = told or (0, 0, 0)
    board: Any = view(game, position)
    expected = (first, second) if position.turn() == FIRST else (second, first)
    assert (board.accumulator(ME), board.accumulator(RIVAL)) == expected
    assert board.played == played


def test_kalah_has_no_accumulator():
    game = games.load("kalah")
    board: Any = view(game, game.start)
    for ask in (lambda: board.accumulator(ME), lambda: board.played):
        with pytest.raises(AttributeError, match="kalah"):
            ask()
    assert not board.must_pass


def test_a_pass_is_seen():
    game = games.load("mancala11(passes=true)")
    before = game.read("3 3 3 3 3 1 2 / 3 3 3 3 3 3 0 / 1")
    board: Any = view(game, before)
    assert not board.must_pass
    after: Any = view(game, before.play(5))
    assert after.must_pass
    assert after.moves() == [6]
    assert board.scratch().play(5).play(6).to_move == ME


@given(setup=st.sampled_from(SETUPS), choices=CHOICES)
def test_every_board_knows_turn_end_and_text(setup: Setup, choices: bytes):
    game, position = setup.game, setup.reach(choices)
    board = view(game, position)
    outcome = position.outcome()
    assert board.turn == position.turn()
    assert board.over == (outcome != ONGOING)
    assert board.text == game.write(position)
    assert board.to_move == ME
    assert tuple(board.fields.values()) == tuple(position)
    assert len(board.moves()) == len(list(game.legal_moves(position)))
    assert board.text in repr(board)
    if board.over:
        assert board.margin == outcome
    else:
        with pytest.raises(ValueError, match="not over"):
            _ = board.margin


@given(setup=st.sampled_from(SETUPS), choices=CHOICES, picks=st.binary(max_size=12))
def test_a_scratch_board_plays_and_keeps_its_eyes(setup: Setup, choices: bytes, picks: bytes):
    game, position = setup.game, setup.reach(choices)
    board = view(game, position)
    text, scratch, me = board.text, board.scratch(), board.turn
    for pick in picks:
        if scratch.over:
            break
        index = pick % len(scratch.moves())
        position = position.play(list(position.moves())[index])
        scratch.play(scratch.moves()[index])
        assert scratch.text == game.write(position)
        assert scratch.turn == position.turn()
        assert scratch.to_move == (ME if position.turn() == me else RIVAL)
        same_eyes(game, position, scratch, me)
    assert board.text == text
    assert scratch.reset().text == text
    assert scratch.to_move == ME


def same_eyes(game: Any, position: Any, scratch: Any, me: int) -> None:
    """ME stays whoever it was when the scratch board was made."""
    plain: Any = view(game, position)
    own, other = (ME, RIVAL) if position.turn() == me else (RIVAL, ME)
    if hasattr(plain, "marker"):
        assert [scratch.row(own), scratch.row(other)] == [plain.row(ME), plain.row(RIVAL)]
        assert [scratch.store(own), scratch.store(other)] == [plain.store(ME), plain.store(RIVAL)]
        for mine, seen in ((own, ME), (other, RIVAL)):
            assert scratch.reversed_row(mine) == plain.reversed_row(seen)
            assert scratch.both_rows()[mine] == plain.both_rows()[seen]
            for pit in range(plain.pits + 1):
                assert scratch.filled(mine, pit) == plain.filled(seen, pit)
                assert scratch.sum_from(mine, pit) == plain.sum_from(seen, pit)
    if game.name == "mancala11":
        gains = scratch.accumulator(own), scratch.accumulator(other)
        assert gains == (plain.accumulator(ME), plain.accumulator(RIVAL))
    if hasattr(plain, "open_lines"):
        assert scratch.open_lines(own) == plain.open_lines(ME)
    if plain.over:
        assert scratch.margin == (plain.margin if own == ME else -plain.margin)


@given(setup=st.sampled_from(SETUPS), choices=CHOICES)
def test_nothing_of_a_board_can_be_changed(setup: Setup, choices: bytes):
    board = view(setup.game, setup.reach(choices))
    before = repr(board)
    for name in (*(name for name in dir(board) if not name.startswith("__")), "new"):
        for each in (board, board.scratch()):
            with pytest.raises(AttributeError, match="cannot be changed"):
                setattr(each, name, 1)
            with pytest.raises(AttributeError, match="cannot be changed"):
                delattr(each, name)
    for answer in (board.moves(), board.fields):
        answer.clear()
    assert repr(board) == before
    assert not hasattr(board, "__dict__")
    assert not hasattr(board.scratch(), "__dict__")


def test_lists_are_the_askers_own():
    game = games.load("mancala11")
    board: Any = view(game, game.start)
    board.row(ME)[0] = 99
    board.filled(ME).clear()
    board.filled(ME, 1).clear()
    board.reversed_row(ME)[0] = 99
    board.both_rows()[ME][0] = 99
    board.both_rows().clear()
    assert board.row(ME) == board.reversed_row(ME) == [3] * 6
    assert board.both_rows() == [[3] * 6] * 2
    assert board.filled(ME) == [*range(6)]
    assert board.filled(ME, 1) == [*range(1, 6)]


def test_only_legal_moves_are_played_on_a_scratch_board():
    game = games.load("mancala11")
    scratch: Any = view(game, game.read("0 3 3 3 3 6 0 / 3 3 3 3 3 3 0 / 1")).scratch()
    for move in (0, 6, -1, "1", None):
        with pytest.raises(ValueError, match=r"legal: \[1, 2, 3, 4, 5\]"):
            scratch.play(move)


def test_seeds_may_be_put_on_a_scratch_board():
    game = games.load("mancala11")
    board: Any = view(game, game.start)
    scratch = board.scratch().put(ME, 0, 0).put(RIVAL, 5, 9)
    assert scratch.row(ME) == [0, 3, 3, 3, 3, 3]
    assert scratch.row(RIVAL) == [3, 3, 3, 3, 3, 9]
    scratch.play(1)
    scratch.put(ME, 1, 7)
    assert scratch.seeds(ME, 1) == 7
    assert board.row(ME) == [3] * 6
    for wrong in ((ME, 6, 1), (ME, -1, 1), (ME, 0, -1), (ME, 0, 1000), (2, 0, 1)):
        with pytest.raises(ValueError, match="do not go into pit"):
            scratch.put(*wrong)


WRITTEN = "1 0 2 0 0 4 5 / 0 3 0 0 6 0 15 / 1"


def written_on(game: Any) -> Any:
    """A scratch board that holds WRITTEN, put there place by place, while the rival is to move."""
    board: Any = view(game, game.start)
    scratch = board.scratch().play(2).fill()
    for side, (*pits, store) in zip((ME, RIVAL), rows_in(WRITTEN), strict=True):
        scratch.put_store(side, store)
        for pit, seeds in enumerate(pits):
            scratch.put(side, pit, seeds)
    assert scratch.to_move == RIVAL
    return scratch


@pytest.mark.parametrize("name", ["mancala11", "kalah(pits=6,seeds=3)"])
def test_a_scratch_board_that_was_written_on_is_read_like_the_board(name: str):
    """By hand: what every question about seeds must be answered."""
    game = games.load(name)
    for board in (view(game, game.read(WRITTEN)), written_on(game)):
        asked: Any = board
        assert asked.both_rows() == [[1, 0, 2, 0, 0, 4], [0, 3, 0, 0, 6, 0]]
        assert asked.row(ME) == [1, 0, 2, 0, 0, 4]
        assert asked.reversed_row(RIVAL) == [0, 6, 0, 0, 3, 0]
        assert asked.seeds(RIVAL, 4) == 6
        assert [asked.filled(ME), asked.filled(ME, 1), asked.filled(ME, 3)] == [
            [0, 2, 5],
            [2, 5],
            [5],
        ]
        assert [asked.filled(RIVAL, 2), asked.filled(RIVAL, 5), asked.filled(ME, 6)] == [
            [4],
            [],
            [],
        ]
        assert [asked.sum_from(ME), asked.sum_from(ME, 1), asked.sum_from(RIVAL, 2)] == [7, 6, 6]
        assert [asked.store(ME), asked.store(RIVAL)] == [5, 15]
        assert [asked.marker(ME), asked.marker(RIVAL)] == [12, 24]
        assert [asked.over, asked.must_pass, asked.pits, asked.facing(1)] == [False, False, 6, 4]
    assert written_on(game).moves() == [1, 4]


def test_a_scratch_board_is_filled_and_becomes_the_board_again():
    game = games.load("mancala11")
    board: Any = view(game, game.start)
    scratch = board.scratch().fill(2)
    assert scratch.both_rows() == [[2] * 6] * 2
    assert [scratch.store(ME), scratch.store(RIVAL)] == [2, 2]
    assert scratch.fill().over
    assert scratch.marker(ME) == 0
    assert scratch.reset().text == board.text
    for seeds in (-1, 5, 1.5):
        with pytest.raises(ValueError, match="do not go into every pit and store"):
            scratch.fill(seeds)
    for wrong in ((2, 1), (ME, -1), (ME, 64), (RIVAL, 0.5)):
        with pytest.raises(ValueError, match="do not go into the store"):
            scratch.put_store(*wrong)
    assert scratch.text == board.text


@given(setup=st.sampled_from(CONNECT4), choices=CHOICES)
def test_a_connect4_board_is_what_is_drawn(setup: Setup, choices: bytes):
    game, position = setup.game, setup.reach(choices)
    board: Any = view(game, position)
    drawn = [line.split() for line in game.draw(position).splitlines()[:-1]][::-1]
    signs = {".": None, "xo"[board.turn]: ME, "xo"[1 - board.turn]: RIVAL}
    cells = [[board.cell(x, y) for x in range(board.columns)] for y in range(board.rows)]
    assert cells == [[signs[sign] for sign in line] for line in drawn]
    for column in range(board.columns):
        stack = [line[column] for line in cells if line[column] is not None]
        assert board.column(column) == stack
        assert board.height(column) == len(stack)
    assert board.stones == sum(cell is not None for line in cells for cell in line)


@given(setup=st.sampled_from(CONNECT4), choices=CHOICES)
def test_open_lines_are_counted_cell_by_cell(setup: Setup, choices: bytes):
    board: Any = view(setup.game, setup.reach(choices))
    for side in (ME, RIVAL):
        expected = [0] * (board.connect + 1)
        for line in board.lines:
            owners = [board.cell(*cell) for cell in line]
            if 1 - side not in owners:
                expected[owners.count(side)] += 1
        assert board.open_lines(side) == expected


def test_there_are_69_lines():
    game = games.load("connect4")
    board: Any = view(game, game.start)
    assert len(board.lines) == len({frozenset(line) for line in board.lines}) == 69
    assert board.open_lines(ME) == [69, 0, 0, 0, 0]


@given(setup=st.sampled_from(CONNECT4), choices=CHOICES)
def test_a_stone_that_wins_wins(setup: Setup, choices: bytes):
    board: Any = view(setup.game, setup.reach(choices))
    for column in board.moves():
        after = board.scratch().play(column)
        assert board.wins(ME, column) == (after.over and after.margin > 0)
    for column in range(board.columns):
        if board.height(column) == board.rows:
            assert not board.wins(RIVAL, column)


def test_a_game_of_the_users_with_the_name_of_ours_has_a_plain_board(tmp_path):
    file = tmp_path / "kalah.py"
    file.write_text(
        "from dataclasses import dataclass\nfrom typing import NamedTuple\n"
        "from tablero.games.game import Game\nfrom tablero.position import ONGOING, rules\n"
        "@rules\nclass Left(NamedTuple):\n    left: int\n    side: int\n"
        "    def moves(self): yield from range(1, min(3, self.left) + 1)\n"
        "    def play(self, move): return Left(self.left - move, 1 - self.side)\n"
        "    def outcome(self): return ONGOING if self.left else -1\n"
        "    def turn(self): return self.side\n"
        "@dataclass(frozen=True)\nclass Mine(Game):\n    name = 'kalah'\n    start = Left(7, 0)\n"
    )
    game = games.load(str(file))
    board = view(game, game.start)
    assert type(board) is Board
    assert board.fields == {"left": 7, "side": 0}
    assert board.text == "7,0"
    assert board.scratch().play(3).play(1).fields == {"left": 3, "side": 0}


def test_boards_are_light():
    code = (
        "import sys; from tablero.arena.player import ME\nfrom tablero import games\n"
        "from tablero.arena.player.boards import view\ngame = games.load('mancala11')\n"
        "assert view(game, game.start).marker(ME) == 18\n"
        "assert not {'numpy', 'numba', 'rich', 'click'} & {*sys.modules}"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
