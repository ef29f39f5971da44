"""Every agent plays every game to its end, and the same game from the same seed."""

from typing import Any

import numpy as np
import pytest

from tablero import agents
from tablero.agents.agent import Agent
from tablero.games.options import option_kinds
from tablero.jit import INTERPRETED
from tablero.match.compiled import play_compiled
from tablero.match.referee import Played, Reason, play_game
from tablero.position import FIRST, SECOND
from tests.games.setups import SETUPS, Setup

CHEAP = {
    "random": "random",
    "greedy": "greedy",
    "minimax": "minimax(depth=1)",
    "negamax": "negamax(depth=2,cache=true)",
    "alphabeta": "alphabeta(depth=2,order=best)",
    "negascout": "negascout(depth=2)",
    "mtdf": "mtdf(depth=2)",
    "engine": "engine(depth=2)",
    "perfect": "perfect(time=0.01)",
    "mcts": "mcts(5)",
    "level": "level(3)",
    "regular": "regular(depth=1)",
    "good": "good(depth=1)",
}
ELSEWHERE = {"human", "program"}
"""Those need somebody to talk to."""

FEW = ["kalah(pits=2,seeds=3)", "connect4(columns=4,rows=4,connect=3)", "mancala11(limit=20)"]
"""Where everything is compiled first."""

BOARDS = SETUPS if INTERPRETED else [Setup(text) for text in FEW]
PAIRS = [
    (text, setup)
    for name, text in CHEAP.items()
    for setup in BOARDS
    if name in agents.names(setup.game)
]
MANY = 3 if INTERPRETED else 10


def play(setup: Setup, agent: Agent, seed: int) -> Played:
    """The agent against itself."""
    players = agent.seat(setup.game, FIRST), agent.seat(setup.game, SECOND)
    for side, player in enumerate(players):
        player.begin(2 * seed + side)
    return play_game(setup.game, players, setup.start)


def test_every_agent_is_here():
    assert set(agents.AGENTS) - ELSEWHERE == set(CHEAP)


@pytest.mark.parametrize("text", CHEAP.values())
def test_an_agent_is_told_by_its_text(text: str):
    agent = agents.load(text)
    assert agents.load(str(agent)) == agent
    assert agent.about


@pytest.mark.parametrize(("text", "setup"), PAIRS, ids=str)
def test_whole_games(text: str, setup: Setup):
    played = play(setup, agents.load(text), seed=1)
    assert played.reason in (Reason.WON, Reason.DRAWN), played.detail
    assert len(played.scores) == len(played.moves)
    assert all(score is None or type(score) is int for score in played.scores)


@pytest.mark.parametrize("text", [text for name, text in CHEAP.items() if name != "perfect"])
def test_chance_comes_from_the_seed_alone(text: str):
    agent, setup = agents.load(text), BOARDS[0]
    if agent.name not in agents.names(setup.game):
        setup = next(board for board in BOARDS if board.text.startswith("mancala11"))
    found = [tuple(play(setup, agent, seed).moves) for seed in range(5)]
    assert found == [tuple(play(setup, agent, seed).moves) for seed in range(5)]
    assert (len(set(found)) > 1) == ("seed" in option_kinds(type(agent)))


@pytest.mark.parametrize(("text", "setup"), PAIRS, ids=str)
def test_the_compiled_form_plays_the_same(text: str, setup: Setup):
    agent = agents.load(text)
    players: list[Any] = [agent.seat(setup.game, side) for side in (FIRST, SECOND)]
    if players[0].compiled is None:
        assert agent.name in ("negamax", "engine", "perfect")
        return
    seeds = np.arange(2 * MANY).reshape(MANY, 2)
    pair = players[0].compiled, players[1].compiled
    found = list(play_compiled(setup.start, pair, FIRST, seeds, np.zeros((MANY, 0), np.int64)))
    for number, played in enumerate(found):
        plain = play(setup, agent, number)
        assert (played.moves, played.scores) == (plain.moves, plain.scores)
