"""Every agent plays every game to its end, and the same game from the same seed."""

from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tablero.games as games
from tablero import agents
from tablero.agents.agent import Agent
from tablero.jit import INTERPRETED
from tablero.match.compiled import Fixtures, play_compiled
from tablero.match.referee import Played, Reason, play_game
from tablero.options import option_kinds
from tablero.position import FIRST, SECOND
from tests.agents.programs import EXAMPLES
from tests.games.setups import OUTSIDE, SETUPS, Setup

CHEAP = {
    "random": "random",
    "greedy": "greedy",
    "minimax": "minimax(depth=1)",
    "negamax": "negamax(depth=2)",
    "alphabeta": "alphabeta(depth=2,order=best)",
    "negascout": "negascout(depth=2)",
    "mtdf": "mtdf(depth=2)",
    "engine": "engine(depth=2)",
    "perfect": "perfect(time=0.001)",
    "mcts": "mcts(5)",
    "level": "level(3)",
    "regular": "regular(depth=1)",
    "good": "good(depth=1)",
}
FROM_OUTSIDE = [
    f"program(command={EXAMPLES}/player_first.sh)",
    f"program(command={EXAMPLES}/player_program.py)",
    f"{EXAMPLES}/player_choose.py",
]
AT_A_TERMINAL = {"human"}
"""Plays every game in tests/cli/test_terminal.py."""

USUAL = [Setup(name) for name in games.GAMES]
ODD = [
    ("greedy", Setup("connect4(columns=9,rows=1,connect=3)")),
    ("mtdf(depth=2)", Setup("kalah(pits=1,seeds=7,end=mover)")),
    ("engine(depth=2)", Setup("mancala11(passes=true,limit=15,sow_rival_store=false)")),
    ("mcts(5)", Setup("quarry", "2x2x2x2 / 2")),
    ("level(3)", Setup(OUTSIDE)),
]
"""Some of what else can be compiled, one agent a board."""


def boards_of(name: str, boards: list[Setup]) -> list[Setup]:
    """Those that an agent can play on."""
    return [setup for setup in boards if name in agents.names(setup.game)]


def pairs(boards: list[Setup]) -> list[tuple[str, Setup]]:
    """Every agent on each of its boards."""
    return [(text, setup) for name, text in CHEAP.items() for setup in boards_of(name, boards)]


def some_pairs(boards: list[Setup]) -> list[tuple[str, Setup]]:
    """A third of them: every agent on every third of its boards, the next agent on the next."""
    found = []
    for turn, (name, text) in enumerate(CHEAP.items()):
        fitting = boards_of(name, boards)
        first = turn % min(3, max(1, len(fitting)))
        found += [(text, setup) for setup in fitting[first::3]]
    return found


OTHERS = [setup for setup in SETUPS if setup not in USUAL]
USUAL_PAIRS = pairs(USUAL) if INTERPRETED else some_pairs(USUAL)
PAIRS = USUAL_PAIRS + (some_pairs(OTHERS) if INTERPRETED else [])
"""All of them are for the interpreter; to compile them would take many minutes. What agents and
boards are made of meets in tests/search and tests/games, compiled."""

MANY = 3 if INTERPRETED else 10


def play(setup: Setup, agent: Agent, seed: int) -> Played:
    """The agent against itself."""
    players = agent.seat(setup.game, FIRST), agent.seat(setup.game, SECOND)
    with closing(players[0]), closing(players[1]):
        for side, player in enumerate(players):
            player.begin(2 * seed + side)
        return play_game(setup.game, players, setup.start)


def test_every_agent_is_here():
    assert set(agents.AGENTS) == {*CHEAP, *agents.PROGRAMS, *AT_A_TERMINAL}
    played = {text for text, _setup in USUAL_PAIRS}, {setup for _text, setup in USUAL_PAIRS}
    assert played == (set(CHEAP.values()), set(USUAL))


@pytest.mark.parametrize("text", CHEAP.values())
def test_an_agent_is_told_by_its_text(text: str):
    agent = agents.load(text)
    assert agents.load(str(agent)) == agent
    assert agent.about


@pytest.mark.parametrize(("text", "setup"), PAIRS if INTERPRETED else PAIRS + ODD, ids=str)
def test_whole_games(text: str, setup: Setup):
    played = play(setup, agents.load(text), seed=1)
    assert played.reason in (Reason.WON, Reason.DRAWN), played.detail
    assert len(played.scores) == len(played.moves)
    assert all(score is None or type(score) is int for score in played.scores)


@pytest.mark.plain
@pytest.mark.parametrize("setup", [*USUAL, Setup(OUTSIDE)], ids=str)
@pytest.mark.parametrize("text", FROM_OUTSIDE, ids=lambda text: Path(text).name)
def test_whole_games_of_programs_and_files(text: str, setup: Setup):
    played = play(setup, agents.load(text), seed=1)
    assert played.reason in (Reason.WON, Reason.DRAWN), played.detail


EVALUATION = """
from typing import NamedTuple

class Hopeful(NamedTuple):
    hope: int = 1

    def value(self, position):
        return self.hope
"""


@pytest.mark.parametrize("setup", USUAL if INTERPRETED else USUAL[:2], ids=str)
def test_whole_games_of_an_evaluation(setup: Setup, tmp_path: Path):
    (tmp_path / "hopeful.py").write_text(EVALUATION)
    played = play(setup, agents.load(f"{tmp_path}/hopeful.py(depth=2,hope=3)"), seed=1)
    assert played.reason in (Reason.WON, Reason.DRAWN), played.detail


@pytest.mark.parametrize("text", [text for name, text in CHEAP.items() if name != "perfect"])
def test_chance_comes_from_the_seed_alone(text: str):
    agent = agents.load(text)
    *_others, setup = (setup for each, setup in USUAL_PAIRS if each == text)
    found = [tuple(play(setup, agent, seed).moves) for seed in range(5)]
    assert found == [tuple(play(setup, agent, seed).moves) for seed in range(5)]
    assert (len(set(found)) > 1) == ("seed" in option_kinds(type(agent)))


@pytest.mark.parametrize(("text", "setup"), PAIRS, ids=str)
def test_the_compiled_form_plays_the_same(text: str, setup: Setup):
    agent = agents.load(text)
    players: list[Any] = [agent.seat(setup.game, side) for side in (FIRST, SECOND)]
    if players[0].compiled is None:
        assert agent.name in ("engine", "perfect")
        return
    seeds = np.arange(2 * MANY).reshape(MANY, 2)
    pair = players[0].compiled, players[1].compiled
    none = np.zeros((MANY, 0), np.int64)
    fixtures = Fixtures(np.full(MANY, FIRST), seeds, none)
    found = list(play_compiled(setup.start, (pair[0],) * 2, (pair[1],) * 2, fixtures))
    for number, played in enumerate(found):
        plain = play(setup, agent, number)
        assert (played.moves, played.scores) == (plain.moves, plain.scores)
