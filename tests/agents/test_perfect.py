"""Perfect play: the best exact move, or the engine's with a word that it is only that."""

import random
from typing import cast

import pytest

import tablero.games as games
from tablero.agents.agent import Limits
from tablero.agents.perfect import PerfectPlayer
from tablero.jit import INTERPRETED, Kernel
from tablero.position import ONGOING
from tablero.search.engine import engine
from tablero.solve import solver_of
from tests.solve.plain import exact


def best_by_search(position):
    """The best margin of a move, and all moves that lead to it."""
    scores = {}
    for move in position.moves():
        child = position.play(move)
        score = exact(child) if child.outcome() == ONGOING else child.outcome()
        scores[move] = score if child.turn() == position.turn() else -score
    best = max(scores.values())
    return best, [move for move, score in scores.items() if score == best]


@pytest.mark.parametrize(
    ("text", "plies"),
    [("connect4(columns=4,rows=4)", 8), ("kalah(pits=3,seeds=2)", 2), ("quarry", 4)],
)
def test_it_plays_the_best_move(text: str, plies: int):
    game, dice = games.load(text), random.Random(text)
    perfect = PerfectPlayer(game)
    for _i in range(3 if INTERPRETED else 10):
        position = game.read("4x4x4") if game.name == "quarry" else game.start
        for _ply in range(plies):
            after = position.play(dice.choice(list(position.moves())))
            if after.outcome() == ONGOING:
                position = after
        score, moves = best_by_search(position)
        choice = perfect.choose(position)
        assert choice.exact
        assert choice.score == score
        assert choice.move in moves


def test_the_quickest_win_and_the_longest_defence():
    game = games.load("connect4(columns=5,rows=4)")
    perfect = PerfectPlayer(game)
    winning = game.read("112233")
    assert game.move_name(winning, perfect.choose(winning).move) == "4"
    losing = game.read("1122335")
    assert game.move_name(losing, perfect.choose(losing).move) == "4"


def test_in_quarry_the_winner_hurries_and_the_loser_does_not():
    game = games.load("quarry")
    perfect = PerfectPlayer(game)
    won, lost = game.read("9x1x1"), game.read("5x5x1")
    assert game.move_name(won, perfect.choose(won).move) == "x-8"
    assert perfect.choose(won).score == 1
    assert game.move_name(lost, perfect.choose(lost).move)[1:] == "-1"
    assert perfect.choose(lost).score == -1


def test_a_game_without_a_solver_of_its_own_is_searched_to_its_end():
    """Whoever can win at once does."""
    game, dice = games.load("tictactoe"), random.Random(1)
    perfect, at_once = PerfectPlayer(game), 0
    for _game in range(10 if INTERPRETED else 40):
        position = game.start
        while position.outcome() == ONGOING:
            score, moves = best_by_search(position)
            choice = perfect.choose(position)
            assert (choice.exact, choice.score, choice.move in moves) == (True, score, True)
            wins = [move for move in moves if position.play(move).outcome() == -1]
            assert not wins or choice.move in wins
            at_once += bool(wins)
            position = position.play(dice.choice(list(position.moves())))
    assert at_once


def test_to_stop_it_makes_no_solver(monkeypatch):
    """The next choice does, if a solver was given up; nobody waits for one before."""
    made = []

    def counted(game, threads):
        made.append(solver_of(game, threads))
        return made[-1]

    monkeypatch.setattr("tablero.agents.perfect.solver_of", counted)
    game = games.load("connect4(columns=4,rows=4)")
    perfect = PerfectPlayer(game)
    perfect.stop()
    perfect.stop()
    assert len(made) == 1
    position = game.read("1122")
    assert perfect.choose(position).exact
    assert perfect.choose(position).exact
    assert len(made) == 2


def test_a_game_too_large_for_its_solver_is_searched():
    game = games.load("kalah(pits=5,seeds=13)")
    choice = PerfectPlayer(game).choose(game.start, Limits(seconds=0.01))
    assert not choice.exact


@pytest.mark.compiled_only
def test_if_time_is_short_it_says_so(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    game = games.load("kalah")
    perfect = PerfectPlayer(game)
    choice = perfect.choose(game.start, Limits(seconds=0.1))
    assert not choice.exact
    assert choice.move in list(game.start.moves())
    late = game.read("0 0 0 0 1 2 21 / 1 0 0 0 0 1 22 / 1")
    assert perfect.choose(late).exact


@pytest.mark.compiled_only
def test_nothing_is_compiled_when_the_clock_runs():
    game = games.load("tictactoe")
    perfect = PerfectPlayer(game)
    overloads = cast(Kernel, engine).dispatcher.overloads
    compiled = len(overloads)
    assert perfect.choose(game.start, Limits(seconds=0.2)).move in game.start.moves()
    assert len(overloads) == compiled


@pytest.mark.parametrize("limits", [Limits(nodes=1), Limits(depth=1)])
def test_whoever_limits_its_nodes_or_depth_gets_the_engine(limits: Limits):
    game = games.load("kalah")
    choice = PerfectPlayer(game).choose(game.start, limits)
    assert (choice.exact, len(choice.trace)) == (False, 1)
