"""A course: everything that its teacher decides, in one TOML file."""

from tablero.arena.course.model import Course
from tablero.arena.course.reading import COURSE_FILE, load_course, read_course

__all__ = ["COURSE_FILE", "Course", "load_course", "read_course"]
