"""The counters, against their definitions and against an independent count."""

from itertools import product
from typing import Any

import pytest

from tablero.jit import INTERPRETED
from tablero.search import ALGORITHMS
from tests.search import oracle
from tests.search.cases import CASES, GRID, PLAIN, SMALL_CONNECT4, Case, counters, kernels, run

WINDOWS = ("full", "shared")


@pytest.mark.parametrize("case", CASES, ids=str)
def test_alphabeta_is_counted_like_the_textbook_has_it(boards, case: Case):
    board = boards(case)
    for position, depth in product(board.positions(8, seed=4), range(1, case.depth + 1)):
        for root_window in WINDOWS:
            options: dict[str, Any] = {"root_window": root_window}
            truth = oracle.alphabeta(position, depth, board.evaluation, **options)
            result = run(position, board.evaluation, "alphabeta", depth, **PLAIN, **options)
            assert (result.score, tuple(result.line)) == (truth.for_mover(position), truth.line)
            unused = {"cache_hits": 0, "distinct": 0}
            assert counters(result) == {"created": truth.evaluated, **truth.counts(), **unused}
            assert result.first_cuts == truth.first_cuts


@pytest.mark.parametrize("case", GRID, ids=str)
@pytest.mark.parametrize("order", ["natural", "best"])
def test_order_and_theory_are_counted_too(boards, case: Case, order: str):
    board = boards(case)
    for position, infer in product(board.positions(5, seed=5), (False, True)):
        options: dict[str, Any] = {"order": order, "infer": infer}
        for algorithm, count in (("minimax", oracle.minimax), ("alphabeta", oracle.alphabeta)):
            truth = count(position, case.depth, board.evaluation, **options)
            result = run(position, board.evaluation, algorithm, case.depth, **options)
            assert {**counters(result), **truth.counts()} == counters(result)
            assert infer or not truth.inferred


@pytest.mark.parametrize("case", CASES, ids=str)
def test_lazy_changes_what_is_made_and_nothing_else(boards, case: Case):
    board = boards(case)
    for position, (algorithm, options) in product(board.positions(2, seed=6), kernels(case)):
        for root_window in WINDOWS:
            settings = {**options, "root_window": root_window}
            lazy, complete = (
                run(position, board.evaluation, algorithm, case.depth, lazy=lazy, **settings)
                for lazy in (True, False)
            )
            assert (lazy.score, lazy.line) == (complete.score, complete.line)
            made, all_made = counters(lazy), counters(complete)
            visited_again = made["evaluated"] - made.pop("created")
            assert visited_again == 0 or (visited_again > 0 and algorithm == "negascout")
            all_made["created"] += visited_again
            assert all_made.pop("created") == made["evaluated"] + made["lazy_savings"]
            assert made == all_made


@pytest.mark.parametrize("case", CASES, ids=str)
def test_relations_between_counters(boards, case: Case):
    board = boards(case)
    for position, (algorithm, options) in product(board.positions(3, seed=7), kernels(case)):
        result = run(position, board.evaluation, algorithm, case.depth, **options)
        count = result.statistics
        assert 0 <= result.first_cuts <= count["cuts"]
        assert all(number >= 0 for number in count.values())
        assert 1 <= count["depth"] <= case.depth
        assert count["leaves"] + count["cache_hits"] + count["inferred"] <= count["evaluated"]
        assert count["cuts"] <= count["lazy_savings"]
        assert (count["cuts"] == 0) == (count["lazy_savings"] == 0)
        assert count["inferred"] == 0
        if algorithm in ("minimax", "negamax"):
            assert count["cuts"] == 0
        if not options["cache"]:
            assert count["cache_hits"] == count["distinct"] == 0


def test_minimax_visits_most(boards):
    for case in GRID:
        board = boards(case)
        evaluated = {
            algorithm: run(board.game.start, board.evaluation, algorithm, case.depth).statistics
            for algorithm in ALGORITHMS
        }
        assert evaluated["negamax"]["evaluated"] == evaluated["minimax"]["evaluated"]
        for algorithm in ("alphabeta", "negascout"):
            assert evaluated[algorithm]["evaluated"] < evaluated["minimax"]["evaluated"]


@pytest.mark.skipif(not INTERPRETED, reason="machine code cannot be listened to")
@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize("lazy", [True, False])
def test_created_is_how_often_a_move_is_played(boards, monkeypatch, algorithm: str, lazy: bool):
    board = boards(SMALL_CONNECT4)
    position = board.game.start
    kind = type(position)
    play, played = kind.play, []

    def listened(self: Any, move: int) -> Any:
        played.append(move)
        return play(self, move)

    monkeypatch.setattr(kind, "play", listened)
    for cache, depth in product((False, True), range(1, 5)):
        played.clear()
        result = run(position, board.evaluation, algorithm, depth, lazy=lazy, cache=cache)
        replayed_for_the_line = len(result.line)
        assert result.statistics["created"] == len(played) - replayed_for_the_line
