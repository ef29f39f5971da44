"""What the page may name: nothing that it says leads to a file."""

from pathlib import Path

import pytest

import tablero.games as games
from tablero import agents
from tablero.errors import OptionError, TableroError
from tablero.web import shelf as shelf_module
from tablero.web.shelf import Shelf

pytestmark = pytest.mark.plain

SHELF = Shelf()

PLAYER = """
def choose(moves):
    return moves[-1]
"""


@pytest.fixture
def files(tmp_path):
    """A game, a player and an evaluation in a folder."""
    game = tmp_path / "sticks.py"
    source = Path(__file__).parents[1] / "games/outside_sticks.py"
    game.write_text(source.read_text())
    player = tmp_path / "last_move.py"
    player.write_text(PLAYER)
    return str(game), str(player)


@pytest.mark.parametrize("text", ["{}", "{}()", " {} ", "{}(columns=5)", "./{}", "../{0}/{0}"])
def test_no_game_is_a_file(text, files):
    with pytest.raises(TableroError):
        SHELF.game(text.format(files[0]))


@pytest.mark.parametrize(
    "text",
    [
        "{}",
        "./bot.sh",
        "program(command=true)",
        "human",
        "random(log={})",
        "minimax(eval={})",
        "minimax(eval=zero.py)",
        "minimax(eval=x(y={}))",
        "minimax(depth=1,eval=..\\x)",
        "last_move(log=x)",
        "last_move( log =x)",
        "last_move(/etc/passwd)",
        "last_move(a/b=1)",
    ],
)
def test_no_agent_leads_to_a_file(text, files):
    with pytest.raises(TableroError):
        Shelf(player_files=files[1:]).agent(text.format(files[1]))


def test_options_of_evaluations_are_for_the_page():
    game = games.load("connect4")
    text = "potential(wins=infinite)"
    assert SHELF.evaluation(text, game) == text
    assert SHELF.agent(f"alphabeta(eval={text})") == f"alphabeta(eval={text})"
    with pytest.raises(OptionError, match="wins must be one of quick, infinite"):
        SHELF.evaluation("potential(wins=late)", game)


@pytest.mark.parametrize("text", ["{}", "zero.py", "lines(x={})", "../lines", "lines(log=x)"])
def test_no_evaluation_is_a_file(text, files):
    with pytest.raises(TableroError):
        SHELF.evaluation(text.format(files[1]), games.load("connect4"))


def test_files_of_the_user_have_names(files):
    shelf = Shelf(files[:1], files[1:])
    name = games.load(files[0]).name
    assert name in shelf.game_names
    game = shelf.game(name)
    assert str(game) == files[0]
    assert shelf.game_text(game) == name
    assert "last_move" in shelf.agent_names(game)
    assert shelf.agent("last_move(patience=2)") == f"{files[1]}(patience=2)"
    assert shelf.evaluation("last_move(x=2)", game) == f"{files[1]}(x=2)"
    assert shelf.evaluation("", game) == "zero"


def test_names_are_told_apart(files, tmp_path):
    other = tmp_path / "other"
    other.mkdir()
    twin = other / "last_move.py"
    twin.write_text(PLAYER)
    random = tmp_path / "random.py"
    random.write_text(PLAYER)
    for players in ((files[1], str(twin)), (str(random),)):
        with pytest.raises(OptionError, match="same name"):
            Shelf(player_files=players)


def test_agents_keep_within_bounds():
    assert SHELF.agent("mcts(simulations=5000)") == "mcts(simulations=5000)"
    for text in ("mcts(simulations=2000000)", "engine(threads=200)", "perfect(threads=9)"):
        with pytest.raises(OptionError, match=r"must be 1 to \d+, not"):
            SHELF.agent(text)


def test_every_agent_but_two_is_there():
    for name in agents.AGENTS:
        if name in shelf_module.NOT_HERE:
            with pytest.raises(TableroError):
                SHELF.agent(name)
        else:
            assert SHELF.agent(name) == name
