"""Attacks on the static check. Each is found, at its line, and known for what it is."""

import pytest

from tablero.arena.player.forms import Track
from tablero.arena.player.offences import offences
from tests.arena.player.cases import Case, cases

pytestmark = pytest.mark.plain

ATTACKS, AGENT_ATTACKS = cases("attacks"), cases("agent_attacks")


def check(case: Case, track: Track) -> None:
    found = [(each.rule, each.line) for each in offences(case.text, track) if each.cheats]
    assert case.broken
    assert {*case.broken} <= {*found}


@pytest.mark.parametrize("case", ATTACKS, ids=str)
def test_an_attack_on_the_check_is_found_at_its_line(case: Case):
    check(case, Track.EVALUATION)


@pytest.mark.parametrize("case", AGENT_ATTACKS, ids=str)
def test_an_agents_attack_is_found_at_its_line(case: Case):
    check(case, Track.AGENT)


def test_they_are_many():
    assert (len(ATTACKS), len(AGENT_ATTACKS)) >= (60, 20)
