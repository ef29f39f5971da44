"""The first of the checks: what a file tells about itself."""

from tablero.arena.handin.desk import Check, Opinion
from tablero.arena.player.forms import read_form
from tablero.arena.store.models import Kind
from tablero.arena.store.store import Ruling
from tablero.errors import OutsideError

NO_FORM = "form"


def check_form(tracks: tuple[str, ...]) -> Check:
    """A check that reads alias and track; a file without them is disqualified. It is then of
    the first of these tracks."""

    def check(text: str, name: str) -> Opinion:
        try:
            form = read_form(text, name)
        except OutsideError as error:
            command = f"tablero check {name}"
            ruling = Ruling(Kind.DISQUALIFIED, NO_FORM, name, str(error), command)
            return Opinion("", tracks[0], (ruling,))
        return Opinion(form.alias, form.track, ())

    return check
