"""The mistakes of a game's file, one at a time: each gives one clear line."""

import json
from pathlib import Path

import pytest

import tablero.games as games
from tablero.cli import main
from tablero.games.harness import GameCheck, GameReport
from tablero.games.harness.findings import SENTENCES, WARNINGS, Law
from tablero.jit import INTERPRETED

STICKS = '''\
"""Take one to three sticks; who takes the last one wins."""

from typing import NamedTuple

from tablero.games.game import Game
from tablero.games.page_view import PageView
from tablero.games.student.board import DefaultBoardFactory
from tablero.position import ONGOING
from tablero.solve import Solver, SolverSpec

PLAYED = []


class Sticks(NamedTuple):
    left: int
    side: int

    def moves(self):
        for number in range(1, min(3, self.left) + 1):
            yield number

    def promising(self):
        for number in range(min(3, self.left), 0, -1):
            yield number

    def play(self, move):
        return Sticks(self.left - move, 1 - self.side)

    def outcome(self):
        return ONGOING if self.left else -1

    def turn(self):
        return self.side

    def theory(self):
        return -1 if self.left % 4 == 0 else 1

    def bounds(self):
        return -1, 1

    def key(self):
        return self.left, self.side


class Few(NamedTuple):
    weight: int = 10

    def value(self, position):
        return self.weight * (position.left % 4)


class SticksSolver(Solver):
    def __init__(self, game, threads):
        pass

    def score(self, position):
        return 1 if position.left % 4 else -1


class View(PageView):
    def effects(self, game, position, move):
        return {"taken": move}


class Boards(DefaultBoardFactory):
    pass


class Nim(Game):
    name = "sticks"
    start = Sticks(13, 0)
    evaluations = {"few": lambda game: Few()}
    solver = SolverSpec(SticksSolver)
    student_board = Boards
    page_view = View()

    def write(self, position):
        return f"{position.left} {position.side}"

    def _parse(self, text):
        return Sticks(*map(int, text.split()))
'''

MOVES = "for number in range(1, min(3, self.left) + 1):\n            yield number"
PLAY = "return Sticks(self.left - move, 1 - self.side)"
OUTCOME = "return ONGOING if self.left else -1"
THEORY = "    def theory(self):\n        return -1 if self.left % 4 == 0 else 1\n"

MISTAKES = {
    "a syntax error": ("def turn(self)", "def turn(self", Law.LOAD, 32),
    "a missing import": ("import NamedTuple", "import NamedTupel", Law.LOAD, 3),
    "a missing method": ("def turn", "def whose_turn", Law.LOAD, None),
    "no game": ("class Nim(Game)", "class Nim", Law.LOAD, None),
    "two games": (
        "class Nim(Game)",
        "class One(Game): pass\nclass Nim(Game)",
        Law.LOAD,
        None,
    ),
    "no name": ('    name = "sticks"\n', "", Law.LOAD, None),
    "a name with blanks": ('"sticks"', '"some sticks"', Law.NAME, None),
    "no start": ("start =", "begin =", Law.LOAD, None),
    "a start with a field too few": ("Sticks(13, 0)", "Sticks(13)", Law.LOAD, 71),
    "a start of floats": ("Sticks(13, 0)", "Sticks(13.0, 0)", Law.LOAD, None),
    "a position that is no NamedTuple": (
        "start = Sticks(13, 0)",
        "start = 13",
        Law.LOAD,
        None,
    ),
    "a field with the name of a method": ("left", "outcome", Law.LOAD, 14),
    "options of no dataclass": (
        "    start",
        "    size: int = 3\n    start",
        Law.LOAD,
        None,
    ),
    "moves that are texts": (
        "yield number\n\n    def prom",
        "yield str(number)\n\n    def prom",
        Law.WRONG_ANSWER,
        18,
    ),
    "moves that are None": (MOVES, "pass", Law.RAISES, 18),
    "play returns a tuple": (
        PLAY,
        "return self.left - move, 1 - self.side",
        Law.WRONG_ANSWER,
        26,
    ),
    "play forgets its return": (PLAY, PLAY.replace("return ", ""), Law.WRONG_ANSWER, 26),
    "play with a field too few": (PLAY, "return Sticks(self.left - move)", Law.RAISES, 27),
    "play with a wrong word": (
        PLAY,
        PLAY.replace("self.side", "self.sides"),
        Law.RAISES,
        27,
    ),
    "half a stick": (PLAY, PLAY.replace("- move", "- move / 2"), Law.WRONG_ANSWER, 26),
    "outcome is None": (
        OUTCOME,
        "if self.left:\n            return ONGOING",
        Law.WRONG_ANSWER,
        29,
    ),
    "outcome is a float": (OUTCOME, OUTCOME + ".0", Law.WRONG_ANSWER, 29),
    "outcome is a bool": (
        OUTCOME,
        "return ONGOING if self.left else False",
        Law.WRONG_ANSWER,
        29,
    ),
    "outcome is huge": (OUTCOME, OUTCOME + "000000000", Law.OUTCOME_RANGE, 29),
    "a division by zero": (
        OUTCOME,
        "return ONGOING if self.left else -1 // self.left",
        Law.RAISES,
        30,
    ),
    "a shift by a negative number": (
        PLAY,
        "return Sticks(self.left - (1 << move - 2), self.side)",
        Law.RAISES,
        27,
    ),
    "a constant of more than 63 bits": (PLAY, PLAY + " | 1 << 70", Law.LOAD, 26),
    "a field of more than 63 bits": (
        PLAY,
        "return Sticks(self.left - move, 1 - self.side + (1 << move + 69))",
        Law.RAISES,
        27,
    ),
    "too many bits on the way": (
        "return -1 if self.left % 4 == 0 else 1",
        "return -1 if (self.left % 4 << 63) == 0 else 1",
        Law.MACHINE_CODE,
        None,
    ),
    "the bits of a negative number": (
        "return -1 if self.left % 4 == 0 else 1",
        "return -1 if (self.left % 4 - 4).bit_count() == 1 and self.left % 4 == 0 else 1",
        Law.SPEEDS,
        35,
    ),
    "moves that only machine code has": (
        MOVES,
        "for number in range(1, min(3, self.left) + 1):\n"
        "            yield number\n"
        "        if (-1 - self.side).bit_count() > 2:\n"
        "            yield 4",
        Law.SPEEDS,
        18,
    ),
    "a position without moves": (
        OUTCOME,
        "return ONGOING if self.left >= 0 else -1",
        Law.NO_MOVES,
        18,
    ),
    "a move twice": (
        "yield number\n\n    def prom",
        "yield number // 2 + 1\n\n    def prom",
        Law.DUPLICATE_MOVES,
        18,
    ),
    "random moves": (
        MOVES,
        "numbers = __import__('random').sample(range(1, 4), 3)\n"
        "        for number in numbers:\n"
        "            if number <= self.left:\n"
        "                yield number",
        Law.MOVE_ORDER,
        18,
    ),
    "moves in another order each time": (
        MOVES,
        "PLAYED.append(0)\n"
        "        numbers = range(1, min(3, self.left) + 1)\n"
        "        for number in (numbers if len(PLAYED) % 2 else reversed(numbers)):\n"
        "            yield number",
        Law.MOVE_ORDER,
        18,
    ),
    "a global list that is changed": (
        PLAY,
        "PLAYED.append(move)\n        return Sticks(self.left - move, len(PLAYED) % 2)",
        Law.INCONSISTENT,
        26,
    ),
    "a move that does nothing": (
        PLAY,
        "return self if move == 3 else " + PLAY[7:],
        Law.SAME_POSITION,
        26,
    ),
    "a promising move that is not legal": (
        "range(min(3, self.left), 0, -1)",
        "range(3, 0, -1)",
        Law.PROMISING,
        22,
    ),
    "the wrong side begins": (
        "return self.side",
        "return 1 - self.side",
        Law.FIRST_TURN,
        32,
    ),
    "a third player": ("1 - self.side)", "self.side + 1)", Law.WRONG_ANSWER, 32),
    "one side moves all the time": (
        PLAY,
        "return Sticks(self.left - move, self.side)",
        Law.SAME_TURN,
        32,
    ),
    "a game that never ends": (
        PLAY,
        "return Sticks(self.left ^ 16 | 3, 1 - self.side)",
        Law.ENDLESS,
        29,
    ),
    "bounds that are too narrow": ("return -1, 1", "return 0, 1", Law.BOUNDS, 38),
    "bounds upside down": ("return -1, 1", "return 1, -1", Law.WRONG_ANSWER, 38),
    "a key that forgets a field": (
        "return self.left, self.side",
        "return self.left,",
        Law.KEY,
        41,
    ),
    "a wrong theory": (
        "% 4 == 0 else 1\n\n    def bounds",
        "% 3 == 0 else 1\n\n    def bounds",
        Law.THEORY,
        35,
    ),
    "a wrong solver": (
        "return 1 if position.left % 4 else -1",
        "return 1",
        Law.SOLVER,
        56,
    ),
    "a solver that fails": (
        "if position.left % 4 else -1",
        "if position.right else -1",
        Law.RAISES,
        57,
    ),
    "an evaluation of floats": (
        "return self.weight *",
        "return 0.5 * self.weight *",
        Law.LOAD,
        48,
    ),
    "an evaluation that is a float late": (
        "return self.weight *",
        "return 0.5 if position.left < 3 else self.weight *",
        Law.WRONG_ANSWER,
        48,
    ),
    "an evaluation that is too large": (
        "return self.weight *",
        "return 5000 * self.weight *",
        Law.VALUE_RANGE,
        48,
    ),
    "a text that is not read back": (
        'f"{position.left} {position.side}"',
        'f"{position.left} 0"',
        Law.READ_BACK,
        77,
    ),
    "a text that cannot be read": (
        'f"{position.left} {position.side}"',
        'f"{position.left}"',
        Law.RAISES,
        81,
    ),
    "names of moves that are all the same": (
        "    def _parse",
        "    def move_name(self, position, move):\n        return 'take'\n\n    def _parse",
        Law.MOVE_NAME,
        80,
    ),
    "a drawing with control characters": (
        "    def _parse",
        "    def draw(self, position, paint=None):\n        return 'left\\t'\n\n    def _parse",
        Law.DRAWING,
        80,
    ),
    "a view that is no plain data": (
        '{"taken": move}',
        '{"taken": {move}}',
        Law.PAGE_VIEW,
        61,
    ),
    "a student board that fails": (
        "    pass\n\n\nclass Nim",
        "    def facts(self, position):\n        return position.stones\n\n\nclass Nim",
        Law.RAISES,
        67,
    ),
}
"""By mistake: what stands in the right file, what in the wrong one, and what is found where."""

COMPILED_ONLY = {
    "too many bits on the way",
    "the bits of a negative number",
    "moves that only machine code has",
}

HARMLESS = {
    "moves in a finished game": (
        "range(1, min(3, self.left) + 1)",
        "range(1, 1 + max(1, min(3, self.left)))",
    ),
    "a method that rules() adds": (THEORY, ""),
}
"""Changes after which the game is as right as before."""


def check(folder: Path, good: str = "", bad: str = "", count: int = 20) -> GameReport:
    assert good in STICKS
    file = folder / "sticks.py"
    file.write_text(STICKS.replace(good, bad, 1) if good else STICKS)
    return GameCheck(str(file), count, seed=1).run()


def test_a_right_game_passes(tmp_path):
    report = check(tmp_path)
    assert (report.findings, report.games) == ([], 20)
    assert 5 <= report.shortest < report.longest <= 13
    assert report.speeds == (1 if INTERPRETED else 2)


@pytest.mark.parametrize("mistake", MISTAKES)
def test_each_mistake_is_one_finding(mistake, tmp_path):
    if INTERPRETED and mistake in COMPILED_ONLY:
        pytest.skip("machine code alone is wrong")
    good, bad, kind, line = MISTAKES[mistake]
    report = check(tmp_path, good, bad)
    texts = [finding.text for finding in report.findings]
    assert [(each.kind, each.line) for each in report.findings] == [(kind, line)], texts
    assert report.is_right == (kind in WARNINGS)
    (text,) = texts
    assert str(tmp_path / "sticks.py") in text
    assert "\n" not in text
    assert "@tablero" not in text
    assert line is None or f"line {line}" in text


def test_every_kind_of_finding_is_here():
    found = {kind for _good, _bad, kind, _line in MISTAKES.values()}
    elsewhere = {
        Law.COMPILATION,
        Law.OUTCOME_SIGN,
        Law.SPAN,
        Law.STUDENT_BOARD,
    }
    assert set(Law) == set(SENTENCES) == found | elsewhere
    assert len(MISTAKES) >= 26


@pytest.mark.parametrize("change", HARMLESS)
def test_what_is_no_mistake(change, tmp_path):
    assert check(tmp_path, *HARMLESS[change]).findings == []


@pytest.mark.compiled_only
def test_what_numba_cannot_compile(tmp_path):
    report = check(tmp_path, MOVES, "yield from range(1, min(3, self.left) + 1)")
    ((kind, line),) = [(each.kind, each.line) for each in report.findings]
    assert (kind, line) == (Law.COMPILATION, 19)


def test_a_span_that_is_too_narrow(tmp_path):
    span = "\n    def final(self, outcome):\n        return outcome\n"
    span += "\n    def span(self, least, most):\n        return -1, 1\n"
    value = "return self.weight * (position.left % 4)\n"
    (finding,) = check(tmp_path, value, value + span).findings
    assert (finding.kind, finding.line) == (Law.SPAN, 54)


def test_a_student_board_that_says_something_else(tmp_path):
    board = "class Boards(DefaultBoardFactory):\n    pass"
    other = (
        "class Other(DefaultBoardFactory.board):\n"
        "    __slots__ = ()\n"
        "    @property\n"
        "    def turn(self):\n"
        "        return 0\n\n\n"
        "class Boards(DefaultBoardFactory):\n"
        "    board = Other"
    )
    (finding,) = check(tmp_path, board, other).findings
    assert finding.kind is Law.STUDENT_BOARD
    assert finding.facts["property"] == "turn"


def test_the_position_of_a_finding_can_be_pasted(tmp_path):
    report = check(tmp_path, "return self.left, self.side", "return self.left,")
    (finding,) = report.findings
    game = games.load("connect4")
    assert game is not None
    left, side = finding.position.split()
    assert int(left) < 13
    assert side in "01"
    assert finding.command == f"tablero show {tmp_path / 'sticks.py'} '{finding.position}'"
    played = sum(map(int, finding.moves))
    assert 13 - played == int(left)


@pytest.mark.parametrize("name", games.GAMES)
def test_the_games_of_the_package_pass(name):
    assert GameCheck(name, 3, seed=1).run().findings == []


def run(capsys, *words: str) -> tuple[int, str]:
    with pytest.raises(SystemExit) as end:
        main(["check-game", *words])
    code = end.value.code
    assert isinstance(code, int | None)
    return code or 0, capsys.readouterr().out


def test_the_command(tmp_path, capsys):
    check(tmp_path)
    file = str(tmp_path / "sticks.py")
    code, out = run(capsys, file, "--games", "12")
    assert code == 0
    assert "12 random games of " in out
    assert "nothing is wrong" in out
    check(tmp_path, *MISTAKES["a key that forgets a field"][:2])
    code, out = run(capsys, file, "--games", "12")
    assert code == 1
    assert out.startswith(f"{file}, line 41: key is (")
    assert f"to see it: tablero show {file} '" in out
    code, out = run(capsys, file, "--games", "12", "--json")
    record = json.loads(out)
    assert (code, record["right"]) == (1, False)
    (finding,) = record["findings"]
    assert (finding["kind"], finding["line"], finding["warning"]) == ("key", 41, False)


def test_the_sign_of_the_outcome_is_a_suspicion(tmp_path, capsys):
    """In some games the last move does lose. It is certain where `theory` says something else."""
    file = tmp_path / "sticks.py"
    wrong = STICKS.replace(OUTCOME, OUTCOME[:-2] + "1")
    file.write_text(wrong)
    code, out = run(capsys, str(file))
    assert code == 1
    assert f"{file}, line 35: theory returns 1, but an exhaustive search finds -1" in out
    for brought in ("    solver = SolverSpec(SticksSolver)\n", THEORY):
        assert brought in wrong
        wrong = wrong.replace(brought, "")
    file.write_text(wrong)
    code, out = run(capsys, str(file))
    assert code == 0
    assert out.startswith(f"warning: {file}, line 29: in all 50 games with a winner, the last")
    assert out.count("warning") == 1


def test_a_file_that_does_not_load_fails_the_check(tmp_path, capsys):
    check(tmp_path, *MISTAKES["no name"][:2])
    code, out = run(capsys, str(tmp_path / "sticks.py"))
    assert (code, "the game has no name" in out) == (1, True)
