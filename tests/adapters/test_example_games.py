"""The games of examples/games against OpenSpiel's: the same moves and results, game by game."""

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

import tablero.games as games
from tablero.position import ONGOING

pytestmark = pytest.mark.plain

FOLDER = Path(__file__).parents[2] / "examples" / "games"
GAMES = 2000
RULES: list[tuple[str, str, Callable[[int], int]]] = [
    ("othello.py", "othello", lambda move: move),
    ("oware.py", "oware", lambda move: move),
    ("hex.py(size=5)", "hex(board_size=5)", lambda move: 5 * (move // 8) + move % 8),
]
"""Our game, OpenSpiel's, and the action that is our move."""


def is_repeated(positions: list[Any]) -> bool:
    """Whether houses, captures and side of the last position have been there before."""
    return positions[-1][:5] in [position[:5] for position in positions[:-1]]


@pytest.mark.parametrize(("text", "theirs", "action_of"), RULES, ids=[rule[1] for rule in RULES])
def test_random_games(text: str, theirs: str, action_of: Callable[[int], int]):
    pyspiel = pytest.importorskip("pyspiel")
    game, their_game, generator = (
        games.load(f"{FOLDER}/{text}"),
        pyspiel.load_game(theirs),
        Random(1),
    )
    repetitions = 0
    for _ in range(GAMES):
        state, positions = their_game.new_initial_state(), [game.start]
        while not state.is_terminal():
            position = positions[-1]
            moves = {action_of(move): move for move in game.legal_moves(position)}
            assert sorted(moves) == sorted(state.legal_actions()), positions
            assert position.turn() == state.current_player()
            action = generator.choice(list(moves))
            state.apply_action(action)
            positions.append(position.play(moves[action]))
        last = positions[-1]
        if last.outcome() == ONGOING:
            assert theirs == "oware"
            assert is_repeated(positions)
            repetitions += 1
            last = last._replace(quiet=4, old_mine=last.mine, old_theirs=last.theirs)
        margin = last.outcome() * (1 if last.turn() == 0 else -1)
        assert (margin > 0) - (margin < 0) == state.returns()[0], positions
    assert (repetitions > 0) == (theirs == "oware")
