"""The tournament's players: negamax with their own evaluation, in their own game."""

import pytest

import tablero.games as games
from tablero import agents
from tablero.agents.agent import NO_LIMITS
from tablero.errors import OptionError
from tests.search.cases import random_positions


@pytest.mark.parametrize("name", agents.TOURNAMENT)
def test_they_are_negamax_of_depth_two(name: str):
    game = games.load("mancala11")
    shipped = agents.load(name).seat(game, 0)
    plain = agents.load(f"negamax(depth=2,eval={name})").seat(game, 0)
    for position in random_positions(game.start, 5, 1, 20):
        ours, theirs = (player.choose(position, NO_LIMITS) for player in (shipped, plain))
        assert (ours.move, ours.score) == (theirs.move, theirs.score)


@pytest.mark.parametrize("name", agents.TOURNAMENT)
def test_they_play_no_other_game(name: str):
    with pytest.raises(
        OptionError, match=f"{name} needs an evaluation named {name}, which kalah does not have"
    ):
        agents.load(name).seat(games.load("kalah"), 0)
    with pytest.raises(OptionError, match="depth"):
        agents.load(f"{name}(depth=0)")
