"""The stages, one after the other; whoever looks on hears of each as it goes."""

from collections.abc import Callable, Generator, Iterator, Sequence
from datetime import datetime
from functools import partial
from typing import TypeAlias

from tablero.arena.check.case import Case, at_line, check_command
from tablero.arena.check.entry import enter
from tablero.arena.check.findings import (
    QUICK,
    Began,
    Finding,
    Going,
    Kind,
    News,
    Report,
    Stage,
    Verdict,
    kind_name,
    worst,
)
from tablero.arena.check.matches import Score, is_entry, play_all, play_one
from tablero.arena.check.probes import probe
from tablero.arena.check.terms import Terms
from tablero.arena.check.timing import measure_time
from tablero.arena.course.admission import Admission, Admitted, Discard
from tablero.arena.player.forms import Form, read_file, read_form
from tablero.arena.player.offences import Offence, offences
from tablero.arena.sandbox.faults import CellFault, CellOutOfTime
from tablero.arena.sandbox.warden import Warden
from tablero.errors import OutsideError
from tablero.locale import _

Work: TypeAlias = Generator[Going, None, Report]

GOES_ON = (Stage.NAME, Stage.TIME)
"""A file that fails here is looked at further: its writer wants to know the rest too."""


class Examiner:
    """Checks one file.

    name   -- of the file, as it is written in commands
    warden -- None: no cell can be had, and nothing of the file is run
    asked  -- options that a command needs so that it shows the same
    shown  -- the number of a probe that is told; 0 for none
    game   -- the number of the only game that is played, and told; 0 for all
    sure   -- is a process that was killed a fault of the file's? Else it is WorkerDied
    """

    def __init__(
        self,
        text: str | bytes,
        name: str,
        terms: Terms,
        warden: Warden | None,
        asked: Sequence[str] = (),
        shown: int = 0,
        game: int = 0,
        sure: bool = True,
    ) -> None:
        self.text, self.name, self.terms, self.warden = text, name, terms, warden
        self.asked, self.shown, self.game, self.sure = tuple(asked), shown, game, sure
        self.form: Form | None = None
        self.scores: list[Score] = []
        self.reports: list[Report] = []
        self.admission: Callable[[], Admitted] | None = None

    def with_name(self, admission: Admission, name: str, at: datetime) -> "Examiner":
        """Check also whether a course would take a file of this name at this time."""
        self.admission = partial(admission.by_name, name, at)
        return self

    def run(self, stages: Sequence[Stage] = ()) -> Iterator[News]:
        """News of the stages, the usual ones or these, and at the end the verdict."""
        for stage in stages or self.stages():
            work = self._work(stage)
            if work is None:
                continue
            yield Began(stage)
            report = yield from work
            self.reports.append(report)
            yield report
            if report.passed is False and stage not in GOES_ON:
                break
        yield self.verdict()

    def quick(self) -> Verdict:
        """What can be said at once."""
        *_news, verdict = self.run(QUICK)
        assert isinstance(verdict, Verdict)
        return verdict

    def stages(self) -> Sequence[Stage]:
        """All, or those that lead to the probe or the game that is to be seen."""
        if self.game:
            return (*QUICK, Stage.GAMES)
        return (*QUICK, Stage.PROBES) if self.shown else tuple(Stage)

    def verdict(self) -> Verdict:
        """What follows from the stages so far."""
        findings = tuple(each for report in self.reports for each in report.findings)
        level = self.warden.level.value if self.warden else ""
        tried = all(report.passed is not None for report in self.reports)
        complete = tried and not (self.shown or self.game)
        alias, track = (self.form.alias, self.form.track.value) if self.form else ("", "")
        kind, told = worst(findings), tuple[str, ...]()
        if kind is Kind.IN and not complete:
            told = (_("what was not tried may still go wrong"),)
        return Verdict(kind, alias, track, level, complete, findings, told)

    def _work(self, stage: Stage) -> Work | None:
        """None: the stage does not concern this file."""
        if stage is Stage.NAME:
            return self._name(self.admission) if self.admission else None
        if stage is Stage.FORM:
            return self._form()
        assert self.form is not None, "the form comes first"
        if stage is Stage.ENTRY and not self.terms.entry:
            return None
        if stage is Stage.RULES:
            return self._rules(self.form)
        if self.warden is None:
            return self._not_tried(stage)
        case = Case(self.name, self.form, self.terms, self.warden, self.asked, self.sure)
        if stage is Stage.LOADS:
            return self._loads(case)
        if stage is Stage.PROBES:
            return probe(case, self.shown)
        if stage is Stage.TIME:
            return measure_time(case)
        if stage is Stage.GAMES:
            return play_one(case, self.game) if self.game else play_all(case, self.scores)
        return self._entry(case)

    def _name(self, admit: Callable[[], Admitted]) -> Work:
        try:
            admit()
        except Discard as refusal:
            finding = self._finding("name", str(refusal))
            return Report(Stage.NAME, False, (finding.what,), (finding,))
        return Report(Stage.NAME, True, (_("the course takes it today"),))
        yield

    def _form(self) -> Work:
        """Alias and track."""
        try:
            self.form = form = self._read()
        except OutsideError as error:
            return self._failed_form(str(error))
        if form.track not in self.terms.tracks:
            message = _("this course takes {tracks}, and the file is of the track {track!r}")
            values = {"tracks": ", ".join(self.terms.tracks), "track": str(form.track)}
            return self._failed_form(message.format(**values))
        message = _("alias {alias}, track {track}")
        told = message.format(alias=form.alias, track=form.track.value)
        facts = {"alias": form.alias, "track": form.track.value}
        return Report(Stage.FORM, True, (told,), (), facts)
        yield

    def _read(self) -> Form:
        if isinstance(self.text, bytes):
            return read_file(self.text, self.name)
        return read_form(self.text, self.name)

    def _failed_form(self, what: str) -> Report:
        return Report(Stage.FORM, False, (what,), (self._finding("form", what),))

    def _rules(self, form: Form) -> Work:
        found = offences(form.text, form.track)
        if not found:
            return Report(Stage.RULES, True, (_("none found"),))
        told = tuple(_offence_line(each) for each in found)
        return Report(Stage.RULES, False, told, tuple(map(self._offence, found)))
        yield

    def _offence(self, found: Offence) -> Finding:
        kind = Kind.BANNED if found.cheats else Kind.DISQUALIFIED
        return self._finding(found.rule, found.what, kind, found.line)

    def _finding(
        self, rule: str, what: str, kind: Kind = Kind.DISQUALIFIED, line: int = 0
    ) -> Finding:
        command = check_command(self.name, self.asked)
        return Finding(kind, rule, what, line, command=command)

    def _loads(self, case: Case) -> Work:
        for again in (False, True):
            try:
                case.cell().close()
                break
            except CellFault as fault:
                if again or not isinstance(fault, CellOutOfTime):
                    finding = case.blame(fault, None)
                    told = at_line(finding.line, finding.what)
                    return Report(Stage.LOADS, False, (told,), (finding,))
        level = case.warden.level.value
        lines = [_("level {level}").format(level=level)]
        if not case.warden.level.reaches(self.terms.level):
            message = _("graded rounds want level {level}")
            lines.append(message.format(level=self.terms.level.value))
        return Report(Stage.LOADS, True, tuple(lines), (), {"level": level})
        yield

    def _entry(self, case: Case) -> Work | None:
        for score in self.scores:
            if is_entry(score.opponent, self.terms.entry):
                return enter(case, score)
        return None

    def _not_tried(self, stage: Stage) -> Work:
        told = _("not tried: there are no cells on this system, and its code runs nowhere else")
        return Report(stage, None, (told,))
        yield


def _offence_line(found: Offence) -> str:
    kind = kind_name(Kind.BANNED if found.cheats else Kind.DISQUALIFIED)
    return at_line(found.line, f"{found.what} ({found.rule}: {kind})")
