"""The level is what really holds: take a wall away, and the self-test says so."""

import pytest

from tablero.arena.sandbox import selftest
from tablero.arena.sandbox.level import Level, level_found
from tablero.arena.sandbox.probes import PROBES
from tablero.errors import OptionError
from tests.arena.sandbox.conftest import offered

pytestmark = pytest.mark.plain


def test_every_act_of_the_self_test_is_a_probe():
    named = {name for names in selftest.MUST_FAIL.values() for name in names}
    assert named <= {probe.name for probe in PROBES}


def test_a_level_without_its_walls_does_not_pass(monkeypatch):
    offered(Level.LIMITS)
    walls = {Level.LIMITS: selftest.MUST_FAIL[Level.LOCKED]}
    monkeypatch.setattr(selftest, "MUST_FAIL", walls)
    assert not selftest.passes(Level.LIMITS)


def test_without_bubblewrap_it_is_not_full(monkeypatch):
    offered(Level.LOCKED)
    monkeypatch.setattr("tablero.arena.sandbox.launch._bubblewrap", lambda game: ["/no/bwrap"])
    assert not selftest.passes(Level.FULL)
    monkeypatch.setattr("tablero.arena.sandbox.launch._bubblewrap", lambda game: [])
    assert not selftest.passes(Level.FULL), "a cell without bubblewrap was taken for one with it"


def test_a_machine_without_anything_says_so(monkeypatch):
    monkeypatch.setattr(selftest, "passes", lambda level: False)
    level_found.cache_clear()
    try:
        with pytest.raises(OptionError, match="no cell can be started"):
            level_found()
    finally:
        level_found.cache_clear()


def test_other_systems_have_no_cells(monkeypatch):
    monkeypatch.setattr(selftest, "is_linux", False)
    assert not any(map(selftest.passes, Level))
