"""Databases of every age: old ones are migrated with all that is in them, newer ones refused."""

import sqlite3
from contextlib import closing
from datetime import UTC, date, datetime
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import create_engine, text

from tablero.arena.store.database import database_url, known_revisions, open_engine, upgrade
from tablero.arena.store.models import Base
from tablero.errors import OutsideError
from tests.arena.store.conftest import DATABASES

pytestmark = pytest.mark.plain

OLD = Path(__file__).parents[2] / "data" / "arena" / "tables-0001.sql"
"""What SQLite told of a database of revision 0001."""

AT = "2027-02-01 12:00:00.000000"
ROWS = {
    "uploads": [
        {
            "id": 1, "at": AT, "day": "2027-02-01", "way": "command", "name": "a.py",
            "pair": "01-01", "player": 1, "version": 1, "alias": "Sower", "alias_key": "sower",
            "digest": "0" * 64, "size": 3, "data": b"a\x00b", "message": "kept",
        },
        {
            "id": 2, "at": AT, "day": None, "way": "folder", "name": "?", "pair": None,
            "player": None, "version": None, "alias": None, "alias_key": None,
            "digest": "1" * 64, "size": 0, "data": None, "message": "the file is empty",
        },
    ],
    "verdicts": [
        {
            "id": 1, "at": AT, "pair": "01-01", "upload": 1, "kind": "disqualified",
            "rule": "time", "place": "", "evidence": "", "command": "", "by": "system",
            "reason": "", "lifted_at": None, "lifted_by": None, "lifted_reason": None,
        }
    ],
    "events": [{"id": 1, "at": AT, "who": "teacher", "what": "thought", "told": '{"a": 1}'}],
}  # fmt: skip


def fill(connection) -> None:
    """Rows as an older Tablero has written them."""
    for table, rows in ROWS.items():
        for row in rows:
            places = ", ".join(f":{column}" for column in row)
            names = ", ".join(f'"{column}"' for column in row)
            connection.execute(text(f"INSERT INTO {table} ({names}) VALUES ({places})"), row)


@pytest.fixture(params=DATABASES)
def old(request, addresses, tmp_path):
    """The address of a database of revision 0001 with rows in it."""
    address = addresses(request.param, blank=True)
    url = database_url(tmp_path, address)
    engine = create_engine(url)
    if url.get_backend_name() == "sqlite":
        with closing(sqlite3.connect(str(url.database))) as file:
            file.executescript(OLD.read_text())
    with engine.begin() as connection:
        if url.get_backend_name() == "postgresql":
            upgrade(connection, "0001")
            connection.execute(text("SET TIME ZONE 'UTC'"))
        fill(connection)
    engine.dispose()
    return address


def test_an_old_database_is_migrated_with_its_rows(old, open_store):
    store = open_store(old)
    (kept,) = map(store.file, store.kept())
    assert (kept.ticket, kept.track, kept.data, kept.alias) == (
        "upload-1",
        "evaluation",
        b"a\x00b",
        "Sower",
    )
    assert (kept.at, kept.day) == (datetime(2027, 2, 1, 12, tzinfo=UTC), date(2027, 2, 1))
    (discarded,) = store.discarded()
    assert (discarded.ticket, discarded.track) == ("upload-2", None)
    assert store.verdicts()[0].upload == kept.id
    assert store.events()[0].told == {"a": 1}
    assert (store.rounds(), store.still_in()) == ([], {})


def test_migrated_and_new_databases_have_the_tables_of_the_models(old, addresses, open_store):
    kind = "sqlite" if old.startswith("sqlite") else "postgresql"
    for address in (old, addresses(kind, blank=True)):
        with open_store(address).engine.connect() as connection:
            context = MigrationContext.configure(connection)
            assert compare_metadata(context, Base.metadata) == []
            assert context.get_current_revision() == known_revisions()[-1]


def test_the_second_opening_changes_nothing(store, address, open_store):
    store.note(datetime(2027, 2, 1, tzinfo=UTC), "teacher", "thought")
    assert len(open_store(address).events()) == 1


def test_a_newer_database_is_refused(store, address, tmp_path):
    with store.write() as session:
        session.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(OutsideError, match=r"newer Tablero \(its tables are 9999, here 0002\)"):
        open_engine(database_url(tmp_path, address))
    with store.read() as session:
        told = session.execute(text("SELECT version_num FROM alembic_version")).scalar()
    assert told == "9999"


@pytest.mark.parametrize("kind", DATABASES)
def test_a_database_of_something_else_is_left_alone(kind, addresses, tmp_path):
    url = database_url(tmp_path, addresses(kind, blank=True))
    engine = create_engine(url)
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE recipes (id INTEGER)"))
    with pytest.raises(OutsideError, match="a database of something else; nothing was written"):
        open_engine(url)
    with pytest.raises(OutsideError, match="something else"):
        open_engine(url)
    engine.dispose()


def test_revisions_are_a_line():
    assert known_revisions() == ("0001", "0002")
