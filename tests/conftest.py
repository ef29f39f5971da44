"""What all tests share: the same random examples every time, and messages in English."""

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


@pytest.fixture(autouse=True)
def _english():
    speak("en")
