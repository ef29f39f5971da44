"""A game may bound its margins: searches then look at less, and answer the same."""

import random
from collections.abc import Iterator
from itertools import product
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tablero.games as games
from tablero.errors import OutsideError
from tablero.games import evaluations
from tablero.jit import INTERPRETED
from tablero.position import ONGOING, complete_evaluation, rules
from tablero.search import ALGORITHMS
from tablero.search.zero import Zero
from tests.search import oracle
from tests.search.cases import run

LIMIT = "    def outcome(self):\n"
RACE = '''\
"""Take one, two or three; who takes the last wins by all that is left in his hand."""

from typing import NamedTuple

from tablero.games.game import Game
from tablero.position import ONGOING


class Race(NamedTuple):
    left: int
    hand: int
    side: int

    def moves(self):
        for number in range(1, min(3, self.left) + 1):
            yield number

    def play(self, move):
        return Race(self.left - move, self.hand + move % 2, 1 - self.side)

    def outcome(self):
        return ONGOING if self.left else -1 - self.hand

    def turn(self):
        return self.side


class RaceGame(Game):
    name = "race"
    start = Race(11, 0, 0)
'''


class Vertex(NamedTuple):
    """moves -- where they lead, in two orders; bounds -- true ones, tight or not."""

    outcome: int
    bounds: tuple[int, int]
    children: list["Place"]
    promising: list[int]


GRAPH: list[Vertex] = []
"""What is played on now."""


@rules
class Place(NamedTuple):
    """A vertex, and who moves there."""

    vertex: int
    side: int

    def moves(self) -> Iterator[int]:
        yield from range(len(GRAPH[self.vertex].children))

    def promising(self) -> Iterator[int]:
        yield from GRAPH[self.vertex].promising

    def play(self, move: int) -> "Place":
        return GRAPH[self.vertex].children[move]

    def outcome(self) -> int:
        return GRAPH[self.vertex].outcome

    def turn(self) -> int:
        return self.side

    def bounds(self) -> tuple[int, int]:
        return GRAPH[self.vertex].bounds


def random_graph(dice: random.Random, size: int, largest: int) -> Place:
    """The root of a new graph without circles; either side may move at any vertex."""
    GRAPH.clear()
    places: list[Place] = []
    for number in range(size):
        place = Place(number, dice.randint(0, 1))
        ended = number < 3 or (number < size - 1 and dice.random() < 0.15)
        children = [] if ended else dice.choices(places[-6:], k=dice.randint(1, 4))
        margin = dice.randint(-largest, largest)
        ranges = [seen_from(place, child) for child in children] or [(margin, margin)]
        least, most = min(low for low, _high in ranges), max(high for _low, high in ranges)
        bounds = least - dice.choice((0, 0, 1)), most + dice.choice((0, 0, 1))
        promising = dice.sample(range(len(children)), len(children))
        outcome = margin if ended else ONGOING
        GRAPH.append(Vertex(outcome, bounds, children, promising))
        places.append(place)
    return places[-1]


def seen_from(place: Place, child: Place) -> tuple[int, int]:
    low, high = child.bounds()
    return (low, high) if child.side == place.side else (-high, -low)


@complete_evaluation
class Mood(NamedTuple):
    weight: int

    def value(self, position: Place) -> int:
        return self.weight * (position.vertex * 5 % 7 - 3)


@complete_evaluation
class Taste(NamedTuple):
    weight: int

    def value(self, position: Place) -> int:
        return self.weight * (position.vertex * 5 % 7 - 3)

    def final(self, outcome: int) -> int:
        return self.weight * outcome


EVALUATIONS = [Zero(0), Zero(-7), Mood(1), Mood(-900), Taste(1), Taste(-1), Taste(0), Taste(5)]


@pytest.mark.skipif(not INTERPRETED, reason="graphs are Python lists")
@given(
    seed=st.integers(0, 10**9),
    evaluation=st.sampled_from(EVALUATIONS),
    largest=st.sampled_from([1, 5]),
)
def test_every_search_within_bounds(seed: int, evaluation: Any, largest: int):
    dice = random.Random(seed)
    root = random_graph(dice, dice.randint(5, 24), largest)
    oracle.forget()
    for depth, order in product((1, 2, 6), ("natural", "best")):
        truth = oracle.minimax(root, depth, evaluation, order)
        for algorithm, cache, window in product(ALGORITHMS, (False, True), ("full", "shared")):
            options: dict[str, Any] = {"order": order, "cache": cache, "root_window": window}
            result = run(
                root, evaluation, algorithm, depth, table_bits=dice.choice((2, 9)), **options
            )
            assert (result.score, tuple(result.line)) == (truth.for_mover(root), truth.line)


@pytest.mark.parametrize("algorithm", ["alphabeta", "negascout", "mtdf"])
def test_bounds_that_are_not_true_are_found_out(algorithm: str, tmp_path):
    (tmp_path / "race.py").write_text(RACE)
    honest = games.load(str(tmp_path / "race.py"))
    evaluation = evaluations.load("zero", honest)
    assert run(honest.start, evaluation, algorithm, 20).score > 1
    bounds = "    def bounds(self):\n        return -1, 1\n\n"
    (tmp_path / "lie.py").write_text(RACE.replace(LIMIT, bounds + LIMIT))
    game = games.load(str(tmp_path / "lie.py"))
    with pytest.raises(OutsideError, match="as bounds and span promise"):
        run(game.start, evaluation, algorithm, 20)
