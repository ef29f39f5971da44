"""Positions that are objects of somebody else's: everything works on them, interpreted."""

import pytest

from tablero import agents
from tablero.agents.agent import NO_LIMITS
from tablero.games.tictactoe import TicTacToe
from tablero.search import ALGORITHMS
from tablero.search.deepening import Deepening
from tablero.search.perft import perft
from tablero.search.run import Settings, search
from tablero.search.zero import Zero
from tablero.solve import solve
from tablero.solve.exhaustive import ExhaustiveSearch
from tests.adapters.foreign import ForeignGame

TEXT = "x...o...."


def counted(result):
    """All that a search found, but the time."""
    return result.score, result.line, {**result.statistics, "seconds": 0}


@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize("cache", [False, True])
def test_searches_find_what_they_find_in_ours(algorithm, cache):
    settings = Settings(algorithm, 5, "best", cache, table_bits=10)
    ours = search(TicTacToe().read(TEXT), Zero(), settings)
    theirs = search(ForeignGame().read(TEXT), Zero(), settings)
    assert counted(theirs) == counted(ours)


def test_the_engine_does_too():
    ours, theirs = (
        [
            counted(found)
            for found in Deepening(game.read(TEXT), Zero(), Settings(depth=7)).results()
        ]
        for game in (TicTacToe(), ForeignGame())
    )
    assert theirs == ours


def test_a_foreign_game_is_solved():
    solver = ExhaustiveSearch(ForeignGame())
    assert solve(solver, ForeignGame().read("xx.oo....")).score == 1
    assert perft(ForeignGame().read(TEXT), 3) == perft(TicTacToe().read(TEXT), 3)


@pytest.mark.parametrize(
    "agent", ["random", "greedy", "mcts(simulations=50)", "level(4)", "level(10)", "engine"]
)
def test_agents_choose_what_they_choose_in_ours(agent):
    chosen = []
    for game in (TicTacToe(), ForeignGame()):
        player = agents.load(agent).seat(game, 0)
        player.begin(7)
        position = game.read("x...o.x.o")
        while position.outcome() not in (-1, 0, 1):
            move = player.choose(position, NO_LIMITS).move
            chosen.append((game.name, move))
            position = position.play(move)
    ours = [move for name, move in chosen if name == "tictactoe"]
    assert ours == [move for name, move in chosen if name == "foreign"]
    assert ours
