"""A search that writes down its tree is the very same search."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablero.errors import OptionError
from tablero.jit import INTERPRETED
from tablero.search.log import MOST_NODES, STOPPED, new_log
from tablero.search.run import Search, Settings
from tests.search.cases import CASES, HEAP, QUARRY, Case, counters
from tests.search.trees import recorders, run_logged, settings_of


@pytest.mark.parametrize("case", CASES, ids=str)
def test_same_search_with_and_without(boards, case: Case):
    board = boards(case)
    for options in recorders(case):
        asked = settings_of(case, options)
        for position in board.positions(3, seed=31):
            plain, _search = run_logged(position, board.evaluation, asked, None)
            log = new_log()
            logged, _search = run_logged(position, board.evaluation, asked, log)
            assert (logged.score, logged.line, logged.exact) == (
                plain.score,
                plain.line,
                plain.exact,
            )
            assert counters(logged) == counters(plain), options
            roots = int((log.nodes.parent[: log.path.count] == -1).sum())
            assert log.path.visited == log.path.count - roots == plain.statistics["evaluated"]


@pytest.mark.parametrize("algorithm", ["alphabeta", "mtdf"])
@given(number=st.integers(0, 5), most=st.integers(1, 400))
@settings(max_examples=10 if INTERPRETED else 40)
def test_a_full_log_changes_nothing(boards, algorithm: str, number: int, most: int):
    board = boards(HEAP)
    position = board.positions(6, seed=2)[number % len(board.positions(6, seed=2))]
    asked = settings_of(HEAP, {"algorithm": algorithm})
    whole, part = new_log(10_000), new_log(most)
    first, _search = run_logged(position, board.evaluation, asked, whole)
    second, _search = run_logged(position, board.evaluation, asked, part)
    assert (first.score, first.line, counters(first)) == (
        second.score,
        second.line,
        counters(second),
    )
    assert (part.path.count, part.path.visited) == (whole.path.count, whole.path.visited)
    kept = min(1 + most, int(whole.path.count))
    assert part.nodes[:kept].tolist() == whole.nodes[:kept].tolist()


def test_a_stopped_search_says_since_when(boards):
    board = boards(QUARRY)
    log = new_log()
    search = Search(board.game.start, board.evaluation, Settings("alphabeta", 5), log=log)
    search.state.budget = 20
    search.kernel(*search._arguments(5, *search.span))
    first = log.nodes.kind[: log.path.count].tolist().index(STOPPED)
    assert log.path.stopped == first + 1


@pytest.mark.parametrize("most", [0, -1, MOST_NODES + 1])
def test_room(most: int):
    with pytest.raises(OptionError, match=str(most)):
        new_log(most)
