"""Fail-soft: what alpha-beta and NegaScout promise for any window, also a narrow one."""

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablero.jit import INTERPRETED
from tablero.position import INFINITY
from tablero.search.alphabeta import alphabeta
from tablero.search.mtdf import mtdf
from tablero.search.negascout import negascout
from tablero.search.run import Search, Settings
from tests.search import oracle
from tests.search.cases import GRID, Case, random_positions

BOUNDS = st.lists(st.integers(-25, 25), min_size=2, max_size=5, unique=True)


@pytest.mark.parametrize("case", GRID, ids=str)
@pytest.mark.parametrize("kernel", [alphabeta, negascout], ids=["alphabeta", "negascout"])
@pytest.mark.parametrize("cache", [False, True])
@given(number=st.integers(0, 11), depth=st.integers(1, 4), bounds=BOUNDS, bits=st.integers(2, 9))
@settings(max_examples=25 if INTERPRETED else 60)
def test_fail_soft(
    boards, case: Case, kernel: Any, cache: bool, number: int, depth: int, bounds: Any, bits: int
):
    """One window after the other; with a table, what one has stored the next one finds."""
    board = boards(case)
    position = random_positions(board.game.start, 12, 1, case.plies)[number]
    truth = oracle.minimax(position, depth, board.evaluation).for_mover(position)
    search = Search(position, board.evaluation, Settings(cache=cache, table_bits=bits))
    for ends in pairwise([truth + bounds[0], truth, *(truth + each for each in bounds)]):
        if ends[0] == ends[1]:
            continue
        alpha, beta = sorted(ends)
        result = kernel(position, depth, 0, alpha, beta, search.task)
        if result <= alpha:
            assert truth <= result
        elif result >= beta:
            assert truth >= result
        else:
            assert truth == result


@pytest.mark.parametrize("case", GRID, ids=str)
@given(number=st.integers(0, 11), depth=st.integers(1, 4), off=st.integers(1, 9))
@settings(max_examples=10 if INTERPRETED else 30)
def test_mtdf_within_its_window(boards, case: Case, number: int, depth: int, off: int):
    board = boards(case)
    position = random_positions(board.game.start, 12, 1, case.plies)[number]
    truth = oracle.minimax(position, depth, board.evaluation).for_mover(position)
    search = Search(position, board.evaluation, Settings())
    for alpha, beta in ((truth - off, truth + off), (-INFINITY, truth), (truth, INFINITY)):
        assert mtdf(position, depth, 0, alpha, beta, search.task) == truth
