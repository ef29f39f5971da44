"""The tables. Rows are added and marked, never deleted.

uploads    every file that came: kept with its text, or discarded with the reason
verdicts   disqualified and banned: rule, place, evidence; who lifted it and why
rounds     one a day; entrants: who takes part, and with which version
games      one for (round, first, second, opening): the journal of a round
standings  the table of a round, as it was shown
events     what happened, and at whose hand
"""

from datetime import date, datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import (
    JSON,
    CheckConstraint,
    Date,
    ForeignKey,
    Index,
    LargeBinary,
    MetaData,
    UniqueConstraint,
)
from sqlalchemy.orm import DeclarativeBase, Mapped, defer, mapped_column

from tablero.arena.store.kinds import Instant, Key, Words

NAMES = {
    "ix": "ix_%(table_name)s_%(column_0_name)s",
    "uq": "uq_%(table_name)s_%(column_0_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_name)s",
    "pk": "pk_%(table_name)s",
}


class Kind(StrEnum):
    """Of a verdict."""

    DISQUALIFIED = "disqualified"
    BANNED = "banned"


class State(StrEnum):
    """Of a round."""

    PLAYING = "playing"
    DONE = "done"


class Base(DeclarativeBase):
    metadata = MetaData(naming_convention=NAMES)
    type_annotation_map = {str: Words, datetime: Instant, date: Date, dict[str, Any]: JSON}

    def __repr__(self) -> str:
        """As far as it was read."""
        read = ", ".join(f"{k}={v!r}" for k, v in vars(self).items() if not k.startswith("_"))
        return f"{type(self).__name__}({read})"


class Upload(Base):
    """A file that came. ticket: the same file brought twice by whoever crashed in between is
    one upload. Those that were discarded have no version and no data."""

    __tablename__ = "uploads"
    __table_args__ = (
        UniqueConstraint("pair", "player", "version", name="uq_uploads_version"),
        Index("ix_uploads_ticket", "ticket", unique=True),
        Index("ix_uploads_alias_key", "alias_key"),
        CheckConstraint("(version IS NULL) = (data IS NULL)", name="kept"),
    )
    id: Mapped[int] = mapped_column(Key, primary_key=True)
    ticket: Mapped[str]
    at: Mapped[datetime]
    day: Mapped[date | None]
    way: Mapped[str]
    name: Mapped[str]
    pair: Mapped[str | None]
    player: Mapped[int | None]
    version: Mapped[int | None]
    alias: Mapped[str | None]
    alias_key: Mapped[str | None]
    track: Mapped[str | None]
    digest: Mapped[str]
    size: Mapped[int]
    data: Mapped[bytes | None] = mapped_column(LargeBinary)
    message: Mapped[str]


BARE = defer(Upload.data, raiseload=True)
"""Uploads without their files: they may be many, and few who ask for uploads read them."""


class Verdict(Base):
    """Against one version of a player, or against a pair as a whole (upload is None).

    place   -- file and line, or event
    command -- shows it again
    """

    __tablename__ = "verdicts"
    __table_args__ = (Index("ix_verdicts_pair", "pair"),)
    id: Mapped[int] = mapped_column(Key, primary_key=True)
    at: Mapped[datetime]
    pair: Mapped[str]
    upload: Mapped[int | None] = mapped_column(Key, ForeignKey("uploads.id"))
    kind: Mapped[str]
    rule: Mapped[str]
    place: Mapped[str]
    evidence: Mapped[str]
    command: Mapped[str]
    by: Mapped[str]
    reason: Mapped[str]
    lifted_at: Mapped[datetime | None]
    lifted_by: Mapped[str | None]
    lifted_reason: Mapped[str | None]


class Round(Base):
    """One tournament. terms: all that its games depend on."""

    __tablename__ = "rounds"
    __table_args__ = (UniqueConstraint("number", name="uq_rounds_number"),)
    id: Mapped[int] = mapped_column(Key, primary_key=True)
    number: Mapped[int]
    day: Mapped[date]
    phase: Mapped[str]
    state: Mapped[str]
    began: Mapped[datetime]
    ended: Mapped[datetime | None]
    terms: Mapped[dict[str, Any]]


class Entrant(Base):
    """Who takes part in a round: a version of a pair's player, or a reference by its agent."""

    __tablename__ = "entrants"
    __table_args__ = (UniqueConstraint("round", "player", name="uq_entrants_player"),)
    id: Mapped[int] = mapped_column(Key, primary_key=True)
    round: Mapped[int] = mapped_column(Key, ForeignKey("rounds.id"))
    player: Mapped[str]
    alias: Mapped[str]
    upload: Mapped[int | None] = mapped_column(Key, ForeignKey("uploads.id"))
    agent: Mapped[str | None]


class Game(Base):
    """One game of a round; winner: 1, 2 or 0 for nobody. record: match.record's fields."""

    __tablename__ = "games"
    __table_args__ = (
        UniqueConstraint("round", "first", "second", "opening", name="uq_games_key"),
    )
    id: Mapped[int] = mapped_column(Key, primary_key=True)
    round: Mapped[int] = mapped_column(Key, ForeignKey("rounds.id"))
    first: Mapped[str]
    second: Mapped[str]
    opening: Mapped[int]
    winner: Mapped[int]
    record: Mapped[dict[str, Any]]


class Standing(Base):
    """A row of the table of a round. told: whatever else the table shows."""

    __tablename__ = "standings"
    __table_args__ = (UniqueConstraint("round", "player", name="uq_standings_player"),)
    id: Mapped[int] = mapped_column(Key, primary_key=True)
    round: Mapped[int] = mapped_column(Key, ForeignKey("rounds.id"))
    player: Mapped[str]
    rank: Mapped[int]
    told: Mapped[dict[str, Any]]


class Event(Base):
    """Something that happened. who: "teacher", "system", or the id of a pair."""

    __tablename__ = "events"
    id: Mapped[int] = mapped_column(Key, primary_key=True)
    at: Mapped[datetime]
    who: Mapped[str]
    what: Mapped[str]
    told: Mapped[dict[str, Any]]


TABLES: tuple[type[Base], ...] = (
    Upload, Verdict, Round, Entrant, Game, Standing, Event,
)  # fmt: skip
"""In an order in which rows can be added."""


def values(row: Base) -> dict[str, Any]:
    """The columns of a row."""
    return {column.key: getattr(row, column.key) for column in type(row).__table__.columns}
