"""Compilation is on no player's clock, also in the process of a player's file."""

from contextlib import closing
from pathlib import Path

import pytest

import tablero.games as games
from tablero import agents
from tablero.agents.agent import Limits
from tablero.agents.program_player import ProgramPlayer
from tablero.match.batch import Batch
from tablero.match.plan import MatchTerms, Plan
from tablero.match.referee import Reason, Rules, play_game
from tablero.match.warm_up import turns_of, warm_up
from tablero.position import FIRST, ONGOING, SECOND

KERNEL_PLAYER = '''
"""A player that compiles a kernel for its first move, and another one for the endgame."""

from tablero.jit import kernel


@kernel
def count(position):
    found = 0
    for move in position.moves():
        for reply in position.play(move).moves():
            found += 1
    return found


@kernel
def count_late(position):
    found = 0
    for move in position.moves():
        if position.play(move).outcome() != 0:
            found += 1
    return found


def choose(position, moves):
    count(position) if len(moves) > 3 else count_late(position)
    return moves[0]
'''

SLOW_PLAYER = """
import time

asked = 0


def choose(position, moves):
    global asked
    asked += 1
    if asked <= {times}:
        time.sleep({seconds})
    return moves[0]
"""


def seated(path: Path) -> ProgramPlayer:
    player = agents.load(str(path)).seat(games.load("tictactoe"), FIRST)
    assert isinstance(player, ProgramPlayer)
    return player


@pytest.mark.compiled_only
def test_a_file_with_a_kernel_does_not_lose_on_time(tmp_path: Path):
    path = tmp_path / "player.py"
    path.write_text(KERNEL_PLAYER)
    rules = Rules(Limits(seconds=0.3))
    batch = Batch(Plan(MatchTerms("tictactoe", (str(path), "random"), 8, 1, rules=rules)))
    batch.run()
    assert batch.tally.forfeits == {}, batch.tally.first_forfeit


@pytest.mark.plain
def test_a_slow_first_move_of_a_process_is_not_on_the_clock(tmp_path: Path):
    """As a compilation that takes longer than a move may."""
    path = tmp_path / "player.py"
    path.write_text(SLOW_PLAYER.format(times=1, seconds=0.6))
    rules = Rules(Limits(seconds=0.3))
    batch = Batch(Plan(MatchTerms("tictactoe", (str(path), "random"), 4, 1, rules=rules)))
    batch.run()
    assert batch.tally.forfeits == {}


@pytest.mark.plain
def test_a_player_that_is_always_slow_still_loses(tmp_path: Path):
    path = tmp_path / "player.py"
    path.write_text(SLOW_PLAYER.format(times=10**6, seconds=0.6))
    rules = Rules(Limits(seconds=0.3))
    batch = Batch(Plan(MatchTerms("tictactoe", (str(path), "random"), 2, 1, rules=rules)))
    batch.run()
    assert batch.tally.forfeits == {(0, Reason.TIMEOUT): 2}


@pytest.mark.plain
def test_a_process_that_replaces_another_is_warmed_up_too(tmp_path: Path):
    path = tmp_path / "player.py"
    path.write_text(SLOW_PLAYER.format(times=1, seconds=0.6))
    game, limits = games.load("tictactoe"), Limits(seconds=0.3)
    with closing(seated(path)) as player:
        warm_up(game, player, FIRST, 1, limits)
        assert (first := player.child)
        player.begin(1)
        player.choose(game.start, limits)
        player.stop()
        first.process.wait()
        opponent = agents.load("random").seat(game, SECOND)
        opponent.begin(1)
        player.begin(1)
        played = play_game(game, (player, opponent), game.start, rules=Rules(limits))
        assert player.child is not first
        assert played.reason in (Reason.WON, Reason.DRAWN), played.detail


@pytest.mark.plain
def test_a_player_that_fails_in_the_endgame_is_warmed_up_for_the_opening(tmp_path: Path):
    path = tmp_path / "player.py"
    path.write_text("def choose(position, moves): return moves[0] if len(moves) > 6 else 1 / 0\n")
    game, limits = games.load("tictactoe"), Limits(seconds=0.3)
    with closing(seated(path)) as player:
        warm_up(game, player, FIRST, 1, limits)
        assert {len([*each.moves()]) for each in player.warm_up_positions} == {9, 7}
        player.begin(1)
        assert player.choose(game.start, limits).move == 0


@pytest.mark.plain
@pytest.mark.parametrize("side", [FIRST, SECOND])
def test_positions_of_a_warm_up(side: int):
    turns = [*turns_of(games.load("tictactoe"), side, seed=3)]
    assert len(turns) >= 2
    assert all(each.turn() == side and each.outcome() == ONGOING for each in turns)
