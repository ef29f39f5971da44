"""Spanish says all that English says."""

import os
import re
import string
import subprocess
import sys
from pathlib import Path

import pytest
from babel.messages import extract, pofile

import tablero
from tablero.locale import language_of_the_system

pytestmark = pytest.mark.plain

PACKAGE = Path(tablero.__file__).parent


@pytest.fixture(scope="module")
def spanish():
    with (PACKAGE / "locale/es/LC_MESSAGES/tablero.po").open("rb") as file:
        return pofile.read_po(file, locale="es")


@pytest.fixture(scope="module")
def english():
    keywords = {**extract.DEFAULT_KEYWORDS, "mark": None}
    found = extract.extract_from_dir(PACKAGE, keywords=keywords)
    return {message for _file, _line, message, _comments, _context in found}


def test_every_text_has_its_translation(english, spanish):
    assert len(english) > 80
    assert [text for text in sorted(english) if not (spanish[text] and spanish[text].string)] == []


def test_no_translation_is_left_over(english, spanish):
    ours = [
        message.id
        for message in spanish
        if message.id and ("click", None) not in message.locations
    ]
    assert sorted(set(ours) - english) == []


def test_no_translation_is_a_guess(spanish):
    assert [message.id for message in spanish if message.id and message.fuzzy] == []


def test_translations_have_the_same_fields(spanish):
    def names(text):
        return sorted(str(name) for _, name, _, _ in string.Formatter().parse(text) if name)

    for message in spanish:
        if isinstance(message.id, str) and message.id:
            assert names(message.id) == names(message.string), message.id


def test_every_text_can_be_found_by_the_extractor():
    """Babel does not look into f-strings."""
    for path in PACKAGE.rglob("*.py"):
        assert not re.search(r"\{_\(", path.read_text()), path


@pytest.mark.parametrize(
    ("variables", "language"),
    [
        ({"LANG": "es_ES.UTF-8"}, "es"),
        ({"LANG": "es_ES.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LC_MESSAGES": "es_MX", "LANG": "en_GB.UTF-8"}, "es"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({}, "en"),
    ],
)
def test_the_system_tells_the_language(variables, language, monkeypatch):
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert language_of_the_system() == language


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["games", "--lang", "es"], "Una ficha cae por su columna"),
        (["--lang=es", "games"], "Una ficha cae por su columna"),
        (["--lang", "es", "search", "--help"], "Muestra este mensaje y termina."),
        (["show", "quarry", "--lang", "es"], "juega el primer jugador"),
        (["show", "chess", "--lang", "es"], "no hay juego 'chess'"),
        (["nada", "--lang", "es"], "no hay orden 'nada'; disponibles: games"),
    ],
)
def test_commands_speak_spanish(words, expected):
    command = [sys.executable, "-m", "tablero", *words]
    environment = {**os.environ, "LANG": "C", "LC_ALL": "C"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert expected in done.stdout + done.stderr
