"""Opening tables: that of another package, checked by our own solver, and ours."""

import random
import zlib
from pathlib import Path

import pytest

from tablero.errors import DamagedTable
from tablero.games.connect4.game import Connect4Game
from tablero.games.connect4.solver import bitbully, book_locations
from tablero.games.connect4.solver.bitboards import NO_BOUND, geometry_of, threats
from tablero.games.connect4.solver.bitbully import STONES, code_in, code_of
from tablero.games.connect4.solver.book import Book, book_score, find
from tablero.games.connect4.solver.book_locations import find_books
from tablero.games.connect4.solver.positions import open_positions
from tablero.games.connect4.solver.solver import Connect4Solver
from tablero.solve import after_move
from tests.solve.test_connect4 import walk

GAME = Connect4Game()
BOARD = geometry_of(GAME)


@pytest.fixture(scope="module")
def book() -> Book:
    *_ours, foreign = find_books(GAME)
    assert foreign.stones == STONES
    return foreign.book


def test_codes_are_sorted_and_all_different(book: Book):
    codes = book.names.byteswap()
    assert (codes[1:] > codes[:-1]).all()
    for place in (0, 1, 2_000_000, len(codes) - 1):
        assert code_in(int(book.names[place])) == codes[place]
        assert find(book, int(codes[place])) == place
    assert find(book, int(codes[0]) - 1) == find(book, int(codes[-1]) + 1) == -1


@pytest.mark.slow
def test_the_file_is_the_one_we_know(book: Book):
    assert zlib.crc32(book.names.base.tobytes()) == 3296176759


def test_half_a_file_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    asset = tmp_path / bitbully.ASSET
    asset.parent.mkdir()
    asset.write_bytes(bytes(7))
    monkeypatch.setattr(bitbully, "files", lambda _package: tmp_path)
    with pytest.raises(DamagedTable, match="install bitbully_databases again"):
        bitbully.records()


def test_a_code_by_hand():
    position = GAME.read("121212343434")
    columns = ["1010100", "1111110", "1010100", "1111110", "0", "0", "0"]
    code = int("".join(columns).ljust(32, "0"), 2) - (1 << 32)
    assert code_of(position.mine, position.full, BOARD) == code


def test_only_the_usual_board_has_one(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setattr(book_locations, "user_data_path", lambda _name: tmp_path)
    assert find_books(Connect4Game(columns=6)) == []
    assert find_books(Connect4Game(connect=5)) == []


@pytest.mark.compiled_only
def test_our_solver_agrees(book: Book):
    dice, solver, count = random.Random(2), Connect4Solver(GAME), 600
    while count:
        position = walk(dice, GAME, STONES)
        if threats(position.mine, position.full, BOARD) & position.full + BOARD.bottom:
            continue
        score = book_score(position.mine, position.full, BOARD, book)
        assert score != NO_BOUND
        assert solver.score(position) == score
        count -= 1


@pytest.mark.compiled_only
@pytest.mark.parametrize("foreign", [True, False])
def test_the_seven_first_moves(foreign: bool):
    solver = Connect4Solver(GAME, books=find_books(GAME, foreign))
    scores = [after_move(solver, GAME.start, move) for move in GAME.start.moves()]
    assert scores == [-2, -1, 0, 1, 0, -1, -2]


def test_a_move_before_the_table_ends():
    position = GAME.read("12121234343")
    solver, again = (Connect4Solver(GAME, books=find_books(GAME)) for _i in range(2))
    best = max(after_move(solver, position, move) for move in position.moves())
    assert again.score(position) == best


@pytest.mark.compiled_only
def test_with_and_without_the_table():
    dice = random.Random(4)
    with_book, without = Connect4Solver(GAME, books=find_books(GAME)), Connect4Solver(GAME)
    for _i in range(20):
        position = walk(dice, GAME, dice.randint(9, 13))
        assert with_book.score(position) == without.score(position)


@pytest.mark.compiled_only
@pytest.mark.slow
def test_our_table_agrees_with_the_other_on_every_position():
    ours, foreign = find_books(GAME)
    keys, mine, full = open_positions(BOARD, ours.stones)
    assert (ours.book.names == keys).all()
    judge, kind = Connect4Solver(GAME, books=[foreign]), type(GAME.start)
    for place, score in enumerate(ours.book.values.tolist()):
        position = kind(int(mine[place]), int(full[place]), ours.stones)
        assert judge.score(position) == score, GAME.write(position)
