"""A table of results: for people, for programs, and for a report."""

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
"""Bare, for programs, in no language; words for people come from `Column.show`."""

LONG, WIDTH = 40, 0.7
"""LaTeX sets texts of more letters in lines, on this share of the page's width."""

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
    """A cell as people read it: thousands set apart, four figures of what is not whole."""
    if cell is None:
        return "-"
    if isinstance(cell, bool):
        return _("yes") if cell else _("no")
    if isinstance(cell, int):
        return grouped(cell)
    return numeral(cell, ".4g") if isinstance(cell, float) else cell


def numeral(number: float, form: str) -> str:
    """In this form of Python's; infinity has a sign of its own."""
    return f"{number:{form}}".replace("inf", "∞")


def elo_text(cell: Cell) -> str:
    """+80, or +∞."""
    return numeral(cell, "+.0f") if isinstance(cell, float) else shown(cell)


@dataclass(frozen=True)
class Column:
    """name  -- the key of its cells where programs read them
    title -- what people call it
    show  -- one of its cells for people
    """

    name: str
    title: str
    show: Callable[[Any], str] = shown


@dataclass(frozen=True)
class Table:
    """title   -- what it is about
    rows    -- a cell for every column
    command -- makes it again
    name    -- what programs call it, where there are several
    """

    title: str
    columns: Sequence[Column]
    rows: Sequence[Sequence[Cell]]
    command: str
    name: str = ""

    def records(self) -> list[dict[str, Cell]]:
        """Every row by the names of its columns."""
        names = [column.name for column in self.columns]
        return [dict(zip(names, row, strict=True)) for row in self.rows]

    def lines(self) -> list[list[str]]:
        """Headings and rows, every cell for people."""
        rows = [
            [column.show(cell) for column, cell in zip(self.columns, row, strict=True)]
            for row in self.rows
        ]
        return [[column.title for column in self.columns], *rows]

    def is_number(self, place: int) -> bool:
        """Does this column hold numbers? They are set to the right."""
        return all(not isinstance(row[place], str | bool) for row in self.rows)


def as_text(table: Table) -> str:
    """For a terminal: columns side by side below their titles."""
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


def as_csv(table: Table) -> str:
    """Names and bare cells; the command that makes it again stands in the last line."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([column.name for column in table.columns])
    writer.writerows(table.rows)
    return f"{text.getvalue()}# {table.command}\n"


def as_json(table: Table) -> str:
    """One line. What is infinite is null: JSON knows no such number."""
    rows = [
        {name: None if endless(cell) else cell for name, cell in record.items()}
        for record in table.records()
    ]
    record = {"table": table.name, "title": table.title, "command": table.command, "rows": rows}
    return json.dumps(record, ensure_ascii=False) + "\n"


def endless(cell: Cell) -> bool:
    return isinstance(cell, float) and math.isinf(cell)


def as_markdown(table: Table) -> str:
    head, *rows = ([cell.replace("|", "\\|") for cell in line] for line in table.lines())
    rule = ["--:" if table.is_number(place) else "---" for place in range(len(head))]
    body = "".join(f"| {' | '.join(line)} |\n" for line in [head, rule, *rows])
    return f"{table.title}\n\n{body}\n`{table.command}`\n"


def as_latex(table: Table) -> str:
    """A `table` with booktabs' rules, its caption and the command below; long texts are set in
    lines."""
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
    """Two hyphens stay two."""
    return text.translate(LATEX).replace("--", "-{}-")


def _latex_columns(table: Table) -> list[str]:
    """Numbers to the right, texts to the left; long texts share the width of the page."""
    columns = [*zip(*table.lines(), strict=True)]
    long = [max(map(len, column)) > LONG for column in columns]
    wide = f"p{{{WIDTH / max(1, sum(long)):.2f}\\linewidth}}"
    return [
        wide if texts else "r" if table.is_number(place) else "l"
        for place, texts in enumerate(long)
    ]


FORMATS: dict[str, Callable[[Table], str]] = {
    ".csv": as_csv,
    ".json": as_json,
    ".md": as_markdown,
    ".tex": as_latex,
    ".txt": lambda table: f"{table.title}\n\n{as_text(table)}\n\n{table.command}\n",
}
"""By the ending of a file."""


def write_tables(tables: Sequence[Table], suffix: str) -> str:
    """All of them in one format; JSON has one to a line."""
    return ("" if suffix == ".json" else "\n").join(FORMATS[suffix](table) for table in tables)
