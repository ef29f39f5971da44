"""The engine: what it finds at every depth is what minimax finds."""

from itertools import pairwise

import pytest

import tablero.games as games
from tablero.errors import SearchStopped
from tablero.games import evaluations
from tablero.jit import on_compile
from tablero.position import INFINITY, ONGOING
from tablero.search import deepening
from tablero.search.deepening import Deepening
from tablero.search.log import new_log
from tablero.search.run import Search, Settings
from tablero.search.zero import Zero
from tests.search import oracle
from tests.search.cases import CASES, Case, counters, run

BITS = 14


@pytest.mark.parametrize("case", CASES, ids=str)
def test_every_depth_has_the_score_of_minimax(boards, case: Case):
    board = boards(case)
    for position in board.positions(6, seed=21):
        for infer in (False, True):
            settings = Settings(depth=case.depth, infer=infer, table_bits=BITS)
            for depth, found in enumerate(
                Deepening(position, board.evaluation, settings).results(), 1
            ):
                truth = oracle.minimax(position, depth, board.evaluation, infer=infer)
                assert found.score == truth.for_mover(position)
                assert worth(position, found.line, board.evaluation) == found.score or infer


def worth(position, line, evaluation):
    """What the evaluation says at the end of a line, for the side to move at its start."""
    if hasattr(evaluation, "seen_by"):
        evaluation = evaluation.seen_by(position.turn())
    end = position
    for move in line:
        end = end.play(move)
    over = end.outcome()
    score = evaluation.value(end) if over == ONGOING else evaluation.final(over)
    return score if end.turn() == position.turn() else -score


@pytest.mark.parametrize("case", CASES, ids=str)
def test_it_is_the_same_every_time(boards, case: Case):
    board = boards(case)
    settings = Settings(depth=case.depth, table_bits=BITS)
    first, second = (Deepening(board.game.start, board.evaluation, settings) for _i in range(2))
    for one, other in zip(first.results(), second.results(), strict=True):
        assert (one.score, one.line) == (other.score, other.line)
        assert first.nodes == second.nodes


def test_it_ends_when_the_game_does():
    game = games.load("tictactoe")
    engine = Deepening(
        game.start, evaluations.load("zero", game), Settings(depth=60, table_bits=BITS)
    )
    *_earlier, last = engine.results()
    assert last.exact
    assert len(last.line) == 9


def test_nodes_add_up():
    game = games.load("tictactoe")
    engine = Deepening(
        game.start, evaluations.load("zero", game), Settings(depth=5, table_bits=BITS)
    )
    counts = [result.statistics["evaluated"] for result in engine.results()]
    assert all(before < after for before, after in pairwise(counts))
    assert engine.nodes == counts[-1]


def test_stopped_between_depths_it_keeps_what_it_has():
    game = games.load("connect4")
    engine = Deepening(
        game.start, evaluations.load("lines", game), Settings(depth=30, table_bits=BITS)
    )
    found = []
    for result in engine.results():
        found.append(result)
        if len(found) == 3:
            engine.stop()
    assert len(found) == 3


def test_stopped_before_it_began():
    game = games.load("connect4")
    engine = Deepening(
        game.start, evaluations.load("lines", game), Settings(depth=3, table_bits=BITS)
    )
    engine.stop()
    with pytest.raises(SearchStopped):
        list(engine.results())


def test_a_line_stays_short_when_it_is_stopped():
    game = games.load("tictactoe")
    settings = Settings(depth=9, cache=True, table_bits=BITS)
    search = Search(game.start, evaluations.load("zero", game), settings)
    score = search.search_window(9, *search.span)
    whole = search.line(9, score)
    search.stop()
    short = search.line(9, score)
    assert 0 < len(short) < len(whole) == 9
    assert whole[: len(short)] == short


def test_nodes_end_it():
    game = games.load("connect4")
    evaluation = evaluations.load("lines", game)
    for limit in (1, 100, 300, 1000):
        engine = Deepening(game.start, evaluation, Settings(depth=30, table_bits=BITS))
        found = list(engine.results(nodes=limit))
        spent = [result.statistics["evaluated"] for result in found]
        assert len(found) == 1 or spent[-1] <= limit
        again = Deepening(game.start, evaluation, Settings(depth=30, table_bits=BITS))
        assert [result.line for result in again.results(nodes=limit)] == [r.line for r in found]


def test_time_ends_it():
    game = games.load("connect4")
    engine = Deepening(game.start, evaluations.load("lines", game), Settings(depth=60))
    found = list(engine.results(seconds=1.0))
    assert 1 <= len(found) < 40


@pytest.mark.parametrize("name", ["connect4", "kalah"])
def test_what_time_has_ended_is_replayed_by_its_nodes(name: str):
    game = games.load(name)
    evaluation = evaluations.load(evaluations.default_name(game), game)
    *_earlier, timed = Deepening(game.start, evaluation, Settings(depth=60)).results(seconds=0.3)
    spent = int(timed.statistics["evaluated"])
    for nodes, deepest in ((spent, timed.depth), (spent - 1, timed.depth - 1)):
        *_earlier, again = Deepening(game.start, evaluation, Settings(depth=60)).results(
            nodes=nodes
        )
        assert again.depth == deepest
        if nodes == spent:
            assert (again.score, again.line) == (timed.score, timed.line)
            assert counters(again) == counters(timed)


def test_windows_around_the_expected_score_save_work(monkeypatch):
    game = games.load("kalah")
    evaluation = evaluations.load("simple", game)
    settings = Settings(depth=7, table_bits=BITS)

    def nodes() -> float:
        after = [game.start.play(move) for move in game.start.moves()]
        engines = [Deepening(position, evaluation, settings) for position in after]
        return sum(engine.run().statistics["evaluated"] for engine in engines)

    narrow = nodes()
    monkeypatch.setattr(deepening, "NARROW", INFINITY)
    assert narrow < nodes()


def test_it_visits_less_than_alphabeta():
    game = games.load("connect4(columns=5,rows=5)")
    evaluation = evaluations.load("lines", game)
    plain = run(game.start, evaluation, "alphabeta", 7)
    assert (
        Deepening(game.start, evaluation, Settings(depth=7)).run().statistics["evaluated"]
        < (plain.statistics["evaluated"])
    )


@pytest.mark.compiled_only
def test_nothing_is_compiled_once_the_clock_runs():
    """Also what continues a principal variation, which is not logged."""
    game = games.load("tictactoe")
    engine = Deepening(game.start, Zero(), Settings(depth=9, table_bits=BITS), log=new_log(50))
    results = engine.results(seconds=60)
    next(results)
    compiled: list[str] = []
    on_compile(lambda: compiled.append("begun"), lambda: None)
    search = engine.searches[0]
    task = search.task._replace(log=None)
    search.kernel(game.start, 1, 0, *search.span, task)
    list(results)
    assert compiled == []
