"""The Connect-4 solver against plain searches, and against what is known."""

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tablero.games as games
from tablero.games.connect4.game import Connect4Game
from tablero.games.connect4.rules import has_line as plain_has_line
from tablero.games.connect4.solver.bitboards import (
    NO_BOUND,
    follow_up,
    geometry_of,
    has_line,
    threats,
)
from tablero.games.connect4.solver.solver import Connect4Solver
from tablero.jit import INTERPRETED
from tablero.position import ONGOING
from tablero.search.deepening import Deepening
from tablero.search.run import Settings, search
from tablero.search.zero import Zero
from tablero.solve import Solver, after_move, kernel_solver, solve, solver_of
from tablero.solve.table import (
    BOUND_BITS,
    HIGHEST,
    LOWEST,
    bounds_of,
    mix,
    new_memory,
    store_bounds,
)
from tests.solve.plain import exact

SIZES = [
    (4, 4, 4),
    (5, 4, 4),
    (4, 5, 4),
    (5, 5, 4),
    (7, 3, 4),
    (4, 4, 3),
    (6, 5, 5),
    (3, 5, 12),
    (2, 24, 4),
]
SOLVED = SIZES if INTERPRETED else [(4, 4, 4), (5, 5, 4), (6, 5, 5), (2, 24, 4)]
"""Rows odd and even, other lines, many bits: machine code for one size takes five seconds."""

BITS = 20
WORDS = st.lists(st.integers(0, 6), max_size=42)


def a_game(size: tuple[int, int, int]) -> Connect4Game:
    game = games.load("connect4(columns={},rows={},connect={})".format(*size))
    assert isinstance(game, Connect4Game)
    return game


def reached(game: Any, choices: list[int]) -> Any:
    """An unfinished position that these choices lead to."""
    position = game.start
    for choice in choices:
        moves = list(position.moves())
        after = position.play(moves[choice % len(moves)])
        if after.outcome() != ONGOING:
            break
        position = after
    return position


def walk(dice: random.Random, game: Any, stones: int) -> Any:
    """A random unfinished position with so many stones."""
    position = game.start
    while position.stones < stones:
        position = reached(game, [dice.randint(0, 99) for _i in range(stones)])
    return position


@pytest.fixture(scope="module")
def solvers():
    return {size: Connect4Solver(a_game(size), bits=BITS) for size in SOLVED}


@pytest.mark.parametrize("size", SOLVED, ids=str)
def test_scores_are_those_of_a_plain_search(solvers, size: tuple[int, int, int]):
    game, dice = a_game(size), random.Random(3)
    cells = size[0] * size[1]
    for _i in range(8 if INTERPRETED else 60):
        position = walk(dice, game, dice.randint(cells - (8 if INTERPRETED else 12), cells - 1))
        assert solvers[size].score(position) == exact(position)


@pytest.mark.parametrize("size", SOLVED, ids=str)
def test_bounds_by_following_up_are_true(size: tuple[int, int, int]):
    game, dice = a_game(size), random.Random(5)
    board = geometry_of(game)
    found = 0
    for _i in range(20 if INTERPRETED else 200):
        position = walk(dice, game, board.cells - dice.randint(2, 9))
        mine, full, stones = position
        if threats(mine, full, board) & full + board.bottom:
            continue
        danger = threats(mine ^ full, full, board)
        for needed in (0, -1, -2):
            bound = follow_up(mine, mine ^ full, stones, danger, needed, board)
            if bound != NO_BOUND:
                found += 1
                assert exact(position) <= bound <= needed
    assert found > 0


@pytest.mark.parametrize("size", SIZES, ids=str)
@given(choices=WORDS)
def test_threats_and_lines(size: tuple[int, int, int], choices: list[int]):
    game = a_game(size)
    board = geometry_of(game)
    mine, full, _stones = reached(game, choices)
    completing = 0
    for cell in (1 << i for i in range(board.spare.bit_length())):
        if cell & board.whole & ~full and plain_has_line(mine | cell, board.stride, size[2]):
            completing |= cell
        assert has_line(mine | cell, board) == plain_has_line(mine | cell, board.stride, size[2])
    assert threats(mine, full, board) == completing


@given(keys=st.lists(st.integers(0, (1 << 62) - 1), min_size=1, max_size=30, unique=True))
def test_the_table_never_mixes_positions_up(keys: list[int]):
    table = new_memory(BOUND_BITS).table
    assert len({mix(key) for key in keys}) == len(keys)
    for number, key in enumerate(keys):
        store_bounds(table, mix(key), -number, number + 1)
        assert bounds_of(table, mix(key)) == (-number, number + 1)
    known = [bounds_of(table, mix(key)) for key in keys]
    for number, bounds in enumerate(known):
        assert bounds in ((-number, number + 1), (LOWEST, HIGHEST))


SMALL_OUTCOMES = {"D": [(4, 4), (5, 4), (4, 5), (4, 6), (4, 7)], "2": [(6, 4)]}
OUTCOMES = {"D": [(5, 5), (6, 5)], "2": [(8, 4)]}
LARGER_OUTCOMES = {"D": [(7, 5), (5, 8)], "2": [(6, 6)], "1": [(6, 7)]}
"""Who wins, by columns and rows; of the literature."""


def outcomes(table: dict[str, list[tuple[int, int]]]) -> list[tuple[str, tuple[int, int]]]:
    return [(winner, size) for winner, sizes in table.items() for size in sizes]


def has_outcome(winner: str, size: tuple[int, int], bits: int) -> bool:
    game = a_game((*size, 4))
    score = Connect4Solver(game, bits=bits).score(game.start)
    return {"D": score == 0, "2": score < 0, "1": score > 0}[winner]


@pytest.mark.parametrize(("winner", "size"), outcomes(SMALL_OUTCOMES if INTERPRETED else OUTCOMES))
def test_outcomes_by_size(winner: str, size: tuple[int, int]):
    assert has_outcome(winner, size, bits=20)


@pytest.mark.compiled_only
@pytest.mark.slow
@pytest.mark.parametrize(("winner", "size"), outcomes(LARGER_OUTCOMES))
def test_outcomes_of_larger_boards(winner: str, size: tuple[int, int]):
    assert has_outcome(winner, size, bits=24)


@pytest.mark.compiled_only
@pytest.mark.parametrize(("word", "score"), [("444444", 1), ("4444443", -1)])
def test_what_is_known_of_the_usual_board(word: str, score: int):
    game = games.load("connect4")
    assert solver_of(game).score(game.read(word)) == score


@pytest.mark.compiled_only
@pytest.mark.slow
def test_the_first_player_wins_with_the_last_stone():
    game = games.load("connect4")
    assert solver_of(game).score(game.start) == 1


@pytest.fixture(scope="module")
def usual():
    return Connect4Solver(a_game((7, 6, 4)), bits=20)


@pytest.mark.parametrize("seed", range(4 if INTERPRETED else 40))
def test_every_score_is_the_best_of_its_moves(usual, seed: int):
    game, dice = a_game((7, 6, 4)), random.Random(seed)
    position = walk(dice, game, 34 if INTERPRETED else dice.randint(12, 36))
    found = solve(usual, position)
    assert found.score == max(found.moves.values())
    assert found.best == [m for m in position.moves() if found.moves[m] == found.score]
    assert found.line[0] == found.best[0]
    end = position
    for move in found.line:
        assert end.outcome() == ONGOING
        end = end.play(move)
    assert (1 if end.turn() == position.turn() else -1) * end.outcome() == found.score


@pytest.mark.parametrize("seed", range(4 if INTERPRETED else 40))
def test_mirror_images_are_worth_the_same(usual, seed: int):
    game, dice = a_game((7, 6, 4)), random.Random(seed)
    position = walk(dice, game, 34 if INTERPRETED else dice.randint(12, 36))
    image = game.read("".join(str(8 - int(name)) for name in game.write(position)))
    assert usual.score(image) == usual.score(position)


@pytest.mark.compiled_only
def test_threads_agree(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(kernel_solver, "SINGLE_THREAD_NODES", 0)
    game, dice = a_game((7, 6, 4)), random.Random(11)
    one, two = Connect4Solver(game, 1, 20), Connect4Solver(game, 2, 20)
    helped = 0
    for _i in range(3000):
        position = walk(dice, game, dice.randint(14, 36))
        before = int(two.tasks[1].state.nodes)
        assert two.score(position) == one.score(position)
        helped += two.tasks[1].state.nodes > before
    assert helped > 1000


@pytest.mark.compiled_only
def test_the_usual_board_as_plain_searches_see_it(usual):
    """Minimax where few cells are free, alpha-beta and the engine as far as they reach."""
    game, dice = a_game((7, 6, 4)), random.Random(12)
    for i in range(150):
        position = walk(dice, game, 20 + i % 17)
        score = usual.score(position)
        assert exact(position) == score
        *_earlier, last = Deepening(position, Zero(), Settings(depth=42)).results()
        assert last.exact
        assert last.score == score
        if position.stones > 30:
            assert search(position, Zero(), Settings("minimax", 12)).score == score


def test_a_move_that_ends_the_game(usual):
    game = games.load("connect4")
    position = game.read("414141")
    worth: Solver = usual
    assert after_move(worth, position, game.parse_move(position, "4")) == 18
