"""Spanish and English. English is the text in the code; Spanish is a gettext catalogue."""

import gettext
import os
from pathlib import Path

LANGUAGES = ("en", "es")

_ = gettext.gettext


def speak(language: str) -> None:
    """Translate every text from now on, click's own too; `language` is one of LANGUAGES."""
    os.environ["LANGUAGE"] = language
    gettext.bindtextdomain("tablero", str(Path(__file__).parent))
    gettext.textdomain("tablero")


def spoken() -> str:
    """The language of all texts since somebody called `speak`; before that, English."""
    return os.environ.get("LANGUAGE", "en")


def in_every_language(text: str) -> list[str]:
    """A text of ours, as each language says it."""
    folder = str(Path(__file__).parent)
    return [
        gettext.translation("tablero", folder, [language], fallback=True).gettext(text)
        for language in LANGUAGES
    ]


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
