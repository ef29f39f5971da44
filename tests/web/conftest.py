"""One server with workers for all tests of a process, and small ones without."""

import pytest

from tests.web.live import Tab, serving


@pytest.fixture(scope="session")
def address():
    with serving() as found:
        yield found


@pytest.fixture
def tab(address):
    one = Tab(address)
    yield one
    one.close()


@pytest.fixture(scope="session")
def client():
    """Asks a server that has no workers, as our own page would."""
    with serving(workers=0) as found, found.client() as asking:
        yield asking
