"""Regret: exact, against a textbook's minimax and the theory of Nim."""

import sys
import threading
from contextlib import contextmanager
from functools import partial
from typing import Any

import pytest

import tablero.games as games
from tablero.errors import SearchStopped, TableroError
from tablero.games import evaluations
from tablero.lab.positions import random_positions
from tablero.lab.regret import ComparedMove, GameReview, Oracle, Survey, TwoSidedAgent
from tablero.lab.regret_job import run_survey
from tablero.lab.regret_report import mean_regret, review_tables, survey_tables, worst
from tablero.match.openings import Openings
from tablero.match.plan import MatchTerms, Plan
from tablero.match.players import MatchPlayers
from tablero.match.record import NOBODY, Record, new_record
from tablero.match.referee import Reason
from tablero.solve import solver_of
from tablero.solve.exhaustive import ExhaustiveSearch
from tablero.workers.processes import ProcessPool
from tests.search import oracle as textbook

pytestmark = pytest.mark.plain

SMALL = "kalah(pits=3,seeds=2)"
TO_THE_END = 40

sample = partial(random_positions, choices=2)


def truth(game: Any, position: Any, move: int) -> int:
    """What the move leads to, for the side that makes it: every game played to its end."""
    evaluation = evaluations.load("zero", game)
    found = textbook.minimax(position.play(move), TO_THE_END, evaluation)
    assert found.depth < TO_THE_END
    return found.score if position.turn() == 0 else -found.score


def survey_of(game: Any, agents: list[str], positions: list[Any]) -> Survey:
    return Survey(Oracle(game), [TwoSidedAgent(text, game, seed=1) for text in agents], positions)


def record_of(name: str, first: str, second: str, plies: int) -> Record:
    """A game that these two have played after an opening."""
    plan = Plan(MatchTerms(name, (first, second), 2, 1, Openings(plies)))
    played = MatchPlayers(plan).play(1)
    facts = {"seed": 1, "opening": plies}
    return new_record(plan.game, plan.game.start, played, (first, second), **facts)


def test_every_move_of_a_small_game():
    game = games.load(SMALL)
    oracle = Oracle(game)
    for position in sample(game, 12, range(3, 7), seed=1):
        scores = {move: truth(game, position, move) for move in position.moves()}
        for move, score in scores.items():
            step = oracle.compare(position, move)
            assert (step.score, step.best) == (score, max(scores.values()))
            assert step.regret == max(scores.values()) - score
            assert scores[step.better] == step.best
            assert step.better == move or step.regret > 0


def test_quarry_by_theory():
    """From 3x2x1 only x-1 leaves heaps that cancel out, 1 and 1 and 0."""
    game = games.load("quarry")
    position = game.read("3x2x1")
    compared_moves = {
        game.move_name(position, move): Oracle(game).compare(position, move)
        for move in position.moves()
    }
    assert {name: step.regret for name, step in compared_moves.items()} == {
        "x-1": 0,
        "x-2": 2,
        "y-1": 2,
    }
    assert {game.move_name(position, step.better) for step in compared_moves.values()} == {"x-1"}
    assert [step.changes_result for step in compared_moves.values()] == [False, True, True]


def test_perfect_play_loses_nothing():
    game = games.load("kalah(pits=3,seeds=2)")
    survey = survey_of(game, ["random", "perfect"], sample(game, 15, range(2, 7), seed=1))
    run_survey(survey)
    random, perfect = survey.compared_moves
    assert mean_regret(perfect, seed=1) == (0, 0, 0)
    mean, low, high = mean_regret(random, seed=1)
    assert low is not None
    assert high is not None
    assert 0 < low < mean < high
    assert mean_regret(random[:1], seed=1) == (random[0].regret, None, None)
    assert worst(random).regret == max(step.regret for step in random)
    table, blunders = survey_tables(survey, 1, "again")
    assert [row["perfect"] for row in table.records()][1] == 1.0
    assert blunders.records()[0]["regret"] == worst(random).regret
    assert game.read(str(blunders.records()[0]["position"])) == worst(random).position


def test_the_interval_is_that_of_the_mean():
    """Of 400 zeros and ones in equal number: the deviation of the mean is 1 / 40."""
    compared_moves = [ComparedMove(None, 0, -(number % 2), 0, 0) for number in range(400)]
    mean, low, high = mean_regret(compared_moves, seed=1)
    assert mean == 0.5
    assert [low, high] == pytest.approx([0.5 - 1.96 / 40, 0.5 + 1.96 / 40], abs=0.005)
    assert mean_regret(compared_moves, seed=1) == (mean, low, high)


def test_mistakes_of_a_game():
    record = record_of(SMALL, "random", "greedy", plies=3)
    game, review = games.load(SMALL), GameReview(record, Oracle(games.load(SMALL)))
    review.run()
    position, expected = game.start, {}
    for number, name in enumerate(record.moves, 1):
        move = game.parse_move(position, name)
        scores = {each: truth(game, position, each) for each in position.moves()}
        if number > record.opening:
            expected[number] = max(scores.values()) - scores[move]
        position = position.play(move)
    assert {number: step.regret for number, step in review.compared_moves.items()} == expected
    lost = [(step.regret, number) for number, step in review.mistakes()]
    assert lost == sorted(lost, key=lambda each: (-each[0], each[1]))
    assert lost
    assert min(lost)[0] > 0
    mistakes, players = review_tables(review, "again")
    assert [row["number"] for row in mistakes.records()] == [number for _lost, number in lost]
    assert sum(int(row["lost"] or 0) for row in players.records()) == sum(expected.values())


def test_others_may_look_on():
    """Again and again, while moves of a long game are looked at."""
    moves, name = ["x-1", "y-1", "z-1"] * 300, "quarry(side=400)"
    record = Record(name, "", "human", "human", moves, NOBODY, None, Reason.UNFINISHED)
    review = GameReview(record, Oracle(games.load(name)))
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        runner = threading.Thread(target=review.run)
        runner.start()
        while runner.is_alive():
            assert len(review.mistakes()) <= review.total
        runner.join()
    finally:
        sys.setswitchinterval(usual)
    assert review.done == review.total == len(moves)


def test_what_takes_too_long_is_left_out():
    """Whoever stops the solver is like a clock: that position is left out, the next one not."""
    game = games.load(SMALL)
    positions = sample(game, 3, range(1, 4), seed=1)
    survey = survey_of(game, ["random"], positions)
    survey.oracle.solver.stop()
    run_survey(survey)
    assert (survey.skipped, len(survey.compared_moves[0])) == (positions[:1], 2)


def test_who_is_stopped_goes_no_further():
    game = games.load(SMALL)
    survey = survey_of(game, ["random"], sample(game, 3, range(1, 4), seed=1))
    survey.oracle.stop()
    with pytest.raises(SearchStopped):
        run_survey(survey)
    assert survey.done == 0
    review = GameReview(record_of(SMALL, "random", "random", 0), Oracle(game))
    review.oracle.stop()
    with pytest.raises(SearchStopped):
        review.run()


@contextmanager
def ringing(seconds: float | None, call: Any) -> Any:
    """A clock that rings when everything is known."""
    yield
    call()


def test_a_clock_that_rings_too_late(monkeypatch):
    """The position is solved, and the next one is asked of another solver."""
    monkeypatch.setattr("tablero.lab.regret.called_after", ringing)
    game = games.load(SMALL)
    survey = survey_of(game, ["random"], sample(game, 3, range(1, 4), seed=1))
    run_survey(survey)
    assert (survey.skipped, len(survey.compared_moves[0])) == ([], 3)


def test_who_is_stopped_while_another_solver_is_made(monkeypatch):
    """That one is not asked."""
    game = games.load(SMALL)
    survey = survey_of(game, ["random"], sample(game, 3, range(1, 4), seed=1))

    def interrupted(game: Any) -> Any:
        survey.oracle.stop()
        return solver_of(game)

    monkeypatch.setattr("tablero.lab.regret.called_after", ringing)
    monkeypatch.setattr("tablero.lab.regret.solver_of", interrupted)
    with pytest.raises(SearchStopped):
        run_survey(survey)
    assert len(survey.compared_moves[0]) == 1


def tictactoe(*moves: str) -> Record:
    return Record("tictactoe", "", "human", "human", list(moves), NOBODY, None, Reason.UNFINISHED)


def test_a_game_without_a_solver_of_its_own():
    """Every answer to a corner loses but the centre: o's 2 is a mistake."""
    game = games.load("tictactoe")
    record = tictactoe("1", "2", "3", "5", "8")
    review = GameReview(record, Oracle(game))
    review.run()
    position, expected = game.start, {}
    for number, name in enumerate(record.moves, 1):
        move = game.parse_move(position, name)
        scores = {each: truth(game, position, each) for each in position.moves()}
        expected[number] = max(scores.values()) - scores[move]
        position = position.play(move)
    assert {number: step.regret for number, step in review.compared_moves.items()} == expected
    assert expected[2] == 1
    assert review.warnings() == []


def test_what_is_too_large_is_left_out():
    """The first moves are, and the solver stays as it is: it has learned something."""
    game = games.load("tictactoe")
    review = GameReview(tictactoe(*"123584679"), Oracle(game))
    review.oracle.solver = solver = ExhaustiveSearch(game, most=60)
    review.run()
    assert review.too_large == review.skipped == list(range(len(review.too_large), 0, -1))
    assert 0 < len(review.too_large) < review.total
    numbers = " ".join(map(str, sorted(review.too_large)))
    assert review.warnings() == [f"moves left out, too large to be solved: {numbers}"]
    assert review.oracle.solver is solver
    survey = survey_of(game, ["random"], [game.start, game.read("xxooox...")])
    survey.oracle.solver = ExhaustiveSearch(game, most=60)
    run_survey(survey)
    assert (survey.skipped, survey.too_large, len(survey.compared_moves[0])) == (
        [game.start],
        1,
        1,
    )
    assert survey.warnings() == ["1 of 2 positions are left out: too large to be solved"]


def test_an_agent_without_a_move(tmp_path):
    file = tmp_path / "lost.py"
    file.write_text("def choose(position, moves):\n    return 'nowhere'\n")
    game = games.load(SMALL)
    survey = survey_of(game, [str(file)], [game.start])
    with pytest.raises(TableroError, match="has no move in"):
        run_survey(survey)


def test_a_picture(tmp_path):
    from tablero.lab.figure import save
    from tablero.lab.regret_report import draw

    game = games.load("quarry")
    survey = survey_of(game, ["random", "perfect"], sample(game, 9, range(0, 3), seed=1))
    run_survey(survey)
    save(draw(survey, 1, "tablero lab regret"), tmp_path / "regret.svg", "tablero lab regret")
    assert "tablero lab regret" in (tmp_path / "regret.svg").read_text(encoding="utf-8")


def points(axes: Any) -> dict[int, tuple[int, bool]]:
    """By the number of a move: what it has lost, and whether its point is hollow."""
    lines = [line for line in axes.lines if len(line.get_xdata()) == 1]
    return {
        line.get_xdata()[0]: (line.get_ydata()[0], line.get_markerfacecolor() == "white")
        for line in lines
    }


def ends(axes: Any) -> list[int]:
    """What every line comes to."""
    return [line.get_ydata()[-1] for line in axes.lines]


def test_a_picture_of_a_game(tmp_path):
    """A stalk for every mistake, filled where the result changes; sums that end where the table
    of the players says."""
    from tablero.lab.figure import save
    from tablero.lab.regret_report import draw_review

    name = "kalah(pits=4,seeds=3)"
    review = GameReview(record_of(name, "random", "random", plies=2), Oracle(games.load(name)))
    review.run()
    figure = draw_review(review, "tablero lab mistakes")
    losses, sums = figure.axes
    wrong = review.mistakes()
    expected = {number: (step.regret, not step.changes_result) for number, step in wrong}
    assert points(losses) == expected
    assert {hollow for _lost, hollow in expected.values()} == {True, False}
    _mistakes, players = review_tables(review, "again")
    assert ends(sums) == [row["lost"] for row in players.records()]
    save(figure, tmp_path / "mistakes.svg", "tablero lab mistakes")
    assert "tablero lab mistakes" in (tmp_path / "mistakes.svg").read_text(encoding="utf-8")


def test_a_picture_of_a_game_without_mistakes():
    from tablero.lab.regret_report import draw_review

    review = GameReview(tictactoe("5", "1"), Oracle(games.load("tictactoe")))
    review.run()
    losses, sums = draw_review(review, "again").axes
    assert points(losses) == {}
    assert ends(sums) == [0, 0]


def test_a_survey_is_the_same_by_a_team():
    game = games.load(SMALL)
    positions = sample(game, 12, range(2, 6), seed=3)
    alone, together = (survey_of(game, ["random", "greedy"], positions) for _each in range(2))
    run_survey(alone)
    run_survey(together, ProcessPool(2))
    assert together.compared_moves == alone.compared_moves
    assert (together.done, together.skipped) == (12, [])


@pytest.mark.usefixtures("nobody_left")
def test_a_survey_by_a_team_can_be_stopped():
    game = games.load(SMALL)
    survey = survey_of(game, ["random"], sample(game, 12, range(2, 6), seed=3))
    survey.stop()
    with pytest.raises(SearchStopped):
        run_survey(survey, ProcessPool(2))
