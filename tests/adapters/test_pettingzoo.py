"""Our games as PettingZoo environments, by its own tests and by ours."""

import copy
import pickle
import random
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

import tablero.games as games
from tablero import agents
from tablero.adapters.learning import actions_of, observation_of, observe
from tablero.agents.agent import NO_LIMITS
from tablero.errors import IllegalMove, OptionError
from tablero.position import ONGOING

pytestmark = pytest.mark.plain

GAMES = {
    "connect4": (6, 7, 3),
    "connect4(columns=5,rows=4,connect=3)": (4, 5, 3),
    "kalah(pits=4,seeds=3)": (10,),
    "mancala11": (18,),
    "quarry(side=5)": (3,),
    "tictactoe": (3, 3, 3),
}


@pytest.mark.parametrize("name", GAMES)
def test_actions_are_numbered_and_sights_fit(name):
    game = games.load(name)
    actions, observation, dice = actions_of(game), observation_of(game), random.Random(1)
    used = set()
    for _game in range(20):
        position, played = game.start, 0
        while position.outcome() == ONGOING:
            legal = actions.legal(position)
            assert list(legal) == sorted(legal)
            assert sorted(legal.values()) == sorted(position.moves())
            assert all(0 <= action < actions.size for action in legal)
            for side in (0, 1):
                seen = observe(observation, position, side)
                assert seen.shape == GAMES[name]
                assert seen.min() >= 0
                assert seen.max() <= observation.largest
            used |= {*legal}
            position = position.play(dice.choice(list(legal.values())))
            played += 1
        assert played <= actions.longest
    assert used == {*range(actions.size)} - ({6} if name == "mancala11" else set())


def test_each_sees_his_own_things_first():
    game = games.load("connect4")
    observation, position = observation_of(game), game.read("44")
    mine, theirs = observe(observation, position, 0), observe(observation, position, 1)
    assert mine[5, 3].tolist() == [1, 0, 0]
    assert theirs[5, 3].tolist() == [0, 1, 0]
    assert np.array_equal(mine[..., 0], theirs[..., 1])
    kalah = games.load("kalah")
    after = kalah.start.play(2)
    assert observe(observation_of(kalah), after, 0).tolist() == [4, 4, 0, 5, 5, 5, 1, *[4] * 6, 0]
    assert observe(observation_of(kalah), after, 1).tolist() == [*[4] * 6, 0, 4, 4, 0, 5, 5, 5, 1]


@pytest.mark.skipif(find_spec("pettingzoo") is not None, reason="it is installed")
def test_without_the_package_its_install_command_is_told():
    with pytest.raises(OptionError, match="install it with: pip install 'tablero.pettingzoo.'"):
        __import__("tablero.adapters.pettingzoo")


@pytest.fixture
def zoo():
    pytest.importorskip("pettingzoo")
    from tablero.adapters import pettingzoo

    return pettingzoo


def state_of(board):
    """All that an environment shows."""
    agents_ = board.possible_agents
    seen = [board.observe(agent)["observation"].tolist() for agent in agents_]
    return seen, board.agent_selection, dict(board.rewards), dict(board.terminations)


def play_on(board, seed, most=1000):
    """Random legal actions, to the end or so many."""
    dice, played = random.Random(seed), 0
    while board.agents and played < most:
        observation, _reward, termination, truncation, _info = board.last()
        legal = np.flatnonzero(observation["action_mask"]).tolist()
        board.step(None if termination or truncation else dice.choice(legal))
        played += 1


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", GAMES)
def test_the_conformance_tests_of_pettingzoo(zoo, name):
    from pettingzoo.test import api_test, render_test, seed_test

    api_test(zoo.env(name), num_cycles=500)
    seed_test(lambda: zoo.env(name), num_cycles=50)
    render_test(lambda render_mode=None: zoo.env(name, render_mode=render_mode))


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize(
    "copied", [copy.deepcopy, lambda board: pickle.loads(pickle.dumps(board))]
)
def test_a_copy_is_a_real_one(zoo, name, copied):
    board = zoo.env(name)
    board.reset()
    play_on(board, seed=1, most=3)
    twin = copied(board)
    before = state_of(board)
    assert state_of(twin) == before
    play_on(twin, seed=2)
    assert state_of(board) == before
    play_on(board, seed=2)
    assert not board.agents
    assert not twin.agents


def test_who_moves_again_is_selected_again(zoo):
    board = zoo.raw_env("kalah")
    board.reset()
    board.step(2)
    assert board.agent_selection == "player_0"
    board.step(0)
    assert board.agent_selection == "player_1"


def test_rewards_at_the_end(zoo):
    board = zoo.env("tictactoe")
    board.reset(options={"position": "xx.oo...."})
    board.step(2)
    assert board.rewards == {"player_0": 1, "player_1": -1}
    assert board.terminations == {"player_0": True, "player_1": True}
    assert board.render() == "x x x\no o .\n. . ."


@pytest.mark.filterwarnings("ignore")
def test_illegal_actions(zoo):
    board = zoo.raw_env("connect4")
    board.reset(options={"position": "111111"})
    with pytest.raises(IllegalMove, match="0 is not a legal action here; legal: 1 2 3 4 5 6"):
        board.step(0)
    board = zoo.env("connect4")
    board.reset(options={"position": "111111"})
    board.step(0)
    assert board.rewards == {"player_0": -1, "player_1": 0}


def test_a_game_in_a_file_brings_its_numbers_or_is_refused(zoo, tmp_path):
    text = Path(games.__file__).with_name("tictactoe.py").read_text()
    copied, without = tmp_path / "mine.py", tmp_path / "without.py"
    copied.write_text(text)
    assert zoo.env(str(copied)).action_space("player_0").n == 9
    without.write_text(text.replace("def actions", "def other"))
    with pytest.raises(OptionError, match="does not number its moves"):
        zoo.env(str(without))


@pytest.mark.parametrize(
    ("name", "agent"), [("connect4", "alphabeta(depth=2)"), ("kalah", "greedy")]
)
def test_two_hundred_games_of_ours_with_random_agents(zoo, name, agent):
    """Ours by text on one seat, PettingZoo's masked samples on the other."""
    board = zoo.env(name)
    rules = board.unwrapped.game
    for number in range(200):
        seat = number % 2
        player = agents.load(agent).seat(rules, seat)
        player.begin(number)
        board.reset(seed=number)
        board.action_space(board.possible_agents[1 - seat]).seed(number)
        for name_ in board.agent_iter():
            observation, _reward, termination, truncation, _info = board.last()
            if termination or truncation:
                board.step(None)
            elif name_ == board.possible_agents[seat]:
                move = player.choose(board.unwrapped.position, NO_LIMITS).move
                board.step(board.unwrapped.actions.number(move))
            else:
                board.step(board.action_space(name_).sample(observation["action_mask"]))
        assert not board.truncations
        assert board.unwrapped.position.outcome() != ONGOING
