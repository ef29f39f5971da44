"""What an evaluation may be made of, what it may not, and who is only careless."""

import pytest

from tablero.arena.player.forms import Track
from tablero.arena.player.offences import LONGEST_WHAT, MOST, offences
from tablero.arena.player.rules import AGENT_RULES, RULES
from tests.arena.player.cases import Case, cases

pytestmark = pytest.mark.plain

FINE, CARELESS = cases("fine"), cases("careless")


@pytest.mark.parametrize("case", FINE, ids=str)
def test_an_evaluation_may(case: Case):
    assert offences(case.text, Track.EVALUATION) == []
    compile(case.text, "fine", "exec")


@pytest.mark.parametrize("case", CARELESS, ids=str)
def test_what_is_careless_can_be_repaired(case: Case):
    found = offences(case.text, Track.EVALUATION)
    assert [each for each in found if each.cheats] == []
    assert {*case.broken} <= {(each.rule, each.line) for each in found}
    assert case.broken


def test_every_rule_is_broken_somewhere():
    def broken(*names: str) -> set[str]:
        return {rule for name in names for case in cases(name) for rule, _line in case.broken}

    assert broken("careless", "attacks") == {*RULES}
    assert broken("agent_attacks") == {*AGENT_RULES} - {"text"}


def test_offences_come_by_lines_and_once():
    found = offences("import sys\nimport random\nimport sys; import sys", Track.EVALUATION)
    assert [each.line for each in found] == [1, 2, 3]


def test_a_message_is_short_however_long_a_name_is():
    found = offences(f"def f():\n    return {'x' * 90_000}", Track.EVALUATION)
    assert [len(each.what) <= LONGEST_WHAT + 1 for each in found] == [True]


def test_a_file_full_of_them_is_told_soon():
    text = "def f():\n" + "    eval\n" * 8_000
    assert [each.line for each in offences(text, Track.EVALUATION)] == [*range(2, MOST + 2)]


@pytest.mark.parametrize(
    "text",
    [
        "def tuple(x):\n    return [x]\nW = tuple(0)",
        "def f(tuple):\n    return 1\nW = tuple((1, 2))",
        "from itertools import count as max\nW = max(0)",
        "import itertools as math\nW = math.count()",
        "def math():\n    return 1\nW = math.x(3)",
        "class math:\n    pass\nW = math.x(3)",
    ],
)
def test_a_name_that_is_something_else_makes_no_constants(text):
    rules = [(each.rule, each.line) for each in offences(text, Track.EVALUATION)]
    assert ("state", text.count("\n") + 1) in rules


@pytest.mark.parametrize(
    "text",
    [
        "import numpy\nimport os\nprint(os.cpu_count())",
        "import threading, time, random, sys, gc\ngc.collect()\nsys.setrecursionlimit(9)",
        "import signal\nsignal.alarm(3)",
        "class Mind:\n    pass\nMEMORY = {}\ndef choose():\n    MEMORY['x'] = 3\n    Mind.x = 1",
        "def choose(moves):\n    return eval('moves[0]')",
        "import json\njson.loads('1')\nwith open('book.json') as f: pass",
        "x = [1]\nx.y = 3",
    ],
)
def test_an_agent_may_use_what_it_likes(text):
    assert offences(text, Track.AGENT) == []
