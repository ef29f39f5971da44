"""One process at a time plays rounds of a course, on whatever machine it is.

The lock belongs to the database, as the rounds do. With SQLite it is one of the system's, on a
file beside the database; with PostgreSQL one of the server's, which all machines see. Whoever dies
frees it; a machine that is gone without a word is given up by the server after a minute.

A server that is started anew in the middle of a round has forgotten its locks. Two may play that
round to its end then: each game is kept once, and its table is the same.
"""

import fcntl
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from socket import gethostname

from sqlalchemy import Engine, text

from tablero.arena.store.database import DatabaseError
from tablero.errors import OptionError
from tablero.locale import _

LOCKS = Path("/proc/locks")
HELD = re.compile(r"FLOCK\s+ADVISORY\s+WRITE\s+(\d+)\s+([0-9a-f]+:[0-9a-f]+):(\d+)\s")
"""A line there: process, device and number of the file."""

PLAYING = 712_604
"""The first number of PostgreSQL's lock; the second is that of the table of rounds, for a database
may have several courses, each in a schema of its own."""

_TABLE = "'rounds'::regclass::oid"
_PREPARE = text(
    "SELECT set_config(name, told, false) FROM pg_settings JOIN (VALUES"
    " ('application_name', :holder), ('idle_session_timeout', '0'), ('tcp_keepalives_idle', '30'),"
    " ('tcp_keepalives_interval', '10'), ('tcp_keepalives_count', '3')"
    ") AS ours (name, told) USING (name)"
)
"""A session that waits for long, and whose end is seen soon."""

_TAKE, _FREE = (
    text(f"SELECT {act}({PLAYING}, {_TABLE}::int)")
    for act in ("pg_try_advisory_lock", "pg_advisory_unlock")
)
_HOLDER = text(
    "SELECT application_name FROM pg_stat_activity JOIN pg_locks USING (pid)"
    f" WHERE locktype = 'advisory' AND classid = {PLAYING} AND objid = {_TABLE} AND objsubid = 2"
    " AND granted AND datname = current_database() AND database = datid"
)


@contextmanager
def alone(engine: Engine) -> Iterator[None]:
    """Nobody else plays rounds of this database meanwhile. Raises OptionError, which says who, if
    somebody does."""
    take = _take_file if engine.dialect.name == "sqlite" else _take_session
    with take(engine):
        yield


def is_held(engine: Engine) -> bool:
    """Does somebody play a round? Who asks does not take the lock himself: he might keep one away
    that begins just now."""
    if engine.dialect.name == "sqlite":
        return is_file_held(_file(engine), LOCKS.read_text())
    with engine.connect() as connection:
        return connection.scalar(_HOLDER) is not None


def is_held_elsewhere(engine: Engine) -> bool:
    """Does somebody on another machine play a round? A file has only those of this one."""
    if engine.dialect.name == "sqlite":
        return False
    with engine.connect() as connection:
        holder = connection.scalar(_HOLDER)
    return holder is not None and not holder.endswith(_here())


def _here() -> str:
    """How the holder of a session's lock ends, if he is on this machine."""
    return f"@{gethostname()}"


def _refusal(holder: str) -> OptionError:
    message = _("another process plays a round of this course: process {pid}")
    return OptionError(message.format(pid=holder))


# A file


def _file(engine: Engine) -> Path:
    return Path(f"{Path(engine.url.database or '').resolve()}.playing")


@contextmanager
def _take_file(engine: Engine) -> Iterator[None]:
    lock = os.open(_file(engine), os.O_RDWR | os.O_CREAT, 0o600)
    try:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise _refusal(os.pread(lock, 20, 0).decode()) from None
        os.ftruncate(lock, 0)
        os.pwrite(lock, str(os.getpid()).encode(), 0)
        yield
    finally:
        os.close(lock)


def is_file_held(path: Path, locks: str) -> bool:
    """Does somebody hold the lock of this file, in which he has written his number? Some file
    systems tell one device here and another one there, and who is in a container tells another
    number: either will do.

    locks -- all of the system's, as it tells them
    """
    try:
        found, holder = path.stat(), path.read_text()
    except FileNotFoundError:
        return False
    device = f"{os.major(found.st_dev):02x}:{os.minor(found.st_dev):02x}"
    return any(
        int(inode) == found.st_ino and (process == holder or told == device)
        for process, told, inode in HELD.findall(locks)
    )


# A session


@contextmanager
def _take_session(engine: Engine) -> Iterator[None]:
    """Of a connection of its own, which is closed and not kept for others. The lock is given back
    before: a server may take a while to see that a connection is closed, and we may want it again
    at once."""
    here = _here()
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.detach()
        connection.execute(_PREPARE, {"holder": f"{os.getpid()}{here}"})
        if not connection.scalar(_TAKE):
            raise _refusal((connection.scalar(_HOLDER) or "?").removesuffix(here))
        try:
            yield
        finally:
            with suppress(DatabaseError):  # the connection is lost, and the lock with it
                connection.execute(_FREE)
