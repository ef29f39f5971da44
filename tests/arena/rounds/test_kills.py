"""A round killed at any moment and gone on with is the round that nobody killed."""

import pytest

from tests.arena.rounds.kills import main

pytestmark = pytest.mark.plain


@pytest.mark.slow
def test_driver_workers_and_players_are_killed_at_random_moments(tmp_path):
    told = main(24, seed=2, folder=tmp_path)
    assert sum(told["kills"].values()) == 24
    assert told["kills"].keys() == {"driver", "worker", "player"}
    assert sum(told["rounds"].values()) >= 1
