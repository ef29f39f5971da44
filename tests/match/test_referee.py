"""The referee: turns, events, limits, and what a player's faults cost."""

import time
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tablero.games as games
from tablero import agents
from tablero.agents.agent import RESIGN, Choice, Limits, TimeIsUp
from tablero.errors import IllegalMove, NotationError, OutsideError, RulesError
from tablero.match.referee import (
    FREE,
    GameEnded,
    GameStarted,
    MovePlayed,
    Reason,
    Rules,
    ask,
    play_game,
)
from tablero.position import FIRST, ONGOING, SECOND
from tests.games.setups import SETUPS, Setup

pytestmark = pytest.mark.plain


class Scripted:
    """Does what it was told, one thing a move: plays a move, makes a choice, or raises."""

    compiled = None

    def __init__(self, *script):
        self.script = iter(script)
        self.asked: list[Any] = []

    def begin(self, seed):
        pass

    def choose(self, position, limits):
        self.asked.append((position, limits))
        step = next(self.script)
        if isinstance(step, type) and issubclass(step, BaseException):
            raise step("so it was told")
        return Choice(step) if isinstance(step, int) else step

    def close(self):
        pass


TICTACTOE = games.load("tictactoe")


def play(first, second, game=TICTACTOE, rules=FREE, **facts):
    """A game of two scripts, and its events."""
    events: list[Any] = []
    players = Scripted(*first), Scripted(*second)
    start = facts.pop("start", game.start)
    played = play_game(game, players, start, rules=rules, listen=events.append, **facts)
    return played, events, players


def test_won_by_the_first():
    played, _events, _players = play([0, 1, 2], [3, 4])
    assert (played.winner, played.reason, played.margin) == (FIRST, Reason.WON, 1)
    assert played.moves == [0, 3, 1, 4, 2]


def test_won_by_the_second():
    played, _events, _players = play([0, 1, 8], [3, 4, 5])
    assert (played.winner, played.reason, played.margin) == (SECOND, Reason.WON, -1)


def test_drawn():
    played, _events, _players = play([0, 1, 5, 6, 8], [4, 2, 3, 7])
    assert (played.winner, played.reason, played.margin) == (None, Reason.DRAWN, 0)


def test_events_in_order():
    choice = Choice(1, 17, exact=True, statistics={"nodes": 3})
    played, events, _players = play([0, choice, 2], [3, 4])
    assert [type(event) for event in events] == [GameStarted, *[MovePlayed] * 5, GameEnded]
    assert events[0] == GameStarted(TICTACTOE, TICTACTOE.start)
    assert events[-1] == GameEnded(TICTACTOE, events[-2].after, played)
    position = TICTACTOE.start
    for event, move, seconds in zip(events[1:-1], played.moves, played.times, strict=True):
        assert (event.before, event.move, event.seconds) == (position, move, seconds)
        assert event.after == position.play(move)
        position = event.after
    assert events[3].choice is choice
    assert played.scores == [None, None, 17, None, None]


def test_nobody_need_listen():
    players = Scripted(0, 1, 2), Scripted(3, 4)
    assert play_game(TICTACTOE, players, TICTACTOE.start).winner == FIRST


def test_an_opening_is_played_for_them():
    played, events, (first, second) = play([2], [], opening=[0, 3, 1, 4])
    assert played.moves == [0, 3, 1, 4, 2]
    assert (len(played.scores), len(played.times)) == (1, 1)
    assert [event.choice is None for event in events[1:-1]] == [True] * 4 + [False]
    assert (len(first.asked), len(second.asked)) == (1, 0)


def test_an_opening_may_be_a_whole_game():
    played, _events, _players = play([], [], opening=[0, 3, 1, 4, 2])
    assert (played.winner, played.reason, played.scores) == (FIRST, Reason.WON, [])


def test_from_a_position_in_which_the_second_moves():
    played, _events, (first, second) = play([0], [8], start=TICTACTOE.read("x........"))
    assert [len(player.asked) for player in (first, second)] == [1, 1]
    assert (played.reason, played.winner) == (Reason.ILLEGAL, SECOND)


def test_from_a_position_in_which_all_is_over():
    played, events, _players = play([], [], start=TICTACTOE.read("xxxoo...."))
    assert (played.winner, played.reason, played.moves) == (FIRST, Reason.WON, [])
    assert [type(event) for event in events] == [GameStarted, GameEnded]


def test_who_moves_again_is_asked_again():
    kalah = games.load("kalah")
    played, _events, (first, second) = play([2, 0, RESIGN], [RESIGN], game=kalah)
    assert played.moves == [2, 0]
    assert (len(first.asked), len(second.asked)) == (2, 1)
    assert (played.winner, played.reason) == (FIRST, Reason.RESIGNED)


@pytest.mark.parametrize("most", range(1, 5))
def test_a_limit_of_moves(most):
    played, _events, _players = play([0, 1, 2], [3, 4], rules=Rules(most_moves=most))
    assert len(played.moves) == most
    assert (played.winner, played.reason, played.margin) == (None, Reason.MOVE_LIMIT, None)


def test_a_game_that_ends_at_the_limit_has_ended():
    played, _events, _players = play([0, 1, 2], [3, 4], rules=Rules(most_moves=5))
    assert played.reason == Reason.WON


def test_an_opening_counts_for_the_limit():
    played, _events, _players = play([1], [], rules=Rules(most_moves=3), opening=[0, 3])
    assert (played.moves, played.reason) == ([0, 3, 1], Reason.MOVE_LIMIT)


@pytest.mark.parametrize(
    ("step", "reason", "detail"),
    [
        (9, Reason.ILLEGAL, "9"),
        (0, Reason.ILLEGAL, "0"),
        (Choice("4"), Reason.ILLEGAL, "'4'"),  # type: ignore[arg-type]
        (RESIGN, Reason.RESIGNED, ""),
        (TimeIsUp, Reason.TIMEOUT, "so it was told"),
        (IllegalMove, Reason.ILLEGAL, "so it was told"),
        (NotationError, Reason.ILLEGAL, "so it was told"),
        (OutsideError, Reason.CRASH, "so it was told"),
        (ZeroDivisionError, Reason.CRASH, "ZeroDivisionError: so it was told"),
        (None, Reason.CRASH, "AttributeError: 'NoneType' object has no attribute 'move'"),
    ],
)
@pytest.mark.parametrize("side", [FIRST, SECOND])
def test_a_fault_costs_the_game(step, reason, detail, side):
    scripts = ([0, step], [3]) if side == FIRST else ([0], [step])
    played, events, _players = play(*scripts)
    assert (played.winner, played.reason, played.detail) == (1 - side, reason, detail)
    assert played.margin is None
    assert len(played.moves) == len(played.scores) == len(played.times) == 2 - side
    assert isinstance(events[-1], GameEnded)
    assert events[-1].position == events[-2].after


def test_a_move_that_took_too_long_does_not_count():
    class Slow(Scripted):
        def choose(self, position, limits):
            time.sleep(0.2)
            return super().choose(position, limits)

    rules = Rules(Limits(seconds=0.001))
    played = play_game(TICTACTOE, (Slow(0), Scripted()), TICTACTOE.start, rules=rules)
    assert (played.winner, played.reason, played.moves) == (SECOND, Reason.TIMEOUT, [])
    assert played.detail.endswith("seconds, 0.001 are allowed")


def test_limits_are_told_to_both():
    limits = Limits(depth=3, nodes=100, seconds=60)
    _played, _events, players = play([0, 1, 2], [3, 4], rules=Rules(limits))
    assert {told for player in players for _position, told in player.asked} == {limits}


@pytest.mark.parametrize("stop", [KeyboardInterrupt, SystemExit])
def test_whoever_stops_us_stops_the_game(stop):
    with pytest.raises(stop):
        play([0, stop], [3])


def test_a_listener_that_fails_is_no_fault_of_a_player():
    def listen(event):
        raise ValueError("cannot draw")

    with pytest.raises(ValueError, match="cannot draw"):
        play_game(TICTACTOE, (Scripted(0), Scripted(1)), TICTACTOE.start, listen=listen)


@given(setup=st.sampled_from(SETUPS), seed=st.integers(0, 2**62 - 2))
def test_every_game_is_played_by_its_rules(setup: Setup, seed: int):
    game, start = setup.game, setup.start
    players = agents.load("random").seat(game, FIRST), agents.load("random").seat(game, SECOND)
    for side, player in enumerate(players):
        player.begin(seed + side)
    played = play_game(game, players, start, rules=Rules(most_moves=200))
    position = start
    for move in played.moves:
        assert move in position.moves()
        position = position.play(move)
    outcome = position.outcome() if position.turn() == FIRST else -position.outcome()
    if played.reason == Reason.MOVE_LIMIT:
        assert len(played.moves) == 200
    else:
        assert played.margin == outcome
        assert played.winner == (None if outcome == 0 else FIRST if outcome > 0 else SECOND)


class Failing(NamedTuple):
    """A position whose second move cannot be named."""

    left: int

    def moves(self):
        yield 0
        yield 1 // (self.left - 2)

    def play(self, move):
        return Failing(self.left - 1)

    def outcome(self):
        return ONGOING if self.left else -1

    def turn(self):
        return self.left & 1


def test_rules_that_fail_are_nobodys_fault():
    with pytest.raises(RulesError, match="division"):
        ask(Scripted(0), Failing(2), Limits())
