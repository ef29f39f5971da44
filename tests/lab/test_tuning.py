"""Weights learned by play: what is true is found again, and a stop changes nothing."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tablero.games as games
from tablero.errors import OptionError
from tablero.games import evaluations
from tablero.lab.tuning.linear import Linear
from tablero.lab.tuning.parameters import METHODS, TuningParameters
from tablero.lab.tuning.report import last_match, match_table, reproducing_command, weights_table
from tablero.lab.tuning.run import Tuning
from tablero.lab.tuning.td import td_targets
from tablero.lab.tuning.training_games import GameLog, TrainingGames
from tablero.position import FIRST, ONGOING
from tablero.search.run import Settings, search
from tablero.workers.processes import ProcessPool
from tests.lab.market import likeness, write_market

pytestmark = pytest.mark.plain

WRONG = "goods(gold=1,silk=2,salt=3)"
STEPS = {"td": 5, "cma": 16}

MOODY = """
from typing import Annotated, NamedTuple

from tablero.options import Named


class Moody(NamedTuple):
    gold: int = 1
    silk: int = 1
    mood: Annotated[int, Named(("calm", "bold"))] = 0

    def value(self, position):
        return self.gold * position.gold + self.silk * position.silk
"""
"""An evaluation with an option that has named values."""


@pytest.fixture(scope="module")
def market(tmp_path_factory: pytest.TempPathFactory) -> str:
    return write_market(tmp_path_factory.mktemp("market"))


def parameters(
    market: str, method: Any, evaluation: str = WRONG, pairs: int = 5, **facts: Any
) -> TuningParameters:
    return TuningParameters(
        market, evaluation, method, depth=1, plies=8, match=40, pairs=pairs, **facts
    )


@pytest.mark.parametrize("method", METHODS)
def test_true_weights_are_found_by_results_alone(market: str, method: str):
    """The weights of the start are in the wrong order; all that is seen is who has won."""
    tuning = Tuning(parameters(market, method, pairs=60))
    assert likeness(tuning.linear.weights) < 0.72
    for _step in range(STEPS[method]):
        tuning.step()
    found = [getattr(tuning.evaluation, name) for name in tuning.linear.names]
    assert likeness(found) > 0.99, found
    assert tuning.history[-1].score > 0.55


@pytest.mark.parametrize("method", METHODS)
def test_who_goes_on_ends_where_nobody_stopped(market: str, method: str):
    whole, first, second = (Tuning(parameters(market, method)) for _each in range(3))
    for _step in range(3):
        whole.step()
    first.step()
    second.read(first.write())
    assert second.games == first.games
    assert second.evaluation == first.evaluation
    second.run(whole.games)
    assert second.history == whole.history
    assert second.evaluation == whole.evaluation
    assert second.write() == whole.write()


def test_another_seed_learns_from_other_games(market: str):
    tunings = [Tuning(parameters(market, "td", seed=seed)) for seed in (1, 2)]
    for tuning in tunings:
        tuning.step()
    assert tunings[0].history != tunings[1].history


@pytest.mark.parametrize(
    ("spoil", "reason"),
    [
        (lambda told: "no JSON", "not the state of a tuning"),
        (lambda told: "[1]", "not the state of a tuning"),
        (lambda told: json.dumps({**told, "state": {}}), "not the state of a tuning"),
        (lambda told: json.dumps({**told, "history": []}), "or it is damaged"),
        (lambda told: json.dumps({**told, "digest": None}), "or it is damaged"),
    ],
)
@pytest.mark.parametrize("method", METHODS)
def test_what_is_no_state(market: str, method: str, spoil: Any, reason: str):
    tuning = Tuning(parameters(market, method))
    tuning.step()
    with pytest.raises(OptionError, match=reason):
        tuning.read(spoil(json.loads(tuning.write())))


@pytest.mark.parametrize("method", METHODS)
def test_the_state_of_another_tuning(market: str, method: str):
    other = Tuning(parameters(market, method, seed=7))
    with pytest.raises(OptionError, match="another tuning: seed 7, here 1"):
        Tuning(parameters(market, method)).read(other.write())


@pytest.mark.parametrize(
    ("evaluation", "reason"),
    [
        ("squared", "not a sum of weights times features"),
        ("shifted", "not a sum of weights times features"),
        ("single", "takes two weights or more, it has 1"),
        ("blind", "the weight colour changes nothing"),
        ("partial", "it depends on which side is MAX"),
        ("zero", "takes two weights or more, it has 1"),
    ],
)
def test_what_cannot_be_tuned(market: str, evaluation: str, reason: str):
    with pytest.raises(OptionError, match=reason):
        Linear(evaluation, games.load(market), seed=1)


def test_named_options_are_not_tuned():
    with pytest.raises(OptionError, match="takes two weights or more, it has 1"):
        Linear("lines(wins=infinite)", games.load("connect4"), seed=1)


def test_named_options_are_kept(market: str, tmp_path: Path):
    path = tmp_path / "moody.py"
    path.write_text(MOODY)
    game = games.load(market)
    linear = Linear(f"{path}(mood=bold)", game, seed=1)
    assert linear.names == ["gold", "silk"]
    assert linear.written(linear.evaluation) == f"{path}(gold=1,silk=1,mood=bold)"
    assert evaluations.load(linear.written(linear.evaluation), game) == linear.evaluation


@pytest.mark.parametrize(
    ("name", "evaluation"),
    [("kalah", "composite"), ("kalah", "simple"), ("mancala11", "tuned"), ("kalah", "tuned")],
)
def test_rounding_loses_little(name: str, evaluation: str):
    linear = Linear(evaluation, games.load(name), seed=1)
    effects = np.array(linear.weights) * linear.sizes
    rounded = linear.rounded(effects)
    again = np.array([getattr(rounded, weight) for weight in linear.names]) * linear.sizes
    cosine = effects @ again / np.linalg.norm(effects) / np.linalg.norm(again)
    assert cosine > 0.9999
    assert evaluations.load(linear.written(rounded), games.load(name)) == rounded


def test_all_weights_may_be_0():
    linear = Linear("stores(stores=0)", games.load("kalah"), seed=1)
    assert linear.start.tolist() == [0, 0]
    assert linear.rounded(linear.start) == linear.evaluation


def test_a_film_shows_what_the_search_saw():
    """The features at the end of the best line, weighted, are the score of the search."""
    game = games.load("kalah(pits=3,seeds=3)")
    linear, training = (
        Linear("composite", game, 1),
        TrainingGames(game, 2, plies=3, kept=5, seed=1),
    )
    openings = training.openings(0, 4)
    log = training.log(linear.evaluation, linear.units, openings)
    settings, place = Settings("alphabeta", 2, order="best"), 0
    for number, opening in enumerate(openings):
        position = game.start
        for move in opening:
            position = position.play(int(move))
        while position.outcome() == ONGOING:
            found = search(position, linear.evaluation, settings)
            score = found.score if position.turn() == FIRST else -found.score
            if log.results[place] == ONGOING:
                assert log.features[place, :-2] @ linear.weights == score
                assert sorted(log.features[place, -2:]) == [0, 1]
            else:
                assert np.sign(log.results[place]) == np.sign(score)
            position, place = position.play(found.move), place + 1
        assert log.ends[number] == place
        margin = position.outcome() if position.turn() == FIRST else -position.outcome()
        assert log.margins[number] == margin


def test_what_values_should_have_been():
    """Two games, of three moves and of one; the first is won by 4, the second lost."""
    log = GameLog(None, None, np.array([3, 4]), np.array([4, -2]))
    values = np.array([0.2, 0.4, 0.6, 0.8])
    assert td_targets(values, log, 0.0).tolist() == [0.4, 0.6, 1, -1]
    assert td_targets(values, log, 1.0).tolist() == [1, 1, 1, -1]
    assert td_targets(values, log, 0.5) == pytest.approx([0.6, 0.8, 1, -1])


def test_an_evaluation_is_as_strong_as_itself():
    game = games.load("kalah(pits=3,seeds=3)")
    training = TrainingGames(game, 2, plies=3, kept=5, seed=1)
    evaluation = evaluations.load("composite", game)
    openings = training.openings(0, 10)
    assert training.points(evaluation, evaluation, openings) == 10
    assert training.points(evaluation, evaluations.load("zero", game), openings) > 10


@pytest.mark.parametrize("method", METHODS)
def test_a_step_is_measured_where_nobody_has_learned(
    market: str, method: str, monkeypatch: pytest.MonkeyPatch
):
    """By what the practice is asked for, the last openings of a step are new to all steps."""
    tuning = Tuning(parameters(market, method))
    given: list[set[tuple[int, ...]]] = []
    draw = tuning.training.openings

    def noted(first: int, number: int) -> Any:
        openings = draw(first, number)
        given.append({tuple(map(int, opening)) for opening in openings})
        return openings

    monkeypatch.setattr(tuning.training, "openings", noted)
    learned: set[tuple[int, ...]] = set()
    for _step in range(2):
        given.clear()
        tuning.step()
        *seen, measured = given
        learned = learned.union(*seen)
        assert learned
        assert not measured & learned


def test_nobody_learns_from_the_last_match(market: str):
    tuning = Tuning(parameters(market, "td"))
    batch = last_match(tuning)
    match = {batch.plan.opening(number) for number in range(1, 41)}
    learned = {tuple(map(int, opening)) for opening in tuning.training.openings(0, 300)}
    assert (len(match), len(learned)) == (20, 300)
    assert not match & learned


def test_openings_come_again_when_there_are_no_more():
    training = TrainingGames(games.load("kalah(pits=2,seeds=2)"), 1, plies=1, kept=1, seed=1)
    assert training.openings(0, 3).tolist() == training.openings(1, 3).tolist()
    with pytest.raises(OptionError, match="only 2 openings of 1 plies, and the last"):
        TrainingGames(games.load("kalah(pits=2,seeds=2)"), 1, plies=1, kept=2, seed=1)


def test_what_is_told(market: str):
    tuning = Tuning(parameters(market, "td"))
    tuning.step()
    table = weights_table(tuning, "again")
    assert [row[:2] for row in table.rows] == [["gold", 1], ["silk", 2], ["salt", 3]]
    shares = np.array([row[3:] for row in table.rows], float)
    assert np.abs(shares).sum(axis=0) == pytest.approx([1, 1])
    assert tuning.linear.written(tuning.evaluation) in table.title
    batch = last_match(tuning)
    batch.run()
    (row,) = match_table(batch).records()
    assert row["games"] == 40
    assert isinstance(row["elo_low"], float)
    stronger = row["elo_low"] > 0
    assert (row["verdict"] == "stronger") == stronger
    assert match_table(batch).command == batch.plan.terms.command


def test_a_stop_leaves_a_step_to_tell_of(market: str):
    tuning = Tuning(parameters(market, "cma"))
    tuning.stop()
    tuning.run(1_000_000)
    assert len(tuning.history) == 1
    assert reproducing_command(tuning).endswith(" --generations 1")


def test_shipped_weights_are_linear_and_other_ones():
    for name in ("kalah", "mancala11"):
        game = games.load(name)
        assert type(evaluations.load("tuned", game)) is type(evaluations.load("composite", game))
        assert evaluations.load("tuned", game) != evaluations.load("composite", game)


def test_a_picture(market: str, tmp_path: Path):
    from tablero.lab.figure import save
    from tablero.lab.tuning.report import draw

    tuning = Tuning(parameters(market, "td"))
    tuning.step()
    save(draw(tuning, None, "tablero lab tune"), tmp_path / "tune.svg", "tablero lab tune")
    assert "tablero lab tune" in (tmp_path / "tune.svg").read_text(encoding="utf-8")


@pytest.mark.parametrize("method", METHODS)
def test_what_is_learned_does_not_depend_on_the_team(market: str, method: str):
    """More pairs than a worker is given at once."""
    alone, together = (Tuning(parameters(market, method, pairs=30)) for _each in range(2))
    together.arbiter.pool = ProcessPool(2)
    for tuning in (alone, together):
        tuning.step()
    assert together.write() == alone.write()
