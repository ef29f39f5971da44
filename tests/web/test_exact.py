"""Exact scores on the page: games without a solver of their own, and solvers that are kept."""

from contextlib import contextmanager
from typing import Any

import pytest

import tablero.games as games
from tablero.position import ONGOING
from tablero.web import jobs
from tablero.web.chores import analyse, chore_of
from tablero.web.places import last_position
from tests.solve.plain import exact
from tests.web.browser import game_of_the_docs
from tests.web.test_chores import do, line


@pytest.mark.parametrize("moves", [["1", "2"], ["0", "1", "3", "5", "2", "4"]])
def test_small_games_have_exact_scores_without_a_solver_of_their_own(moves, tmp_path):
    """Ours, and those in files."""
    name = "tictactoe" if len(moves) == 2 else str(game_of_the_docs(tmp_path))
    asked = jobs.Analyse(line=line(name, "", *moves), eval="zero", seconds=60)
    told: list[Any] = []
    chore_of(asked).run(told.append)
    game = games.load(name)
    position = last_position(game, asked.line)
    assert told[-1].exact
    assert {each.move: each.score for each in told[-1].scores} == {
        game.move_name(position, move): after(position, move) for move in position.moves()
    }


def after(position, move) -> int:
    """What a plain search says of a move, for the side that makes it."""
    child = position.play(move)
    score = exact(child) if child.outcome() == ONGOING else child.outcome()
    return score if child.turn() == position.turn() else -score


def test_who_is_stopped_when_all_is_told_does_no_harm():
    """To the next question, which the same solver answers."""
    asked = jobs.Analyse(line=line("connect4", "4444443567767"))
    _told, chore = do(asked)
    chore.stop()
    *_earlier, last = do(asked)[0]
    assert last.exact


def test_a_clock_that_rings_when_all_is_told_does_no_harm(monkeypatch):
    @contextmanager
    def ringing(seconds, call):
        yield
        call()

    asked = jobs.Analyse(line=line("connect4", "4444443567767"))
    with monkeypatch.context() as patched:
        patched.setattr(analyse, "called_after", ringing)
        do(asked)
    *_earlier, last = do(asked)[0]
    assert last.exact


def test_a_review_of_a_game_without_a_solver_of_its_own():
    """Every answer to a corner loses but the centre."""
    *_earlier, last = do(jobs.Review(line=line("tictactoe", "", "1", "2")))[0]
    assert (last.done, last.total, last.skipped) == (2, 2, [])
    (mistake,) = last.mistakes
    assert (mistake.ply, mistake.move, mistake.better, mistake.regret) == (1, "2", "5", 1)
