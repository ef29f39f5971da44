"""The whole tree of any game: scores of a plain minimax, and a clear end where it is too large."""

from functools import cache
from typing import Any

import pytest

import tablero.games as games
from tablero.errors import OptionError, SearchStopped, TooLarge
from tablero.games import evaluations
from tablero.lab.positions import random_positions
from tablero.position import ONGOING
from tablero.solve import solve, solver_of
from tablero.solve.exhaustive import ExhaustiveSearch
from tests.search import oracle as textbook
from tests.web.browser import game_of_the_docs

ROUND_AND_ROUND = '''
from typing import NamedTuple
from tablero.games.game import Game
from tablero.position import ONGOING

class Ring(NamedTuple):
    """at -- from 0 on; who comes to 3 wins, and nobody has to go on."""
    at: int
    side: int

    def moves(self):
        yield 1
        yield 0

    def play(self, move):
        return Ring(self.at + 1 if move else 0, 1 - self.side)

    def outcome(self):
        return -1 if self.at == 3 else ONGOING

    def turn(self):
        return self.side

class Rings(Game):
    name = "rings"
    start = Ring(0, 0)
'''


@cache
def minimax(position: Any) -> int:
    """What best play leads to, for the side to move. It forgets no branch."""
    if position.outcome() != ONGOING:
        return int(position.outcome())
    children = [position.play(move) for move in position.moves()]
    same = [child.turn() == position.turn() for child in children]
    return max(
        minimax(child) if again else -minimax(child)
        for child, again in zip(children, same, strict=True)
    )


def all_positions(start: Any) -> list[Any]:
    """That can be reached, and are not over."""
    found, waiting = {start: None}, [start]
    while waiting:
        position = waiting.pop()
        for child in map(position.play, position.moves()):
            if child.outcome() == ONGOING and child not in found:
                found[child] = None
                waiting.append(child)
    return list(found)


def test_every_position_of_tictactoe():
    game = games.load("tictactoe")
    solver = solver_of(game)
    places = all_positions(game.start)
    assert len(places) == 4520  # of 5478 with those that are over: a count that others publish
    assert {place: solver.score(place) for place in places} == {
        place: minimax(place) for place in places
    }


def test_a_game_in_a_file_where_the_same_side_may_move_again(tmp_path):
    game = games.load(str(game_of_the_docs(tmp_path)))
    solver = solver_of(game)
    for place in random_positions(game, 30, range(5, 11), seed=1):
        found = solve(solver, place)
        assert found.score == minimax(place) == max(found.moves.values())
        end = place
        for move in found.line:
            end = end.play(move)
        assert end.outcome() != ONGOING
        assert (1 if end.turn() == place.turn() else -1) * end.outcome() == found.score


def test_what_a_solver_of_its_own_says_too():
    """Of Kalah, whose margins are many, also what a textbook's minimax says."""
    game = games.load("kalah(pits=3,seeds=2)")
    assert game.solver
    whole, own = ExhaustiveSearch(game), solver_of(game)
    for place in random_positions(game, 12, range(3, 8), seed=1):
        expected = textbook.minimax(place, 60, evaluations.load("zero", game)).for_mover(place)
        assert whole.score(place) == own.score(place) == expected


def test_a_bound_is_true():
    game = games.load("kalah(pits=3,seeds=2)")
    solver = ExhaustiveSearch(game)
    for place in random_positions(game, 8, range(3, 8), seed=2):
        score = minimax(place)
        for alpha in range(score - 3, score + 4):
            bound = solver.bound(place, alpha)
            assert score <= bound <= alpha if score <= alpha else score >= bound > alpha


def test_it_learns_from_one_position_to_the_next():
    game = games.load("tictactoe")
    solver = ExhaustiveSearch(game)
    solver.score(game.start)
    first = solver.nodes
    solver.score(game.start)
    assert 0 < solver.nodes - first < first / 10


def test_every_game_of_ours_is_solved():
    """By a solver of its own, or from the start on."""
    others = [name for name in games.GAMES if not games.load(name).solver]
    assert others == ["tictactoe"]
    for name in others:
        game = games.load(name)
        assert solver_of(game).score(game.start) == minimax(game.start)


def test_too_large_is_told_with_the_limit():
    game = games.load("tictactoe")
    solver = ExhaustiveSearch(game, most=100)
    with pytest.raises(TooLarge, match="tictactoe has no solver, .* more than 100 nodes"):
        solver.score(game.start)
    assert 100 <= solver.nodes < 200
    late = game.read("xx.oo....")
    assert solver.score(late) == 1


def test_a_game_that_may_never_end(tmp_path):
    file = tmp_path / "rings.py"
    file.write_text(ROUND_AND_ROUND)
    game = games.load(str(file))
    with pytest.raises(TooLarge, match="rings.py has no solver, and .* 1 000 moves"):
        ExhaustiveSearch(game, most=20_000).score(game.start)
    assert ExhaustiveSearch(game).bound(game.read("2,0"), 0) == 1


def test_who_is_stopped_says_so():
    game = games.load("tictactoe")
    solver = ExhaustiveSearch(game)
    solver.stop()
    with pytest.raises(SearchStopped) as stopped:
        solver.score(game.start)
    assert not isinstance(stopped.value, TooLarge)


def test_a_file_that_bears_the_name_of_a_solved_game(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text(ROUND_AND_ROUND.replace('"rings"', '"quarry"'))
    game = games.load(str(file))
    assert not game.solver
    with pytest.raises(OptionError, match="no endgame tablebase"):
        solver_of(game, endgame=3)
