"""Who takes part in a round."""

from datetime import datetime

from tablero.arena.course.model import Course
from tablero.arena.store.models import Entrant
from tablero.arena.store.store import Store


def roster(course: Course, store: Store, until: datetime) -> list[Entrant]:
    """The players who are in by what came before `until`, and the references; each by its id, so
    that nobody's place tells when he came. A reference has its agent, or the path of its file."""
    students = [
        Entrant(player=id, alias=upload.alias or id, upload=upload.id, agent=None)
        for id, upload in sorted(store.still_in(until).items())
    ]
    references = [
        Entrant(
            player=id, alias=reference.alias, upload=None, agent=reference.agent or reference.file
        )
        for id, reference in course.reference_ids()
    ]
    return students + references
