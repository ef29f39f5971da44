"""What events tell of days and files, to whoever reads or writes something with it."""

from collections.abc import Collection
from datetime import date
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from tablero.arena.store.models import Event, Round
from tablero.arena.store.store import SKIPPED


def has_begun(session: Session, day: date) -> bool:
    """Has this day's round been opened, or found to have too few players?"""
    skipped = session.scalars(select(Event.told).where(Event.what == SKIPPED))
    return session.scalar(select(Round.id).where(Round.day == day).limit(1)) is not None or any(
        told["day"] == day.isoformat() for told in skipped
    )


def told_of(session: Session, what: str, uploads: Collection[int]) -> list[dict[str, Any]]:
    """What the events of this kind tell of these uploads, the oldest first."""
    about = Event.told["upload"].as_integer().in_(uploads)
    return [
        *session.scalars(select(Event.told).where(Event.what == what, about).order_by(Event.id))
    ]
