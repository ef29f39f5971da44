"""How a round begins: with everybody whose file came before the closing hour, also if it is still
being looked at."""

import time
from collections.abc import Sequence
from contextlib import suppress
from datetime import date
from typing import TYPE_CHECKING

from sqlalchemy.orm import Session

from tablero.arena.season.openings import openings_of, seed_of_day
from tablero.arena.season.terms import new_system, new_terms, read_system
from tablero.arena.store.arrivals import PATIENCE, last_kept, pending, wait_for_all
from tablero.arena.store.models import Entrant, Round, State
from tablero.arena.store.roster import roster
from tablero.arena.store.store import SKIPPED, SYSTEM, Overtaken, Store

if TYPE_CHECKING:
    from tablero.arena.season.season import Chosen, Season

LEAST_PLAYERS = 2


def new_deadline() -> float:
    """Until when files on their way are waited for, on the monotonic clock."""
    return time.monotonic() + PATIENCE.total_seconds()


def new_round(season: "Season", day: date, how: "Chosen") -> Round | None:
    """None: there are not two players; that is remembered."""
    deadline = new_deadline()
    while True:
        with suppress(Overtaken):
            return _open(season, day, how, deadline)


def _open(season: "Season", day: date, how: "Chosen", deadline: float) -> Round | None:
    """Raises Overtaken if a file that came in time was kept meanwhile, or is on its way; not
    after the deadline."""
    course, store, closes = season.course, season.store, season.calendar.closing(day)
    last = wait_for_all(store, closes, deadline)

    def still(session: Session) -> bool:
        all_in = last_kept(session, closes) == last and not pending(session, closes)
        return all_in or time.monotonic() >= deadline

    who = roster(course, store, closes)
    if len(who) < LEAST_PLAYERS:
        if day in season.due():
            told = {"day": day.isoformat(), "players": len(who)}
            store.note(season.clock(), SYSTEM, SKIPPED, **told)
        return None
    system = new_system(course, len(who), how.openings or course.rounds.openings)
    number = read_system(system).most_openings
    openings = openings_of(course, store, number, day, season.clock())
    facts = {"seed": seed_of_day(course, day), "order": _order(store, who)}
    terms = new_terms(course, season.folder, how.level, system, openings, facts)
    phase = season.calendar.phase(day)
    return store.open_round(day, phase, season.clock(), terms, who, still)


def _order(store: Store, who: Sequence[Entrant]) -> list[str]:
    """The best of the last round first, then the new ones: seeds of Swiss and knockout."""
    done = [each for each in store.rounds() if each.state == State.DONE]
    table = store.standings(done[-1]) if done else []
    ranks = {row.player: row.rank for row in table}
    ids = [each.player for each in who]
    return sorted(ids, key=lambda id: (ranks.get(id, len(table) + 1), ids.index(id)))
