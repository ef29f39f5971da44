"""Players with dice make the same moves at both speeds."""

import json
import os
import subprocess
import sys
from typing import Any

import pytest

import tablero.games as games
from tablero import agents
from tablero.match.referee import play_game

GAMES = ["kalah(pits=3,seeds=2)", "connect4(columns=5,rows=4)"]
AGENTS = ["greedy", "mcts(60)", "level(2)", "level(6)"]

INTERPRETER = """
import json
from tests.agents.test_speeds import all_games
print(json.dumps(all_games()))
"""


def all_games() -> list[list[Any]]:
    """Moves and scores of games in which each agent plays itself."""
    found = []
    for text in GAMES:
        game = games.load(text)
        for name in AGENTS:
            players = agents.load(name).seat(game, 0), agents.load(name).seat(game, 1)
            for seed, player in enumerate(players):
                player.begin(seed)
            played = play_game(game, players, game.start)
            found.append([[*played.moves], played.scores])
    return found


@pytest.mark.compiled_only
def test_both_speeds_choose_the_same():
    done = subprocess.run(
        [sys.executable, "-c", INTERPRETER],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == all_games()
