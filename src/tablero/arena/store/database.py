"""A database opened: SQLite with its own ways of locking, or PostgreSQL; migrated to the tables
that we know, or refused if it is newer than we are."""

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, create_engine, event, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError, OperationalError
from sqlalchemy.orm import Session

from tablero.errors import OptionError, OutsideError
from tablero.locale import _

DATABASE_FILE = "arena.db"
VARIABLE = "TABLERO_ARENA_DATABASE"
MIGRATIONS = Path(__file__).parent / "migrations"
PATIENCE = 60
"""Seconds to wait for others who write."""

STRICT, LAX = "FULL", "NORMAL"
"""SQLite's names for what outlives a power cut, and what need not."""

RETRIES = 5
WRITERS = 7_126_042_011
"""The number of PostgreSQL's lock that whoever writes holds."""

T = TypeVar("T")

DatabaseError = DBAPIError
"""What a database that fails raises."""


def database_url(folder: Path, told: str) -> URL:
    """Where a course keeps its things: the variable of the environment, the course's own
    address, or the file beside the course file."""
    address = os.environ.get(VARIABLE) or told
    if not address:
        return URL.create("sqlite", database=str(folder / DATABASE_FILE))
    try:
        url = make_url(address)
        name = url.get_backend_name()
    except (ArgumentError, NoSuchModuleError):
        name = ""
    if name not in ("sqlite", "postgresql"):
        message = _('store.database must be "" or postgresql://user@host/name, not {told!r}')
        raise OptionError(message.format(told=_hidden(address)))
    return url.set(drivername="postgresql+psycopg") if name == "postgresql" else url


def _hidden(address: str) -> str:
    """Without what may be a password."""
    scheme, found, rest = address.partition("://")
    return f"{scheme}://…{rest[rest.rfind('@') :] if '@' in rest else ''}" if found else address


def open_engine(url: URL) -> Engine:
    """The database of this address, with our tables in it. Raises OutsideError if it cannot be
    reached, or is another's."""
    engine = _engine(url)
    try:
        retry(lambda: _migrate(engine))
    except OutsideError:
        engine.dispose()
        raise
    except DatabaseError as error:
        engine.dispose()
        message = _("cannot open the database {url}: {reason}")
        raise OutsideError(message.format(url=_shown(url), reason=reason_of(error))) from None
    return engine


def failure(error: DatabaseError) -> OutsideError:
    """A database has failed while somebody worked with it, as users are told."""
    message = _("the database has failed: {reason}; what was to be written is not")
    return OutsideError(message.format(reason=reason_of(error)))


def reason_of(error: DatabaseError) -> str:
    """What a database says about its failure, in one line."""
    return str(error.orig).strip().splitlines()[0]


def _engine(url: URL) -> Engine:
    if url.get_backend_name() == "sqlite":
        engine = create_engine(url, connect_args={"timeout": PATIENCE})
        event.listen(engine, "connect", _prepare_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
        return engine
    try:
        engine = create_engine(url, pool_pre_ping=True)
    except ImportError as error:
        message = _("PostgreSQL needs the extra: pip install 'tablero[postgres]' ({reason})")
        raise OutsideError(message.format(reason=error)) from None
    event.listen(engine, "begin", _begin_postgres)
    return engine


def _shown(url: URL) -> str:
    return url.database or "" if url.get_backend_name() == "sqlite" else url.render_as_string()


def _prepare_sqlite(connection: Any, _record: Any) -> None:
    connection.isolation_level = None  # transactions are ours to begin
    for pragma in ("journal_mode=WAL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")


def _begin_sqlite(connection: Connection) -> None:
    """Who will write waits here, and not when he has read something that is old by then."""
    options = connection.get_execution_options()
    if options.get("writes", False):
        connection.exec_driver_sql(f"PRAGMA synchronous={options.get('synchronous', 'FULL')}")
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    else:
        connection.exec_driver_sql("BEGIN")


def _begin_postgres(connection: Connection) -> None:
    """One writer at a time, as with SQLite."""
    options = connection.get_execution_options()
    if options.get("writes", False):
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({WRITERS})")
        if options.get("synchronous") == LAX:
            connection.exec_driver_sql("SET LOCAL synchronous_commit = off")


@contextmanager
def reading(engine: Engine) -> Iterator[Session]:
    """A look at the database as it is now."""
    with Session(engine, expire_on_commit=False) as session:
        yield session


@contextmanager
def snapshot(engine: Engine) -> Iterator[Session]:
    """The whole database as it is at one moment, however long one looks."""
    with reading(engine) as session:
        if engine.dialect.name == "postgresql":  # SQLite's transactions are so anyway
            session.execute(text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ"))
        yield session


@contextmanager
def writing(engine: Engine, synchronous: str = STRICT) -> Iterator[Session]:
    """All of it or nothing; nobody else writes meanwhile.

    synchronous -- STRICT: it outlives a power cut. LAX: it outlives the death of any process,
                   but of what was written in the last moments before a power cut, the end may
                   be gone
    """
    options = engine.execution_options(writes=True, synchronous=synchronous)
    with Session(options, expire_on_commit=False) as session, session.begin():
        session.connection()  # begins here, before anything is read
        yield session


def retry(attempt: Callable[[], T]) -> T:
    """Do it, again if others were in the way for longer than one waits."""
    for count in range(RETRIES):
        try:
            return attempt()
        except OperationalError as error:
            if "locked" not in str(error.orig) and "deadlock" not in str(error.orig):
                raise
            time.sleep(0.1 * 2**count)
    return attempt()


def _config(connection: Connection | None = None) -> Config:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    return config


@cache
def known_revisions() -> tuple[str, ...]:
    """Of the tables, oldest first."""
    scripts = ScriptDirectory.from_config(_config())
    return tuple(script.revision for script in reversed([*scripts.walk_revisions()]))


def _migrate(engine: Engine) -> None:
    """Tables as they are now, whatever they were. One at a time: who comes second finds them."""
    known = known_revisions()
    with engine.connect() as connection:
        if MigrationContext.configure(connection).get_current_revision() == known[-1]:
            return
    with engine.execution_options(writes=True).begin() as connection:
        current = MigrationContext.configure(connection).get_current_revision()
        if current is None and _has_tables(connection):
            message = _("{url} is a database of something else; nothing was written")
            raise OutsideError(message.format(url=_shown(engine.url)))
        if current is not None and current not in known:
            message = _(
                "{url} was written by a newer Tablero (its tables are {current}, here {known})"
            )
            values = {"url": _shown(engine.url), "current": current, "known": known[-1]}
            raise OutsideError(message.format(**values))
        command.upgrade(_config(connection), "head")


def upgrade(connection: Connection, revision: str) -> None:
    """Tables of this revision, in the caller's transaction."""
    command.upgrade(_config(connection), revision)


def _has_tables(connection: Connection) -> bool:
    postgres = "SELECT count(*) FROM pg_tables WHERE schemaname = current_schema()"
    sqlite = "SELECT count(*) FROM sqlite_master WHERE type = 'table'"
    query = sqlite if connection.dialect.name == "sqlite" else postgres
    return bool(connection.execute(text(query)).scalar())
