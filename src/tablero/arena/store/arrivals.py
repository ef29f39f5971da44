"""Files on their way: seen, and neither kept nor discarded yet.

A file's time is that of its arrival, and looking at it takes a while. So the arrival is written
down first, and a round waits for what came before its closing hour. Whoever dies in between holds
nobody up for longer than PATIENCE.
"""

import time
from datetime import UTC, datetime, timedelta

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from tablero.arena.store.database import retry
from tablero.arena.store.models import Event, Upload
from tablero.arena.store.store import SYSTEM, Store

COMING, GONE = "coming", "gone"
"""The events of a file that has been seen, and of one that was taken back."""

PATIENCE = timedelta(seconds=60)
"""So long an arrival is waited for."""

LOOK = 0.05
"""Seconds between two looks at what is on its way."""


def announce(store: Store, ticket: str, at: datetime) -> None:
    """A file is there since this time."""
    _note(store, ticket, at, COMING)


def withdraw(store: Store, ticket: str, at: datetime) -> None:
    """It will not be handed in."""
    _note(store, ticket, at, GONE)


def _note(store: Store, ticket: str, at: datetime, what: str) -> None:
    """`at` may be anybody's clock; how long ago it was noted is told by that of the system."""
    noted = datetime.now(UTC).isoformat()
    retry(lambda: store.note(at, SYSTEM, what, ticket=ticket, noted=noted))


def pending(session: Session, until: datetime) -> set[str]:
    """Tickets of files that came before `until` and may still be kept."""
    found = session.scalars(
        select(Event).where(Event.what.in_((COMING, GONE)), Event.at < until)
    ).all()
    since = datetime.now(UTC) - PATIENCE
    gone = {event.told["ticket"] for event in found if event.what == GONE}
    coming = {
        event.told["ticket"]
        for event in found
        if event.what == COMING and datetime.fromisoformat(event.told["noted"]) > since
    } - gone
    done = session.scalars(select(Upload.ticket).where(Upload.ticket.in_(sorted(coming))))
    return coming - {*done}


def last_kept(session: Session, until: datetime) -> int:
    """The number of the last file that was kept of those that came before `until`."""
    kept = Upload.version.is_not(None), Upload.at < until
    return session.scalar(select(func.max(Upload.id)).where(*kept)) or 0


def wait_for_all(store: Store, until: datetime, deadline: float) -> int:
    """Until nothing that came before `until` is on its way, or this moment of the monotonic clock
    has passed; the last file that was kept then."""
    while True:
        with store.read() as session:
            if time.monotonic() >= deadline or not pending(session, until):
                return last_kept(session, until)
        time.sleep(LOOK)
