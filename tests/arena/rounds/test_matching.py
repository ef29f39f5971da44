"""Perfect matchings, beside all that can be tried."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablero.arena.rounds.pairing.matching import first_choice, perfect

pytestmark = pytest.mark.plain


def graphs(most: int) -> st.SearchStrategy[list[set[int]]]:
    def build(drawn: tuple[int, list[bool]]) -> list[set[int]]:
        size, joined = drawn
        allowed: list[set[int]] = [set() for _one in range(size)]
        for (one, other), there in zip(combinations(range(size), 2), joined, strict=False):
            if there:
                allowed[one].add(other)
                allowed[other].add(one)
        return allowed

    sizes = st.sampled_from(range(2, most + 1, 2))
    edges = st.lists(st.booleans(), min_size=most * most // 2, max_size=most * most // 2)
    return st.tuples(sizes, edges).map(build)


def best_by_trying(allowed, left):
    """Of all matchings of those left, that of the first with the best of `first_choice`'s wishes:
    the lowest numbers. None if there is none."""
    if not left:
        return {}
    one, *others = left
    for other in others:
        if other in allowed[one]:
            rest = best_by_trying(allowed, [each for each in others if each != other])
            if rest is not None:
                return {**rest, one: other, other: one}
    return None


@given(graphs(10))
def test_a_matching_is_found_if_there_is_one(allowed):
    found, truth = perfect(allowed), best_by_trying(allowed, list(range(len(allowed))))
    assert (found is None) == (truth is None)
    if found is not None:
        assert found.keys() == {*range(len(allowed))}
        assert all(found[found[one]] == one and found[one] in allowed[one] for one in found)


@given(graphs(10))
def test_wishes_are_granted_from_the_first_on(allowed):
    everybody = list(range(len(allowed)))
    found = first_choice(allowed, everybody, lambda one, left: left[1:])
    assert found == best_by_trying(allowed, everybody)


def test_a_blossom_has_to_be_seen_as_one():
    """Two triangles joined by a path: plain search for paths does not see the way through."""
    joined = [(0, 1), (1, 2), (2, 0), (2, 3), (3, 4), (4, 5), (5, 6), (6, 7), (7, 5)]
    allowed: list[set[int]] = [set() for _one in range(8)]
    for one, other in joined:
        allowed[one].add(other)
        allowed[other].add(one)
    assert perfect(allowed) == {0: 1, 1: 0, 2: 3, 3: 2, 4: 5, 5: 4, 6: 7, 7: 6}
    assert perfect([*allowed[:2], allowed[2] - {3}, allowed[3] - {2}, *allowed[4:]]) is None
