"""The solver of Kalah and Mancala11 against plain searches, and against what is known."""

import random
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tablero.games as games
from tablero.errors import OptionError, SearchStopped
from tablero.games.sowing.rows import bits_for, pack
from tablero.games.sowing.solver.configurations import (
    configurations_up_to,
    next_rows,
    number_of,
    number_terms,
    rows_of_number,
)
from tablero.games.sowing.solver.solver import SowingSolver
from tablero.jit import INTERPRETED
from tablero.position import ONGOING
from tablero.solve import kernel_solver, solve
from tests.solve.plain import exact
from tests.solve.sown import naive_value

BITS = 16
KALAHS = [
    "kalah(pits=3,seeds=3)",
    "kalah(pits=4,seeds=2,capture=empty)",
    "kalah(pits=3,seeds=3,capture=leave)",
    "kalah(pits=2,seeds=4,capture=none)",
    "kalah(pits=3,seeds=3,end=mover)",
    "kalah(pits=3,seeds=2,capture=leave,end=mover)",
    "kalah(pits=1,seeds=5)",
]
MANCALAS = [
    "mancala11",
    "mancala11(limit=20)",
    "mancala11(limit=45)",
    "mancala11(passes=true)",
    "mancala11(passes=true,limit=45)",
    "mancala11(steal_from=2,sow_rival_store=false)",
]
if not INTERPRETED:  # machine code for one of them takes several seconds
    KALAHS = [KALAHS[number] for number in (0, 1, 5)]
    MANCALAS = [MANCALAS[number] for number in (0, 4)]


@pytest.fixture(scope="module")
def solver_of(tmp_path_factory):
    """A solver with a folder of its own; the same one for the same game."""
    folder, solvers = tmp_path_factory.mktemp("endgame"), {}

    def find(text: str, threads: int = 1) -> SowingSolver:
        if (text, threads) not in solvers:
            game: Any = games.load(text)
            seeds = 4 if INTERPRETED else None
            solvers[text, threads] = SowingSolver(game, threads, seeds, BITS, folder)
        return solvers[text, threads]

    return find


def walk(dice: random.Random, game: Any, most: int, least: int = 1) -> Any:
    """A random unfinished position with `least` to `most` seeds in pits."""
    while True:
        position = game.start
        while position.outcome() == ONGOING and not least <= seeds_in_play(game, position) <= most:
            position = position.play(dice.choice(list(position.moves())))
        if position.outcome() == ONGOING:
            return position


def seeds_in_play(game: Any, position: Any) -> int:
    return sum(sum(row[:-1]) for row in rows(game, position))


def rows(game: Any, position: Any) -> list[list[int]]:
    parts = game.write(position).split(" / ")
    return [list(map(int, part.split())) for part in parts[:2]]


ROWS = st.lists(st.integers(0, 5), min_size=2, max_size=8).filter(lambda row: len(row) % 2 == 0)


@given(seeds=ROWS)
def test_numbers_and_rows(seeds: list[int]):
    pits, bits = len(seeds) // 2, 7
    mine, theirs = pack(seeds[:pits], bits), pack(seeds[pits:], bits)
    field = SimpleField(mine, theirs, pits, bits)
    number = number_of(field, number_terms(pits, sum(seeds)), pits, bits)
    assert rows_of_number(number, pits, bits) == (mine, theirs)
    assert number < configurations_up_to(pits, sum(seeds))
    assert sum(seeds) == 0 or number >= configurations_up_to(pits, sum(seeds) - 1)


class SimpleField:
    def __init__(self, mine: int, theirs: int, pits: int, bits: int) -> None:
        self.mine, self.theirs, self.pits, self.bits = mine, theirs, pits, bits


@pytest.mark.parametrize(("pits", "seeds"), [(1, 4), (2, 3), (3, 4), (4, 2)])
def test_every_field_has_its_number(pits: int, seeds: int):
    bits = bits_for(pits, seeds)
    field = SimpleField(0, seeds << (pits - 1) * bits, pits, bits)
    start, stop = configurations_up_to(pits, seeds - 1), configurations_up_to(pits, seeds)
    for number in range(start, stop):
        assert number_of(field, number_terms(pits, seeds), pits, bits) == number
        if number < stop - 1:
            field.mine, field.theirs = next_rows(field.mine, field.theirs, field)


@pytest.mark.parametrize("text", KALAHS + MANCALAS)
def test_scores_are_those_of_a_plain_search(solver_of, text: str):
    game, dice = games.load(text), random.Random(text)
    most = (6 if INTERPRETED else 12) if game.name == "mancala11" else 12
    for _i in range(12 if INTERPRETED else 40):
        position = walk(dice, game, most)
        assert solver_of(text).score(position) == exact(position)


@pytest.mark.parametrize("text", MANCALAS)
def test_near_the_limit(solver_of, text: str):
    """The draw by the limit is part of the exact score."""
    game: Any = games.load(text)
    dice = random.Random(text)
    drawn = 0
    for _i in range(3 if INTERPRETED else 30):
        left = dice.randint(1, 3 if INTERPRETED else 6)
        position = walk(dice, game, 30, 8)._replace(played=game.limit - left)
        score = solver_of(text).score(position)
        assert score == exact(position)
        drawn += score == 0
    assert drawn


@pytest.mark.parametrize("text", KALAHS + MANCALAS)
def test_the_endgame_is_what_a_search_finds(tmp_path, text: str):
    game: Any = games.load(text)
    dice = random.Random(text)
    with_table = SowingSolver(game, endgame=5 if INTERPRETED else 9, bits=BITS, folder=tmp_path)
    without = SowingSolver(game, endgame=0, bits=BITS, folder=tmp_path / "none")
    for _i in range(15 if INTERPRETED else 100):
        position = walk(dice, game, 6 if INTERPRETED else 12)
        assert with_table.score(position) == without.score(position)


SMALL = [(1, 1), (1, 2), (1, 3), (1, 6), (2, 1), (2, 2), (2, 3), (2, 4), (3, 1), (3, 2), (4, 1)]
NAIVE = list(product(SMALL, ("opposite", "empty")))
LESS_SMALL = [((3, 3), "opposite"), ((4, 2), "empty")]


@pytest.mark.parametrize(("size", "capture"), NAIVE if INTERPRETED else LESS_SMALL, ids=str)
def test_a_naive_solver_agrees(solver_of, size: tuple[int, int], capture: str):
    text = f"kalah(pits={size[0]},seeds={size[1]},capture={capture})"
    game = games.load(text)
    assert solver_of(text).score(game.start) == naive_value(text, game.write(game.start))


SMALL_LITERATURE = {(1, 3): 6, (2, 4): -12}
LITERATURE = {(3, 6): -10, (4, 3): 8, (4, 6): 0, (5, 3): 8, (6, 3): 2}
"""Margins of the first player with capture=empty, by pits and seeds."""


@pytest.mark.parametrize("size", SMALL_LITERATURE if INTERPRETED else LITERATURE, ids=str)
def test_what_is_known(solver_of, size: tuple[int, int]):
    text = "kalah(pits={},seeds={},capture=empty)".format(*size)
    margin = solver_of(text, 2).score(games.load(text).start)
    assert margin == {**SMALL_LITERATURE, **LITERATURE}[size]


@pytest.mark.parametrize("text", [*KALAHS, *MANCALAS])
def test_every_score_is_the_best_of_its_moves(solver_of, text: str):
    game, dice = games.load(text), random.Random(text)
    for _i in range(9 if INTERPRETED else 30):
        position = walk(dice, game, 7 if INTERPRETED else 16)
        found = solve(solver_of(text), position)
        assert found.score == max(found.moves.values())
        assert found.best == [m for m in position.moves() if found.moves[m] == found.score]
        end = position
        for move in found.line:
            assert end.outcome() == ONGOING
            end = end.play(move)
        assert (1 if end.turn() == position.turn() else -1) * end.outcome() == found.score


@pytest.mark.compiled_only
@pytest.mark.parametrize("text", ["kalah", "mancala11"])
def test_threads_agree(solver_of, text: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(kernel_solver, "SINGLE_THREAD_NODES", 0)
    game, dice = games.load(text), random.Random(text)
    one, two = solver_of(text, 1), solver_of(text, 2)
    helped = 0
    for _i in range(1000):
        position = walk(dice, game, 24, 12)
        before = int(two.tasks[1].state.nodes)
        assert two.score(position) == one.score(position)
        helped += two.tasks[1].state.nodes > before
    assert helped > 500


def test_threads_are_called_for_help(tmp_path, monkeypatch):
    monkeypatch.setattr(kernel_solver, "SINGLE_THREAD_NODES", 20)
    game: Any = games.load("kalah(pits=3,seeds=2)")
    alone = SowingSolver(game, 1, 0, BITS, tmp_path)
    together = SowingSolver(game, 2, 0, BITS, tmp_path)
    assert together.score(game.start) == alone.score(game.start)
    assert all(task.state.nodes > 0 for task in together.tasks)


def test_a_stopped_solver_answers_nothing(tmp_path):
    game: Any = games.load("kalah(pits=3,seeds=2)")
    for threads in (1, 2):
        solver = SowingSolver(game, threads, 0, BITS, tmp_path)
        solver.endgame.reach(0)
        solver.stop()
        with pytest.raises(SearchStopped):
            solver.score(game.start)


def test_a_bound_is_true(solver_of):
    text = "kalah(pits=3,seeds=2)"
    position = games.load(text).start
    solver = solver_of(text)
    score = solver.score(position)
    for alpha in range(-12, 12):
        bound = solver.bound(position, alpha)
        assert score <= bound <= alpha if score <= alpha else alpha < bound <= score


@pytest.mark.parametrize(
    "text", ["kalah(pits=5,seeds=13)", "kalah(pits=1,seeds=64)", "mancala11(limit=100001)"]
)
def test_too_large(text: str):
    game: Any = games.load(text)
    with pytest.raises(OptionError, match="to be solved"):
        SowingSolver(game)
