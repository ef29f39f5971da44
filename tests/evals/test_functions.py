"""Evaluations in plain Python: both forms, and answers that are no numbers."""

from typing import Any, NamedTuple

import pytest

import tablero.games as games
from tablero.errors import OutsideError, UnknownName
from tablero.games import evaluations
from tablero.games.student.functions import (
    LARGEST,
    PlainEvaluation,
    evaluate,
    final_score,
    find_evaluation,
    load_plain,
    number,
)
from tablero.position import WIN

pytestmark = pytest.mark.plain


class Evaluation(NamedTuple):
    weight: int = 3

    def value(self, position: Any) -> int:
        return self.weight * int(position.store)


class WithFinal(NamedTuple):
    weight: int = 3

    def value(self, position: Any) -> int:
        return 0

    def final(self, outcome: int) -> int:
        return 7 * outcome


@pytest.fixture
def game():
    return games.load("mancala11")


OVER = "0 0 0 0 0 0 20 / 0 0 0 0 0 1 15 / 1 / 9 0 0"


def test_a_function_is_given_a_board(game):
    evaluation = find_evaluation({"value": lambda board: board.marker(0)}, game)
    assert evaluation is not None
    assert evaluate(evaluation, game.start) == 18
    assert final_score(evaluation, game.read(OVER), 4) == WIN + 4


def test_a_function_may_value_finished_games(game):
    names = {"value": lambda board: 0, "finished": lambda board: -50 if board.over else 1}
    evaluation = find_evaluation(names, game)
    assert evaluation is not None
    assert final_score(evaluation, game.read(OVER), 4) == -50


def test_a_namedtuple_is_given_the_position(game):
    position = game.read("0 0 0 0 0 1 20 / 0 0 0 0 0 1 14 / 1 / 9 0 0")
    plain, final = (
        find_evaluation({"x": 1, "Evaluation": Evaluation}, game),
        find_evaluation({"W": WithFinal}, game),
    )
    assert plain is not None
    assert final is not None
    assert evaluate(plain, position) == 60
    assert final_score(plain, game.read(OVER), -4) == -WIN - 4
    assert final_score(final, game.read(OVER), 4) == 28


def test_where_nothing_is_there_is_no_evaluation(game):
    assert find_evaluation({"x": 1, "tuple": tuple, "value": 3}, game) is None


@pytest.mark.parametrize("answer", [10**400, 1e300, WIN])
def test_an_evaluation_counts_less_than_a_won_game(answer, game):
    assert evaluate(PlainEvaluation(lambda _position: answer, None), game.start) == WIN - 1
    assert evaluate(PlainEvaluation(lambda _position: -answer, None), game.start) == 1 - WIN


def test_a_finished_game_has_nine_digits(game):
    assert (
        final_score(PlainEvaluation(lambda _p: 0, lambda _p: -(10**400)), game.start, 0)
        == -LARGEST
    )


class Hostile:
    def __repr__(self) -> str:
        raise ValueError("do not look")


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (None, "not None"),
        (True, "not True"),
        ("3", "not '3'"),
        (float("nan"), "not nan"),
        (float("-inf"), "not -inf"),
        (1j, "not complex"),
        ([1], "not list"),
        (Hostile(), "not Hostile"),
        ("x" * 10**6, "not 'xxx"),
    ],
)
def test_what_is_no_number_is_told(answer, told):
    with pytest.raises(OutsideError, match="value must return a number") as error:
        number(answer, "value")
    assert told in str(error.value)
    assert len(str(error.value)) < 200


def test_somebody_looks_on(game, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text("def value(board):\n    return board.marker(0) + 0.4\n")
    looking = load_plain("mine.py", game)
    assert looking.value(game.start) == 18
    assert looking.value(game.read(OVER)) == WIN + 4
    assert load_plain("regular(marker=2)", game) == evaluations.load("regular(marker=2)", game)
    with pytest.raises(UnknownName, match="no option named 'weight'"):
        load_plain("mine.py(weight=3)", game)
    with pytest.raises(OutsideError, match=r"mine\.py: def value\(board\) can play, but a search"):
        evaluations.load("mine.py", game)
