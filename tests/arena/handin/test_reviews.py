"""The long checks before a round: whoever waits comes, once, whatever fails on the way."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from tablero.arena.check.findings import Kind, Verdict
from tablero.arena.check.timing import SEED
from tablero.arena.course.model import Reference
from tablero.arena.handin.checks import CHECKED, Checks, record, waiting
from tablero.arena.handin.desk import Desk
from tablero.arena.handin.reviews import DOUBTS, MOST_SPOILT, SPOILT, Reviews, Step
from tablero.arena.sandbox.level import Level, level_found
from tablero.arena.sandbox.warden import Cell, Warden
from tablero.arena.season.season import Chosen, Season
from tablero.arena.store.store import Store
from tablero.cli.arena.playing import _begin
from tablero.errors import OptionError, WorkerDied
from tests.arena.check import texts
from tests.arena.courses import MONDAY, alias_check, course, local, name
from tests.arena.sandbox.conftest import kill_nursery

pytestmark = pytest.mark.plain

CHEAP = {
    "rounds": {"openings": 1, "plies": 10},
    "checks": {"probes": 2, "games": 2},
    "limits": {"time_agent": "regular(depth=2)", "time_share": 50.0},
}
COURSE = course(3, **CHEAP)
NOON, NIGHT = local(MONDAY, 12), local(MONDAY, 21)


@pytest.fixture(scope="session")
def level():
    try:
        return level_found()
    except OptionError as error:
        pytest.skip(str(error))


def hand_in(store: Store, *files: str) -> None:
    """One for each pair, which nothing is known about yet."""
    for pair, text in enumerate(files, 1):
        alias = f"P{pair}"
        desk = Desk(COURSE, store, alias_check(alias))
        told = text.replace("Sower", alias).encode()
        assert desk.hand_in(name(pair, 1, MONDAY), told, NOON).kept


@pytest.fixture
def checks(level):
    with closing(Checks(COURSE, "here", level)) as made:
        yield made


def test_who_fails_is_out_of_the_round_before_it_begins(store, tmp_path, level):
    hand_in(store, texts.FAIR, texts.ALWAYS_RAISES)
    season = Season(tmp_path, COURSE, store, lambda: NIGHT)
    steps: list[Step] = []
    reviews = season.review(MONDAY, Chosen(level), steps.append)
    assert reviews is not None
    assert reviews.done == 2
    assert [(step.done, step.total) for step in steps if step.stage == "form"] == [(0, 2), (1, 2)]
    begun = season.open(MONDAY, Chosen(level))
    assert begun is not None
    assert "01-01-1" in {each.player for each in store.entrants(begun)}
    assert "01-02-1" not in {each.player for each in store.entrants(begun)}
    (away,) = season.turned_away(MONDAY)
    assert (away.pair, away.rule) == ("01-02", "error")
    assert season.review(MONDAY, Chosen(level)) is None, "who is in a round stays in it"


def test_a_file_that_is_kept_after_the_checks_is_checked_before_the_round(store, tmp_path, level):
    class Slow(Season):
        """While a round is to be opened, somebody's file is kept that came in time."""

        def open(self, *told):
            if len(store.kept()) == 1:
                hand_in(store, texts.FAIR, texts.ALWAYS_RAISES)
            return super().open(*told)

    hand_in(store, texts.FAIR)
    season = Slow(tmp_path, COURSE, store, lambda: NIGHT)
    begun, reviews = _begin(season, MONDAY, Chosen(level), lambda: None)
    assert begun is not None
    assert "01-02-1" not in {each.player for each in store.entrants(begun)}
    assert [each.done for each in reviews] == [1, 2]


def test_files_that_came_later_wait_for_the_next_round(store, checks):
    hand_in(store, texts.FAIR)
    reviews = Reviews(checks, store, lambda: NIGHT)
    assert reviews.all(NOON)
    assert reviews.done == 0
    assert reviews.all(NOON + timedelta(seconds=1))
    assert reviews.done == 1


class Fragile(Checks):
    """Some of its checks break off, by something of ours.

    broken -- by the alias of a file: so often
    """

    broken: dict[str, int]

    def examiner(self, upload, sure=True):
        if self.broken.get(upload.alias, 0) > 0:
            self.broken[upload.alias] -= 1
            raise WorkerDied("the nursery is gone")
        return super().examiner(upload, sure)


@pytest.fixture
def fragile(level):
    with closing(Fragile(COURSE, "here", level)) as made:
        yield made


def test_a_check_that_we_have_spoilt_is_run_again(store, fragile):
    hand_in(store, texts.FAIR, texts.FAIR)
    fragile.broken = {"P1": 2}
    reviews = Reviews(fragile, store, lambda: NIGHT)
    assert reviews.all()
    assert [upload.alias for upload in reviews.spoilt] == ["P1", "P1"]
    assert store.verdicts() == []
    told = [each.told["upload"] for each in store.events() if each.what in (CHECKED, SPOILT)]
    assert told == [1, 2, 1, 1], "the others go first"


def test_a_file_that_cannot_be_checked_is_told_after_the_others(store, fragile):
    hand_in(store, texts.FAIR, texts.FAIR)
    fragile.broken = {"P1": 99}
    with pytest.raises(WorkerDied, match="P1 cannot be checked, .* 5 times: the nursery is gone"):
        Reviews(fragile, store, lambda: NIGHT).all()
    assert [upload.alias for upload in waiting(store)] == ["P1"]
    assert store.verdicts() == []
    fragile.broken = {}
    assert Reviews(fragile, store, lambda: NIGHT).all(), "the same command tries again"
    assert waiting(store) == []


def test_where_nothing_can_be_checked_nobody_waits_for_all(store, fragile):
    hand_in(store, *[texts.FAIR] * 3)
    fragile.broken = {f"P{pair}": 99 for pair in (1, 2, 3)}
    reviews = Reviews(fragile, store, lambda: NIGHT)
    with pytest.raises(WorkerDied, match="P1, P2 cannot be checked"):
        reviews.all()
    assert len(reviews.spoilt) == 3 * (MOST_SPOILT - 1) + 2


class Killing(Warden):
    """Whoever comes into one of its cells is killed there: as when the system needs memory and
    chooses whom to end."""

    def cell(self, *args, **ways):
        cell = super().cell(*args, **ways)
        os.kill(cell.pid, signal.SIGKILL)
        return cell


def test_a_killed_process_is_the_files_own_doing_only_if_it_happens_again(store, level):
    hand_in(store, texts.FAIR)
    with closing(Checks(COURSE, "here", level)) as checks:
        vars(checks)["_warden"] = Killing(level, checks.terms.cells)
        reviews = Reviews(checks, store, lambda: NIGHT)
        assert reviews.all()
    assert len(reviews.spoilt) == DOUBTS
    (verdict,) = store.verdicts()
    assert (verdict.kind, verdict.rule) == ("disqualified", "died")
    assert "SIGKILL" in verdict.evidence


class Fatal(Warden):
    """While time is measured, somebody kills the reference's process or the nursery, once each.

    left -- who is still to be killed
    """

    left: list[Callable[[Cell], None]]

    def cell(self, text, track, game, seed=0):
        cell = super().cell(text, track, game, seed)
        if seed == SEED and self.left:
            self.left.pop()(cell)
        return cell


def kill_cell(cell: Cell) -> None:
    os.kill(cell.pid, signal.SIGKILL)


def test_whoever_is_killed_while_time_is_measured(store, level):
    """The reference is not the file's doing, and neither is the nursery."""
    hand_in(store, texts.FAIR)
    with closing(Checks(COURSE, "here", level)) as checks:
        vars(checks)["_warden"] = warden = Fatal(level, checks.terms.cells)
        warden.left = [kill_cell, kill_nursery]
        reviews = Reviews(checks, store, lambda: NIGHT)
        assert reviews.all()
    assert len(reviews.spoilt) == 2
    assert store.verdicts() == []


def test_what_was_checked_in_a_weaker_sandbox_is_checked_again(store):
    hand_in(store, texts.FAIR)
    (upload,) = waiting(store)

    def checked(level: Level) -> None:
        record(store, upload, Verdict(Kind.IN, "P1", "evaluation", level, True, ()), NOON)

    checked(Level.NONE)
    assert waiting(store) == waiting(store, level=Level.NONE) == []
    assert [each.id for each in waiting(store, level=Level.LOCKED)] == [upload.id]
    checked(Level.LOCKED)
    checked(Level.LIMITS)
    assert waiting(store, level=Level.LOCKED) == []
    levels = [each.told["level"] for each in store.events() if each.what == CHECKED]
    assert levels == ["none", "locked"], "a weaker check says nothing new"


def test_where_the_sandbox_is_too_weak(store, tmp_path):
    """A training round is played all the same, and its files are checked in what there is; a
    graded one refuses before anything is run."""
    hand_in(store, texts.ALWAYS_RAISES)
    graded = COURSE.calendar.graded[0]
    season = Season(tmp_path, COURSE, store, lambda: local(graded, 21))
    with pytest.raises(OptionError, match="needs a sandbox of level locked, here it is none"):
        season.review(graded, Chosen(Level.NONE))
    assert len(waiting(store)) == 1
    reviews = season.review(MONDAY, Chosen(Level.NONE))
    assert reviews is not None
    assert [each.rule for each in store.verdicts()] == ["error"]


def test_references_are_not_judged_but_have_to_load(store, tmp_path, level):
    mine = replace(COURSE, references=(Reference("Mine", file="mine.py"),))
    season = Season(tmp_path, mine, store, lambda: NIGHT)
    (tmp_path / "mine.py").write_text(texts.WORST)
    assert season.review(MONDAY, Chosen(level)) is not None, "weaker than regular, and welcome"
    (tmp_path / "mine.py").write_text(texts.FAIR + "\n\nTOP = 1 // 0\n")
    with pytest.raises(OptionError, match="the reference mine.py cannot play: ZeroDivisionError"):
        season.review(MONDAY, Chosen(level))
    assert store.verdicts() == []


def test_killed_in_between_the_same_command_goes_on(store, tmp_path, level):
    hand_in(store, texts.FAIR, texts.ALWAYS_RAISES, texts.FAIR)
    command = [sys.executable, "-m", __name__, str(tmp_path), level.value]
    first = subprocess.Popen(command)
    while len(waiting(store)) == 3:
        assert first.poll() is None
        time.sleep(0.01)
    first.kill()
    first.wait()
    subprocess.run(command, check=True)
    assert waiting(store) == []
    assert [each.pair for each in store.verdicts()] == ["01-02"]
    checked = [each.told["upload"] for each in store.events() if each.what == CHECKED]
    assert checked == [1, 2, 3], "each once"


if __name__ == "__main__":
    place = Path(sys.argv[1])
    with Store.open(place, COURSE) as ours:
        one = Season(place, COURSE, ours, lambda: NIGHT)
        assert one.review(MONDAY, Chosen(Level(sys.argv[2]))) is not None
