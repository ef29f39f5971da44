"""Whoever is quick in the check and slow in his games is found when the round ends."""

from dataclasses import replace

import pytest

from tablero.arena.handin.desk import Desk
from tablero.arena.sandbox.warden import Warden
from tablero.arena.season.pace import Paces
from tablero.arena.season.season import Chosen, Season
from tablero.arena.standings.counts import count
from tablero.arena.store.models import Verdict
from tests.arena.courses import MONDAY, course, first_line_check, local, name, open_copy
from tests.arena.season import players

pytestmark = pytest.mark.plain

COURSE = replace(
    course(
        2,
        rounds={"openings": 1, "plies": 10},
        limits={"time_agent": "regular(depth=2)", "time_share": 8.0},
    ),
    references=(),
)
SLOW = """\
# Slow
from tablero.arena.player import ME

ALIAS = "Slow"


def value(board):
    seeds = board.marker(ME)
    for _time in range({times}):
        seeds = seeds + 0
    return seeds
"""
QUICK = "# Quick\n" + players.usual("Quick")


@pytest.fixture
def play(tmp_path, level):
    """The round of two players; the verdicts of its end, and what was measured."""

    store = open_copy(tmp_path)

    def run(slow: str) -> tuple[list[Verdict], Season]:
        desk = Desk(COURSE, store, lambda text, name: first_line_check(text[2:], name))
        for pair, text in enumerate((QUICK, slow), 1):
            assert desk.hand_in(name(pair, 1, MONDAY), text.encode(), local(MONDAY, 12)).kept
        season = Season(tmp_path, COURSE, store, lambda: local(MONDAY, 21))
        begun = season.open(MONDAY, Chosen(level))
        assert begun is not None
        assert season.play(begun, level) == (True, [])
        return season.close(begun, level), season

    with store:
        yield run


def test_who_is_slow_in_games_is_out_with_evidence(play):
    (verdict,), season = play(SLOW.format(times=100_000))
    assert (verdict.kind, verdict.rule, verdict.pair) == ("disqualified", "time", "01-02")
    assert verdict.command == "tablero arena time DIR 1 01-02-1"
    assert verdict.place == "round 1, in positions of his own games"
    assert verdict.evidence.startswith("measured twice: 12 moves in ")
    assert "regular(depth=2) in " in verdict.evidence
    assert "800% is allowed; position " in verdict.evidence
    (played,) = season.store.rounds()
    assert [each.id for each in season.close(played)] == [verdict.id], "over, and said again"
    assert len(season.store.verdicts()) == 1


def test_a_reference_that_cannot_play_accuses_nobody(play, level):
    """The course has been changed since; the round was played by its own terms."""
    _found, season = play(SLOW.format(times=1))
    (played,), version = season.store.rounds(), season.store.file(season.store.kept()[0])
    wrong = replace(COURSE, limits=replace(COURSE.limits, time_agent="nobody"))
    deeper = replace(wrong, game=replace(wrong.game, depth=9))
    with Warden(level) as warden:
        paces = Paces(deeper, played, count([], []), warden)
        assert paces.terms.depth == COURSE.game.depth
        assert paces.measure(version, [paces.game.start]) is None


def test_a_busy_machine_makes_nobody_slow(play, monkeypatch):
    """Whose clocks on the wall say that everything took a minute is measured, and stays in."""
    monkeypatch.setattr("tablero.arena.season.pace.UNSURE", 0.0)
    found, _season = play(SLOW.format(times=1))
    assert found == []


def test_only_suspects_are_measured(play, monkeypatch):
    asked, measure = [], Paces.measure

    def noted(self, version, positions):
        asked.append(version.alias)
        return measure(self, version, positions)

    monkeypatch.setattr(Paces, "measure", noted)
    monkeypatch.setattr("tablero.arena.season.pace.UNSURE", 1e9)
    play(SLOW.format(times=100_000))
    assert asked == ["Slow"], "the slowest by the clock on the wall, and nobody else"
