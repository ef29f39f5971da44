"""Results of a paper: its figures beside ours, tables and charts."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, TypeAlias, TypeVar

from tablero.lab.papers.faults import ProgramFault, fault_table, fault_text
from tablero.lab.table import Cell, Column, ResultTable, as_text, shown
from tablero.locale import _

T = TypeVar("T")

Numbers: TypeAlias = Mapping[str, tuple[float | None, float | None]]
"""The paper's number and ours, by quantity; None: not measured."""


class PaperVerdict(StrEnum):
    """Comparison of our figure with the paper's; the values are keys for programs."""

    SAME = "same"
    NOT_SIGNIFICANT = "not_told_apart"
    BETTER = "better"
    DIFFERS = "differs"
    ANSWERED = "answered"


def verdict_name(verdict: Cell) -> str:
    """Return the verdict in the current language."""
    return {
        PaperVerdict.SAME: _("same"),
        PaperVerdict.NOT_SIGNIFICANT: _("not significantly different"),
        PaperVerdict.BETTER: _("better"),
        PaperVerdict.DIFFERS: _("differs"),
        PaperVerdict.ANSWERED: _("answered"),
    }[PaperVerdict(str(verdict))]


def verdict_grounds() -> dict[PaperVerdict, str]:
    """Return the criterion of each verdict."""
    return {
        PaperVerdict.SAME: _(
            "counts that do not depend on chance are equal, or as much was done in the same time."
        ),
        PaperVerdict.NOT_SIGNIFICANT: _(
            "the figures depend on chance, and chance alone gives a difference as large in more "
            "than one of twenty cases."
        ),
        PaperVerdict.BETTER: _(
            "significantly more games won, less time for the same task, or more done in the "
            "same time."
        ),
        PaperVerdict.DIFFERS: _("none of these; the reason is given."),
        PaperVerdict.ANSWERED: _(
            "the paper asks or proposes, but has no figure; ours is measured."
        ),
    }


def exact(theirs: Any, ours: Any) -> PaperVerdict:
    """Return the verdict on figures that depend only on the reading of the paper."""
    return PaperVerdict.SAME if theirs == ours else PaperVerdict.DIFFERS


def faster(theirs: float, ours: float) -> PaperVerdict:
    """Return the verdict on times in seconds."""
    return PaperVerdict.BETTER if ours < theirs else PaperVerdict.DIFFERS


def more(theirs: int, ours: int) -> PaperVerdict:
    """Return the verdict on amounts done in the same time, or in less."""
    return PaperVerdict.BETTER if ours > theirs else exact(theirs, ours)


@dataclass(frozen=True)
class PaperFinding:
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
    verdict: PaperVerdict
    because: str
    command: str
    numbers: Numbers = field(default_factory=dict)


def ours_alone(**ours: float | None) -> Numbers:
    """Return quantities that the paper does not give."""
    return {name: (None, number) for name, number in ours.items()}


def beside(
    names: Sequence[str], theirs: Iterable[float | None], ours: Iterable[float | None]
) -> Numbers:
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
class Section:
    """The results of one experiment; `faults` are the faults that it explains."""

    title: str
    findings: Sequence[PaperFinding] = ()
    tables: Sequence[ResultTable] = ()
    charts: Sequence[Chart] = ()
    faults: Sequence[ProgramFault] = ()


def fault_section(
    faults: Sequence[ProgramFault],
    findings: Sequence[PaperFinding] = (),
    tables: Sequence[ResultTable] = (),
) -> Section:
    """Return the section that explains the faults of a paper's program."""
    return Section(_("The faults of the paper's program"), findings, tables, faults=faults)


@dataclass(frozen=True)
class Chapter:
    """The results of one paper; its name is p1 to p5."""

    name: str
    title: str
    sections: Sequence[Section]

    @property
    def heading(self) -> str:
        return f"{self.name.upper()}. {self.title}"


@dataclass(frozen=True)
class PapersReport:
    """The chapters of some papers; `command` is the one that reproduces them."""

    chapters: Sequence[Chapter]
    command: str

    def sections(self) -> Iterator[Section]:
        for chapter in self.chapters:
            yield from chapter.sections

    def charts(self) -> list[Chart]:
        return [chart for section in self.sections() for chart in section.charts]

    def findings(self) -> ResultTable:
        """Return all findings with all their fields."""
        names = "paper", "key", "question", "theirs", "ours", "verdict", "because", "command"
        columns = [
            Column(name, title, verdict_name if name == "verdict" else shown)
            for name, title in zip(names, _titles(), strict=True)
        ]
        rows = [[paper, *_cells(finding)] for paper, finding in self._findings()]
        return ResultTable(
            _("The papers' figures and ours"), columns, rows, self.command, "findings"
        )

    def numbers(self) -> ResultTable:
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
        return ResultTable(
            _("The same figures as numbers"), columns, rows, self.command, "numbers"
        )

    def summary(self) -> ResultTable:
        """Return the findings without keys, reasons and commands."""
        whole = self.findings()
        rows = [_brief(row) for row in whole.rows]
        return ResultTable(whole.title, _brief(whole.columns), rows, self.command)

    def faults(self) -> ResultTable:
        """Return all faults of the papers' programs, explained."""
        return fault_table(
            (fault for section in self.sections() for fault in section.faults), self.command
        )

    def tables(self) -> list[ResultTable]:
        exhibits = (table for section in self.sections() for table in section.tables)
        compared = (fault.table for section in self.sections() for fault in section.faults)
        return [self.findings(), self.numbers(), self.faults(), *exhibits, *compared]

    def _findings(self) -> Iterator[tuple[str, PaperFinding]]:
        """Yield each finding with its paper."""
        for chapter in self.chapters:
            for section in chapter.sections:
                for finding in section.findings:
                    yield chapter.name.upper(), finding


def _titles() -> tuple[str, ...]:
    names = _("figure or question"), _("the paper"), _("Tablero"), _("verdict")
    return _("no."), _("key"), *names, _("reason"), _("command")


def _brief(line: Sequence[T]) -> list[T]:
    """Return five of a finding's cells: paper, verdict, question, theirs and ours."""
    paper, _key, question, theirs, ours, verdict, *_rest = line
    return [paper, verdict, question, theirs, ours]


def _cells(finding: PaperFinding) -> list[str]:
    figures = finding.key, finding.question, finding.theirs, finding.ours
    return [*figures, finding.verdict.value, finding.because, finding.command]


def report_text(report: PapersReport) -> str:
    """Return the report for a terminal: paper by paper, then all figures side by side."""
    blocks = []
    for chapter in report.chapters:
        blocks.append(f"{chapter.heading}\n{'=' * len(chapter.heading)}")
        for section in chapter.sections:
            blocks.append(f"{section.title}\n{'-' * len(section.title)}")
            blocks.extend(map(finding_text, section.findings))
            blocks.extend(f"{each.title}\n\n{as_text(each)}" for each in section.tables)
            blocks.extend(map(fault_text, section.faults))
    summary = report.summary()
    blocks.append(f"{summary.title}\n{'=' * len(summary.title)}\n\n{as_text(summary)}")
    blocks.append(grounds_text())
    return "\n\n".join([*blocks, report.command]) + "\n"


def finding_text(finding: PaperFinding) -> str:
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
