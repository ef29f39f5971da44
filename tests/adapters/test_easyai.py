"""Games written for easyAI, with it and without."""

import random
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

import tablero.games as games
from tablero import agents
from tablero.adapters import easyai_base
from tablero.agents.agent import NO_LIMITS
from tablero.errors import OptionError, OutsideError
from tablero.games import evaluations
from tablero.match.referee import Reason
from tablero.position import ONGOING
from tests.adapters.playing import reasons_of

pytestmark = pytest.mark.plain

BONES = '''
from easyAI import TwoPlayerGame, Human_Player, AI_Player, Negamax

class GameOfBones(TwoPlayerGame):
    """In turn, remove one to three bones; whoever takes the last one loses."""

    def __init__(self, players=None, bones=11):
        self.players = players
        self.pile = bones
        self.current_player = 1

    def possible_moves(self): return ["1", "2", "3"][:self.pile]
    def make_move(self, move): self.pile -= int(move)
    def win(self): return self.pile <= 0
    def is_over(self): return self.win()
    def show(self): print("%d bones left in the pile" % self.pile)
    def scoring(self): return 100 if self.win() else 0

ai = Negamax(13)
game = GameOfBones([Human_Player(), AI_Player(ai)])
game.play()
'''

OLD = (
    BONES.replace("TwoPlayerGame", "TwoPlayersGame")
    .replace("current_player", "nplayer")
    .replace("    def scoring(self): return 100 if self.win() else 0\n", "")
)
"""The same for easyAI 1, and without an evaluation."""

PAWNS = """
from easyAI import TwoPlayerGame

class Steps(TwoPlayerGame):
    '''Each walks to the fifth place; players hold where they are, and moves are objects.'''

    def __init__(self, players):
        self.players, self.current_player = players, 1
        for player in players:
            player.place = [0]

    def possible_moves(self): return {(self.player, 1), (self.player, 2)}
    def make_move(self, move):
        player, steps = move
        player.place[0] += steps
    def lose(self): return self.opponent.place[0] >= 5
    def is_over(self): return self.lose()
"""


@pytest.fixture(params=["easyAI", "nothing"])
def world(request, monkeypatch):
    """With easyAI where it is installed, and as if it were not."""
    for name in [name for name in sys.modules if name.startswith("tablero_outside_")]:
        monkeypatch.delitem(sys.modules, name)
    if request.param == "easyAI":
        pytest.importorskip("easyAI.AI")
        yield
        return
    for name in [name for name in sys.modules if name.partition(".")[0] == "easyAI"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "easyAI", None)
    yield


def test_a_game_as_it_is(world, written, capsys):
    path = written(BONES)
    game = games.load(f"{path}(bones=9)")
    assert str(game) == f"{path}(bones=9)"
    assert capsys.readouterr().out == ""
    assert game.draw(game.start) == "9 bones left in the pile"
    assert list(game.move_names(game.start)) == ["1", "2", "3"]
    after = game.read("2,0")
    assert game.draw(after) == "5 bones left in the pile"
    assert (after.turn(), after.outcome()) == (0, ONGOING)
    assert game.draw(game.start) == "9 bones left in the pile"
    assert game.read("2,2,2").outcome() == 100


@pytest.mark.parametrize("text", [BONES, OLD])
@pytest.mark.parametrize("agent", ["alphabeta(depth=12)", "engine(depth=12)", "perfect"])
def test_whoever_sees_the_end_leaves_one_more_than_a_multiple_of_four(world, written, text, agent):
    game = games.load(written(text))
    player = agents.load(agent).seat(game, 0)
    for history, left in [("", 9), ("0", 9), ("1,0", 5), ("0,0,0", 5)]:
        position = game.read(history)
        move = player.choose(position, NO_LIMITS).move
        assert position.play(move).game.pile == left


def test_its_scoring_is_the_usual_evaluation(world, written):
    game = games.load(written(BONES))
    assert evaluations.names(game) == ["scoring", "zero"]
    evaluation = evaluations.load("scoring(weight=2)", game)
    assert evaluation.value(game.read("2,2,2,1")) == 200
    assert evaluation.value(game.start) == 0


def test_players_that_hold_things_and_moves_that_are_objects(world, written):
    game = games.load(written(PAWNS))
    dice = random.Random(1)
    position = game.start
    while position.outcome() == ONGOING:
        assert position == game.read(game.write(position))
        position = position.play(dice.choice(list(position.moves())))
    assert position.outcome() == -1
    assert game.start.game.players[0].place == [0]


@pytest.mark.parametrize(
    ("broken", "said"),
    [
        (
            BONES.replace("self.pile = bones", "self.pile = nothing"),
            "line 9: the file does not import",
        ),
        (BONES.replace("int(move)", "move"), "the rules fail in the initial position: TypeError"),
        (BONES.replace("import Two", "imp Two"), "line 2: the file does not import"),
        ("import easyAI\n", "expected one class derived from TwoPlayerGame, found 0"),
    ],
)
def test_files_that_do_not_work(world, written, broken, said):
    with pytest.raises(OutsideError, match=said):
        games.load(written(broken))


@pytest.mark.parametrize("world", ["nothing"], indirect=True)
def test_what_stands_for_easyai_is_seen_by_the_file_alone(world, written):
    game = games.load(written(BONES))
    assert isinstance(game.read("2,0").game, easyai_base.TwoPlayerGame)
    with pytest.raises(ModuleNotFoundError):
        import easyAI  # noqa: F401
    assert [name for name, module in sys.modules.items() if module is easyai_base] == [
        "tablero.adapters.easyai_base"
    ]


@pytest.mark.parametrize("world", ["nothing"], indirect=True)
def test_a_file_may_import_easyai_late_and_through_another_file(
    world, written, monkeypatch, tmp_path
):
    written("from easyAI.AI import Negamax\nBONES = 6\n", "bones_of_mine.py")
    monkeypatch.syspath_prepend(tmp_path)
    text = BONES.replace("self.pile = bones", "from bones_of_mine import BONES; self.pile = BONES")
    text = text.replace("def win(self):", "def win(self):\n        import easyAI\n       ")
    game = games.load(written(text))
    assert game.start.game.pile == 6
    assert game.read("2,2").outcome() == 100


def test_searches_of_easyai_that_are_not_there():
    with pytest.raises(OptionError, match="easyAI cannot be imported: its searches are missing"):
        easyai_base.Negamax(3)("a game")


@pytest.mark.parametrize("world", ["nothing"], indirect=True)
def test_without_easyai_its_search_is_refused_before_a_game(world, written):
    game = games.load(written(BONES))
    with pytest.raises(
        OptionError, match="easyAI is not installed; install it with: pip install 'tab"
    ):
        agents.load("easyai").seat(game, 0)


def test_its_search_plays_its_own_games_only(written):
    with pytest.raises(OptionError, match="games that are written for easyAI, not kalah"):
        agents.load("easyai").seat(games.load("kalah"), 0)


GAMES = 200
"""Each way."""

SHIPPED = ["ConnectFour", "GameOfBones", "Hexapawn", "Knights", "Nim", "TicTacToe"]


def shipped(name):
    spec = find_spec("easyAI")
    assert spec is not None
    return str(Path(str(spec.origin)).parent / "games" / f"{name}.py")


@pytest.mark.parametrize("name", SHIPPED)
def test_games_of_the_package_here(name):
    """Their own files, unchanged: our agents against their search."""
    pytest.importorskip("easyAI.AI")
    games_ = GAMES if name in ("Nim", "GameOfBones") else 10
    found = reasons_of(shipped(name), "random", "easyai(depth=1)", games=games_)
    assert sum(found.values()) == found[Reason.WON] + found[Reason.DRAWN] == games_


def test_rules_there_and_here():
    """Random games of its Connect-4 beside ours."""
    pytest.importorskip("easyAI.AI")
    theirs, ours = games.load(shipped("ConnectFour")), games.load("connect4")
    for number in range(GAMES):
        dice, there, here = random.Random(number), theirs.start, ours.start
        while here.outcome() == ONGOING:
            assert there.outcome() == ONGOING
            assert there.choices == [int(name) - 1 for name in ours.move_names(here)]
            place = dice.randrange(len(there.choices))
            there, here = there.play(place), here.play(list(here.moves())[place])
        assert (there.outcome() < 0) == (here.outcome() < 0)
        assert (there.outcome() == 0) == (here.outcome() == 0)


def test_agents_of_ours_there():
    easy: Any = pytest.importorskip("easyAI")
    pytest.importorskip("easyAI.AI")
    from easyAI.games.Nim import Nim

    from tablero.adapters.easyai import Thinker

    for number in range(GAMES):
        ours, theirs = easy.AI_Player(Thinker("greedy", number)), easy.AI_Player(easy.Negamax(1))
        players = [ours, theirs] if number % 2 else [theirs, ours]
        table = Nim(players, piles=(2, 3, 1))
        history = table.play(verbose=False)
        for before, move in history[:-1]:
            assert move in before.possible_moves()
        assert table.is_over()
