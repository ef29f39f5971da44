"""Grades as JSON, as CSV, and in the form that Gradescope reads."""

import csv
import json
from collections.abc import Sequence
from io import StringIO
from pathlib import Path
from typing import Any

from tablero.arena.course.model import Course
from tablero.arena.grades.rules import BOUND, PLACE, PRACTICE, REFERENCES, Grade
from tablero.locale import _

FORMULA_SIGNS = ("=", "+", "-", "@", "\t", "\r")
"""A cell that begins so would be computed by a spreadsheet."""


def as_record(grade: Grade) -> dict[str, Any]:
    """Plain types, with every line."""
    return {
        "pair": grade.pair.id,
        "group": grade.pair.group,
        "number": grade.pair.pair,
        "members": [*grade.pair.members],
        "best": grade.best,
        "practice": grade.points(PRACTICE),
        "references": grade.points(REFERENCES),
        "place": grade.points(PLACE),
        "grade": grade.total,
        "lines": [
            {"part": line.part, "points": line.points, "text": line.text()} for line in grade.lines
        ],
    }


def as_csv(grades: Sequence[Grade]) -> str:
    """One row for each pair."""
    text = StringIO()
    columns = ("pair", "group", "number", "best", "practice", "references", "place", "grade")
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([*columns, "members"])
    for grade in grades:
        record = as_record(grade)
        row = [_cell(record[column]) for column in columns]
        writer.writerow([*row, _cell("; ".join(grade.pair.members))])
    return text.getvalue()


def _cell(value: object) -> object:
    """A value that no spreadsheet takes for a formula."""
    if isinstance(value, str) and value.startswith(FORMULA_SIGNS):
        return f"'{value}"
    return "" if value is None else value


def as_gradescope(course: Course, grade: Grade) -> dict[str, Any]:
    """results.json of an autograder: each part a test, its lines the output."""
    rules = course.points
    titles = {
        PRACTICE: (_("Practice"), None),
        REFERENCES: (_("References beaten"), max(rules.references, default=0.0)),
        PLACE: (_("Place"), rules.place),
        BOUND: (_("Bounds"), None),
    }
    tests = []
    for part, (title, most) in titles.items():
        lines = [line for line in grade.lines if line.part == part]
        if lines:
            output = "\n".join(f"{line.points:+g}  {line.text()}" for line in lines)
            test: dict[str, Any] = {"name": title, "score": grade.points(part), "output": output}
            tests.append(test if most is None else {**test, "max_score": most})
    return {"score": grade.total, "visibility": "visible", "tests": tests}


def write_gradescope(course: Course, grades: Sequence[Grade], folder: Path) -> None:
    """A directory for each pair, with its results.json."""
    for grade in grades:
        place = folder / grade.pair.id
        place.mkdir(parents=True, exist_ok=True)
        text = json.dumps(as_gradescope(course, grade), ensure_ascii=False, indent=2)
        (place / "results.json").write_text(text + "\n", encoding="utf-8")
