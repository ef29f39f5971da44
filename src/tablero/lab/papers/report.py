"""What comes out of a paper: its figures beside ours, tables and charts."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from tablero.lab.table import Column, Table, as_text
from tablero.locale import _


class Verdict(StrEnum):
    """What a figure of ours is beside the paper's; ANSWERED: the paper asked, and had none."""

    SAME = "same"
    BETTER = "better"
    DIFFERS = "differs"
    ANSWERED = "answered"


def verdict_name(verdict: Verdict) -> str:
    """In the language spoken."""
    return {
        Verdict.SAME: _("same"),
        Verdict.BETTER: _("better"),
        Verdict.DIFFERS: _("differs"),
        Verdict.ANSWERED: _("answered"),
    }[verdict]


def exact(theirs: Any, ours: Any) -> Verdict:
    """Of figures that cannot depend on anything but the reading of the paper."""
    return Verdict.SAME if theirs == ours else Verdict.DIFFERS


def faster(theirs: float, ours: float) -> Verdict:
    """Of seconds."""
    return Verdict.BETTER if ours < theirs else Verdict.DIFFERS


@dataclass(frozen=True)
class Finding:
    """A figure or a question of a paper.

    theirs, ours -- the figures, or the answers
    because      -- what the verdict rests on
    command      -- prints our figure again
    """

    question: str
    theirs: str
    ours: str
    verdict: Verdict
    because: str
    command: str


@dataclass(frozen=True)
class Chart:
    """title  -- what is to be seen
    draw   -- fills the axes that it is given
    height -- inches, where it stands alone
    """

    title: str
    draw: Callable[[Any], None]
    height: float = 3.3


@dataclass(frozen=True)
class Part:
    """One experiment of a paper."""

    title: str
    findings: Sequence[Finding] = ()
    tables: Sequence[Table] = ()
    charts: Sequence[Chart] = ()


@dataclass(frozen=True)
class Chapter:
    """All experiments of one paper; name -- p1 to p5."""

    name: str
    title: str
    parts: Sequence[Part]

    @property
    def heading(self) -> str:
        return f"{self.name.upper()}. {self.title}"


@dataclass(frozen=True)
class Report:
    """command -- makes all of it again"""

    chapters: Sequence[Chapter]
    command: str

    def parts(self) -> Iterator[Part]:
        for chapter in self.chapters:
            yield from chapter.parts

    def charts(self) -> list[Chart]:
        return [chart for part in self.parts() for chart in part.charts]

    def findings(self) -> Table:
        """All of them, with everything there is to know about each."""
        names = "paper", "question", "theirs", "ours", "verdict", "because", "command"
        columns = [Column(name, title) for name, title in zip(names, _titles(), strict=True)]
        return Table(_("The papers' figures and ours"), columns, self._rows(), self.command)

    def summary(self) -> Table:
        """The findings without reasons and commands."""
        whole = self.findings()
        return Table(whole.title, whole.columns[:5], [row[:5] for row in whole.rows], self.command)

    def tables(self) -> list[Table]:
        return [self.findings(), *(table for part in self.parts() for table in part.tables)]

    def _rows(self) -> list[list[str]]:
        return [
            [chapter.name.upper(), *_cells(finding)]
            for chapter in self.chapters
            for part in chapter.parts
            for finding in part.findings
        ]


def _titles() -> tuple[str, ...]:
    names = _("no."), _("figure or question"), _("the paper"), _("Tablero"), _("verdict")
    return *names, _("because"), _("again")


def _cells(finding: Finding) -> list[str]:
    figures = finding.question, finding.theirs, finding.ours
    return [*figures, verdict_name(finding.verdict), finding.because, finding.command]


def report_text(report: Report) -> str:
    """For a terminal: paper by paper, and all figures side by side at the end."""
    blocks = []
    for chapter in report.chapters:
        blocks.append(f"{chapter.heading}\n{'=' * len(chapter.heading)}")
        for part in chapter.parts:
            blocks.append(f"{part.title}\n{'-' * len(part.title)}")
            blocks.extend(map(finding_text, part.findings))
            blocks.extend(f"{each.title}\n\n{as_text(each)}" for each in part.tables)
    summary = report.summary()
    blocks.append(f"{summary.title}\n{'=' * len(summary.title)}\n\n{as_text(summary)}")
    return "\n\n".join([*blocks, report.command]) + "\n"


def finding_text(finding: Finding) -> str:
    """One figure: theirs, ours, and what to make of it."""
    _paper, _question, theirs, ours, *_rest = _titles()
    width = max(len(theirs), len(ours))
    lines = [
        finding.question,
        f"  {theirs:<{width}}  {finding.theirs}",
        f"  {ours:<{width}}  {finding.ours}",
        f"  {verdict_name(finding.verdict)}: {finding.because}",
        f"  $ {finding.command}",
    ]
    return "\n".join(lines)
