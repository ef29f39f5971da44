"""Tables in every format: the same cells, and the command that makes them again."""

import csv
import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablero.lab.table import (
    FORMATS,
    Column,
    ResultTable,
    as_csv,
    as_json,
    as_latex,
    as_markdown,
    as_text,
    write_tables,
)

pytestmark = pytest.mark.plain

COMMAND = "tablero lab compare kalah --depth 4"
TABLE = ResultTable(
    "Nodes & time",
    [Column("search", "search"), Column("nodes", "nodes"), Column("seconds", "seconds")],
    [["minimax", 12345, 0.5], ["alpha_beta|x", 99, None]],
    COMMAND,
    "nodes",
)


def test_for_people():
    assert as_text(TABLE).splitlines() == [
        "  search         nodes  seconds",
        "  minimax       12 345      0.5",
        "  alpha_beta|x      99        -",
    ]


def test_for_programs():
    assert json.loads(as_json(TABLE)) == {
        "table": "nodes",
        "title": "Nodes & time",
        "command": COMMAND,
        "rows": [
            {"search": "minimax", "nodes": 12345, "seconds": 0.5},
            {"search": "alpha_beta|x", "nodes": 99, "seconds": None},
        ],
    }
    assert as_csv(TABLE) == (
        f"search,nodes,seconds\nminimax,12345,0.5\nalpha_beta|x,99,\n# {COMMAND}\n"
    )


def test_for_a_report():
    assert as_markdown(TABLE).splitlines()[2:] == [
        "| search | nodes | seconds |",
        "| --- | --: | --: |",
        "| minimax | 12 345 | 0.5 |",
        "| alpha_beta\\|x | 99 | - |",
        "",
        f"`{COMMAND}`",
    ]
    latex = as_latex(TABLE)
    assert "\\caption{Nodes \\& time}" in latex
    assert "\\begin{tabular}{lrr}" in latex
    assert "alpha\\_beta|x & 99 & - \\\\\n" in latex


@pytest.mark.parametrize("suffix", FORMATS)
def test_every_format_carries_the_command(suffix: str):
    assert write_tables([TABLE, TABLE], suffix).count(COMMAND) == 2


def test_words_are_for_people_alone():
    """True, false and infinity; where all are true or false, they stand to the left."""
    columns = [Column("good", "GOOD"), Column("size", "SIZE")]
    table = ResultTable("t", columns, [[True, math.inf], [False, -math.inf]], "again")
    assert [line.split() for line in as_text(table).splitlines()[1:]] == [
        ["yes", "∞"],
        ["no", "-∞"],
    ]
    assert as_csv(table).splitlines()[1:3] == ["True,inf", "False,-inf"]
    assert json.loads(as_json(table))["rows"] == [
        {"good": True, "size": None},
        {"good": False, "size": None},
    ]
    assert "\\begin{tabular}{lr}" in as_latex(table)


CELLS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text()
)


@given(st.lists(st.tuples(CELLS, CELLS), max_size=5))
def test_whatever_the_cells_are(rows: list[tuple[str | int | float | None, ...]]):
    table = ResultTable("t", [Column("a", "A"), Column("b", "B")], rows, "again")
    assert [list(record.values()) for record in json.loads(as_json(table))["rows"]] == [
        list(row) for row in rows
    ]
    read = list(csv.reader(as_csv(table).splitlines(keepends=True)[:-1]))
    assert read[0] == ["a", "b"]
    as_text(table)
    as_markdown(table)
    as_latex(table)


def test_latex_sets_long_texts_in_lines():
    columns = [Column("what", "what"), Column("number", "number"), Column("why", "why")]
    text = "because " * 10 + "--out"
    latex = as_latex(ResultTable("Long", columns, [["a", 1, text]], "tablero"))
    assert "\\begin{tabular}{lrp{0.70\\linewidth}}" in latex
    assert "-{}-out" in latex
