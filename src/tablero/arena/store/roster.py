"""Who takes part in a round."""

from collections.abc import Sequence
from datetime import datetime

from tablero.arena.course.aliases import alias_key
from tablero.arena.course.model import Course
from tablero.arena.store.models import Entrant
from tablero.arena.store.store import Store
from tablero.errors import OptionError
from tablero.locale import _


def roster(course: Course, store: Store, until: datetime) -> list[Entrant]:
    """The players of the course's pairs who are in by what came before `until`, and the
    references; each by its id, so that nobody's place tells when he came. A reference has its
    agent, or the path of its file. Raises OptionError if it has the alias of a player."""
    pairs = {pair.id for pair in course.pairs}
    students = [
        Entrant(player=id, alias=upload.alias, upload=upload.id, agent=None)
        for id, upload in sorted(store.still_in(until).items())
        if upload.pair in pairs and upload.alias
    ]
    _check_aliases(course, students)
    references = [
        Entrant(
            player=id, alias=reference.alias, upload=None, agent=reference.agent or reference.file
        )
        for id, reference in course.reference_ids()
    ]
    return students + references


def _check_aliases(course: Course, students: Sequence[Entrant]) -> None:
    """Whoever hands in cannot take a reference's alias; a teacher may name a reference later."""
    taken = {alias_key(student.alias): student.player for student in students}
    for count, reference in enumerate(course.references, 1):
        key = alias_key(reference.alias)
        if key in taken:
            message = _(
                "references[{count}].alias: {alias!r} is player {player}'s; choose another"
            )
            values = {"count": count, "alias": reference.alias, "player": taken[key]}
            raise OptionError(message.format(**values))
