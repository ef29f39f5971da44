"""A round that the teacher has paused. Whoever plays rounds of a course looks for a file of this
name in its directory, at every stage of a check and after every game: he ends there, nothing is
lost, and it goes on when the file is gone. A round that is over takes its pause with it, or the
next one would stand still and nobody would know why."""

from pathlib import Path

from tablero.errors import OptionError
from tablero.locale import _

PAUSE_FILE = ".paused"


class Paused(OptionError):
    def __init__(self) -> None:
        super().__init__(_("the teacher has paused the round; it goes on from the page"))


def is_paused(folder: Path) -> bool:
    return (folder / PAUSE_FILE).exists()


def pause(folder: Path) -> None:
    (folder / PAUSE_FILE).touch(0o600)


def go_on(folder: Path) -> None:
    (folder / PAUSE_FILE).unlink(missing_ok=True)
