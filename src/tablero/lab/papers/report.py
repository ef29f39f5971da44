"""Results of a paper: its figures beside ours, tables and charts."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, TypeAlias, TypeVar

from tablero.lab.papers.faults import Fault, fault_table, fault_text
from tablero.lab.table import Cell, Column, Table, as_text, shown
from tablero.locale import _

T = TypeVar("T")

Number: TypeAlias = int | float | None

Numbers: TypeAlias = Mapping[str, tuple[Number, Number]]
"""The paper's number and ours, by quantity; None: not measured."""


class Verdict(StrEnum):
    """Comparison of our figure with the paper's; the values are keys for programs."""

    SAME = "same"
    NOT_TOLD_APART = "not_told_apart"
    BETTER = "better"
    DIFFERS = "differs"
    ANSWERED = "answered"


def verdict_name(verdict: Cell) -> str:
    """Return the verdict in the current language."""
    return {
        Verdict.SAME: _("same"),
        Verdict.NOT_TOLD_APART: _("not significantly different"),
        Verdict.BETTER: _("better"),
        Verdict.DIFFERS: _("differs"),
        Verdict.ANSWERED: _("answered"),
    }[Verdict(str(verdict))]


def verdict_grounds() -> dict[Verdict, str]:
    """Return the criterion of each verdict."""
    return {
        Verdict.SAME: _(
            "counts that leave nothing to chance are equal, or as much was done in the same time."
        ),
        Verdict.NOT_TOLD_APART: _(
            "the figures depend on chance, and chance alone gives a difference as large in more "
            "than one of twenty cases."
        ),
        Verdict.BETTER: _(
            "more games won than chance explains, less time for the same, or more done in the "
            "same time."
        ),
        Verdict.DIFFERS: _("none of these; the reason stands with it."),
        Verdict.ANSWERED: _("the paper asks, or proposes, and has no figure; ours is measured."),
    }


def exact(theirs: Any, ours: Any) -> Verdict:
    """Return the verdict on figures that depend only on the reading of the paper."""
    return Verdict.SAME if theirs == ours else Verdict.DIFFERS


def faster(theirs: float, ours: float) -> Verdict:
    """Return the verdict on times in seconds."""
    return Verdict.BETTER if ours < theirs else Verdict.DIFFERS


def more(theirs: int, ours: int) -> Verdict:
    """Return the verdict on amounts done in the same time, or in less."""
    return Verdict.BETTER if ours > theirs else exact(theirs, ours)


@dataclass(frozen=True)
class Finding:
    """A figure or a question of a paper.

    key: its name in every language.
    theirs, ours: the figures, or the answers, for people.
    because: the reason for the verdict.
    command: the command that prints our figure.
    numbers: the figures for programs.
    """

    key: str
    question: str
    theirs: str
    ours: str
    verdict: Verdict
    because: str
    command: str
    numbers: Numbers = field(default_factory=dict)


def ours_alone(**ours: Number) -> Numbers:
    """Return quantities that the paper does not give."""
    return {name: (None, number) for name, number in ours.items()}


def beside(names: Sequence[str], theirs: Iterable[Number], ours: Iterable[Number]) -> Numbers:
    """Return several quantities of the paper and ours."""
    return dict(zip(names, zip(theirs, ours, strict=True), strict=True))


@dataclass(frozen=True)
class Chart:
    """A chart of the report.

    title: caption.
    draw: function that fills the axes it is given.
    height: height of a chart that stands alone, in inches.
    """

    title: str
    draw: Callable[[Any], None]
    height: float = 3.3


@dataclass(frozen=True)
class Part:
    """One experiment of a paper; `faults` are those of the paper's program that it explains."""

    title: str
    findings: Sequence[Finding] = ()
    tables: Sequence[Table] = ()
    charts: Sequence[Chart] = ()
    faults: Sequence[Fault] = ()


@dataclass(frozen=True)
class Chapter:
    """All experiments of one paper; its name is p1 to p5."""

    name: str
    title: str
    parts: Sequence[Part]

    @property
    def heading(self) -> str:
        return f"{self.name.upper()}. {self.title}"


@dataclass(frozen=True)
class Report:
    """The chapters of some papers; `command` is the one that reproduces them."""

    chapters: Sequence[Chapter]
    command: str

    def parts(self) -> Iterator[Part]:
        for chapter in self.chapters:
            yield from chapter.parts

    def charts(self) -> list[Chart]:
        return [chart for part in self.parts() for chart in part.charts]

    def findings(self) -> Table:
        """Return all findings with all their fields."""
        names = "paper", "key", "question", "theirs", "ours", "verdict", "because", "command"
        columns = [
            Column(name, title, verdict_name if name == "verdict" else shown)
            for name, title in zip(names, _titles(), strict=True)
        ]
        rows = [[paper, *_cells(finding)] for paper, finding in self._findings()]
        return Table(_("The papers' figures and ours"), columns, rows, self.command, "findings")

    def numbers(self) -> Table:
        """Return the figures of all findings, one quantity per row."""
        paper, key, _question, theirs, ours, *_rest = _titles()
        columns = [
            Column("paper", paper),
            Column("key", key),
            Column("quantity", _("quantity")),
            Column("theirs", theirs),
            Column("ours", ours),
        ]
        rows = [
            [paper, finding.key, name, *both]
            for paper, finding in self._findings()
            for name, both in finding.numbers.items()
        ]
        return Table(_("The same figures as numbers"), columns, rows, self.command, "numbers")

    def summary(self) -> Table:
        """Return the findings without keys, reasons and commands."""
        whole = self.findings()
        rows = [_brief(row) for row in whole.rows]
        return Table(whole.title, _brief(whole.columns), rows, self.command)

    def faults(self) -> Table:
        """Return all faults of the papers' programs, explained."""
        return fault_table((fault for part in self.parts() for fault in part.faults), self.command)

    def tables(self) -> list[Table]:
        exhibits = (table for part in self.parts() for table in part.tables)
        compared = (fault.table for part in self.parts() for fault in part.faults)
        return [self.findings(), self.numbers(), self.faults(), *exhibits, *compared]

    def _findings(self) -> Iterator[tuple[str, Finding]]:
        """Yield each finding with its paper."""
        for chapter in self.chapters:
            for part in chapter.parts:
                for finding in part.findings:
                    yield chapter.name.upper(), finding


def _titles() -> tuple[str, ...]:
    names = _("figure or question"), _("the paper"), _("Tablero"), _("verdict")
    return _("no."), _("key"), *names, _("because"), _("again")


def _brief(line: Sequence[T]) -> list[T]:
    """Return five of a finding's cells: paper, verdict, question, theirs and ours."""
    paper, _key, question, theirs, ours, verdict, *_rest = line
    return [paper, verdict, question, theirs, ours]


def _cells(finding: Finding) -> list[str]:
    figures = finding.key, finding.question, finding.theirs, finding.ours
    return [*figures, finding.verdict.value, finding.because, finding.command]


def report_text(report: Report) -> str:
    """Return the report for a terminal: paper by paper, then all figures side by side."""
    blocks = []
    for chapter in report.chapters:
        blocks.append(f"{chapter.heading}\n{'=' * len(chapter.heading)}")
        for part in chapter.parts:
            blocks.append(f"{part.title}\n{'-' * len(part.title)}")
            blocks.extend(map(finding_text, part.findings))
            blocks.extend(f"{each.title}\n\n{as_text(each)}" for each in part.tables)
            blocks.extend(map(fault_text, part.faults))
    summary = report.summary()
    blocks.append(f"{summary.title}\n{'=' * len(summary.title)}\n\n{as_text(summary)}")
    blocks.append(grounds_text())
    return "\n\n".join([*blocks, report.command]) + "\n"


def finding_text(finding: Finding) -> str:
    """Return one figure: theirs, ours, and the verdict."""
    _paper, _key, _question, theirs, ours, *_rest = _titles()
    width = max(len(theirs), len(ours))
    lines = [
        finding.question,
        f"  {theirs:<{width}}  {finding.theirs}",
        f"  {ours:<{width}}  {finding.ours}",
        f"  {verdict_name(finding.verdict)}: {finding.because}",
        f"  $ {finding.command}",
    ]
    return "\n".join(lines)


def grounds_text() -> str:
    """Return the criteria of the verdicts, one per line."""
    grounds = {verdict_name(verdict): text for verdict, text in verdict_grounds().items()}
    width = max(map(len, grounds))
    return "\n".join(f"  {name:<{width}}  {text}" for name, text in grounds.items())
