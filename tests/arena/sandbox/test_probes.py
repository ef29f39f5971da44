"""Hostile players, each in a real cell, at each level that this machine offers."""

from collections import Counter

import pytest

from tablero.arena.player.forms import Track
from tablero.arena.sandbox.faults import LONGEST_EVIDENCE, FaultKind
from tablero.arena.sandbox.level import Level
from tablero.arena.sandbox.limits import MEGABYTE, CellLimits
from tablero.arena.sandbox.probes import PROBES
from tablero.arena.sandbox.probes.outside import FILES, KERNEL, NETWORK, PROCESSES
from tablero.arena.sandbox.probes.prober import Prober
from tests.arena.sandbox.conftest import offered

pytestmark = pytest.mark.plain

WATCHED = CellLimits(cpu=5.0, memory=768 * MEGABYTE, watch=True)


@pytest.fixture(scope="module")
def probers():
    """One for each level, or None where it is not offered."""
    opened = {}

    def prober(level: Level) -> Prober:
        if level not in opened:
            opened[level] = Prober(offered(level))
        return opened[level]

    yield prober
    for one in opened.values():
        one.close()


def test_every_probe_has_a_name_of_its_own():
    assert [
        name for name, count in Counter(each.name for each in PROBES).items() if count > 1
    ] == []
    assert len(PROBES) > 90


@pytest.mark.parametrize("level", [pytest.param(Level.LOCKED, marks=pytest.mark.slow), Level.FULL])
@pytest.mark.parametrize("probe", PROBES, ids=lambda probe: probe.name)
def test_nobody_gets_through(probers, probe, level):
    if level is Level.LOCKED and probe.limits and "wall" in probe.limits:
        pytest.skip("waits, and is the same at both levels")
    trial = probers(level).trial(probe)
    assert trial.stopped, trial.by
    assert trial.kind in probe.ends, trial
    assert trial.by.isprintable()
    assert len(trial.by) < LONGEST_EVIDENCE + 40
    assert "LookupError" not in trial.by, "the probe has not found its tools"


@pytest.mark.slow
@pytest.mark.parametrize("level", [Level.NONE, Level.LIMITS])
def test_weak_levels_are_weak_and_go_on(probers, level):
    """The acts are real: where nothing stops them they are done. The nursery may be killed, and
    the next player has a new one."""
    prober = probers(level)
    trials = {trial.name: trial for trial in prober.run(PROBES)}
    for name in ("read a file", "write a file", "delete a file", "inet socket", "unix socket"):
        assert not trials[name].stopped, name
    assert trials["fork bomb"].stopped == level.reaches(Level.LIMITS)
    too_much = trials["2 GB"].kind is FaultKind.MEMORY  # a slow machine may stop it for its time
    assert too_much == level.reaches(Level.LIMITS)
    for name in ("NaN", "sleep for ever", "os._exit(0)", "floods the line", "hides its time"):
        assert trials[name].stopped, name
    assert prober.works()


@pytest.fixture(scope="module")
def watched(strongest):
    prober = Prober(strongest, WATCHED)
    yield prober
    prober.close()


@pytest.mark.slow
@pytest.mark.parametrize(
    "probe", [*FILES, *NETWORK, *PROCESSES, *KERNEL], ids=lambda probe: probe.name
)
def test_the_watch_tells_more_and_lets_nobody_through(watched, probe):
    trial = watched.trial(probe)
    assert trial.stopped, trial.by
    assert trial.kind in probe.ends, trial


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("read a file", "open("),
        ("inet socket", "socket.__new__("),
        ("fork bomb", "os.fork()"),
        ("a shell", "os.system("),
        ("io_uring", "ctypes."),
    ],
)
def test_evidence_of_the_watch_has_line_and_act(watched, name, told):
    (probe,) = (probe for probe in PROBES if probe.name == name)
    trial = watched.trial(probe)
    assert trial.kind is FaultKind.FORBIDDEN
    assert told in trial.by
    line = int(trial.by.partition("line ")[2].partition(":")[0])
    text = probe.full_text({**watched.facts, "OPPONENT": 1})
    own = text.splitlines()[line - 1]
    assert line > 4, own


def test_a_prober_knows_when_it_was_robbed(probers):
    """Its own eyes: a file that was written or deleted is seen, whatever the player says."""
    from pathlib import Path

    from tablero.arena.sandbox.probes.probe import Probe

    prober = probers(Level.LOCKED)
    folder = Path(prober.facts["WRITABLE"])
    quiet = Probe("quiet", "def choose(moves):\n    return 'own: nothing'\n", track=Track.AGENT)
    assert prober.trial(quiet).stopped
    (folder / "victim").unlink()
    assert not prober.trial(quiet).stopped
    (folder / "written").write_text("x")
    assert not prober.trial(quiet).stopped
    assert prober.trial(quiet).stopped
