"""Spanish and English. English is the text in the code; Spanish is a gettext catalogue."""

import os
from gettext import GNUTranslations, NullTranslations
from pathlib import Path

LANGUAGES = ("en", "es")

_spoken = NullTranslations()


def speak(language: str) -> None:
    """Translate every text from now on; `language` is one of LANGUAGES."""
    global _spoken
    catalogue = Path(__file__).parent / language / "LC_MESSAGES" / "tablero.mo"
    if language == "en":
        _spoken = NullTranslations()
    else:
        with catalogue.open("rb") as file:
            _spoken = GNUTranslations(file)


def language_of_the_system() -> str:
    """The first language we speak among LC_ALL, LC_MESSAGES and LANG; English if none."""
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if os.environ.get(variable):
            language = os.environ[variable][:2]
            return language if language in LANGUAGES else "en"
    return "en"


def _(text: str) -> str:
    """`text` in the language spoken now."""
    return _spoken.gettext(text)


def mark(text: str) -> str:
    """`text` itself: marks a constant that is translated where it is shown."""
    return text
