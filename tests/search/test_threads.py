"""Threads that search together: the scores are those of one thread."""

import random
import sys
from concurrent.futures import ThreadPoolExecutor
from itertools import permutations, product
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest

import tablero.games as games
from tablero.games import evaluations
from tablero.jit import INTERPRETED, kernel, prepare
from tablero.position import ONGOING
from tablero.search import deepening
from tablero.search.deepening import Deepening
from tablero.search.run import Settings
from tablero.search.state import new_state
from tablero.search.table import PlainTable, new_table, recall, store


@pytest.fixture(autouse=True)
def _together(monkeypatch):
    """Threads help from the first node on, and the interpreter takes turns often."""
    monkeypatch.setattr(deepening, "SINGLE_THREAD_NODES", 0)
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    yield
    sys.setswitchinterval(interval)


class Setup(NamedTuple):
    """At most `plies` random moves lead to a position, which is searched `depth` plies deep."""

    game: str
    evaluation: str
    plies: int
    depth: int


SETUPS = [
    Setup("connect4", "lines", 30, 5),
    Setup("connect4", "table", 30, 5),
    Setup("kalah", "simple", 40, 5),
    Setup("kalah(capture=empty)", "composite", 40, 5),
    Setup("mancala11", "regular", 30, 5),
    Setup("quarry(side=6)", "zero", 6, 6),
    Setup("tictactoe", "zero", 6, 6),
]


def random_walks(start: Any, count: int, plies: int) -> list[Any]:
    dice = random.Random(17)
    found: list[Any] = []
    while len(found) < count:
        position = start
        for _ply in range(dice.randint(0, plies)):
            after = position.play(dice.choice(list(position.moves())))
            if after.outcome() != ONGOING:
                break
            position = after
        found.append(position)
    return found


def scores(position: Any, evaluation: Any, depth: int, bits: int, threads: int) -> list[int]:
    engine = Deepening(position, evaluation, Settings(depth=depth, table_bits=bits), threads)
    return [result.score for result in engine.results()]


@pytest.mark.parametrize("setup", SETUPS, ids=lambda setup: f"{setup.game}:{setup.evaluation}")
def test_two_threads_find_what_one_finds(setup: Setup):
    game = games.load(setup.game)
    evaluation = evaluations.load(setup.evaluation, game)
    depth = setup.depth - INTERPRETED
    for position in random_walks(game.start, 40 if INTERPRETED else 300, setup.plies):
        alone = scores(position, evaluation, depth, 14, threads=1)
        together = scores(position, evaluation, depth, 14, threads=2)
        shorter = min(len(alone), len(together))  # whoever sees the end first is done
        assert together[:shorter] == alone[:shorter]
        assert together[-1] == alone[-1]


@pytest.mark.parametrize("setup", SETUPS, ids=lambda setup: f"{setup.game}:{setup.evaluation}")
def test_a_tiny_table_that_all_threads_write_at_once(setup: Setup):
    game = games.load(setup.game)
    evaluation = evaluations.load(setup.evaluation, game)
    depth = setup.depth - INTERPRETED
    for position in random_walks(game.start, 10 if INTERPRETED else 40, setup.plies):
        alone = scores(position, evaluation, depth, 14, threads=1)
        for bits in (1, 3):
            together = scores(position, evaluation, depth, bits, threads=4)
            assert together[: len(alone)] == alone[: len(together)]


def test_lines_of_threads_are_worth_their_score():
    game = games.load("connect4")
    evaluation = evaluations.load("lines", game)
    for position in random_walks(game.start, 3 if INTERPRETED else 60, 20):
        engine = Deepening(position, evaluation, Settings(depth=5, table_bits=6), threads=3)
        for result in engine.results():
            end = position
            for move in result.line:
                end = end.play(move)
            worth = (
                evaluation.final(end.outcome())
                if end.outcome() != ONGOING
                else evaluation.value(end)
            )
            assert (1 if end.turn() == position.turn() else -1) * worth == result.score


def test_nodes_are_those_of_all_threads_and_end_them():
    game = games.load("kalah")
    evaluation = evaluations.load("simple", game)
    engine = Deepening(game.start, evaluation, Settings(depth=60), threads=2)
    most = 3000 if INTERPRETED else 3_000_000
    *_earlier, last = engine.results(nodes=most)
    assert last.statistics["evaluated"] <= most
    assert engine.nodes == sum(search.nodes for search in engine.searches)
    assert all(search.nodes > 0 for search in engine.searches)


class Anywhere(NamedTuple):
    """A position that has nothing but a key."""

    first: int
    second: int

    def key(self) -> tuple[int, ...]:
        return self.first, self.second


MINE: Any = Anywhere(5, 7)
THEIRS: Any = Anywhere(6, 2)


@kernel
def hammer(table: Any, positions: Any, rounds: int, state: Any) -> int:
    """Store scores that tell position and depth; how many that others stored were wrong?"""
    wrong = 0
    for i in range(rounds):
        depth, other_depth = 1 + i % 2, 2 - i % 2
        for position in positions:
            answer = 10 * position.first + depth
            state.horizon_before[0] = -1
            store(table, position, depth, 0, -99, 99, answer, answer, state)
            found, score = recall(table, position, other_depth, 1, -99, 99, state)
            wrong += found and score != 10 * position.first + other_depth
    return wrong


def test_threads_that_write_the_same_place_find_nothing_wrong():
    table = new_table(0, 2)
    rounds = 3_000 if INTERPRETED else 3_000_000
    jobs = [((MINE, THEIRS), new_state()), ((THEIRS, MINE), new_state())]
    prepare(hammer, table, jobs[0][0], rounds, jobs[0][1])
    with ThreadPoolExecutor() as pool:
        answers = [pool.submit(hammer, table, order, rounds, state) for order, state in jobs]
    assert [answer.result() for answer in answers] == [0, 0]


DEPTH = 3
WORDS = ("key", "move", "check", "score", "least", "bound", "whole")
VERSIONS = [(MINE, 4, 10, True), (MINE, 1, -20, False), (THEIRS, 2, 30, True)]
"""What three searches might store: position, move, score, whole."""


def empty_state() -> Any:
    """Notes in plain ints at both speeds."""
    names = ("evaluated", "distinct", "cache_hits", "reach", "horizon")
    return SimpleNamespace(
        **dict.fromkeys(names, 0), budget=1, reach_before=[0], horizon_before=[0]
    )


def stored(position: Any, move: int, score: int, whole: bool) -> Any:
    """The entry of a table of one place after this was stored."""
    table, state = PlainTable(1, 2), empty_state()
    state.reach, state.horizon = (2, 0) if whole else (0, 1)
    window = (-9, 9) if whole else (-99, 99)
    store(table, position, DEPTH, 0, *window, score, move, state)
    return table[0]


def found(entry: Any) -> tuple[bool, int]:
    """What is recalled of MINE if this is the only entry."""
    table = PlainTable(1, 2)
    table[0] = entry
    return recall(table, MINE, DEPTH, 1, -9, 9, empty_state())


def test_an_entry_that_one_thread_has_written_is_found():
    assert [found(stored(*version)) for version in VERSIONS] == [
        (True, 10),
        (True, -20),
        (False, 0),
    ]


def test_an_entry_that_two_threads_have_written_is_refused():
    """Every mixture of two versions, word by word."""
    refused = 0
    for one, other in permutations(VERSIONS, 2):
        for half in product((False, True), repeat=len(WORDS)):
            torn = stored(*one)
            for word, theirs in zip(WORDS, half, strict=True):
                if theirs:
                    setattr(torn, word, getattr(stored(*other), word))
            if vars(torn) not in (vars(stored(*one)), vars(stored(*other))):
                assert found(torn) == (False, 0)
                refused += 1
    assert refused > 500


def test_an_entry_with_the_key_of_another_is_refused():
    torn = stored(THEIRS, 4, 10, True)
    torn.key[:] = MINE
    assert found(torn) == (False, 0)
