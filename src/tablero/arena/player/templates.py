"""The shipped players, and templates to begin with: texts that a student copies."""

from dataclasses import dataclass
from importlib.resources import files

from tablero.arena.player.forms import Track
from tablero.errors import UnknownName
from tablero.locale import _, mark

FOLDER = "tablero.arena.player.files"


@dataclass(frozen=True)
class Template:
    """shipped -- is it one of the tournament's own players?"""

    name: str
    track: Track
    about: str
    shipped: bool = False

    def text(self, language: str) -> str:
        """The file, with its comments in this language."""
        name = f"{self.name}_es.py" if language == "es" else f"{self.name}.py"
        return (files(FOLDER) / name).read_text(encoding="utf-8")


TEMPLATES = {
    each.name: each
    for each in (
        Template("evaluation", Track.EVALUATION, mark("an evaluation of mancala11 to begin with")),
        Template("greedy", Track.AGENT, mark("the move with the largest marker lead")),
        Template("minimax", Track.AGENT, mark("a search of one's own")),
        Template("random", Track.AGENT, mark("any legal move"), shipped=True),
        Template(
            "regular", Track.EVALUATION, mark("the marker, own less the rival's"), shipped=True
        ),
        Template(
            "good",
            Track.EVALUATION,
            mark("the best that regular would say after one more move"),
            shipped=True,
        ),
    )
}
"""The first one is the usual one."""


def template(name: str) -> Template:
    if name not in TEMPLATES:
        raise UnknownName(_("template"), name, TEMPLATES)
    return TEMPLATES[name]
