"""Small measurements, whole: what they count is known."""

import random
from collections.abc import Iterator
from subprocess import CalledProcessError
from typing import Any

import pytest

import bench
import tablero.games as games
from bench import agreement, clock, engine, first_move, growth, ours, speeds
from bench.positions import is_quiet, random_position, stones
from bench.rows import Row, Spread
from tablero.errors import Disagreement
from tablero.games.connect4.solver.solver import Connect4Solver
from tests.solve.plain import exact

GAME = games.load("connect4")
LATE = range(32, 37, 2)


def late_positions(count: int) -> Iterator[Any]:
    dice = random.Random(2)
    for _i in range(count):
        yield random_position(dice, GAME.start, stones, dice.choice(LATE))


def test_random_positions_have_the_size_wanted_and_go_on():
    dice = random.Random(1)
    for size in (0, 8, 24, 36):
        position = random_position(dice, GAME.start, stones, size)
        assert position.stones == size
        assert is_quiet(position)
    assert not is_quiet(GAME.read("414141"))


def test_random_positions_come_again():
    first, again = ([str(p) for p in late_positions(5)] for _i in range(2))
    assert first == again
    assert len(set(first)) > 1


def test_agreement_of_two_solvers():
    sample = list(late_positions(10))
    assert agreement.count_same(sample, Connect4Solver(GAME, bits=16).score, exact) == 10  # type: ignore[arg-type]


def test_one_wrong_score_is_told_with_its_position():
    sample = list(late_positions(10))

    def wrong(position: Any) -> int:
        return exact(position) + int(position == sample[7])

    word = GAME.write(sample[7])
    with pytest.raises(Disagreement, match=f"connect4 {word}: .* by us"):
        agreement.count_same(sample, exact, wrong)


def test_the_sample_of_the_agreement(monkeypatch):
    monkeypatch.setattr(agreement, "EACH", 2)
    assert [p.stones for p in agreement.positions()] == [n for n in range(36, 7, -1) for _ in "12"]


@pytest.fixture
def small_growth(monkeypatch) -> None:
    case = growth.Case(
        "connect4", lambda game: Connect4Solver(game, bits=16), "stones on the board", stones, LATE
    )
    monkeypatch.setattr(growth, "CASES", (case,))
    monkeypatch.setattr(growth, "POSITIONS", 4)


def test_growth_counts_every_position_from_nothing(small_growth):
    rows = list(bench.measure("growth"))
    assert [row.value for row in rows if isinstance(row, Spread)] == list(LATE)
    last = rows[-1]
    assert isinstance(last, Spread)
    dice, counts = random.Random(growth.SEED), []
    for _i in range(growth.POSITIONS):
        position = random_position(dice, GAME.start, stones, LATE[-1])
        solver = Connect4Solver(GAME, bits=16)  # type: ignore[arg-type]
        solver.score(position)
        counts.append(solver.nodes)
    assert (last.nodes.least, last.nodes.most) == (min(counts), max(counts))
    assert last.seconds.least > 0


def test_every_case_of_growth_can_be_drawn_and_solved(monkeypatch):
    monkeypatch.setattr(growth, "ENDGAME", 4)
    for case in growth.CASES:
        game = games.load(case.game)
        position = random_position(random.Random(1), game.start, case.size, case.sizes[-1])
        assert case.size(position) == case.sizes[-1]
        solver = case.solver(game)
        solver.score(position)
        assert solver.nodes > 0


def test_what_is_measured_visits_the_same_nodes_at_both_speeds(monkeypatch):
    monkeypatch.setattr(speeds, "DEPTHS", {"perft": 3, "alphabeta": 3})
    monkeypatch.setattr(speeds, "ROUNDS", 1)
    rows = [row for row in speeds.measure() if isinstance(row, Row)]
    assert [row.details["nodes"] for row in rows] == [
        7 + 49 + 343,
        ours.nodes_and_answer("alphabeta", 3)[0],
    ]


def test_a_process_that_fails_is_an_error():
    with pytest.raises(CalledProcessError, match="exit status 1"):
        clock.worker("chess", 0, NUMBA_DISABLE_JIT="1")


def test_the_first_move_of_a_process(monkeypatch):
    monkeypatch.setattr(first_move, "DEPTH", 2)
    monkeypatch.setattr(first_move, "TIMES", 1)
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    cold, warm = first_move.measure()
    assert cold.details["nodes"] == warm.details["nodes"] > 7


def test_start(monkeypatch):
    monkeypatch.setattr("bench.start.TIMES", 1)
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    (row,) = bench.measure("start")
    assert isinstance(row, Row)
    assert row.ours >= row.details["search"]


def test_the_engine_looks_deeper(monkeypatch):
    monkeypatch.setattr(engine, "CASES", (("table", 2),))
    monkeypatch.setattr(clock, "SAMPLE", 0)
    row = next(engine.measure())
    assert row.details["nodes"] > row.details["their_nodes"] > 7


def test_standings_of_a_round(monkeypatch):
    monkeypatch.setattr("bench.standings.PLAYERS", 6)
    monkeypatch.setattr("bench.standings.OPENINGS", 2)
    (row,) = bench.measure("standings")
    assert isinstance(row, Row)
    assert row.details == {"players": 6, "games": 60}


@pytest.mark.slow
def test_a_round_in_cells_and_without(monkeypatch):
    monkeypatch.setattr("bench.arena.PLAYED", 2)
    monkeypatch.setattr("bench.arena.OPENINGS", 1)
    wanted, without = bench.measure("arena")
    assert isinstance(wanted, Row)
    assert isinstance(without, Row)
    assert wanted.details["games"] == 2
    assert wanted.details["whole"] == 34 * 33
    assert wanted.ours == without.ours > 0


@pytest.mark.slow
def test_a_match_on_a_cluster_of_our_own(monkeypatch):
    monkeypatch.setattr("bench.cluster.CASES", (("random", 2000, None, None),))
    monkeypatch.setattr("bench.cluster.RUNS", 1)
    local, one = bench.measure("cluster")
    assert isinstance(local, Row)
    assert isinstance(one, Row)
    assert local.details["games"] == one.details["games"] == 2000
    assert min(one.ours, one.other) > 0
