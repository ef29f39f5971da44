"""Every search, with any options, says what a textbook's minimax says."""

from itertools import product
from typing import Any

import pytest

from tablero.position import ONGOING
from tablero.search import ALGORITHMS
from tests.search import oracle
from tests.search.cases import (
    CASES,
    GRID,
    HEAP,
    PLAIN,
    QUARRY,
    Board,
    Case,
    counters,
    kernels,
    run,
)

WINDOWS = ("full", "shared")
EVERY_KERNEL = [(case, *kernel) for case in CASES for kernel in kernels(case)]


def name(value: object) -> str:
    """For pytest: options as words."""
    if isinstance(value, dict):
        return "-".join(f"{option}={choice}" for option, choice in value.items())
    return str(value)


@pytest.mark.parametrize(("case", "algorithm", "options"), EVERY_KERNEL, ids=name)
def test_score_move_and_line(boards, case: Case, algorithm: str, options: dict[str, Any]):
    board = boards(case)
    for position, depth in product(board.positions(4), range(1, case.depth + 1)):
        truth = oracle.minimax(position, depth, board.evaluation, options["order"])
        for lazy, root_window in ((True, "shared"), (False, "full")):
            settings = {**options, "lazy": lazy, "root_window": root_window}
            result = run(position, board.evaluation, algorithm, depth, **settings)
            assert result.score == truth.for_mover(position), (position, depth)
            assert tuple(result.line) == truth.line, (position, depth)
            assert result.move == truth.line[0]


@pytest.mark.parametrize("case", CASES, ids=str)
@pytest.mark.parametrize("algorithm", ["minimax", "negamax"])
def test_minimax_and_negamax_visit_every_node(boards, case: Case, algorithm: str):
    board = boards(case)
    for position, depth in product(board.positions(8), range(1, case.depth + 1)):
        truth = oracle.minimax(position, depth, board.evaluation)
        result = run(position, board.evaluation, algorithm, depth, **PLAIN)
        assert (result.score, tuple(result.line)) == (truth.for_mover(position), truth.line)
        unused = {"cache_hits": 0, "distinct": 0}
        assert counters(result) == {"created": truth.evaluated, **truth.counts(), **unused}


@pytest.mark.parametrize(("case", "start"), [(QUARRY, "3x3x2"), (HEAP, "7,0,3,0")], ids=str)
def test_exact_is_a_search_that_no_horizon_ends(boards, case: Case, start: str):
    board = boards(case)
    position = board.game.read(start)
    found = set()
    for depth, cache in product(range(1, 9), (False, True)):
        truth, further = (
            oracle.minimax(position, d, board.evaluation) for d in (depth, depth + 1)
        )
        result = run(position, board.evaluation, "minimax", depth, cache=cache)
        assert result.exact == (truth.evaluated == further.evaluated), depth
        found.add(result.exact)
    assert found == {False, True}


@pytest.mark.parametrize("case", GRID, ids=str)
@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_all_options_together(boards, case: Case, algorithm: str):
    """With theory too, which may know better than a evaluation at the horizon."""
    board = boards(case)
    for position, depth in product(board.positions(3, seed=2), (2, case.depth)):
        for order, infer in product(("natural", "best"), (False, True)):
            truth = oracle.minimax(position, depth, board.evaluation, order, infer)
            for cached, lazy, root_window in product((False, True), (False, True), WINDOWS):
                settings = {"order": order, "infer": infer, "cache": cached, "lazy": lazy}
                result = run(
                    position,
                    board.evaluation,
                    algorithm,
                    depth,
                    root_window=root_window,
                    **settings,
                )
                assert result.score == truth.for_mover(position), (position, depth, settings)
                assert tuple(result.line) == truth.line, (position, depth, settings)


@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize(
    ("case", "start"),
    [(QUARRY, "2x3x4"), (QUARRY, "3x3x3 / 2"), (QUARRY, "4x4x1"), (HEAP, "9,4,6,1")],
    ids=str,
)
def test_theory_is_right_where_the_end_is_seen(boards, case: Case, start: str, algorithm: str):
    board = boards(case)
    position = board.game.read(start)
    truth = oracle.minimax(position, 10, board.evaluation)
    assert truth.depth < 10
    for cache in (False, True):
        result = run(position, board.evaluation, algorithm, 10, infer=True, cache=cache)
        assert (result.score, result.move) == (truth.for_mover(position), truth.line[0])
        assert result.statistics["inferred"] > 0
        assert result.exact


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_line_leads_to_the_score(boards, case: Case):
    board = boards(case)
    for position, (algorithm, options) in product(board.positions(3, seed=3), kernels(case)):
        for root_window in WINDOWS:
            settings = {**options, "root_window": root_window}
            result = run(position, board.evaluation, algorithm, case.depth, **settings)
            end = played_out(position, result.line)
            assert end.outcome() != ONGOING or len(result.line) == case.depth
            assert worth(board, position, end) == result.score, (position, result.line)


def played_out(position: Any, line: list[int]) -> Any:
    for move in line:
        assert position.outcome() == ONGOING
        assert move in list(position.moves()), (position, line)
        position = position.play(move)
    return position


def worth(board: Board, root: Any, end: Any) -> int:
    """What `end` is worth to the side that moves at `root`, without looking further."""
    evaluation = (
        board.evaluation.seen_by(root.turn())
        if hasattr(board.evaluation, "seen_by")
        else board.evaluation
    )
    over = end.outcome() != ONGOING
    points = int(evaluation.final(end.outcome()) if over else evaluation.value(end))
    return points if end.turn() == root.turn() else -points
