"""Random openings: legal, unfinished, different, and the same from the same seed."""

import pytest

import tablero.games as games
from tablero.errors import OptionError
from tablero.match.openings import Openings
from tablero.match.plan import MatchTerms, Plan
from tablero.position import ONGOING

pytestmark = pytest.mark.plain


def ends(game, openings):
    for opening in openings:
        position = game.start
        for move in opening:
            assert move in position.moves()
            position = position.play(move)
        yield position


@pytest.mark.parametrize("text", sorted(games.GAMES))
def test_openings_of_every_game(text: str):
    game = games.load(text)
    found = Openings(plies=3).draw(game, seed=5).first(10)
    positions = list(ends(game, found))
    assert all(len(opening) == 3 for opening in found)
    assert all(position.outcome() == ONGOING for position in positions)
    assert len(set(positions)) == len(found)


def test_all_there_are_and_no_more():
    connect4 = games.load("connect4")
    assert len(Openings(1).draw(connect4, 1).first(100)) == 7
    assert len(Openings(2).draw(connect4, 1).first(100)) == 49
    assert Openings(0).draw(connect4, 1).first(100) == [()]


def test_other_ways_to_the_same_position_are_the_same_opening():
    """Three plies of tic-tac-toe: 9 * 8 * 7 ways, half of them to the same position."""
    assert len(Openings(3).draw(games.load("tictactoe"), 1).first(1000)) == 9 * 8 * 7 // 2


def test_seeds():
    connect4 = games.load("connect4")
    assert Openings(6).draw(connect4, 1).first(20) == Openings(6).draw(connect4, 1).first(20)
    assert Openings(6).draw(connect4, 1).first(20) != Openings(6).draw(connect4, 2).first(20)
    assert Openings(6).draw(connect4, 1).first(20)[:7] == Openings(6).draw(connect4, 1).first(7)


def test_games_that_are_over_before_the_opening():
    with pytest.raises(OptionError, match="every game of tictactoe is over after 9 plies"):
        Openings(9).draw(games.load("tictactoe"), 1).first(10)
    with pytest.raises(OptionError, match="plies must be 0 or more, not -1"):
        Openings(-1)


def test_too_few_openings_come_again_in_turn():
    plan = Plan(MatchTerms("connect4", ("random", "random"), 30, 1, Openings(1)))
    assert len(plan.openings.first(15)) == 7
    for number in range(1, 16):
        assert plan.opening(number) == plan.opening(number + 14)
    assert len({plan.opening(number) for number in range(1, 15)}) == 7
