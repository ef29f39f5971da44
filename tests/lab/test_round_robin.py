"""A ladder: the same games from the same seed, whoever plays them, and their points."""

from typing import Any

import numpy as np
import pytest

from tablero.errors import OptionError
from tablero.lab.round_robin import (
    RoundRobinExperiment,
    cross_table,
    first_move_table,
    journal_name,
    points_table,
    standings,
)
from tablero.match.openings import Openings
from tablero.workers.processes import local_pool

pytestmark = pytest.mark.plain

AGENTS = ("random", "alphabeta(depth=1)", "alphabeta(depth=2)")
GAMES = 12


def played(agents=AGENTS, seed: int = 1, workers: int = 1, folder=None) -> RoundRobinExperiment:
    experiment = RoundRobinExperiment("tictactoe", agents, GAMES, seed, Openings(2))
    experiment.run(local_pool(workers), folder)
    return experiment


@pytest.fixture(scope="module")
def experiment() -> RoundRobinExperiment:
    return played()


def test_everybody_meets_everybody(experiment: RoundRobinExperiment):
    results = experiment.results()
    assert (results.sum(axis=(2, 3)) == np.triu(np.full((3, 3), GAMES // 2), 1)).all()
    assert experiment.played == 3 * GAMES


def test_points_worked_out_by_hand():
    results = np.zeros((2, 2, 3, 3), int)
    results[0, 1, 2, 0], results[0, 1, 1, 2], results[0, 1, 0, 0] = 4, 3, 1
    assert points_table(results).tolist() == [[0, 4 + 4.5], [3.5 + 4, 0]]


def test_points_are_those_of_the_games(experiment: RoundRobinExperiment):
    points = points_table(experiment.results())
    for (one, other), batch in experiment.batches.items():
        lost, drawn, won = batch.tally.games
        assert (points[one, other], points[other, one]) == (won + drawn / 2, lost + drawn / 2)


def test_the_tables(experiment: RoundRobinExperiment):
    ratings = experiment.ratings()
    rows: Any = standings(experiment, ratings, "command").records()
    assert [row["agent"] for row in rows][-1] == "random"
    assert [row["rank"] for row in rows] == [1, 2, 3]
    assert sum(row["score"] for row in rows) == pytest.approx(3 / 2)
    assert rows[0]["same"] is False
    assert rows[0]["rating"] > rows[2]["rating"]
    crossed: Any = cross_table(experiment, ratings, "command").records()
    for row in crossed:
        assert row[row["agent"]] is None
        assert row["points"] == sum(row[name] or 0 for name in AGENTS)
    seat: Any = first_move_table(ratings, "command").records()[0]
    assert seat["low"] < seat["rating"] < seat["high"]


def test_the_seed_decides_and_the_workers_do_not(experiment: RoundRobinExperiment):
    assert (played(workers=2).results() == experiment.results()).all()
    assert (played(seed=2).results() != experiment.results()).any()


def test_with_more_agents_the_same_ladder_goes_on(experiment: RoundRobinExperiment):
    more = played((*AGENTS, "greedy"))
    assert (more.results()[:3, :3] == experiment.results()).all()


def test_games_that_are_kept_are_not_played_again(experiment: RoundRobinExperiment, tmp_path):
    played(folder=tmp_path)
    files = sorted(file.name for file in tmp_path.iterdir())
    assert files == [journal_name(0, 1), journal_name(0, 2), journal_name(1, 2)]
    whole = {name: (tmp_path / name).read_text() for name in files}
    (tmp_path / files[1]).write_text("".join(whole[files[1]].splitlines(keepends=True)[:5]))
    again = played(folder=tmp_path)
    assert (again.results() == experiment.results()).all()
    assert {name: len((tmp_path / name).read_text().splitlines()) for name in files} == (
        dict.fromkeys(files, GAMES)
    )
    assert (tmp_path / files[0]).read_text() == whole[files[0]]


def test_games_of_another_ladder_are_refused(tmp_path):
    played(folder=tmp_path)
    with pytest.raises(OptionError, match="is of another match"):
        played(seed=2, folder=tmp_path)


def test_who_is_named_twice():
    with pytest.raises(OptionError, match="all different"):
        RoundRobinExperiment("tictactoe", ("random", "random"), 2, 1, Openings())
    with pytest.raises(OptionError, match="two agents or more"):
        RoundRobinExperiment("tictactoe", ("random",), 2, 1, Openings())
