"""Checks of a few probes and games, in real cells."""

from dataclasses import replace

import pytest

from tablero.arena.check.examiner import Examiner
from tablero.arena.check.findings import Report, Verdict
from tablero.arena.check.terms import PAPER
from tablero.arena.sandbox.level import Level
from tablero.arena.sandbox.limits import CellLimits
from tablero.arena.sandbox.selftest import passes
from tablero.arena.sandbox.warden import Warden

SMALL = replace(PAPER, probes=20, games=4)
NO_WORK = CellLimits(cpu=0.3)
NO_SLEEP = CellLimits(wall=1.0)


@pytest.fixture(scope="session")
def level() -> Level:
    """A strong one: below it, files can do what they like."""
    for found in (Level.FULL, Level.LOCKED):
        if passes(found):
            return found
    pytest.skip("this machine offers no strong sandbox")


@pytest.fixture(scope="session")
def warden(level):
    with Warden(level) as one:
        yield one


@pytest.fixture(scope="session")
def hasty(level):
    """Of little patience with those who work."""
    with Warden(level, NO_WORK) as one:
        yield one


@pytest.fixture(scope="session")
def waking(level):
    """Of little patience with those who sleep."""
    with Warden(level, NO_SLEEP) as one:
        yield one


class Checked:
    """What was said about a file."""

    def __init__(self, text, warden, terms=SMALL, stages=(), **ways) -> None:
        *news, verdict = Examiner(text, "my.py", terms, warden, **ways).run(stages)
        assert isinstance(verdict, Verdict)
        self.verdict = verdict
        reports = [each for each in news if isinstance(each, Report)]
        self.reports = {str(each.stage): each for each in reports}

    @property
    def finding(self):
        """The only one."""
        (found,) = self.verdict.findings
        return found

    @property
    def told(self):
        """Verdict, rule and line."""
        return str(self.verdict.kind), self.finding.rule, self.finding.line
