"""Chance: the same from the same seed, at both speeds, and fair."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablero.agents.random_generator import derive, new_generator, random_below
from tablero.jit import kernel
from tablero.search.table import LOW_62_BITS

pytestmark = pytest.mark.plain

seeds = st.integers(0, LOW_62_BITS)


@kernel
def rolls(generator, sides, faces):
    for i in range(len(faces)):
        faces[i] = random_below(generator, sides)


@given(seed=seeds, sides=st.integers(1, 1000))
def test_both_speeds_roll_the_same(seed: int, sides: int):
    compiled = np.zeros(20, np.int64)
    rolls(new_generator(seed), sides, compiled)
    plain = [seed]
    assert compiled.tolist() == [random_below(plain, sides) for _i in range(20)]


@pytest.mark.parametrize("sides", [2, 3, 6, 7])
@pytest.mark.parametrize("seed", [0, 1, 12345, LOW_62_BITS])
def test_every_face_is_as_likely(seed: int, sides: int):
    generator = [seed]
    faces = Counter(random_below(generator, sides) for _i in range(7000))
    assert_fair(faces, sides)


def test_first_rolls_of_seeds_in_a_row_are_fair_too():
    faces = Counter(random_below([derive(1, number, 0)], 7) for number in range(7000))
    assert_fair(faces, 7)


def assert_fair(faces: Counter[int], sides: int) -> None:
    """Five standard deviations of chi-square are allowed."""
    expected, freedom = faces.total() / sides, sides - 1
    statistic = sum((faces[face] - expected) ** 2 / expected for face in range(sides))
    assert statistic < freedom + 5 * (2 * freedom) ** 0.5


@given(seed=seeds)
def test_another_seed_for_every_path(seed: int):
    paths = [(), (0,), (1,), (0, 0), (0, 1), (1, 0), (1, 1), (2, 0)]
    assert len({derive(seed, *path) for path in paths}) == len(paths)


def test_many_seeds_at_once():
    numbers = np.arange(100)
    assert derive(7, numbers, 1).tolist() == [derive(7, number, 1) for number in range(100)]
