"""The report as one self-contained HTML page, with pictures and style."""

import io
import re
from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import Any

import matplotlib
from matplotlib.figure import Figure

from tablero.lab.figure import FOOTER, STYLE, metadata, picture
from tablero.lab.papers.faults import ProgramFault, fault_titles
from tablero.lab.papers.report import (
    Chapter,
    Chart,
    PaperFinding,
    PapersReport,
    PaperVerdict,
    Section,
    verdict_grounds,
    verdict_name,
)
from tablero.lab.table import ResultTable
from tablero.locale import _, spoken

SIGNS = {
    PaperVerdict.SAME: "=",
    PaperVerdict.NOT_SIGNIFICANT: "≈",
    PaperVerdict.BETTER: "▲",
    PaperVerdict.DIFFERS: "≠",
    PaperVerdict.ANSWERED: "✓",
}
"""Symbols of the verdicts, which are readable without colours."""

COLUMNS = 2
"""Columns of panels in a picture of several charts."""


def page(report: PapersReport, facts: Sequence[tuple[str, str]]) -> str:
    """Return the report as HTML.

    facts: names and texts of the conditions of the measurement, such as the machine.
    """
    style = Path(__file__).with_name("page.css").read_text(encoding="utf-8")
    title = escape(_("Five papers, and Tablero"))
    chapters = "\n".join(_chapter(chapter, report.command) for chapter in report.chapters)
    return (
        f'<!DOCTYPE html>\n<html lang="{spoken()}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f"<title>{title}</title>\n<style>\n{style}</style>\n</head>\n<body>\n<h1>{title}</h1>\n"
        f"{_facts(report, facts)}\n{_contents(report)}\n{_table(report.summary())}\n"
        f"{_grounds()}\n"
        f"{chapters}\n</body>\n</html>\n"
    )


def _facts(report: PapersReport, facts: Sequence[tuple[str, str]]) -> str:
    pairs = [(_("command"), f"<code>{escape(report.command)}</code>")]
    pairs += [(name, escape(text)) for name, text in facts]
    body = "".join(f"<dt>{escape(name)}</dt><dd>{text}</dd>" for name, text in pairs)
    return f'<dl class="facts">{body}</dl>'


def _grounds() -> str:
    """Return the criteria of the verdicts."""
    body = "".join(
        f"<dt>{_badge(verdict)}</dt><dd>{escape(text)}</dd>"
        for verdict, text in verdict_grounds().items()
    )
    return f'<dl class="grounds">{body}</dl>'


def _badge(verdict: PaperVerdict) -> str:
    name = escape(verdict_name(verdict))
    return f'<span class="verdict {verdict}">{SIGNS[verdict]} {name}</span>'


def _contents(report: PapersReport) -> str:
    links = (
        f'<li><a href="#{chapter.name}">{escape(chapter.heading)}</a></li>'
        for chapter in report.chapters
    )
    return f"<nav><ul>{''.join(links)}</ul></nav>"


def _chapter(chapter: Chapter, command: str) -> str:
    body = "\n".join(_section(section, command) for section in chapter.sections)
    return f'<section id="{chapter.name}">\n<h2>{escape(chapter.heading)}</h2>\n{body}\n</section>'


def _section(section: Section, command: str) -> str:
    findings = "\n".join(map(_finding, section.findings))
    pictures = "\n".join(_figure(chart, command) for chart in section.charts)
    tables = "\n".join(map(_table, section.tables))
    exhibits = f'<div class="exhibits">\n{pictures}\n{tables}\n</div>'
    faults = "\n".join(map(_fault, section.faults))
    return f"<h3>{escape(section.title)}</h3>\n{findings}\n{exhibits}\n{faults}"


def _finding(finding: PaperFinding) -> str:
    theirs, ours = escape(_("the paper")), escape(_("Tablero"))
    return (
        f'<div class="finding"><p class="question">{escape(finding.question)}</p>'
        f"<dl><dt>{theirs}</dt><dd>{_whole(finding.theirs)}</dd>"
        f"<dt>{ours}</dt><dd>{_whole(finding.ours)}</dd></dl>"
        f"<p>{_badge(finding.verdict)} {escape(finding.because)}</p>"
        f'<p class="command"><code>$ {escape(finding.command)}</code></p></div>'
    )


def _fault(fault: ProgramFault) -> str:
    """Return a fault's explanation, the two lines of code, and the comparison below them."""
    code = ("faulty", "correct")
    body = "".join(
        f"<dt>{escape(title)}</dt><dd>"
        + (f"<pre><code>{text}</code></pre>" if name in code else f"<p>{text}</p>")
        + "</dd>"
        for name, title in fault_titles().items()
        for text in [_whole(getattr(fault, name))]
    )
    return (
        f'<article class="fault" id="{fault.key}"><h4>{escape(fault.title)}</h4><dl>{body}</dl>'
        f'<p class="command"><code>$ {escape(fault.command)}</code></p>'
        f"{_table(fault.table)}</article>"
    )


def _whole(text: str) -> str:
    """Prevent line breaks within numbers."""
    return escape(re.sub(r"(?<=\d) (?=\d)", "\N{NO-BREAK SPACE}", text))


def _table(table: ResultTable) -> str:
    """Return a table with its title as caption; numbers are aligned right."""
    kinds = [
        ' class="number"' if table.is_number(place) else "" for place in range(len(table.columns))
    ]
    head, *rows = (
        "".join(
            f"<{tag}{kind}>{_whole(cell)}</{tag}>" for cell, kind in zip(line, kinds, strict=True)
        )
        for tag, line in zip(["th"] + ["td"] * len(table.rows), table.lines(), strict=True)
    )
    body = "\n".join(f"<tr>{row}</tr>" for row in rows)
    return (
        f'<div class="scroll"><table><caption><span>{escape(table.title)}</span></caption>\n'
        f"<thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody></table></div>"
    )


def _figure(chart: Chart, command: str) -> str:
    """Return a chart as inline SVG, with a text alternative."""
    text = io.StringIO()
    with matplotlib.rc_context(STYLE):  # type: ignore[arg-type]
        figure = picture(lambda panels: chart.draw(panels[0, 0]), command)
        figure.set_figheight(chart.height + FOOTER)
        figure.savefig(text, format="svg", transparent=True, metadata=metadata(".svg", command))
    _head, begun, drawing = text.getvalue().partition("<svg ")
    title = escape(chart.title)
    svg = f'{begun}role="img" aria-label="{title}" {drawing}'
    return f"<figure>\n<figcaption>{title}</figcaption>\n{svg}</figure>"


def pictures(report: PapersReport) -> Figure:
    """Return all charts of the report as one figure."""
    charts = report.charts()
    columns = min(COLUMNS, len(charts))
    rows = -(-len(charts) // columns)

    def draw(panels: Any) -> None:
        for axes, chart in zip(panels.flat, charts, strict=False):
            chart.draw(axes)
            axes.set_title(chart.title, fontsize=10.5)
        for axes in panels.flat[len(charts) :]:
            axes.set_axis_off()

    return picture(draw, report.command, rows, columns)
