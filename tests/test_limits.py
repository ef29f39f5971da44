"""Options of games, agents and evaluations are checked by their types, and the page knows them."""

import re
from typing import Any

import pytest

import tablero.games as games
from tablero import agents
from tablero.errors import OptionError
from tablero.games import evaluations
from tablero.games.quarry.rules import LONGEST
from tablero.games.sowing.rows import MOST_PITS
from tablero.locale import speaking
from tablero.options import option_limits
from tablero.web.catalogue import catalogue
from tablero.web.shelf import Shelf

pytestmark = pytest.mark.plain

CLASSES: dict[str, Any] = {
    **{name: type(games.load(name)) for name in games.GAMES},
    **{name: agents.agent_class(name) for name in agents.AGENTS},
}
REQUIRED = {"program": {"command": "./bot.sh"}, "ugi": {"command": "./engine"}}
"""Options without which there is no such agent."""

LIMITED = [(name, option) for name, cls in CLASSES.items() for option in option_limits(cls)]


@pytest.mark.parametrize(("name", "option"), LIMITED)
def test_a_number_at_its_limit_is_taken_and_none_beyond(name: str, option: str):
    cls, limits = CLASSES[name], option_limits(CLASSES[name])
    others = {other: limits[other].least for other in limits if other != option}
    small: dict[str, Any] = {**others, **REQUIRED.get(name, {})}
    least, most = limits[option]
    cls(**{**small, option: least})
    with pytest.raises(OptionError):
        cls(**{**small, option: least / 2 if 0 < least < 1 else least - 1})
    cls(**{**small, option: 1 << 62 if most is None else most})
    if most is not None:
        with pytest.raises(OptionError):
            cls(**{**small, option: most + 1})


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("quarry(side=0)", f"option side must be 1 to {LONGEST}, not 0"),
        ("connect4(connect=1)", "option connect must be 2 to 62, not 1"),
        ("mancala11(limit=0)", "option limit must be 1 or more, not 0"),
        ("kalah(pits=-1)", f"option pits must be 1 to {MOST_PITS}, not -1"),
        (
            "kalah(capture=all)",
            "option capture must be one of opposite, empty, leave, none, not 'all'",
        ),
    ],
)
def test_one_message_about_options_of_games(text: str, message: str):
    """The same for a text and for an object that is made in Python."""
    name, option, value = re.split(r"[(=)]", text)[:3]
    with pytest.raises(OptionError, match=f"^{re.escape(message)}$"):
        games.load(text)
    given = value if value.isalpha() else int(value)
    with pytest.raises(OptionError, match=f"^{re.escape(message)}$"):
        CLASSES[name](**{option: given})


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("level(11)", "option number must be 1 to 10, not 11"),
        ("engine(time=0)", "option time must be 0.001 or more, not 0"),
        ("alphabeta(depth=1001)", "option depth must be 1 to 1000, not 1001"),
        ("mcts(exploration=-0.5)", "option exploration must be 0 or more, not -0.5"),
        ("my_player.py(patience=0)", "option patience must be 0.001 or more, not 0"),
    ],
)
def test_one_message_about_options_of_agents(text: str, message: str):
    with pytest.raises(OptionError, match=f"^{re.escape(message)}$"):
        agents.load(text)


def test_an_option_that_is_no_choice_is_refused_in_python_too():
    with pytest.raises(OptionError, match="^option order must be one of natural, best, not 'x'$"):
        CLASSES["alphabeta"](order="x")
    with pytest.raises(OptionError, match="^option side must be 1 to .*, not four$"):
        CLASSES["quarry"](side="four")


def test_an_option_that_may_be_none_is_not_checked_then():
    assert CLASSES["engine"](time=None, depth=None).depth is None


FILE = """
from typing import Annotated, NamedTuple
from tablero.options import Between, Named

class Steps(NamedTuple):
    step: Annotated[int, Between(1, 9)] = 2
    weight: int = 1
    style: Annotated[int, Named(("plain", "bold"))] = 0

    def value(self, position):
        return self.step * self.weight * position.stones
"""


def test_options_of_evaluations(tmp_path):
    """Weights have limits unless they name others; an int may have values with names."""
    path, game = tmp_path / "steps.py", games.load("connect4")
    path.write_text(FILE)
    assert evaluations.load(f"{path}(step=9,weight=-100000,style=bold)", game) == (9, -100_000, 1)
    for options, message in {
        "step=10": "option step must be 1 to 9, not 10",
        "weight=100001": "option weight must be -100000 to 100000, not 100001",
        "style=loud": "option style must be one of plain, bold, not 'loud'",
    }.items():
        with pytest.raises(OptionError, match=f"^{re.escape(message)}$"):
            evaluations.load(f"{path}({options})", game)


GAME = """
from dataclasses import dataclass
from typing import Annotated, NamedTuple
from tablero.games.game import Game
from tablero.limits import Between
from tablero.position import ONGOING

class Sticks(NamedTuple):
    left: int
    side: int

    def moves(self):
        yield 1

    def play(self, move):
        return Sticks(self.left - move, 1 - self.side)

    def outcome(self):
        return ONGOING if self.left else -1

    def turn(self):
        return self.side

@dataclass(frozen=True)
class Nim(Game):
    name = "nim"
    sticks: Annotated[int, Between(1, 9)] = 3

    @property
    def start(self):
        return Sticks(self.sticks, 0)
"""


def test_options_of_a_game_in_a_file(tmp_path):
    path = tmp_path / "nim.py"
    path.write_text(GAME)
    game: Any = games.load(f"{path}(sticks=9)")
    assert game.start.left == 9
    message = "^option sticks must be 1 to 9, not 10$"
    with pytest.raises(OptionError, match=message):
        games.load(f"{path}(sticks=10)")
    with pytest.raises(OptionError, match=message):
        type(game)(sticks=10)


def test_limits_in_spanish():
    with speaking("es"), pytest.raises(OptionError) as error:
        games.load("connect4(connect=1)")
    assert str(error.value) == "la opción connect debe ser de 2 a 62, no 1"


def test_the_page_is_told():
    told = catalogue(Shelf())
    (connect4,) = (each for each in told.games if each.name == "connect4")
    limits = {option.name: option.limits for option in connect4.options}
    assert limits["connect"] is not None
    assert (limits["connect"].least, limits["connect"].most) == (2, 62)
    (mcts,) = (each for each in told.agents if each.name == "mcts")
    exploration = {option.name: option.limits for option in mcts.options}["exploration"]
    assert exploration is not None
    assert (exploration.least, exploration.most) == (0, None)
