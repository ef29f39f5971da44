"""Matches: half the games started by each, the same whoever plays them, and to a verdict."""

import multiprocessing
import os
import signal
import threading
from collections import Counter
from contextlib import closing
from dataclasses import dataclass
from typing import Any, ClassVar

import pytest

from tablero import agents
from tablero.agents.agent import RESIGN, Agent, Choice, Limits
from tablero.errors import OptionError, TableroError
from tablero.match import tally as tally_module
from tablero.match.batch import Batch
from tablero.match.openings import Openings
from tablero.match.plan import MatchTerms, Plan, agents_by_side
from tablero.match.players import MatchPlayers
from tablero.match.referee import Played, Reason, Rules
from tablero.match.sprt import Sprt
from tablero.match.tally import Tally
from tablero.match.warm_up import MOST_TURNS
from tablero.position import FIRST, SECOND
from tablero.workers.job import in_order, shrinking_tasks
from tablero.workers.processes import ProcessPool, local_pool
from tests.agents.programs import EXAMPLES


def terms(*players: str, games: int = 20, game: str = "connect4", **others: Any) -> MatchTerms:
    first, second = players or ("random", "random")
    return MatchTerms(game, (first, second), games, seed=others.pop("seed", 5), **others)


def run(agreed: MatchTerms, workers: int = 1, sprt: Sprt | None = None) -> Batch:
    batch = Batch(Plan(agreed), local_pool(workers), sprt=sprt)
    batch.run()
    return batch


def games_of(agreed: MatchTerms) -> dict[int, list[int]]:
    with closing(MatchPlayers(Plan(agreed))) as players:
        return {number: players.play(number).moves for number in range(1, agreed.games + 1)}


def facts(batch: Batch) -> Any:
    return {**vars(batch.tally), "accepted": batch.accepted}


@dataclass(frozen=True)
class Clumsy(Agent):
    """Fails in one way or another."""

    name: ClassVar[str] = "clumsy"
    way: str = "crash"

    def seat(self, game, side):
        return ClumsyPlayer(self.way)


class ClumsyPlayer:
    compiled = None

    def __init__(self, way: str) -> None:
        self.way, self.asked = way, 0

    def begin(self, seed: int) -> None:
        if self.way == "begin":
            raise ConnectionError("nobody is there")

    def choose(self, position, limits):
        self.asked += 1
        if self.way == "crash":
            raise ZeroDivisionError("division by zero")
        return Choice(RESIGN)

    def close(self) -> None:
        pass


@pytest.fixture
def clumsy(monkeypatch):
    monkeypatch.setattr(agents, "agent_class", lambda name: Clumsy)


def test_each_starts_half_of_the_games_and_pairs_share_an_opening():
    plan = Plan(terms("random", "minimax", openings=Openings(4)))
    assert Counter(agents_by_side(number) for number in range(1, 21)) == {(0, 1): 10, (1, 0): 10}
    for number in range(1, 21, 2):
        assert plan.opening(number) == plan.opening(number + 1)
        assert agents_by_side(number) == agents_by_side(number + 1)[::-1]
    assert len({plan.opening(number) for number in range(1, 21)}) == 10


def test_chance_is_another_one_in_every_game_and_seat():
    plan = Plan(terms())
    seeds = {plan.seed(side, number, side) for number in range(1, 21) for side in (FIRST, SECOND)}
    assert len(seeds) == 40


def test_an_agent_with_a_seed_has_its_own_dice():
    """The match's seed moves the other one only."""
    ours, theirs = (Plan(terms("random(seed=3)", "random", seed=seed)) for seed in (1, 2))
    for number in (1, 2):
        side = agents_by_side(number).index(0)
        assert ours.seed(0, number, side) == theirs.seed(0, number, side)
        assert ours.seed(1, number, 1 - side) != theirs.seed(1, number, 1 - side)


@pytest.mark.parametrize(
    "agent",
    [
        "alphabeta(depth=2)",
        "negamax(depth=2,cache=true)",
        "engine(depth=3)",
        "perfect",
        "mcts(5)",
        "level(3)",
        "level(10)",
        f"program(command={EXAMPLES}/player_program.py)",
        f"{EXAMPLES}/player_choose.py",
    ],
)
def test_a_game_does_not_depend_on_those_before_it(agent: str):
    """Whatever an agent remembers: tables, trees and dice."""
    agreed = terms("random", agent, games=6, game="tictactoe", openings=Openings(2))
    whole = games_of(agreed)
    with closing(MatchPlayers(Plan(agreed))) as players:
        assert players.play(5).moves == whole[5]
    assert len({tuple(moves) for moves in whole.values()}) == 6


def test_a_longer_match_begins_like_a_shorter_one():
    short, long = (games_of(terms(games=games, openings=Openings(3))) for games in (4, 8))
    assert {number: long[number] for number in short} == short


@pytest.mark.parametrize("sprt", [None, Sprt(0, 100)])
def test_results_do_not_depend_on_the_number_of_workers(sprt: Sprt | None):
    agreed = terms("alphabeta(depth=1)", "random", games=60, openings=Openings(2))
    alone, *others = (facts(run(agreed, workers, sprt)) for workers in (1, 2, 3))
    assert others == [alone, alone]
    assert (alone["accepted"] is None) == (sprt is None)


def test_a_test_ends_the_match_at_its_verdict():
    batch = run(terms("alphabeta(depth=2)", "random", games=1000), sprt=Sprt(0, 200))
    pairs = sum(batch.tally.pairs)
    assert batch.accepted == "H1"
    assert 2 * pairs == batch.tally.played < 200
    assert batch.tally.games[2] > batch.tally.games[0]


def test_blocks_hold_everything_once_and_get_smaller():
    numbers = list(range(1, 1001))
    portions = list(shrinking_tasks(numbers, 1000, workers=2, smallest=2, largest=100))
    assert [number for block in portions for number in block] == numbers
    sizes = [len(block) for block in portions]
    assert max(sizes) == sizes[0] == 100
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[-1] <= 2


def test_more_games_than_fit_into_memory_are_begun():
    batch = Batch(Plan(terms(games=10**15)))
    threading.Timer(0.5, batch.stop).start()
    batch.run()
    assert batch.tally.played < 10**15


def test_of_very_many_games_only_the_first_are_compared(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(tally_module, "COMPARED", 4)
    found = run(terms(games=10)).tally
    assert (found.played, found.compared, found.different) == (10, 4, 4)


def test_games_are_put_in_order():
    games = [(number, Played()) for number in (3, 1, 4, 2, 6)]
    assert [number for number, _played in in_order(games, 1)] == [1, 2, 3, 4]


def test_a_tally_is_seen_by_the_agent_named_first():
    tally = Tally()
    for number, winner in enumerate([0, 1, 0, 0, 1, 0, None, 0, None, None], 1):
        reason = Reason.DRAWN if winner is None else Reason.WON
        tally.add(number, Played([number], winner=winner, reason=reason))
    assert tally.games == [4, 3, 3]
    assert tally.pairs == [1, 1, 2, 0, 1]
    assert tally.estimate.score == 0.45


def test_an_incomplete_pair_is_counted_by_games():
    tally = Tally()
    tally.add(1, Played(winner=0, reason=Reason.WON))
    assert (tally.pairs, tally.played, tally.estimate.score) == ([0] * 5, 1, 1.0)


def test_games_are_played_in_their_order():
    players = MatchPlayers(Plan(terms("alphabeta(depth=1,eval=table)", "random", games=200)))
    assert players.are_compiled
    numbers = [number for number, _played in players.run(range(1, 201))]
    assert numbers == list(range(1, 201))


def test_games_that_are_the_same_are_noticed():
    assert run(terms("alphabeta(depth=2)", "alphabeta(depth=1)", games=10)).tally.different == 2
    assert run(terms(games=10)).tally.different == 10


@pytest.mark.usefixtures("clumsy")
@pytest.mark.parametrize(
    ("way", "reason", "detail"),
    [
        ("crash", Reason.CRASH, "ZeroDivisionError: division by zero"),
        ("begin", Reason.CRASH, "ConnectionError: nobody is there"),
        ("resign", Reason.RESIGNED, ""),
    ],
)
def test_who_does_wrong_loses_and_the_match_goes_on(way: str, reason: Reason, detail: str):
    batch = Batch(Plan(terms(f"clumsy(way={way})", "clumsy(way=resign)", openings=Openings(2))))
    batch.run()
    tally = batch.tally
    assert tally.played == 20
    assert tally.reasons[reason] >= 10
    assert tally.forfeits[0, reason] >= 10
    assert tally.first_forfeit is not None
    assert (tally.first_forfeit.reason, tally.first_forfeit.detail) == (reason, detail)


def test_a_limit_of_moves_is_a_draw():
    batch = run(terms(rules=Rules(most_moves=5), openings=Openings(3)))
    assert batch.tally.games == [0, 20, 0]
    assert batch.tally.reasons == {Reason.MOVE_LIMIT: 20}


@pytest.mark.usefixtures("clumsy")
@pytest.mark.parametrize(("seconds", "asked"), [(None, 0), (1.0, MOST_TURNS)])
def test_what_is_made_once_is_not_on_the_clock(seconds: float | None, asked: int):
    """Where there is a clock, every player is asked for some moves that do not count."""
    rules = Rules(Limits(seconds=seconds))
    players = MatchPlayers(Plan(terms("clumsy(way=crash)", "clumsy(way=resign)", rules=rules)))
    assert [player.asked for player in players.players.values()] == [asked] * 4  # type: ignore[attr-defined]


@pytest.mark.parametrize("games", [0, 1, 7, -2])
def test_the_number_of_games_is_even(games: int):
    with pytest.raises(OptionError, match=f"even number, 2 or more, not {games}"):
        terms(games=games)


def test_a_game_ends_after_its_opening():
    with pytest.raises(OptionError, match="longer than 4 plies of opening, not 4 moves"):
        terms(openings=Openings(4), rules=Rules(most_moves=4))


def test_an_agent_that_cannot_play_is_told_by_workers_too():
    agreed = terms("alphabeta(eval=simple)", "random")
    for workers in (1, 2):
        with pytest.raises(TableroError, match="no evaluation of connect4 named 'simple'"):
            run(agreed, workers)


@pytest.mark.usefixtures("nobody_left")
def test_a_worker_that_dies_costs_nothing():
    agreed, others = terms(games=20_000), multiprocessing.active_children()
    batch = Batch(Plan(agreed), ProcessPool(2))
    runner = threading.Thread(target=batch.run)
    runner.start()
    while batch.tally.played < 10:
        runner.join(0.01)
    victim = next(each for each in multiprocessing.active_children() if each not in others)
    assert victim.pid is not None
    os.kill(victim.pid, signal.SIGKILL)
    runner.join()
    assert facts(batch) == facts(run(agreed))


@pytest.mark.usefixtures("nobody_left")
def test_a_stop_is_soon_and_counts_no_more():
    batch = Batch(Plan(terms(games=200_000)), ProcessPool(2))
    runner = threading.Thread(target=batch.run)
    runner.start()
    while batch.tally.played < 10:
        runner.join(0.01)
    batch.stop()
    runner.join()
    assert 10 <= batch.tally.played < 200_000


@pytest.mark.parametrize("order", [(1, 2), (2, 1)])
def test_pairs_are_counted_by_seat(order):
    """Who starts wins both games, in whatever order they end: agent 0 in his own one."""
    tally = Tally()
    for number in order:
        tally.add(number, Played(winner=0, reason=Reason.WON))
    assert tally.pairs == [0, 0, 1, 0, 0]
    assert tally.pairs_by_side == [[0, 0, 0], [0, 0, 0], [1, 0, 0]]
