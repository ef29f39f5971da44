"""What the teacher takes home: grades as other programs read them."""

import json
import zipfile
from collections.abc import Sequence
from io import BytesIO

from tablero.arena.course.model import Course
from tablero.arena.grades import report
from tablero.arena.grades.rules import Grade


def grades_json(grades: Sequence[Grade]) -> str:
    told = {"pairs": [report.as_record(grade) for grade in grades]}
    return json.dumps(told, ensure_ascii=False, indent=2) + "\n"


def gradescope_zip(course: Course, grades: Sequence[Grade]) -> bytes:
    """A directory for each pair, with its results.json."""
    whole = BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as archive:
        for grade in grades:
            text = json.dumps(report.as_gradescope(course, grade), ensure_ascii=False, indent=2)
            archive.writestr(f"{grade.pair.id}/results.json", text + "\n")
    return whole.getvalue()
