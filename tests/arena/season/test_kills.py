"""A round in cells that is killed at any moment and gone on with is the round that nobody
killed; two workers play what one plays."""

import shutil

import pytest

from tests.arena.season.kills import main, play, prepare, table

pytestmark = pytest.mark.slow


def test_processes_are_killed_at_random_moments(tmp_path, level):
    told = main(6, seed=2, folder=tmp_path)
    assert sum(told["kills"].values()) == 6
    assert told["rounds"] >= 1


def test_the_number_of_workers_does_not_matter(tmp_path, level):
    """Openings are drawn once: which of them a solver knows depends on how busy the machine is."""
    prepare(tmp_path / "new")
    tables = []
    for workers in (1, 3):
        folder = tmp_path / str(workers)
        shutil.copytree(tmp_path / "new", folder)
        play(folder, level.value, workers)
        tables.append(table(folder))
    assert tables[0] == tables[1]
