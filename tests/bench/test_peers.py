"""How peers are compared with: by peers that are at hand."""

import random
import sys
from types import SimpleNamespace
from typing import Any

import pytest

import tablero.games as games
from bench import clock, ours, peers, solver
from bench.peers import calls_of
from bench.positions import random_position, stones
from tablero.errors import Disagreement
from tests.solve.plain import exact

pytestmark = pytest.mark.plain

GAME = games.load("connect4")
DEPTH = 3


def countdown(number: int) -> int:
    return countdown(number - 1) if number else 0


def score(depth: int) -> int:
    return ours.nodes_and_answer("alphabeta", depth)[1]


def nodes(depth: int) -> int:
    return ours.nodes_and_answer("alphabeta", depth)[0]


@pytest.fixture
def short(monkeypatch) -> None:
    monkeypatch.setattr(clock, "SAMPLE", 0)
    monkeypatch.setattr(peers, "DEPTH", DEPTH)
    monkeypatch.setattr(peers, "SHALLOW", 2)


def test_calls_of_itself_are_counted():
    assert calls_of(sys.modules[__name__], "countdown", lambda: countdown(5)) == 6


def test_a_peer_that_searches_the_same_tree(short):
    row = peers.compare("this file", peers.Peer(__name__, target=2, rounds=1))
    assert row.details["nodes"] == nodes(DEPTH)
    assert (row.against, row.details["depth"]) == ("this file", DEPTH)


@pytest.mark.parametrize("wrong", ["score", "nodes"])
def test_a_peer_that_says_something_else(short, monkeypatch, wrong: str):
    right = globals()[wrong]
    monkeypatch.setitem(globals(), wrong, lambda depth: right(depth) + (depth == DEPTH))
    with pytest.raises(Disagreement, match=f"{wrong}: "):
        peers.compare("this file", peers.Peer(__name__, target=2, rounds=1))


def test_a_slow_peer_is_asked_for_less(short, monkeypatch):
    monkeypatch.setattr(peers, "MAX_SECONDS", 1)
    monkeypatch.setattr(peers, "cpu_seconds", lambda work: (1.0, work()))
    assert peers.affordable_depth(sys.modules[__name__]) == peers.SHALLOW


@pytest.mark.parametrize("error", [0, 1])
def test_another_solver_of_the_same_positions(monkeypatch, error: int):
    monkeypatch.setattr(solver, "ROUNDS", 1)
    position = random_position(random.Random(1), GAME.start, stones, 34)

    def peer() -> Any:
        return SimpleNamespace(score=lambda position: exact(position) + error)

    if error:
        with pytest.raises(Disagreement, match="scores: "):
            solver.best_times([position], peer)
    else:
        fast, slow = solver.best_times([position], peer)
        assert min(fast, slow) > 0
