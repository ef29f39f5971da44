"""Attacks on the static check. Each is found, at its line, and known for what it is."""

import pytest

from tablero.arena.player.forms import Track
from tablero.arena.player.offences import offences
from tests.arena.player.cases import Case, cases

pytestmark = pytest.mark.plain

ATTACKS, AGENT_ATTACKS = cases("attacks"), cases("agent_attacks")


def check(case: Case, track: Track) -> None:
    found = [(each.rule, each.line) for each in offences(case.text, track) if each.cheats]
    assert case.broken
    assert {*case.broken} <= {*found}


@pytest.mark.parametrize("case", ATTACKS, ids=str)
def test_an_attack_on_the_check_is_found_at_its_line(case: Case):
    check(case, Track.EVALUATION)


@pytest.mark.parametrize("case", AGENT_ATTACKS, ids=str)
def test_an_agents_attack_is_found_at_its_line(case: Case):
    check(case, Track.AGENT)


def test_they_are_many():
    assert (len(ATTACKS), len(AGENT_ATTACKS)) >= (60, 20)


@pytest.mark.parametrize(
    "text",
    [
        "import os\nos.environ['OMP_NUM_THREADS'] = '1'\nhere = os.path.join('a', 'b')",
        "import os\nos.write(1, b'x')\nos.getpid()\nos.cpu_count()",
        "import sys\nthis = sys.modules[__name__]\nsys.stdout.write('x')",
        "class A:\n    n = 0\n    def f(self):\n        type(self).n += 1",
        "def walk(board):\n    return board\nwalk('..x..o')",
        "import re\nWORD = re.compile('import socket')",
        "import random\ndice = random.Random(1)\ndice.choices = [1]",
        "class Log:\n    def write(self, x):\n        return x\nLog().write('x')",
        "def choose(position):\n    return type(position).__name__, position.__class__",
        "table = {}\ntable['os'] = 1\nvars()['x'] = 1",
        "import numpy as np\na = np.zeros(3)\na[0] = 1\nopen('book.txt').read()",
        "eval('1 + 1')\nexec('x = 3')\nexec('this is no Python')",
    ],
)
def test_what_is_no_attack_is_not_taken_for_one(text):
    assert offences(text, Track.AGENT) == []
