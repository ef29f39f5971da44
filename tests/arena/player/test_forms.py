"""What a file tells about itself before it is run."""

import pytest

from tablero.arena.player.forms import LONGEST_ALIAS, Track, read_file, read_form
from tablero.arena.player.reading import DEEPEST, LONGEST
from tablero.errors import OutsideError

pytestmark = pytest.mark.plain

VALUE = "def value(board):\n    return 1\n"
JUDGE = """from typing import NamedTuple
class Judge(NamedTuple):
    weight: int = 1
    def value(self, position): return 0
"""


def told(text: str) -> str:
    """What is wrong with a file of this text."""
    with pytest.raises(OutsideError) as error:
        read_form(text, "p.py")
    assert "\n" not in str(error.value)
    return str(error.value)


@pytest.mark.parametrize(
    ("text", "track", "finished"),
    [
        (VALUE, Track.EVALUATION, False),
        (VALUE + "def finished(board): return 1\n", Track.EVALUATION, True),
        (VALUE + "def helper(a, b): return ALIAS\n", Track.EVALUATION, False),
        ("def value(board, weight=3): return 1\n", Track.EVALUATION, False),
        ("def value(*boards): return 1\n", Track.EVALUATION, False),
        (JUDGE, Track.EVALUATION, False),
        (JUDGE + "    def final(self, outcome): return 0\n", Track.EVALUATION, True),
        (JUDGE.replace("(N", "(typing.N"), Track.EVALUATION, False),
        ("def choose(position, moves): return moves[0]\n", Track.AGENT, False),
        ("def choose(*, side, boldness=3): return 0\n", Track.AGENT, False),
        ("def choose(): return 0\n", Track.AGENT, False),
        ("class Mind: pass\ndef choose(limits): return 0\n", Track.AGENT, False),
    ],
)
def test_every_form(text, track, finished):
    text = 'ALIAS = "Ña 3"\n' + text
    form = read_form(text, "p.py")
    assert (form.alias, form.track, form.text, form.finished) == ("Ña 3", track, text, finished)
    assert read_file(text.encode(), "p.py") == form
    assert read_file(b"\xef\xbb\xbf" + text.encode(), "p.py") == form
    assert read_form("\ufeff" + text, "p.py") == form


def test_nothing_is_run():
    text = 'ALIAS = "a"\nraise SystemExit("run!")\n' + VALUE
    assert read_form(text, "p.py").alias == "a"


@pytest.mark.parametrize(
    ("alias", "reason"),
    [
        ('""', "'' is no alias"),
        ('" a"', "' a' is no alias"),
        ('"a "', "is no alias"),
        ('"a  b"', "is no alias"),
        ('"=1+1"', "is no alias"),
        ('"-a"', "is no alias"),
        ('"_a"', "is no alias"),
        ('"<b>"', "is no alias"),
        ('"a\\nb"', "is no alias"),
        ('"a\\u202eb"', "is no alias"),
        ('"a\\u200bb"', "is no alias"),
        ('"a\\u0301\\u0301\\u0301"', "is no alias"),
        ('"a\\x00"', "is no alias"),
        ('"a\\u3164"', "is no alias"),
        ('"01-02-1"', "'01-02-1' reads like the number of a player"),
        ('"\\uff101 - 2 - 1"', "reads like the number of a player"),
        ('"reference-3"', "reads like the number of a player"),
        ('"\\u115f\\u1160"', "is no alias"),
        (f'"{"a" * (LONGEST_ALIAS + 1)}"', "the alias has 25 characters, 24 are allowed"),
        ("3", 'must be a plain text: ALIAS = "Sower"'),
        ('b"a"', "must be a plain text"),
        ('"a" + "b"', "must be a plain text"),
        ('f"{3}"', "must be a plain text"),
    ],
)
def test_an_alias_can_stand_in_a_table(alias, reason):
    message = told(f"# mine\nALIAS = {alias}\n{VALUE}")
    assert message.startswith("p.py, line 2: ")
    assert reason in message


@pytest.mark.parametrize(
    "alias", ["a", "Á é ñ", "R2-D2", "3-1", "reference", "Don't panic!", "ab_c.d", "x" * 24]
)
def test_a_name_is_an_alias(alias):
    assert read_form(f"ALIAS = {alias!r}\n{VALUE}", "p.py").alias == alias


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (VALUE, 'p.py: there is no alias; expected a line like ALIAS = "Sower"'),
        (f"def f():\n    ALIAS = 'a'\n{VALUE}", "p.py: there is no alias"),
        (f"ALIAS = 'a'\nALIAS = 'b'\n{VALUE}", "p.py, line 2: the alias is told twice"),
        (f"ALIAS = 'a'\nALIAS += 'b'\n{VALUE}", "p.py, line 2: the alias is told twice"),
        (f"A, ALIAS = 1, 'b'\n{VALUE}", "p.py, line 1: the alias must be a plain text"),
        ("ALIAS = 'a'\n", "p.py: expected def value(board), a NamedTuple with the verb value, or"),
        ("ALIAS = 'a'\nvalue = 3\n", "p.py: expected def value(board)"),
        ("ALIAS = 'a'\nasync def value(board): pass\n", "p.py: expected def value(board)"),
        ("ALIAS = 'a'\nclass A:\n    def value(self, p): pass\n", "p.py: expected def value"),
        (
            f"ALIAS = 'a'\n{VALUE}def choose(): pass\n",
            "p.py, line 4: one player is expected, not 2: choose, value",
        ),
        (f"ALIAS = 'a'\n{VALUE}{JUDGE}", "p.py, line 5: one player is expected, not 2: value, J"),
        ("ALIAS = 'a'\ndef value(): pass\n", "p.py, line 2: value is given one thing: def value("),
        ("ALIAS = 'a'\ndef value(a, b): pass\n", "p.py, line 2: value is given one thing"),
        ("ALIAS = 'a'\ndef value(a, *, b): pass\n", "p.py, line 2: value is given one thing"),
        (f"ALIAS = 'a'\n{VALUE}def finished(): pass\n", "p.py, line 4: finished is given one"),
        (
            "ALIAS = 'a'\ndef choose(\n    board): pass\n",
            "p.py, line 3: choose asks for 'board'; it may ask for position, moves, game, side",
        ),
        ("ALIAS = 'a'\ndef choose(*, clock): pass\n", "p.py, line 2: choose asks for 'clock'"),
        ("ALIAS = 'a'\ndef value(board)\n", "p.py, line 2: this is not Python: expected ':'"),
        ("ALIAS = 'a'\n\n\x00", "p.py, line 3: there is a character that no text has: '\\x00'"),
        ("# coding: latin-1\n", "p.py, line 1: the file must be UTF-8"),
        ("\n# vim: set fileencoding=utf-7 :\n", "p.py, line 2: the file must be UTF-8"),
        ("x" * (LONGEST + 1), "p.py: the file has 100001 characters, 100000 are allowed"),
        ("x = " + "-" * DEEPEST + "1", "nested too deeply"),
    ],
)
def test_faults_are_told_with_their_line(text, message):
    assert message in told(text)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ("ALIAS = 'ñ'\n".encode("latin-1"), "p.py, line 1: the file must be UTF-8"),
        (b"ALIAS = 'a'\n\xff\xfe", "p.py, line 2: the file must be UTF-8"),
        ("ALIAS = 'a'\n".encode("utf-16"), "p.py, line 1: the file must be UTF-8"),
        (b"", "p.py: there is no alias"),
    ],
)
def test_bytes_are_utf8(data, message):
    with pytest.raises(OutsideError) as error:
        read_file(data, "p.py")
    assert message in str(error.value)


@pytest.mark.parametrize("cookie", ["utf-8", "UTF-8", "utf8", "utf_8"])
def test_utf8_may_be_said(cookie):
    assert read_form(f"# -*- coding: {cookie} -*-\nALIAS = 'a'\n{VALUE}", "p.py").alias == "a"
