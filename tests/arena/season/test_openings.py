"""Openings of a day: nobody can know them before, and they stay what they were."""

from dataclasses import replace
from datetime import timedelta

import pytest

from tablero.arena.course.default import write_course
from tablero.arena.course.reading import load_course
from tablero.arena.sandbox.level import Level
from tablero.arena.season.openings import openings_of, seed_of_day
from tablero.arena.season.season import Chosen, Season
from tests.arena.courses import MONDAY, course, local, open_copy

pytestmark = pytest.mark.plain

TUESDAY = MONDAY + timedelta(days=1)
COURSE = course(rounds={"openings": 1, "plies": 10})
NIGHT = local(TUESDAY, 21)


def test_every_day_has_its_own_and_keeps_them(tmp_path):
    with open_copy(tmp_path) as store:
        season = Season(tmp_path, COURSE, store, lambda: NIGHT)
        early = openings_of(COURSE, store, 1, MONDAY, NIGHT)
        rounds = [season.open(day, Chosen(Level.NONE)) for day in (MONDAY, TUESDAY)]
        monday, tuesday = (each.terms for each in rounds if each is not None)
        assert monday["openings"] != tuesday["openings"]
        assert (monday["openings"][0]["value"], early[0].number) == (early[0].certificate.value, 1)
        assert [monday["seed"], tuesday["seed"]] == [
            seed_of_day(COURSE, day) for day in (MONDAY, TUESDAY)
        ]
        drawn = [each for each in store.events() if each.what == "openings drawn"]
        assert len(drawn) == 2, "what was drawn before a crash is used after it"


def test_a_day_does_not_tell_the_seed():
    """Nor does the check, whose commands students are shown."""
    other = replace(COURSE, rounds=replace(COURSE.rounds, seed=2))
    seeds = {seed_of_day(each, day) for each in (COURSE, other) for day in (MONDAY, TUESDAY)}
    assert len(seeds) == 4
    assert all(0 <= seed < 2**31 for seed in seeds)


def test_init_draws_a_seed_of_its_own(tmp_path):
    seeds = set()
    for name in ("one", "two"):
        write_course(tmp_path / name, MONDAY, "UTC", [])
        seeds.add(load_course(tmp_path / name).rounds.seed)
    assert len(seeds) == 2
    assert max(seeds) > 2**40
