"""What all tests share: the same random examples every time, and messages in English."""

import multiprocessing
import signal

import pytest
from hypothesis import settings

from tablero.locale import speak

settings.register_profile(
    "tablero",
    deadline=None,
    derandomize=True,
    database=None,
    max_examples=30,
)
settings.load_profile("tablero")

signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background ignores Ctrl-C


@pytest.fixture(autouse=True, scope="session")
def _data_of_our_own(tmp_path_factory):
    """Tables of the user's are neither read nor written."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_DATA_HOME", str(tmp_path_factory.mktemp("data")))
        yield


@pytest.fixture(autouse=True)
def _english():
    speak("en")


@pytest.fixture
def nobody_left():
    """Processes that a test starts end with it; those of its neighbours' servers may live on."""
    before = multiprocessing.active_children()
    yield
    assert [each for each in multiprocessing.active_children() if each not in before] == []
