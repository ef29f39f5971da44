"""Limits of options, as the page hears of them, are those that games and agents insist on."""

import pytest

from tablero import agents, games
from tablero.errors import OptionError
from tablero.games.options import option_limits
from tablero.web.catalogue import catalogue
from tablero.web.shelf import Shelf

pytestmark = pytest.mark.plain

CLASSES = {
    **{name: type(games.load(name)) for name in games.GAMES},
    **{name: agents.agent_class(name) for name in agents.AGENTS},
}
LIMITED = [(name, option) for name, cls in CLASSES.items() for option in option_limits(cls)]


@pytest.mark.parametrize(("name", "option"), LIMITED)
def test_a_number_at_its_limit_is_taken_and_none_beyond(name: str, option: str):
    cls, limits = CLASSES[name], option_limits(CLASSES[name])
    small = {other: limits[other].least for other in limits if other != option}
    least, most = limits[option]
    cls(**{**small, option: least})
    with pytest.raises(OptionError):
        cls(**{**small, option: least / 2 if 0 < least < 1 else least - 1})
    cls(**{**small, option: 1 << 62 if most is None else most})
    if most is not None:
        with pytest.raises(OptionError):
            cls(**{**small, option: most + 1})


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
