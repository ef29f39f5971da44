"""How a round begins: with everybody whose file came before the closing hour, also if it is still
being looked at."""

import time
from collections.abc import Sequence
from contextlib import suppress
from datetime import date
from typing import TYPE_CHECKING

from tablero.arena.handin.reviews import Reviews
from tablero.arena.season.openings import openings_of, seed_of_day
from tablero.arena.season.terms import new_system, new_terms, read_system
from tablero.arena.store.arrivals import PATIENCE, pending, wait_for_all
from tablero.arena.store.models import Entrant, Round, State
from tablero.arena.store.roster import roster
from tablero.arena.store.store import Overtaken, Store

if TYPE_CHECKING:
    from tablero.arena.season.season import Chosen, Season

LEAST_PLAYERS = 2


def new_deadline() -> float:
    """Until when files on their way are waited for, on the monotonic clock."""
    return time.monotonic() + PATIENCE.total_seconds()


class Unchecked(Exception):
    """A file that would be in the round has not been through everything."""


def new_round(
    season: "Season", day: date, how: "Chosen", reviews: Reviews | None = None
) -> Round | None:
    """None: there are not two players; that is remembered. Raises Unchecked.

    reviews -- with whom everybody has to have been; None: nobody has to
    """
    deadline = new_deadline()
    while True:
        with suppress(Overtaken):
            return _open(season, day, how, reviews, deadline)


def _open(
    season: "Season", day: date, how: "Chosen", reviews: Reviews | None, deadline: float
) -> Round | None:
    """Raises Overtaken if those who are in have changed meanwhile, or a file that came in time is
    on its way; after the deadline that one is not waited for. Raises Unchecked."""
    course, store, closes = season.course, season.store, season.calendar.closing(day)
    wait_for_all(store, closes, deadline)
    who = roster(course, store, closes)

    def still() -> bool:
        if reviews is not None and reviews.waiting(closes):
            raise Unchecked
        same = _versions(roster(course, store, closes)) == _versions(who)
        return same and (time.monotonic() >= deadline or not pending(store, closes))

    if len(who) < LEAST_PLAYERS:
        if day in season.due():
            store.skip_round(day, season.clock(), len(who), still)
        return None
    system = new_system(course, len(who), how.openings or course.rounds.openings)
    number = read_system(system).most_openings
    openings = openings_of(course, store, number, day, season.clock())
    facts = {"seed": seed_of_day(course, day), "order": _order(store, who)}
    terms = new_terms(course, season.folder, how.level, system, openings, facts)
    phase = season.calendar.phase(day)
    return store.open_round(day, phase, season.clock(), terms, who, still)


def _versions(who: Sequence[Entrant]) -> list[tuple[str, int | None]]:
    return [(each.player, each.upload) for each in who]


def _order(store: Store, who: Sequence[Entrant]) -> list[str]:
    """The best of the last round first, then the new ones: seeds of Swiss and knockout."""
    done = [each for each in store.rounds() if each.state == State.DONE]
    table = store.standings(done[-1]) if done else []
    ranks = {row.player: row.rank for row in table}
    ids = [each.player for each in who]
    return sorted(ids, key=lambda id: (ranks.get(id, len(table) + 1), ids.index(id)))
