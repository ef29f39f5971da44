"""Greedy takes the best of the next positions, and any of equal ones."""

from collections import Counter

import pytest

import tablero.games as games
from tablero import agents
from tablero.agents.agent import NO_LIMITS
from tablero.agents.random_generator import derive
from tablero.games import evaluations
from tablero.position import ONGOING
from tablero.search.node import sign_of
from tests.search.cases import random_positions


def worth_of_moves(position, evaluation):
    """What the mover's evaluation says after each move."""
    worth = {}
    for move in position.moves():
        child = position.play(move)
        over = child.outcome() != ONGOING
        score = evaluation.final(child.outcome()) if over else evaluation.value(child)
        worth[move] = sign_of(position, child) * score
    return worth


@pytest.mark.parametrize("text", ["connect4", "kalah", "mancala11", "quarry", "tictactoe"])
def test_one_of_the_best_moves_each_in_its_turn(text: str):
    game = games.load(text)
    evaluation = evaluations.load(evaluations.default_name(game), game)
    player = agents.load("greedy").seat(game, 0)
    for position in random_positions(game.start, 10, 3, 12):
        worth = worth_of_moves(position, evaluation)
        best = {move for move in worth if worth[move] == max(worth.values())}
        chosen = set()
        for seed in range(20 * len(best)):
            player.begin(seed)
            choice = player.choose(position, NO_LIMITS)
            assert choice.score == max(worth.values())
            chosen.add(choice.move)
        assert chosen == best


def test_dice_are_fair_to_equal_moves():
    game = games.load("tictactoe")
    player = agents.load("greedy").seat(game, 0)
    chosen: Counter[int] = Counter()
    for seed in range(900):
        player.begin(derive(1, seed))
        chosen[player.choose(game.start, NO_LIMITS).move] += 1
    assert len(chosen) == 9
    assert all(60 < count < 140 for count in chosen.values())


def test_another_move_is_a_gain_for_the_mover():
    """Pit 3 ends in the store: a seed, and the mover still sees the lead as his own."""
    game = games.load("kalah")
    position = game.read("4 4 4 4 4 4 0 / 4 4 4 4 4 4 0 / 1")
    choice = agents.load("greedy(eval=stores)").seat(game, 0).choose(position, NO_LIMITS)
    assert choice.score == 1


def test_an_evaluation_that_must_know_max_knows_it():
    """`table` gives MAX 138 points besides; the mover is MAX, on either side."""
    game = games.load("connect4")
    for side, position in enumerate((game.start, game.read("4"))):
        player = agents.load("greedy(eval=table)").seat(game, side)
        player.begin(0)
        evaluation = evaluations.load("table", game).seen_by(side)
        assert player.choose(position, NO_LIMITS).score == max(
            worth_of_moves(position, evaluation).values()
        )
