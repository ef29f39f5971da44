"""What comes out of a paper: its figures beside ours, tables and charts."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, TypeAlias, TypeVar

from tablero.lab.table import Cell, Column, Table, as_text, shown
from tablero.locale import _

T = TypeVar("T")

Number: TypeAlias = int | float | None

Numbers: TypeAlias = Mapping[str, tuple[Number, Number]]
"""By the name of a quantity: the paper's and ours; None: nobody has measured it."""


class Verdict(StrEnum):
    """What a figure of ours is beside the paper's; programs read these words."""

    SAME = "same"
    NOT_TOLD_APART = "not_told_apart"
    BETTER = "better"
    DIFFERS = "differs"
    ANSWERED = "answered"


def verdict_name(verdict: Cell) -> str:
    """In the language spoken."""
    return {
        Verdict.SAME: _("same"),
        Verdict.NOT_TOLD_APART: _("not told apart"),
        Verdict.BETTER: _("better"),
        Verdict.DIFFERS: _("differs"),
        Verdict.ANSWERED: _("answered"),
    }[Verdict(str(verdict))]


def verdict_grounds() -> dict[Verdict, str]:
    """What each rests on."""
    return {
        Verdict.SAME: _(
            "counts that leave nothing to chance are equal, or as much was done in the same time."
        ),
        Verdict.NOT_TOLD_APART: _(
            "figures with chance in them, which alone sets them as far apart in more than one of "
            "twenty cases."
        ),
        Verdict.BETTER: _(
            "more games won than chance explains, less time for the same, or more done in the "
            "same time."
        ),
        Verdict.DIFFERS: _("none of these; the reason stands with it."),
        Verdict.ANSWERED: _("the paper asks, or proposes, and has no figure; ours is measured."),
    }


def exact(theirs: Any, ours: Any) -> Verdict:
    """Of figures that cannot depend on anything but the reading of the paper."""
    return Verdict.SAME if theirs == ours else Verdict.DIFFERS


def faster(theirs: float, ours: float) -> Verdict:
    """Of seconds."""
    return Verdict.BETTER if ours < theirs else Verdict.DIFFERS


def more(theirs: int, ours: int) -> Verdict:
    """Of what is done in the same time, or in less."""
    return Verdict.BETTER if ours > theirs else exact(theirs, ours)


@dataclass(frozen=True)
class Finding:
    """A figure or a question of a paper.

    key          -- its name in every language
    theirs, ours -- the figures, or the answers, for people
    because      -- what the verdict rests on
    command      -- prints our figure again
    numbers      -- the figures for programs
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
    """Quantities that the paper does not give."""
    return {name: (None, number) for name, number in ours.items()}


def beside(names: Sequence[str], theirs: Iterable[Number], ours: Iterable[Number]) -> Numbers:
    """Several quantities of both."""
    return dict(zip(names, zip(theirs, ours, strict=True), strict=True))


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
        """All of them, with everything there is to say about each."""
        names = "paper", "key", "question", "theirs", "ours", "verdict", "because", "command"
        columns = [
            Column(name, title, verdict_name if name == "verdict" else shown)
            for name, title in zip(names, _titles(), strict=True)
        ]
        rows = [[paper, *_cells(finding)] for paper, finding in self._findings()]
        return Table(_("The papers' figures and ours"), columns, rows, self.command, "findings")

    def numbers(self) -> Table:
        """The figures of all findings, a quantity to a row."""
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
        """The findings without keys, reasons and commands."""
        whole = self.findings()
        rows = [_brief(row) for row in whole.rows]
        return Table(whole.title, _brief(whole.columns), rows, self.command)

    def tables(self) -> list[Table]:
        exhibits = (table for part in self.parts() for table in part.tables)
        return [self.findings(), self.numbers(), *exhibits]

    def _findings(self) -> Iterator[tuple[str, Finding]]:
        """Each with its paper."""
        for chapter in self.chapters:
            for part in chapter.parts:
                for finding in part.findings:
                    yield chapter.name.upper(), finding


def _titles() -> tuple[str, ...]:
    names = _("figure or question"), _("the paper"), _("Tablero"), _("verdict")
    return _("no."), _("key"), *names, _("because"), _("again")


def _brief(line: Sequence[T]) -> list[T]:
    """Of a finding's cells: paper, verdict, question, theirs and ours."""
    paper, _key, question, theirs, ours, verdict, *_rest = line
    return [paper, verdict, question, theirs, ours]


def _cells(finding: Finding) -> list[str]:
    figures = finding.key, finding.question, finding.theirs, finding.ours
    return [*figures, finding.verdict.value, finding.because, finding.command]


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
    blocks.append(grounds_text())
    return "\n\n".join([*blocks, report.command]) + "\n"


def finding_text(finding: Finding) -> str:
    """One figure: theirs, ours, and what to make of it."""
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
    """What the verdicts rest on, one to a line."""
    grounds = {verdict_name(verdict): text for verdict, text in verdict_grounds().items()}
    width = max(map(len, grounds))
    return "\n".join(f"  {name:<{width}}  {text}" for name, text in grounds.items())
