"""Rounds: every game once, whoever plays it, and whatever goes wrong."""

import os
import signal
import threading
from collections import Counter

import pytest

from tablero.agents.agent import Limits
from tablero.arena.rounds.driver import MOST_VOID, Progress, Round
from tablero.arena.rounds.entrants import Entrant, Tools
from tablero.arena.rounds.journal import File, Memory
from tablero.arena.rounds.keys import GameKey, key_of
from tablero.arena.rounds.meeting import Table
from tablero.arena.rounds.pairing import Gauntlet, Knockout, RoundRobin, Swiss
from tablero.errors import OptionError, UnknownName, WorkerDied
from tablero.match.record import Record
from tablero.match.referee import Reason, Rules
from tablero.workers.processes import ProcessPool, local_pool
from tests.arena.rounds.seats import InProcess, Stillborn, Wrong, entrants, terms

pytestmark = pytest.mark.plain

DICE = ("random", "random(seed=3)", "random", "random")


def play(players, system=None, journal=None, workers=1, agreed=None) -> Memory:
    kept: Memory = Memory() if journal is None else journal
    assert Round(
        agreed or terms(), players, system or RoundRobin(4), kept, local_pool(workers)
    ).run()
    return kept


def facts(journal: Memory):
    """All that does not depend on a clock."""
    return {
        key: (record.moves, record.winner, record.margin, record.reason, record.detail)
        for key, record in journal.records.items()
    }


@pytest.fixture(scope="module")
def whole():
    return facts(play(entrants(*DICE)))


def test_a_round_robin_is_played_whole(whole):
    assert len(whole) == 4 * 3 * 4
    assert all(key.swapped in whole for key in whole)
    assert len({tuple(moves) for moves, *_ending in whole.values()}) == len(whole)
    assert {reason for *_first, reason, _detail in whole.values()} <= {Reason.WON, Reason.DRAWN}


@pytest.mark.slow
@pytest.mark.parametrize("workers", [2, 3])
def test_results_do_not_depend_on_the_number_of_workers(whole, workers):
    assert facts(play(entrants(*DICE), workers=workers)) == whole


def test_results_do_not_depend_on_the_order_of_players(whole):
    assert facts(play(entrants(*DICE)[::-1])) == whole


def test_a_game_does_not_depend_on_the_others(whole):
    """Played alone, or with fewer players: the same, as its dice are."""
    two = facts(play(entrants(*DICE)[:2]))
    assert two == {key: whole[key] for key in two}
    (record,) = Table(terms(), entrants(*DICE)).play([GameKey("id4", "id2", 3)])
    assert isinstance(record, Record)
    assert record.moves == whole[GameKey("id4", "id2", 3)][0]


def test_the_seed_of_the_round_moves_all_dice_but_an_agents_own(whole):
    other = facts(play(entrants(*DICE), agreed=terms(seed=6)))
    assert all(other[key] != whole[key] for key in whole)
    alone = entrants("random(seed=3)", "random(seed=4)")
    assert facts(play(alone)) == facts(play(alone, agreed=terms(seed=6)))


@pytest.mark.parametrize("system", [Swiss(2, 2), Knockout(2, 1, 2), Gauntlet(("id2",), 3)])
@pytest.mark.parametrize("stopped_after", [1, 7])
def test_a_round_that_was_stopped_goes_on(system, stopped_after):
    """With any system, the games are those of one that was not stopped."""
    players, journal = entrants(*DICE), Memory()
    truth = facts(play(players, system))
    halves = Round(terms(), players, system, journal)
    halves.tell = lambda progress: halves.stop.set() if progress.done == stopped_after else None
    assert not halves.run()
    assert len(journal.records) == stopped_after
    before = dict(journal.records)
    again: list[Progress] = []
    assert Round(terms(), players, system, journal, tell=again.append).run()
    assert facts(journal) == truth
    assert all(journal.records[key] is record for key, record in before.items())
    assert sum(each.last is not None for each in again) == len(truth) - stopped_after
    assert again[-1].done == again[-1].total == len(truth)


def test_progress_is_told_game_by_game():
    told: list[Progress] = []
    players = entrants("random", "random")
    journal = Memory()
    Round(terms(), players, RoundRobin(2), journal, tell=told.append).run()
    assert [(each.done, each.total) for each in told] == [(done, 4) for done in range(5)]
    assert told[0].last is None
    assert [key_of(each.last) for each in told[1:] if each.last] == [*journal.records]


@pytest.mark.parametrize(
    ("way", "reason", "detail"),
    [
        ("crash", Reason.CRASH, "ZeroDivisionError: division by zero"),
        ("begin", Reason.CRASH, "ConnectionError: nobody is there"),
        ("seat", Reason.CRASH, "SyntaxError: does not load"),
        ("resign", Reason.RESIGNED, ""),
        ("illegal", Reason.ILLEGAL, "99"),
        ("late", Reason.TIMEOUT, "too late"),
    ],
)
def test_who_does_wrong_loses_and_the_others_play_on(way, reason, detail, whole):
    games = facts(play(entrants(*DICE[:3], Wrong(way))))
    assert len(games) == 48
    lost = {key: game for key, game in games.items() if "id4" in key}
    winners = {key: 2 if key.first == "id4" else 1 for key in lost}
    assert {key: game[1] for key, game in lost.items()} == winners
    assert {game[3:] for game in lost.values()} == {(reason, detail)}
    others = {key: game for key, game in games.items() if "id4" not in key}
    assert others == {key: whole[key] for key in others}


def test_a_time_loss_counts_only_if_it_comes_again(tmp_path):
    """Late once: the game is played again, to its end."""
    once = entrants("random", Wrong("late", str(tmp_path / "once"), times=1))
    assert {record.reason for record in play(once).records.values()} == {Reason.WON}
    twice = entrants("random", Wrong("late", str(tmp_path / "twice"), times=2))
    reasons = Counter(record.reason for record in play(twice).records.values())
    assert reasons[Reason.TIMEOUT] == 1


def test_who_is_always_late_is_not_waited_for_for_ever(tmp_path):
    """One game is played again, two are lost; then all others of the meeting, unplayed."""
    mark = tmp_path / "asked"
    games = play(entrants("random", Wrong("late", str(mark), times=10**6))).records.values()
    assert {(each.reason, each.detail) for each in games} == {(Reason.TIMEOUT, "too late")}
    assert len(mark.read_text()) == 3


def test_who_loses_by_his_own_clock_gets_no_other_game(tmp_path):
    once = entrants("random", Wrong("slow", str(tmp_path / "asked"), times=1))
    reasons = Counter(each.reason for each in play(once).records.values())
    assert reasons == {Reason.TIMEOUT: 1, Reason.WON: 7}


def test_nobody_gets_a_second_game_whenever_he_dislikes_the_first(tmp_path):
    """Late in every first try: once that is the machine's fault, not oftener."""
    dodger = entrants("random", Wrong("dodge", str(tmp_path / "begun")))
    reasons = [each.reason for each in play(dodger).records.values()]
    assert reasons.count(Reason.TIMEOUT) >= 2
    assert Reason.WON in reasons


@pytest.mark.parametrize(("times", "crashes"), [(1, 0), (3, 0), (4, 1), (8, 5)])
def test_what_may_be_nobodys_fault_counts_if_it_comes_again_and_again(tmp_path, times, crashes):
    """More than three times in a meeting: it was his own doing."""
    gone = entrants("random", Wrong("doubtful", str(tmp_path / "mark"), times))
    reasons = Counter(each.reason for each in play(gone).records.values())
    assert reasons[Reason.CRASH] == crashes
    assert reasons.total() == 8


@pytest.mark.parametrize(("times", "reasons"), [(1, {Reason.WON}), (2, {Reason.TIMEOUT})])
def test_who_is_late_to_sit_down_is_asked_again(tmp_path, times, reasons):
    late = Wrong("seat late", str(tmp_path / "asked"), times)
    games = play(entrants("random", late), RoundRobin(1)).records.values()
    assert {each.reason for each in games} == reasons


def test_after_a_fault_a_player_is_seated_anew(tmp_path):
    """Who crashes once does so in one game."""
    once = entrants("random", Wrong("crash", str(tmp_path / "mark"), times=1))
    reasons = Counter(each.reason for each in play(once).records.values())
    assert reasons == {Reason.CRASH: 1, Reason.WON: 7}


def test_where_a_clock_runs_the_first_moves_are_not_on_it(tmp_path):
    """Each seat is asked once beforehand for each side."""
    mark = tmp_path / "asked"
    rules = Rules(Limits(seconds=60.0))
    players = entrants("random", Wrong("late", str(mark), times=2))
    games = play(players, RoundRobin(1), agreed=terms(rules=rules)).records.values()
    assert Reason.TIMEOUT not in {record.reason for record in games}
    assert {record.limits["seconds"] for record in games} == {60.0}


@pytest.mark.usefixtures("nobody_left")
@pytest.mark.parametrize(("way", "workers"), [("spoilt", 1), ("spoilt", 2), ("kill", 2)])
def test_what_we_have_spoilt_is_void_and_played_again(tmp_path, way, workers):
    """What is under a seat, or the worker itself."""
    journal = Memory()
    players = entrants("random", "random", Wrong(way, str(tmp_path / "mark"), times=2))
    found = Round(terms(), players, RoundRobin(1), journal, local_pool(workers))
    assert found.run()
    truth = facts(play(entrants("random", "random", Wrong("well")), RoundRobin(1)))
    assert facts(journal) == truth
    assert 1 <= len(found.voided) <= 2
    assert {each.seat for each in found.voided} == {"id3" if way == "spoilt" else None}


@pytest.mark.parametrize("way", ["spoilt", "seat spoilt"])
def test_games_that_are_always_spoilt_are_told_after_all_others(way, whole):
    journal = Memory()
    found = Round(terms(), entrants(*DICE[:3], Wrong(way)), RoundRobin(4), journal)
    with pytest.raises(WorkerDied, match="24 games cannot be played, each was broken off 5 times"):
        found.run()
    assert len(found.voided) == 24 * MOST_VOID
    assert facts(journal) == {key: whole[key] for key in whole if "id4" not in key}


def test_when_nothing_can_be_played_it_is_told_soon():
    bad = Wrong("spoilt")
    found = Round(terms(), entrants(bad, bad, bad, bad), RoundRobin(4), Memory())
    with pytest.raises(WorkerDied, match="at the turn of P.: the nursery is gone"):
        found.run()
    assert len(found.voided) < 4 * MOST_VOID < 48


@pytest.mark.usefixtures("nobody_left")
def test_workers_that_cannot_even_start_are_not_started_for_ever():
    found = Round(
        terms(), entrants("random", Stillborn("well")), RoundRobin(1), Memory(), ProcessPool(2)
    )
    with pytest.raises(WorkerDied, match="died with exit code 3"):
        found.run()


@pytest.mark.usefixtures("nobody_left")
def test_a_stop_is_heard_by_workers_and_nobody_stays_behind():
    journal = Memory()
    found = Round(terms(), entrants(*[InProcess()] * 12), RoundRobin(4), journal, ProcessPool(2))
    found.tell = lambda progress: found.stop.set() if progress.done >= 3 else None
    assert not found.run()
    assert 3 <= len(journal.records) < 12 * 11 * 4


@pytest.mark.usefixtures("nobody_left")
def test_ctrl_c_leaves_nobody_behind_and_the_games_stay():
    journal = Memory()
    players = entrants(*DICE)
    found = Round(terms(), players, RoundRobin(4), journal, ProcessPool(2))

    def interrupt(progress: Progress) -> None:
        if progress.done == 5:
            os.kill(os.getpid(), signal.SIGINT)

    found.tell = interrupt
    with pytest.raises(KeyboardInterrupt):
        found.run()
    assert 5 <= len(journal.records) < 48
    assert facts(play(players, journal=journal)) == facts(play(players))


def test_an_error_of_ours_in_a_worker_is_told():
    """A seat by text that no longer fits: set-up is checked before a game is played."""
    with pytest.raises(UnknownName, match="no agent named 'nobody'"):
        Round(terms(), entrants("random", "nobody"), RoundRobin(1), Memory())


@pytest.mark.parametrize(
    ("players", "openings", "message"),
    [
        (entrants("random"), 1, "two players or more, not 1"),
        (entrants("random", "random") * 2, 1, "the same id: id1, id2"),
        ([Entrant(name, "same", False, Wrong("well")) for name in "ab"], 1, "same alias: same"),
        (entrants("random", "random"), 5, "needs 5 openings, there are 4"),
    ],
)
def test_rounds_that_cannot_be(players, openings, message):
    with pytest.raises(OptionError, match=message):
        Round(terms(), players, RoundRobin(openings), Memory())


def test_tools_are_made_once_and_left_at_the_end():
    class Tool:
        def __init__(self) -> None:
            self.events: list[str] = []

        def __enter__(self):
            self.events.append("in")
            return self

        def __exit__(self, *_error):
            self.events.append("out")

    tools = Tools()
    one = tools.shared("warden", Tool)
    assert tools.shared("warden", Tool) is one
    assert tools.shared("other", Tool) is not one
    tools.close()
    assert one.events == ["in", "out"]
    assert tools.shared("warden", Tool) is not one


def test_a_file_keeps_the_games(tmp_path, whole):
    path = tmp_path / "round.jsonl"
    first = File(path, terms())
    found = Round(terms(), entrants(*DICE), RoundRobin(4), first)
    found.tell = lambda progress: found.stop.set() if progress.done == 20 else None
    found.run()
    with pytest.raises(OptionError, match="another round is writing"):
        File(path, terms())
    first.close()
    path.write_bytes(path.read_bytes()[:-40])  # killed in the midst of a line
    second = File(path, terms())
    assert len(second.known()) == 19
    assert facts(play(entrants(*DICE), journal=second)) == whole
    second.close()
    third = File(path, terms())
    assert facts(third) == whole
    assert len(path.read_text().splitlines()) == len(whole)
    third.close()


def test_a_file_of_another_round_is_refused(tmp_path):
    path = tmp_path / "round.jsonl"
    journal = File(path, terms())
    play(entrants("random", "random"), journal=journal)
    journal.close()
    for other in (terms(seed=6), terms({1: (1, 1)}), terms(rules=Rules(most_moves=900))):
        with pytest.raises(OptionError, match="line 1, is of another round"):
            File(path, other)
    path.write_text("no game\n")
    with pytest.raises(OptionError, match="line 1: not a record of a game: it is not JSON"):
        File(path, terms())


def test_a_game_that_is_written_twice_stays_as_it_was(tmp_path):
    journal = File(tmp_path / "round.jsonl", terms())
    play(entrants("random", "random"), journal=journal)
    key, record = next(iter(journal.records.items()))
    size = journal.path.stat().st_size
    journal.write(key, record)
    assert journal.path.stat().st_size == size
    journal.close()


def test_stop_in_another_thread():
    found = Round(terms(), entrants(*[InProcess()] * 12), RoundRobin(4), Memory())
    threading.Timer(0.3, found.stop.set).start()
    assert not found.run()
