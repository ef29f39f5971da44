"""Players in cells play what the same evaluation plays in our own searches."""

import random
from pathlib import Path
from typing import Any

import pytest

import tablero.games as games
from tablero import agents
from tablero.agents.agent import Limits, TimeIsUp
from tablero.arena.player.forms import Track
from tablero.arena.player.templates import TEMPLATES, template
from tablero.arena.sandbox.players import AgentPlayer, EvaluationPlayer, GameVoid
from tablero.arena.sandbox.warden import FaultKind, Warden
from tablero.locale import LANGUAGES
from tablero.match.referee import Reason, Rules, play_game
from tablero.position import FIRST, ONGOING, SECOND, WIN
from tests.agents.programs import seated
from tests.arena.sandbox.conftest import kill_nursery
from tests.arena.sandbox.texts import ANY, GOOD, REGULAR, STORES

pytestmark = pytest.mark.plain

GAME = games.load("mancala11")
NO_LIMITS = Limits()


def evaluator(warden: Warden, text: str, depth: int = 2, game: str = "mancala11"):
    player = EvaluationPlayer(lambda: warden.cell(text, Track.EVALUATION, game), depth)
    player.begin(1)
    return player


def agent(warden: Warden, text: str, side: int = FIRST, game=GAME):
    player = AgentPlayer(lambda: warden.cell(text, Track.AGENT, str(game)), game, side)
    player.begin(1)
    return player


def some_positions(game, count: int, seed: int):
    """Unfinished ones, from random games, most of them late."""
    dice = random.Random(seed)
    found: list[Any] = []
    while len(found) < count:
        position = game.start
        while position.outcome() == ONGOING and len(found) < count:
            if dice.random() < 0.3:
                found.append(position)
            position = position.play(dice.choice(list(position.moves())))
    return found


@pytest.mark.parametrize("depth", [1, 2, 3])
@pytest.mark.parametrize(("name", "text"), [("regular", REGULAR), ("good", GOOD)])
def test_the_search_outside_is_negamax(warden, name, text, depth):
    ours = agents.load(f"{name}(depth={depth})").seat(GAME, FIRST)
    theirs = evaluator(warden, text, depth)
    for position in some_positions(GAME, 60 // depth, seed=depth):
        expected, found = (player.choose(position, NO_LIMITS) for player in (ours, theirs))
        assert (found.move, found.score) == (expected.move, expected.score), GAME.write(position)
    theirs.close()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["regular", "good"])
def test_the_shipped_files_play_in_cells_what_the_agents_of_their_names_play(
    warden, name, language
):
    """Move and score, near the end of games too, where *good* has its fault."""
    ours = agents.load(name).seat(GAME, FIRST)
    theirs = evaluator(warden, template(name).text(language))
    ends = 0
    for position in some_positions(GAME, 60, seed=3):
        expected, found = (player.choose(position, NO_LIMITS) for player in (ours, theirs))
        assert (found.move, found.score) == (expected.move, expected.score), GAME.write(position)
        ends += found.score == 50
    theirs.close()
    assert ends or name == "regular", "good has met its fault"


@pytest.mark.parametrize("name", TEMPLATES)
def test_every_template_plays_in_a_cell_what_it_plays_outside(warden, name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    made = TEMPLATES[name]
    Path("mine.py").write_text(made.text("en"), encoding="utf-8")
    seat = agent if made.track is Track.AGENT else evaluator
    inside = seat(warden, made.text("en"))
    with seated("mine.py", "mancala11") as outside:
        outside.begin(1)
        for position in some_positions(GAME, 20, seed=8):
            if position.turn() == FIRST:
                one, other = (who.choose(position, NO_LIMITS) for who in (outside, inside))
                assert one.move == other.move, GAME.write(position)
    inside.close()


EVERYTHING = """
from tablero.arena.player import ME, RIVAL, Board


def value(board: Board):
    scratch = board.scratch()
    scratch.play(board.moves()[0])
    scratch.put(ME, 0, 3)
    scratch.fill(1).put_store(ME, 2)
    scratch.reset()
    for asked in (board, scratch):
        for side in (ME, RIVAL):
            asked.seeds(side, 0), asked.sum_from(side, 2), asked.row(side), asked.filled(side)
            asked.filled(side, 2), asked.reversed_row(side), asked.both_rows()[side]
            asked.store(side), asked.marker(side), asked.accumulator(side)
        asked.turn, asked.to_move, asked.over, asked.must_pass, asked.played, asked.pits
        asked.facing(2)
    return len(board.text) + len(board.fields)


def finished(board):
    return board.margin
"""


def test_all_that_a_board_can_be_asked_is_there_behind_the_lock(warden):
    player = evaluator(warden, EVERYTHING)
    for position in some_positions(GAME, 10, seed=2):
        player.choose(position, NO_LIMITS)
    player.close()


READING = """
from tablero.arena.player import ME, RIVAL

ALIAS = "Reader"


def value(board):
    scratch = board.scratch().fill(1)
    for pit in board.filled(ME, 1):
        scratch.put(RIVAL, board.facing(pit), board.seeds(ME, pit))
    scratch.put_store(ME, len(board.filled(RIVAL, 3)))
    total = 0
    for asked in (board, scratch):
        mine, theirs = asked.both_rows()
        total += sum(n * seeds for n, seeds in enumerate(asked.reversed_row(ME)))
        total += sum(mine) * len(asked.filled(ME, 2)) - max(theirs) - asked.store(ME)
    return total
"""


def test_boards_are_read_in_a_cell_as_they_are_outside(warden, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("mine.py").write_text(READING, encoding="utf-8")
    inside = evaluator(warden, READING)
    scores = set()
    with seated("mine.py", "mancala11") as outside:
        outside.begin(1)
        for position in some_positions(GAME, 20, seed=9):
            if position.turn() == FIRST:
                one, other = (who.choose(position, NO_LIMITS) for who in (outside, inside))
                assert (one.move, one.score) == (other.move, other.score), GAME.write(position)
                scores.add(one.score)
    inside.close()
    assert len(scores) > 5


def test_nodes_are_limited_too(warden):
    player = evaluator(warden, STORES, 3)
    with pytest.raises(TimeIsUp, match="stopped after 20 nodes"):
        player.choose(GAME.start, Limits(nodes=20))


def test_without_a_word_of_its_own_winning_comes_first(warden):
    game = games.load("tictactoe")
    zero = evaluator(warden, "def value(board):\n    return 0\n", 2, "tictactoe")
    wins = game.read("xx.oo....")
    choice = zero.choose(wins, NO_LIMITS)
    assert (game.move_name(wins, choice.move), choice.score) == ("3", WIN + 1)
    zero.close()


def test_opinions_stay_below_a_win(warden):
    game = games.load("tictactoe")
    loud = evaluator(warden, "def value(board):\n    return -1000000\n", 1, "tictactoe")
    wins = game.read("xx.oo....")
    assert game.move_name(wins, loud.choose(wins, NO_LIMITS).move) == "3"
    assert loud.choose(game.start, NO_LIMITS).score == WIN - 1
    loud.close()


def test_a_limit_of_depth_is_kept(warden):
    deep, flat = evaluator(warden, STORES, 3), evaluator(warden, STORES, 1)
    for position in some_positions(GAME, 10, seed=9):
        limited = deep.choose(position, Limits(depth=1))
        assert limited == flat.choose(position, NO_LIMITS)
    deep.close()


def test_a_whole_game_is_the_same_game(warden):
    ours = [agents.load(name).seat(GAME, side) for side, name in enumerate(["good", "regular"])]
    theirs = evaluator(warden, GOOD), evaluator(warden, REGULAR)
    for move in GAME.start.moves():
        start = GAME.start.play(move)
        expected, played = (play_game(GAME, (a, b), start) for a, b in (ours, theirs))
        assert played.moves == expected.moves
        assert (played.winner, played.margin) == (expected.winner, expected.margin)
    assert all(player.cpu > 0 for player in theirs)
    for player in theirs:
        player.close()


def test_what_is_patched_inside_changes_nothing_outside(warden):
    """Search and rules of its own process; the numbers are those of the honest player."""
    honest = REGULAR.partition("    def final")[0]
    hostile = honest + (
        "\nimport functools, typing\n"
        "def spoil(position):\n"
        "    kind = type(position)\n"
        "    kind.moves = lambda self: iter(())\n"
        "    kind.outcome = lambda self: 36\n"
        "    kind.play = lambda self, move: self\n"
        "    kind.turn = lambda self: 0\n"
        "honest = Regular.value\n"
        "def value(self, position):\n"
        "    number = honest(self, position)\n"
        "    spoil(position)\n"
        "    return number\n"
        "Regular.value = value\n"
        "del value\n"
    )
    one, two = evaluator(warden, hostile), evaluator(warden, honest)
    for position in some_positions(GAME, 30, seed=5):
        assert one.choose(position, NO_LIMITS) == two.choose(position, NO_LIMITS)
    one.close()
    two.close()


def test_an_agent_plays_a_game_again_move_for_move(warden):
    def game() -> list[int]:
        players = agent(warden, ANY, FIRST), agent(warden, ANY, SECOND)
        moves = play_game(GAME, players, GAME.start).moves
        for player in players:
            player.begin(1)
        assert play_game(GAME, players, GAME.start).moves == moves
        for player in players:
            player.close()
        return moves

    assert game() == game()


@pytest.mark.parametrize(
    ("text", "reason", "kind"),
    [
        ("def choose():\n    return '17'\n", Reason.ILLEGAL, None),
        ("def choose():\n    return 'resign'\n", Reason.RESIGNED, None),
        ("def choose():\n    return None\n", Reason.ILLEGAL, None),
        ("def choose():\n    return 1 / 0\n", Reason.CRASH, FaultKind.RAISES),
        ("import os\ndef choose():\n    os._exit(0)\n", Reason.CRASH, FaultKind.DIED),
        ("choose = 3\n", Reason.CRASH, FaultKind.LOADS_NOT),
        ("def choose():\n    while True: pass\n", Reason.TIMEOUT, FaultKind.SLOW),
        ("def choose():\n    open('/etc/passwd')\n", Reason.CRASH, FaultKind.FORBIDDEN),
    ],
)
def test_what_an_agent_does_wrong_costs_it_the_game(warden, text, reason, kind):
    players = agent(warden, text), agent(warden, ANY, SECOND)
    played = play_game(GAME, players, GAME.start, rules=Rules(Limits(seconds=0.5)))
    assert (played.winner, played.reason) == (SECOND, reason), played.detail
    assert (players[0].fault and players[0].fault.kind) == kind
    players[0].begin(2)
    assert players[0].fault is None
    for player in players:
        player.close()


def test_a_fault_stays_until_the_next_game(warden):
    player = evaluator(warden, "def value(board):\n    return 1 / 0\n")
    for _turn in range(2):
        with pytest.raises(type(player.fault) if player.fault else Exception):
            player.choose(GAME.start, NO_LIMITS)
    assert player.fault is not None
    assert player.fault.kind is FaultKind.RAISES


def test_our_own_failure_is_no_result(strongest):
    with Warden(strongest) as warden:
        players = evaluator(warden, STORES), evaluator(warden, STORES)

        for player in players:
            player.choose(GAME.start, NO_LIMITS)
        kill_nursery(players[0].cell)
        with pytest.raises(GameVoid):
            play_game(GAME, players, GAME.start)
        for player in players:
            player.begin(1)
        played = play_game(GAME, players, GAME.start)
        assert played.reason in (Reason.WON, Reason.DRAWN)
