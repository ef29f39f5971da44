"""The facts of a course, from its store."""

from datetime import date, datetime

from tablero.arena.course.calendar import DAY, Calendar
from tablero.arena.course.model import Course
from tablero.arena.grades.facts import Facts, HandIn, Place, Score, Table
from tablero.arena.rounds.keys import WON
from tablero.arena.store.journal import StoreJournal
from tablero.arena.store.models import Round, State
from tablero.arena.store.store import Store, stands_against

GRADED = "graded"


def gather(course: Course, store: Store, now: datetime) -> Facts:
    """What counts for grades if they are given now."""
    verdicts = store.verdicts()
    hand_ins = tuple(
        HandIn(
            upload.pair or "",
            upload.player or 0,
            upload.day or date.min,
            not stands_against(upload, verdicts),
        )
        for upload in store.kept()
    )
    players: dict[str, tuple[str, ...]] = {pair.id: () for pair in course.pairs}
    for id, upload in sorted(store.still_in().items()):
        if upload.pair in players:
            players[upload.pair] = (*players[upload.pair], id)
    through = Calendar(course.calendar).day(now) - DAY
    done = [each for each in store.rounds() if each.state == State.DONE and each.day <= through]
    tables = tuple(_table(store, each) for each in done)
    return Facts(through, hand_ins, tables, players, frozenset(store.banned()))


def _table(store: Store, round: Round) -> Table:
    entrants = store.entrants(round)
    aliases = {entrant.player: entrant.alias for entrant in entrants}
    references = {each.player: each.alias for each in entrants if each.upload is None}
    places = tuple(
        Place(row.player, aliases.get(row.player, row.player), row.rank)
        for row in store.standings(round)
    )
    played = StoreJournal(store, round).known() if round.phase == GRADED else {}
    scores = tuple(
        Score(key.first, key.second, outcome / WON) for key, outcome in sorted(played.items())
    )
    return Table(round.day, round.phase == GRADED, places, scores, references)
