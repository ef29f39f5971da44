"""Kaggle's ConnectX: its agents here, ours there."""

import random
import runpy
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import tablero.games as games
from tablero import agents
from tablero.adapters.connectx import cells_of, stones_of, submission
from tablero.adapters.kaggle import ConnectXPlayer, Struct
from tablero.agents.agent import NO_LIMITS
from tablero.cli import main
from tablero.errors import OptionError, OutsideError
from tablero.match.referee import Reason
from tablero.position import ONGOING
from tests.adapters.playing import reasons_of

BOARDS = ["connect4", "connect4(columns=5,rows=4,connect=3)"]

FIRST_FREE = """
def unused(observation):
    raise RuntimeError

def my_agent(observation, configuration):
    free = [c for c in range(configuration.columns) if observation["board"][c] == 0]
    return free[0]
"""


def random_positions(game, count, seed):
    """Unfinished ones, from games by chance."""
    dice, found = random.Random(seed), list[Any]()
    while len(found) < count:
        position = game.start
        while position.outcome() == ONGOING and len(found) < count:
            found.append(position)
            position = position.play(dice.choice(list(position.moves())))
    return found


@pytest.mark.plain
@pytest.mark.parametrize("name", BOARDS)
def test_boards_there_and_back(name):
    game: Any = games.load(name)
    for position in random_positions(game, 200, seed=1):
        cells = cells_of(position, game.columns, game.rows)
        assert len(cells) == game.columns * game.rows
        assert [cells.count(1), cells.count(2)] == [
            (position.stones + 1) // 2,
            position.stones // 2,
        ]
        mark = position.turn() + 1
        assert stones_of(cells, mark, game.columns, game.rows) == tuple(position)


@pytest.mark.plain
def test_a_board_as_kaggle_draws_it():
    game = games.load("connect4(columns=4,rows=3,connect=3)")
    board = [0, 0, 0, 0, 0, 1, 0, 0, 1, 2, 2, 0]
    assert cells_of(game.read("1223"), 4, 3) == board


def choices(game, agent, seed, positions):
    """What an agent of ours picks, and what its file does."""
    names: dict[str, Any] = {}
    exec(submission(agents.load(agent), game), names)
    told = Struct(columns=game.columns, rows=game.rows, inarow=game.connect)
    ours, theirs = [], []
    for position in positions:
        player = agents.load(agent).seat(game, position.turn())
        player.begin(seed)
        move = player.choose(position, NO_LIMITS).move
        ours.append(int(game.move_name(position, move)) - 1)
        names["PLAYERS"][position.turn()].begin(seed)
        names["random"] = SimpleNamespace(randrange=lambda _most: seed)
        cells = cells_of(position, game.columns, game.rows)
        seen = Struct(board=cells, mark=position.turn() + 1)
        theirs.append(list(names.values())[-1](seen, told))
    return ours, theirs


@pytest.mark.plain
@pytest.mark.parametrize(
    ("agent", "count"),
    [
        ("greedy", 200),
        ("minimax(depth=2,eval=table)", 50),
        ("negamax(depth=2,order=best)", 50),
        ("alphabeta(depth=3)", 60),
        ("negascout(depth=3,eval=potential)", 50),
        ("mtdf(depth=2,root_window=full)", 50),
        ("mcts(simulations=20)", 50),
        ("level(3)", 50),
    ],
)
def test_a_file_chooses_what_its_agent_chooses(agent, count):
    game = games.load("connect4")
    ours, theirs = choices(game, agent, 5, random_positions(game, count, seed=2))
    assert ours == theirs
    assert len(set(ours)) > 3


@pytest.mark.compiled_only
def test_a_file_chooses_what_machine_code_chooses():
    game = games.load("connect4")
    ours, theirs = choices(game, "alphabeta(depth=3)", 5, random_positions(game, 2000, seed=3))
    assert ours == theirs


@pytest.mark.plain
def test_a_file_with_an_evaluation_of_the_users(written):
    path = written(
        "from typing import NamedTuple\n\n"
        "CENTRE = sum(1 << 7 * 3 + row for row in range(6))\n\n"
        "class Middle(NamedTuple):\n"
        "    weight: int = 3\n\n"
        "    def value(self, position):\n"
        "        theirs = position.mine ^ position.full\n"
        "        mine = (position.mine & CENTRE).bit_count()\n"
        "        return self.weight * (mine - (theirs & CENTRE).bit_count())\n"
    )
    game, agent = games.load("connect4"), f"alphabeta(depth=2,eval={path})"
    ours, theirs = choices(game, agent, 5, random_positions(game, 50, seed=6))
    assert ours == theirs
    assert ours[0] == 3
    text = Path(path).read_text().replace("CENTRE = ", "CENTRE = np.size(0) * ")
    imported = written("import numpy as np\n" + text, "numpy_there.py")
    with pytest.raises(OptionError, match="np is imported from numpy, which one file cannot hold"):
        submission(agents.load(f"alphabeta(depth=2,eval={imported})"), game)


@pytest.mark.plain
def test_a_file_of_another_board():
    game = games.load("connect4(columns=5,rows=4,connect=3)")
    ours, theirs = choices(game, "alphabeta(depth=4)", 5, random_positions(game, 50, seed=4))
    assert ours == theirs


@pytest.mark.plain
def test_a_file_needs_nothing_else(tmp_path, capsys):
    with pytest.raises(SystemExit) as end:
        main(["export", "connectx", "alphabeta(depth=2)", "--out", f"{tmp_path}/mine.py"])
    assert (end.value.code, capsys.readouterr().err) == (0, "")
    text = (tmp_path / "mine.py").read_text()
    for word in ("numba", "numpy", "import tablero", "from tablero", "@kernel", "@helper"):
        assert word not in text, word
    last = list(runpy.run_path(f"{tmp_path}/mine.py").values())[-1]
    assert last.__name__ == "agent"


@pytest.mark.plain
@pytest.mark.parametrize("agent", ["engine", "perfect", "alphabeta(cache=true)", "level(10)"])
def test_agents_that_stay_at_home(agent):
    with pytest.raises(OptionError, match="cannot be exported; expected random"):
        submission(agents.load(agent), games.load("connect4"))


@pytest.mark.plain
def test_kaggles_agent_is_the_last_one_of_its_file(written):
    agent = f"kaggle({written(FIRST_FREE)})"
    assert str(agents.load(agent)) == agent
    player = agents.load(agent).seat(games.load("connect4"), 0)
    player.begin(1)
    position = games.load("connect4").read("111111")
    assert (
        games.load("connect4").move_name(position, player.choose(position, NO_LIMITS).move) == "2"
    )
    player.close()


@pytest.mark.plain
@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("def agent(o, c):\n    return 6", "move 7"),
        ("def agent(o):\n    return o.mark", "move 2"),
        ("def agent(o, c):\n    return 9", "move number 9"),
        ("def agent(o, c):\n    return -1", "move number -1"),
        ("def agent(o, c):\n    return None", "move None"),
        ("def agent(o, c):\n    return c.actTimeout", "move 3"),
        ("def agent(o, c):\n    o.board[0] = 1\n    return o['step'] + len(c) - 8", "move 1"),
    ],
)
def test_what_kaggles_agents_see_and_say(written, text, answer):
    game = games.load("connect4")
    player = ConnectXPlayer(written(text), game)
    player.begin(1)
    assert player.answer(game.start, NO_LIMITS) == answer


@pytest.mark.plain
def test_an_agent_begins_every_game_without_memories(written):
    game = games.load("connect4")
    text = "calls = []\ndef agent(o):\n    calls.append(1)\n    return len(calls)"
    player = ConnectXPlayer(written(text), game)
    for _game in range(2):
        player.begin(1)
        answers = [player.answer(game.start, NO_LIMITS) for _move in range(2)]
        assert answers == ["move 2", "move 3"]


@pytest.mark.plain
def test_a_wrong_column_loses(written):
    path = written("def agent(o, c):\n    return 9")
    assert reasons_of("connect4", f"kaggle({path})", "random", games=2) == {Reason.ILLEGAL: 2}


@pytest.mark.plain
def test_files_that_do_not_load(written):
    game = games.load("connect4")
    with pytest.raises(OutsideError, match="line 2: the file does not import: ZeroDivisionError"):
        agents.load(f"kaggle({written('x = 1' + chr(10) + '1 / 0')})").seat(game, 0)
    with pytest.raises(OutsideError, match="no function, expected def agent"):
        agents.load(f"kaggle({written('x = 1')})").seat(game, 0)
    with pytest.raises(OutsideError, match="cannot read 'nowhere.py'"):
        agents.load("kaggle(nowhere.py)").seat(game, 0)
    with pytest.raises(OptionError, match="plays connect4, not kalah"):
        agents.load("kaggle(nowhere.py)").seat(games.load("kalah"), 0)


@pytest.mark.plain
@pytest.mark.skipif(find_spec("kaggle_environments") is not None, reason="it is installed")
def test_without_the_package_its_install_commands_are_told():
    line = "kaggle_environments is not installed; install it with: "
    with pytest.raises(OutsideError, match=line + "pip install 'tablero.kaggle.' && pip"):
        agents.load("kaggle(negamax)").seat(games.load("connect4"), 0)


GAMES = 200
"""Each way, with each of theirs; their search is slow, and plays on a smaller board."""

SMALL = "connect4(columns=4,rows=5,connect=4)"
MATCHES = [("random", "connect4"), ("negamax", SMALL)]


@pytest.mark.slow
@pytest.mark.parametrize(("theirs", "board"), MATCHES)
def test_games_here(theirs, board):
    pytest.importorskip("kaggle_environments")
    found = reasons_of(board, "level(2)", f"kaggle({theirs})", games=GAMES, openings=2)
    assert sum(found.values()) == found[Reason.WON] + found[Reason.DRAWN] == GAMES


@pytest.mark.slow
@pytest.mark.parametrize(("theirs", "board"), MATCHES)
def test_games_there(theirs, board, tmp_path):
    kaggle = pytest.importorskip("kaggle_environments")
    game: Any = games.load(board)
    file = tmp_path / "submission.py"
    file.write_text(submission(agents.load("alphabeta(depth=2)"), game))
    size = {"columns": game.columns, "rows": game.rows, "inarow": game.connect}
    table = kaggle.make("connectx", configuration=size)
    for number in range(GAMES):
        players = [str(file), theirs] if number % 2 else [theirs, str(file)]
        last = table.run(players)[-1]
        assert [state.status for state in last] == ["DONE", "DONE"], table.logs
