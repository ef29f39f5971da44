"""Kinds of columns that keep the same values in every database."""

import math
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import BigInteger, DateTime, Dialect, Integer, Text
from sqlalchemy.types import TypeDecorator

Key = BigInteger().with_variant(Integer, "sqlite")
"""SQLite counts rows in INTEGER alone."""


class Instant(TypeDecorator[datetime]):
    """A moment, in UTC; times without a zone are refused."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(f"an instant needs a time zone: {value}")
        return value.astimezone(UTC)

    def process_result_value(self, value: Any, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        aware: datetime = value if value.tzinfo else value.replace(tzinfo=UTC)
        return aware.astimezone(UTC)


class Words(TypeDecorator[str]):
    """A text. What no database can keep (NUL, halves of letters) is kept as a question mark."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:
        return None if value is None else keepable(value)


def keepable(text: str) -> str:
    """The text as every database can keep it."""
    return text.encode("utf-8", "replace").decode().replace("\0", "?")


def finite(value: Any) -> Any:
    """The same without infinities, which JSON does not know."""
    if isinstance(value, dict):
        return {key: finite(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [finite(each) for each in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value
