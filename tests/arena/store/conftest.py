"""Stores on both databases."""

import shutil
from uuid import uuid4

import psycopg
import pytest

from tablero.arena.store.database import database_url, open_engine
from tablero.arena.store.store import Store
from tests.arena.courses import new_file
from tests.arena.store.postgres import server

DATABASES = ("sqlite", pytest.param("postgresql", marks=pytest.mark.slow))
"""No machine code is in either; PostgreSQL is asked once."""


@pytest.fixture(scope="session")
def postgres():
    """The address of a PostgreSQL server."""
    running = server()
    try:
        address = running.__enter__()
    except RuntimeError as error:
        pytest.skip(str(error))
    yield address
    running.__exit__(None, None, None)


@pytest.fixture
def addresses(tmp_path, request):
    """Makes addresses of new databases; blank: without even their tables. PostgreSQL's are
    schemas of one server."""

    def make(kind: str, blank: bool = False) -> str:
        name = f"t{uuid4().hex}"
        if kind == "sqlite":
            if not blank:
                shutil.copy(new_file(), tmp_path / f"{name}.db")
            return f"sqlite:///{tmp_path / name}.db"
        address = request.getfixturevalue("postgres")
        with psycopg.connect(address, autocommit=True) as connection:
            connection.execute(f"CREATE SCHEMA {name}")
        return f"{address}&options=-csearch_path%3D{name}"

    return make


@pytest.fixture(params=DATABASES)
def address(request, addresses):
    """Of a new database of each kind."""
    return addresses(request.param)


@pytest.fixture
def open_store(tmp_path):
    """Opens stores, and closes them."""
    opened = []

    def make(address: str) -> Store:
        opened.append(Store(open_engine(database_url(tmp_path, address))))
        return opened[-1]

    yield make
    for store in opened:
        store.close()


@pytest.fixture
def store(address, open_store):
    """A new store of each kind."""
    return open_store(address)
