"""OpenSpiel: its games and bots here, ours there."""

import json
import random
import sys
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any
from unittest.mock import MagicMock

import pytest

import tablero.games as games
from tablero import adapters, agents
from tablero.agents.agent import NO_LIMITS
from tablero.errors import (
    IllegalMove,
    ImpossiblePosition,
    NotationError,
    OptionError,
    UnknownName,
)
from tablero.games.sowing.rows import rows_of
from tablero.match.referee import Reason
from tablero.position import ONGOING
from tests.adapters.playing import reasons_of

pytestmark = pytest.mark.plain


@pytest.mark.skipif(find_spec("pyspiel") is not None, reason="it is installed")
@pytest.mark.parametrize(
    "load", [games.load, lambda text: agents.load(text).seat(games.load("kalah"), 0)]
)
def test_without_the_package_its_install_command_is_told(load):
    line = "pyspiel is not installed; install it with: pip install 'tablero.openspiel.'"
    with pytest.raises(OptionError, match=line):
        load("openspiel")


@pytest.fixture
def pyspiel():
    return pytest.importorskip("pyspiel")


@pytest.fixture
def out(pyspiel):
    """What is ours for OpenSpiel."""
    from tablero.adapters import openspiel_out

    openspiel_out.register()
    return openspiel_out


@pytest.fixture
def mine(tmp_path):
    """The path of a game in a file, whose name no registered game has."""
    text = Path(games.__file__).with_name("tictactoe.py").read_text()
    path = tmp_path / "mine.py"
    path.write_text(text.replace('name = "tictactoe"', 'name = "mine"'))
    return str(path)


class FakeGame:
    """Stands for pyspiel.Game: keeps its type."""

    def __init__(self, kind, info, parameters):
        self.kind, self.parameters = kind, parameters


@pytest.fixture
def fake_out(monkeypatch):
    """The adapter over a fake pyspiel; `registered` there has the games by name."""
    registered: dict[str, Any] = {}
    fake: Any = ModuleType("pyspiel")
    fake.Game, fake.State, fake.Bot = FakeGame, type("State", (), {}), type("Bot", (), {})
    fake.GameType, fake.GameInfo = MagicMock(side_effect=SimpleNamespace), SimpleNamespace
    fake.registered_names = registered.keys
    fake.register_game = lambda kind, make: registered.update({kind.short_name: make})
    monkeypatch.setitem(sys.modules, "pyspiel", fake)
    for name in ("open_spiel", "open_spiel.python", "open_spiel.python.observation"):
        monkeypatch.setitem(sys.modules, name, MagicMock())
    path = Path(adapters.__file__).with_name("openspiel_out.py")
    spec: Any = spec_from_file_location("out_over_a_fake", path)
    out: Any = module_from_spec(spec)
    spec.loader.exec_module(out)
    out.registered = registered
    return out


def test_a_game_in_a_file_has_a_type_of_its_own(fake_out, mine):
    game = fake_out.TableroGame(games.load(mine))
    assert game.kind.short_name == "tablero_mine"
    assert game.actions.size == 9


def test_all_games_are_registered_and_those_of_other_packages_too(fake_out, mine, monkeypatch):
    names = [*games.names(), mine]
    monkeypatch.setattr(games, "names", lambda: [*names, "gone.py"])
    for _time in range(2):
        with pytest.warns(UserWarning, match="gone.py"):
            fake_out.register()
    assert {*fake_out.registered} == {f"tablero_{name}" for name in [*games.GAMES, "mine"]}
    kalah = fake_out.registered["tablero_kalah"]({"pits": 4, "seeds": 3})
    assert (kalah.kind.short_name, kalah.parameters["pits"]) == ("tablero_kalah", 4)


@pytest.mark.parametrize("kind", ["mcts,simulations=3", "alphabeta,depth=1", "random"])
def test_its_bots_play_a_game_in_a_file(pyspiel, mine, kind):
    found = reasons_of(mine, "random", f"openspiel({kind})", games=4, openings=0)
    assert sum(found.values()) == found[Reason.WON] + found[Reason.DRAWN] == 4


def test_a_game_of_openspiels(pyspiel):
    game = games.load("openspiel(breakthrough(rows=6,columns=6))")
    assert str(game) == "openspiel(breakthrough(rows=6,columns=6))"
    after = game.start.play(game.parse_move(game.start, "a5b4"))
    assert (after.turn(), after.outcome()) == (1, ONGOING)
    assert game.read(game.write(after)) == after != game.start
    assert game.draw(after).startswith("6bbbbbb\n5.bbbbb\n4.b....")
    with pytest.raises(IllegalMove):
        game.parse_move(game.start, "a1a2")


@pytest.mark.parametrize(
    ("text", "error", "said"),
    [
        ("openspiel(poker)", UnknownName, "no OpenSpiel game named 'poker'; known: amazons"),
        ("openspiel(leduc_poker)", OptionError, "must have no randomness, perfect information"),
        ("openspiel(matrix_rps)", OptionError, "turns"),
        ("openspiel(quoridor(players=3))", OptionError, "a game must have two players"),
        (
            "openspiel(misere(game=kuhn_poker()))",
            OptionError,
            "must have no randomness, perfect information",
        ),
        ("openspiel(nfg_game)", OptionError, "OpenSpiel cannot load 'nfg_game'"),
        ("openspiel(breakthrough(ros=6))", OptionError, "Unknown parameter 'ros'"),
        ("openspiel(breakthrough(rows=x))", OptionError, "Wrong type for parameter rows"),
    ],
)
def test_games_that_cannot_be_played(pyspiel, capfd, text, error, said):
    with pytest.raises(error, match=said):
        games.load(text)
    assert capfd.readouterr().err == ""


def test_texts_that_are_no_positions(pyspiel):
    game = games.load("openspiel(tic_tac_toe)")
    with pytest.raises(NotationError, match="expected the numbers of all moves: 3,3,4"):
        game.read("x")
    with pytest.raises(ImpossiblePosition, match="move 2 is not legal"):
        game.read("4,4")


def fitting():
    """Every OpenSpiel game that can be played here, and one that is made of another."""
    if find_spec("pyspiel") is None:
        return ["none"]
    import pyspiel

    from tablero.adapters.openspiel import missing_properties

    kinds = (kind for kind in pyspiel.registered_games() if not missing_properties(kind, pyspiel))
    names = sorted(kind.short_name for kind in kinds if not kind.short_name.startswith("tablero_"))
    return [*names, "misere(game=tic_tac_toe())"]


@pytest.mark.parametrize("name", fitting())
def test_every_game_of_openspiels(pyspiel, name):
    """Names are distinct words, texts are read back, and a game comes to its end."""
    game, dice = games.load(f"openspiel({name})"), random.Random(1)
    position = game.start
    for ply in range(2000):
        if position.outcome() != ONGOING:
            break
        moves = list(position.moves())
        if ply < 30:
            names = list(game.move_names(position))
            assert len(set(names)) == len(names) == len(moves)
            assert not any(character.isspace() for name in names for character in name)
            assert game.read(game.write(position)).key() == position.key()
        position = position.play(dice.choice(moves))
    assert position.outcome() in (-1, 0, 1)
    assert list(game.legal_moves(position)) == []


RANDOM_GAMES = 2000


def compare(spiel, ours, shift, look):
    """Play the same random games in both, and compare all that can be seen after each move."""
    moves = 0
    for number in range(RANDOM_GAMES):
        dice = random.Random(number)
        state, position = spiel.new_initial_state(), ours.start
        while position.outcome() == ONGOING:
            assert not state.is_terminal()
            assert state.current_player() == position.turn()
            legal = list(position.moves())
            named = [int(ours.move_name(position, move)) - 1 for move in legal]
            mapped = [number + shift[position.turn()] for number in named]
            assert state.legal_actions() == mapped
            look(state, position)
            place = dice.randrange(len(legal))
            state.apply_action(mapped[place])
            position = position.play(legal[place])
            moves += 1
        assert state.is_terminal()
        margin = position.outcome() if position.turn() == 0 else -position.outcome()
        assert state.returns()[0] == (margin > 0) - (margin < 0)
    return moves


def test_connect_four_has_our_rules(pyspiel):
    ours = games.load("connect4")

    def look(state, position):
        drawing = ours.draw(position).replace(" ", "").splitlines()[:-1]
        assert str(state).splitlines()[:6] == drawing

    assert compare(pyspiel.load_game("connect_four"), ours, (0, 0), look) > 20 * RANDOM_GAMES


def test_tic_tac_toe_has_our_rules(pyspiel):
    ours = games.load("tictactoe")

    def look(state, position):
        assert str(state) == ours.draw(position).replace(" ", "")

    assert compare(pyspiel.load_game("tic_tac_toe"), ours, (0, 0), look) > 6 * RANDOM_GAMES


def test_mancala_has_the_rules_of_our_kalah(pyspiel):
    """The usual options: capture=opposite, end=either. What is left at the end stays in its pits
    there, but counts for its owner all the same."""
    ours: Any = games.load("kalah")

    def look(state, position):
        first, second = rows_of(position, 6, ours.bits)
        seen = [int(number) for number in state.observation_tensor(0)[:14]]
        assert seen == [second[6], *first, *second[:6]]

    assert compare(pyspiel.load_game("mancala"), ours, (1, 8), look) > 20 * RANDOM_GAMES


GAMES = 200
"""Each way."""


@pytest.mark.parametrize(
    ("game", "ours", "theirs"),
    [
        ("openspiel(connect_four)", "alphabeta(depth=2)", "openspiel(mcts,simulations=50)"),
        ("openspiel(mancala)", "mcts(simulations=10)", "openspiel(mcts,simulations=50)"),
        ("openspiel(breakthrough(rows=5,columns=5))", "greedy", "openspiel(random)"),
        ("connect4", "level(3)", "openspiel(mcts,simulations=3)"),
        ("kalah", "greedy", "openspiel(mcts,simulations=3)"),
        ("mancala11", "greedy", "openspiel(random)"),
        ("quarry", "random", "openspiel(alphabeta,depth=1)"),
    ],
)
def test_games_here(pyspiel, game, ours, theirs):
    found = reasons_of(game, ours, theirs, games=GAMES, openings=2)
    assert sum(found.values()) == found[Reason.WON] + found[Reason.DRAWN] == GAMES


def test_its_search_in_a_game_of_its_own_that_is_written_in_python(pyspiel):
    """The one in C++ would end this process."""
    pytest.importorskip("open_spiel.python.games.tic_tac_toe")
    theirs = "openspiel(mcts,simulations=3)"
    found = reasons_of("openspiel(python_tic_tac_toe)", "random", theirs, games=2, openings=2)
    assert sum(found.values()) == found[Reason.WON] + found[Reason.DRAWN] == 2


@pytest.mark.parametrize(
    ("name", "ours"),
    [
        ("connect_four", "alphabeta(depth=2)"),
        ("mancala", "greedy"),
        ("tic_tac_toe", "random"),
        ("breakthrough(columns=5,rows=5)", "alphabeta(depth=1)"),
        ("tablero_kalah(pits=4,seeds=3)", "alphabeta(depth=2)"),
        ("tablero_mancala11", "greedy"),
    ],
)
def test_games_there(out, pyspiel, name, ours):
    """OpenSpiel plays, and looks whether actions are legal."""
    game = pyspiel.load_game(name)
    for number in range(GAMES):
        seat = number % 2
        bots = [None, None]
        bots[seat] = out.TableroBot(ours, game, seat, seed=number)
        bots[1 - seat] = pyspiel.make_uniform_random_bot(1 - seat, number)
        state = game.new_initial_state()
        while not state.is_terminal():
            action = bots[state.current_player()].step(state)
            state.apply_action_with_legality_check(action)
        assert sum(state.returns()) == 0


def test_a_board_that_is_too_large_for_ours(out, pyspiel):
    game = pyspiel.load_game("connect_four(columns=20,rows=20)")
    state = game.new_initial_state()
    assert out.TableroBot("random", game, 0).step(state) in state.legal_actions()


def test_a_state_that_begins_elsewhere(out, pyspiel):
    """OpenSpiel makes one of any board, and its history is empty."""
    game = pyspiel.load_game("tic_tac_toe")
    state = game.new_initial_state(json.dumps({"board": [*"xx.oo...."], "current_player": "x"}))
    bot = out.TableroBot("alphabeta(depth=2)", game, 0)
    assert bot.step(game.new_initial_state()) in range(9)
    assert bot.step(state) == 2, "it wins"
    assert bot.step(game.new_initial_state()) in range(9)


@pytest.mark.parametrize(
    "name",
    ["connect4", "kalah(pits=4,seeds=3)", "mancala11", "quarry(side=3)", "tictactoe"],
)
def test_our_games_pass_the_tests_of_openspiel(out, pyspiel, name):
    game = pyspiel.load_game(f"tablero_{name}")
    pyspiel.random_sim_test(game, num_sims=3, serialize=True, verbose=False)


def test_their_search_finds_in_our_game_what_ours_finds(out, pyspiel):
    from open_spiel.python.algorithms.minimax import alpha_beta_search

    text = "connect4(columns=4,rows=3,connect=3)"
    options = text.removeprefix("connect4")
    game = pyspiel.load_game(f"tablero_connect4{options}")
    value, _action = alpha_beta_search(game)
    rules = games.load(text)
    player = agents.load("engine(depth=12)").seat(rules, 0)
    score = player.choose(rules.start, NO_LIMITS).score
    assert score is not None
    assert value == (score > 0) - (score < 0)


def test_agents_of_ours_have_names_with_options_there(out, pyspiel):
    agent = agents.load("openspiel(alphabeta,depth=2)")
    assert str(agent) == "openspiel(alphabeta,depth=2)"
    assert agents.load(str(agent)) == agent
    assert str(agents.load("openspiel")) == "openspiel"
