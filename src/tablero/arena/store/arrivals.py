"""Files on their way: seen, and neither kept nor discarded yet.

A file's time is that of its arrival, and looking at it takes a while. So the arrival is written
down first, and a round waits for what came before its closing hour. Whoever dies in between holds
nobody up for longer than PATIENCE.
"""

import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

from sqlalchemy import select
from sqlalchemy.orm import Session

from tablero.arena.store.database import retry
from tablero.arena.store.models import Event, Upload
from tablero.arena.store.store import SYSTEM, Store

COMING, GONE = "coming", "gone"
"""The events of a file that has been seen, and of one that was taken back."""

PATIENCE = timedelta(seconds=120)
"""So long a file that has been seen may take to be kept or discarded, and is waited for."""

LOOK = 0.05
"""Seconds between two looks at what is on its way."""

AT_ONCE = 100
"""Events that are read at a time."""


def announce(store: Store, ticket: str, at: datetime) -> None:
    """A file is there since this time. Whoever says it again is waited for anew."""
    _note(store, ticket, at, COMING)


def withdraw(store: Store, ticket: str, at: datetime) -> None:
    """It will not be handed in."""
    _note(store, ticket, at, GONE)


def _note(store: Store, ticket: str, at: datetime, what: str) -> None:
    """`at` may be anybody's clock; how long ago it was noted is told by that of the system."""
    noted = datetime.now(UTC).isoformat()
    retry(lambda: store.note(at, SYSTEM, what, ticket=ticket, noted=noted))


def pending(store: Store, until: datetime) -> set[str]:
    """Tickets of files that came before `until` and may still be kept."""
    with store.read() as session:
        lately = [event for event in _lately(session) if event.at < until]
        gone = {event.told["ticket"] for event in lately if event.what == GONE}
        coming = {event.told["ticket"] for event in lately} - gone
        done = session.scalars(select(Upload.ticket).where(Upload.ticket.in_(sorted(coming))))
        return coming - {*done}


def _lately(session: Session) -> Iterator[Event]:
    """What was noted so short a time ago that somebody waits for it, the last first. What is
    older is not read."""
    since = datetime.now(UTC) - PATIENCE
    wanted = select(Event).where(Event.what.in_((COMING, GONE))).order_by(Event.id.desc())
    for event in session.scalars(wanted.execution_options(yield_per=AT_ONCE)):
        if datetime.fromisoformat(event.told["noted"]) <= since:
            return
        yield event


def wait_for_all(store: Store, until: datetime, deadline: float) -> None:
    """Until nothing that came before `until` is on its way, or this moment of the monotonic clock
    has passed."""
    while time.monotonic() < deadline and pending(store, until):
        time.sleep(LOOK)
