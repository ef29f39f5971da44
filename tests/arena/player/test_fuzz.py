"""Any text at all has an answer, and none of it is a traceback."""

from collections.abc import Callable

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tablero.arena.player import templates
from tablero.arena.player.forms import Form, Track, read_file, read_form
from tablero.arena.player.offences import offences
from tablero.arena.player.rules import RULES
from tablero.errors import OutsideError

pytestmark = pytest.mark.plain

TEXTS = [each.text("en") for each in templates.TEMPLATES.values()]

WORDS = """ALIAS = 'a' ; def value ( board ) : return board . x __class__ [ ] { } , lambda yield
await async match case import os from * global eval 'text' f'{x}' # " ''' 1 - ** class A if
NamedTuple else for in try except with del assert @ := -> … ñ True None not"""

PIECES = st.sampled_from(
    [*WORDS.split(), "\n", "\n    ", "\\", "\ufeff", "\0", "\ud800", "\u202e", "\uff45val"]
)


def asked(text: str) -> None:
    """Every answer about a text is of the kind that was promised."""
    for track in Track:
        for each in offences(text, track):
            assert each.rule in RULES
            assert 0 <= each.line <= text.count("\n") + text.count("\r") + text.count("\f") + 1
            assert each.what
    answered(lambda: read_form(text, "p.py"))


def answered(read: Callable[[], Form]) -> None:
    """There is a form, or a message about the file."""
    told = ""
    try:
        assert isinstance(read(), Form)
    except OutsideError as error:
        told = str(error)
    assert told.startswith("p.py") or not told


@given(st.text())
@example("\ufeff\ufeff")
@example("\r\r\r'")
@example("\x0c\x0cdef f(:")
def test_any_text(text):
    asked(text)


@settings(max_examples=150)
@given(st.lists(PIECES, max_size=30).map(" ".join))
def test_any_words_of_python(text):
    asked(text)


@given(
    text=st.sampled_from(TEXTS),
    place=st.integers(0, 2000),
    length=st.integers(0, 20),
    inserted=st.text(max_size=5) | PIECES,
)
def test_any_spoilt_player(text, place, length, inserted):
    asked(text[:place] + inserted + text[place + length :])


@given(st.binary() | st.sampled_from(TEXTS).map(str.encode).flatmap(
    lambda data: st.integers(0, 300).map(lambda n: data[:n] + b"\xff" + data[n:])
))  # fmt: skip
def test_any_bytes(data):
    answered(lambda: read_file(data, "p.py"))


MANY = 90_000
DEEP = {
    "parentheses": "(" * 10_000,
    "balanced": "(" * 10_000 + ")" * 10_000,
    "allowed parentheses": "(" * 150 + ")" * 150,
    "lists": "x = " + "[" * 190 + "]" * 190,
    "minus": "-" * MANY + "1",
    "not": "not " * (MANY // 4) + "1",
    "sum": "1" + "+1" * (MANY // 2),
    "attributes": "a" + ".b" * (MANY // 2),
    "calls": "a" + "()" * (MANY // 2),
    "items": "a" + "[0]" * (MANY // 3),
    "lambda": "lambda:" * (MANY // 7) + "1",
    "if else": "1 if 1 else " * (MANY // 12) + "1",
    "elif": "if 1: pass\n" + "elif 1: pass\n" * (MANY // 13),
    "power": "1**" * (MANY // 3) + "1",
    "blocks": "".join(" " * depth + "if 1:\n" for depth in range(200)) + " " * 200 + "pass",
    "functions": "".join(" " * depth + "def f():\n" for depth in range(99)) + " " * 99 + "pass",
    "f-strings": "f'" + "{f'" * 500,
    "decorators": "@eval\n" * (MANY // 6) + "def f(): pass",
    "names": "def f():\n " + "eval;" * (MANY // 5),
    "parameters": "def f(" + ",".join(f"a{n}=[]" for n in range(9_000)) + "): pass",
    "digits": "x = " + "9" * MANY,
    "hexadecimal": "x = 0x" + "9" * MANY,
    "one name": "x" * MANY,
    "continued": "\\\n" * (MANY // 2) + "x",
    "comments": "#ñ\n" * (MANY // 3),
    "big arguments": "def f():\n f(" + "1," * 30_000 + ")" + ".__class__" * 100,
    "nothing": "\n" * MANY,
    "too long": "x" * 10**7,
}


@pytest.mark.parametrize("name", DEEP)
def test_texts_made_to_hurt(name):
    asked(DEEP[name])


@pytest.mark.parametrize("name", ["minus", "sum", "attributes", "elif", "balanced", "blocks"])
def test_what_is_too_deep_is_refused(name):
    assert [each.rule for each in offences(DEEP[name], Track.EVALUATION)] == ["text"]
