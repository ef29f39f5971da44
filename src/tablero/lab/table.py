"""Tables of results: for people, for programs, and for a report."""

import csv
import io
import json
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from tablero.locale import _
from tablero.numbers import grouped

Cell: TypeAlias = str | bool | int | float | None
"""A plain value, independent of the language; `Column.show` formats it for people."""

LONG, WIDTH = 40, 0.7
"""LaTeX wraps columns with texts of more than LONG characters; these share WIDTH of the line."""

LATEX = str.maketrans(
    {
        **{sign: f"\\{sign}" for sign in "&%$#_{}"},
        "\\": r"\textbackslash{}",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        "…": r"\dots{}",
        "±": r"$\pm$",
        "∞": r"$\infty$",
    }
)


def shown(cell: Cell) -> str:
    """Return a cell for people: thousands grouped, four significant digits of a fraction."""
    if cell is None:
        return "-"
    if isinstance(cell, bool):
        return _("yes") if cell else _("no")
    if isinstance(cell, int):
        return grouped(cell)
    return numeral(cell, ".4g") if isinstance(cell, float) else cell


def numeral(number: float, form: str) -> str:
    """Return a number in a Python format; infinity is ∞."""
    return f"{number:{form}}".replace("inf", "∞")


def elo_text(cell: Cell) -> str:
    """Return an Elo difference with its sign: +80, or +∞."""
    return numeral(cell, "+.0f") if isinstance(cell, float) else shown(cell)


@dataclass(frozen=True)
class Column:
    """A column of a table.

    name: key of its cells for programs.
    title: heading for people.
    show: function that formats a cell for people.
    """

    name: str
    title: str
    show: Callable[[Any], str] = shown


@dataclass(frozen=True)
class ResultTable:
    """A table of results.

    title: caption.
    rows: a cell for every column.
    command: the command that reproduces it.
    name: key of the table for programs.
    """

    title: str
    columns: Sequence[Column]
    rows: Sequence[Sequence[Cell]]
    command: str
    name: str = ""

    def records(self) -> list[dict[str, Cell]]:
        """Return every row as a dict by column name."""
        names = [column.name for column in self.columns]
        return [dict(zip(names, row, strict=True)) for row in self.rows]

    def lines(self) -> list[list[str]]:
        """Return the headings and the rows, formatted for people."""
        rows = [
            [column.show(cell) for column, cell in zip(self.columns, row, strict=True)]
            for row in self.rows
        ]
        return [[column.title for column in self.columns], *rows]

    def is_number(self, place: int) -> bool:
        """Return whether this column holds numbers, which are aligned right."""
        return all(not isinstance(row[place], str | bool) for row in self.rows)


def as_text(table: ResultTable) -> str:
    """Return the table for a terminal: aligned columns below their titles."""
    lines = table.lines()
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    right = [table.is_number(place) for place in range(len(widths))]
    set_lines = [
        "  ".join(
            cell.rjust(width) if number else cell.ljust(width)
            for cell, width, number in zip(line, widths, right, strict=True)
        )
        for line in lines
    ]
    return "\n".join(f"  {line}".rstrip() for line in set_lines)


def as_csv(table: ResultTable) -> str:
    """Return column names and plain cells; the last line is the command, as a comment."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([column.name for column in table.columns])
    writer.writerows(table.rows)
    return f"{text.getvalue()}# {table.command}\n"


def as_json(table: ResultTable) -> str:
    """Return one line of JSON; infinity is null, as JSON has no such number."""
    rows = [
        {name: None if endless(cell) else cell for name, cell in record.items()}
        for record in table.records()
    ]
    record = {"table": table.name, "title": table.title, "command": table.command, "rows": rows}
    return json.dumps(record, ensure_ascii=False) + "\n"


def endless(cell: Cell) -> bool:
    return isinstance(cell, float) and math.isinf(cell)


def as_markdown(table: ResultTable) -> str:
    head, *rows = ([cell.replace("|", "\\|") for cell in line] for line in table.lines())
    rule = ["--:" if table.is_number(place) else "---" for place in range(len(head))]
    body = "".join(f"| {' | '.join(line)} |\n" for line in [head, rule, *rows])
    return f"{table.title}\n\n{body}\n`{table.command}`\n"


def as_latex(table: ResultTable) -> str:
    """Return a LaTeX `table` with booktabs rules, caption and command; long texts are wrapped."""
    head, *rows = ([_latex(cell) for cell in line] for line in table.lines())
    letters = "".join(_latex_columns(table))
    body = "".join(f"{' & '.join(line)} \\\\\n" for line in rows)
    return (
        "\\begin{table}\n\\centering\n"
        f"\\caption{{{_latex(table.title)}}}\n"
        f"\\begin{{tabular}}{{{letters}}}\n\\toprule\n"
        f"{' & '.join(head)} \\\\\n\\midrule\n{body}\\bottomrule\n\\end{{tabular}}\n"
        f"% {table.command}\n\\end{{table}}\n"
    )


def _latex(text: str) -> str:
    """Escape a text for LaTeX; two hyphens stay two."""
    return text.translate(LATEX).replace("--", "-{}-")


def _latex_columns(table: ResultTable) -> list[str]:
    """Return the column types: numbers right, texts left; long texts share the width WIDTH."""
    columns = [*zip(*table.lines(), strict=True)]
    long = [max(map(len, column)) > LONG for column in columns]
    wide = f"p{{{WIDTH / max(1, sum(long)):.2f}\\linewidth}}"
    return [
        wide if texts else "r" if table.is_number(place) else "l"
        for place, texts in enumerate(long)
    ]


FORMATS: dict[str, Callable[[ResultTable], str]] = {
    ".csv": as_csv,
    ".json": as_json,
    ".md": as_markdown,
    ".tex": as_latex,
    ".txt": lambda table: f"{table.title}\n\n{as_text(table)}\n\n{table.command}\n",
}
"""Functions that write a table, by file suffix."""


def write_tables(tables: Sequence[ResultTable], suffix: str) -> str:
    """Return all tables in one format; JSON has one per line."""
    return ("" if suffix == ".json" else "\n").join(FORMATS[suffix](table) for table in tables)
