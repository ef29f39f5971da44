"""Spanish and English. English is the text in the code; Spanish is a gettext catalogue."""

import gettext
import os
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path

LANGUAGES = ("en", "es")

_LISTENER: ContextVar[str | None] = ContextVar("listener", default=None)
"""The language of this thread or task, if it differs from that of the process."""


def _(text: str) -> str:
    """Return the translation of a message into the current language."""
    language = _LISTENER.get()
    return gettext.gettext(text) if language is None else _catalogue(language).gettext(text)


@cache
def _catalogue(language: str) -> gettext.NullTranslations:
    return gettext.translation("tablero", str(Path(__file__).parent), [language], fallback=True)


def speak(language: str) -> None:
    """Translate every text from now on, click's own too; `language` is one of LANGUAGES."""
    os.environ["LANGUAGE"] = language
    gettext.bindtextdomain("tablero", str(Path(__file__).parent))
    gettext.textdomain("tablero")


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Translate our texts for one listener; others may hear another language meanwhile."""
    before = _LISTENER.set(language)
    try:
        yield
    finally:
        _LISTENER.reset(before)


def spoken() -> str:
    """The language of all texts since somebody called `speak`; before that, English."""
    return _LISTENER.get() or os.environ.get("LANGUAGE", "en")


def in_every_language(text: str) -> list[str]:
    """A text of ours, as each language says it."""
    return [_catalogue(language).gettext(text) for language in LANGUAGES]


def language_of_the_system() -> str:
    """The language of LC_ALL, LC_MESSAGES or LANG if we speak it, else English."""
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if os.environ.get(variable):
            language = os.environ[variable][:2]
            return language if language in LANGUAGES else "en"
    return "en"


def mark(text: str) -> str:
    """`text` itself: marks a constant that is translated where it is shown."""
    return text
