"""Wrong input: one line on stderr that says what was wrong and what would be right; code 2."""

import os
import pty
import re
import signal
import subprocess
import sys
import time

import pytest

from tablero.cli import main

pytestmark = pytest.mark.plain

CASES = {
    "arena template bad": ["'bad'", "evaluation, greedy"],
    "arena template --out nowhere/mine.py": ["nowhere/mine.py", "no such file or directory"],
    "search nogame": ["nogame", "connect4"],
    "search connect4 --algorithm alfabeta": ["alfabeta", "alphabeta"],
    "search connect4 --eval simple": ["simple", "lines"],
    "search connect4 --order random": ["random", "natural"],
    "search connect4 --root-window half": ["half", "shared"],
    "search connect4 --depth 0": ["0", "1 to 1000"],
    "search connect4 --depth -3": ["-3", "1 to 1000"],
    "search connect4 --depth 1001": ["1001", "1 to 1000"],
    "search connect4 --depth many": ["many"],
    "search connect4 --speed": ["--speed"],
    "search connect4 --time 5": ["--time", "engine", "alphabeta"],
    "search connect4 --nodes 5 --algorithm mtdf": ["--nodes", "engine", "mtdf"],
    "search connect4 --threads 1 --algorithm minimax": ["--threads", "engine", "minimax"],
    "search connect4 --algorithm engine --time 0": ["time must be more than 0 and at most"],
    "search connect4 --algorithm engine --nodes 0": ["nodes must be 1 or more, not 0"],
    "search connect4 --algorithm engine --threads 0": ["threads must be 1 to 256, not 0"],
    "search connect4 --algorithm engine --nodes few": ["few"],
    "search connect4 4444 4": ["4"],
    "search connect4 --tree tree.gif": ["tree.gif", ".jsonl, .dot, .svg, .html, .txt"],
    "search connect4 --tree nowhere/tree.svg": ["nowhere/tree.svg", "no such directory"],
    "search connect4 --tree - --tree-nodes 0": ["1 to 1000000 nodes, not 0"],
    "search connect4 --tree - --tree-plies -1": ["tree-plies must be 0 or more, not -1"],
    "search connect4 --tree-plies 1": ["--tree-plies needs --tree FILE"],
    "search connect4 --tree-nodes 5": ["--tree-nodes needs --tree FILE"],
    "search connect4 --tree-sizes": ["--tree-sizes needs --tree FILE"],
    "search connect4 --explain 9": ["not a column: '9'"],
    "search tictactoe xxo.oox.. --explain 7": ["'7' is not a legal move here; legal: 4 8 9"],
    "search connect4 --algorithm engine --threads 2 --tree -": ["one thread, not with 2"],
    "match connect4 random random": ["--games"],
    "match connect4 random --games 2": ["SECOND"],
    "match connect4 random random --games 3": ["an even number, 2 or more, not 3"],
    "match connect4 random random --games 0": ["option games must be 2 to", "not 0"],
    "match connect4 random rondom --games 2": ["rondom", "alphabeta"],
    "match connect4 random human --games 2": ["human"],
    "match connect4 random minimax(eval=simple) --games 2": ["simple", "lines"],
    "match nogame random random --games 2": ["nogame", "connect4"],
    "match connect4 random random --games 2 --workers 0": ["workers must be 1 to 256, not 0"],
    "match connect4 random random --games 2 --openings four": ["plies", "'four'"],
    "match connect4 random random --games 2 --openings ply=4": ["ply", "plies"],
    "match connect4 random random --games 2 --openings plies=42": ["is over after 42 plies"],
    "match connect4 random random --games 2 --sprt elo0=5,elo1=0": ["elo0 must be less than elo1"],
    "match connect4 random random --games 2 --sprt model=bayes": ["bayes", "logistic"],
    "match connect4 random random --games 2 --depth 0": ["depth must be 1 to 1000, not 0"],
    "match connect4 random random --games 2 --nodes 0": ["nodes must be 1 to", "not 0"],
    "match connect4 random random --games 2 --time 0": ["time must be more than 0 and at most"],
    "match connect4 random random --games 2 --max-moves -1": ["max-moves must be 0 to"],
    "play tictactoe random random --max-moves -1": ["max-moves must be 0 to"],
    "match connect4 random random --games 2 --resume": ["--resume needs --out FILE"],
    "match connect4 random random --games 2 --out nowhere/games": ["cannot write nowhere/games"],
    "lab tune connect4": ["EVALUATION"],
    "lab tune nogame composite": ["nogame", "connect4"],
    "lab tune kalah lines": ["lines", "composite"],
    "lab tune connect4 lines": ["two weights or more, it has 1"],
    "lab tune quarry zero": ["'zero' cannot be tuned: that takes two weights or more, it has 1"],
    "lab tune mancala11 good": ["not a sum of weights"],
    "lab tune mancala11 regular": ["two weights or more, it has 1"],
    "lab tune kalah composite --method sgd": ["sgd", "'td'"],
    "lab tune kalah composite --depth 0": ["depth must be 1 to 1000, not 0"],
    "lab tune kalah composite --games 0": ["games must be 1 or more, not 0"],
    "lab tune kalah composite --pairs 0": ["pairs must be 1 or more, not 0"],
    "lab tune kalah composite --match 3": ["an even number, 2 or more, not 3"],
    "lab tune kalah composite --match -2": ["match must be 0 or more, not -2"],
    "lab tune kalah composite --decay 2": ["decay must be 0 to 1, not 2"],
    "lab tune kalah composite --seconds 0": ["time must be more than 0 and at most"],
    "lab tune kalah composite --method td --generations 3": ["--generations", "--method cma"],
    "lab tune kalah composite --games 9 --generations 3": ["--generations", "without --games"],
    "lab tune kalah composite --plies 1": ["only 6 openings of 1 plies", "takes 500"],
    "lab tune kalah composite --out tune.doc": ["tune.doc", ".svg"],
    "lab tune kalah composite --resume nowhere/state": ["nowhere/state", "no such directory"],
    "lab regret kalah": ["AGENT"],
    "lab regret quarry deepblue": ["deepblue", "alphabeta"],
    "lab regret quarry random --positions 0": ["positions must be 1 to", "not 0"],
    "lab regret quarry random --positions few": ["few"],
    "lab regret quarry random --from nowhere.txt": ["nowhere.txt"],
    "lab regret quarry random --from pyproject.toml": ["pyproject.toml, line 1"],
    "lab regret quarry random --from pyproject.toml --positions 3": ["not both"],
    "lab regret quarry random --seed 9999999999999999999": ["seed must be"],
    "lab regret quarry random --plies 9-2": ["LOW-HIGH", "'9-2'"],
    "lab regret quarry random --plies few": ["LOW-HIGH", "'few'"],
    "lab regret quarry random --plies 50": ["only 0 positions to choose in after 50 to 50"],
    "lab regret quarry random --time 0": ["time must be more than 0 and at most"],
    "lab mistakes nowhere.jsonl": ["nowhere.jsonl", "no such file"],
    "lab mistakes games.jsonl --out picture.gif": ["picture.gif", ".csv", ".svg"],
    "search": ["GAME"],
    "nonsense": ["nonsense", "known: games, serve"],
    "lab nonsense": ["nonsense", "compare"],
    "show connect4(columns=9,rows=9)": ["9 x 9", "62"],
    "show connect4(columns=0)": ["option columns must be 1 to 31, not 0"],
    "solve tictactoe --endgame 3": [
        "no game with an endgame tablebase named 'tictactoe'",
        "kalah",
    ],
    "solve kalah --endgame -1": ["an endgame tablebase of kalah has 0 to 27 seeds, not -1"],
    "solve kalah --endgame 28": ["0 to 27 seeds, not 28"],
    "solve mancala11 --endgame 14": ["0 to 13 seeds, not 14"],
    "solve quarry --endgame 3": ["no game with an endgame tablebase named 'quarry'", "mancala11"],
    "solve kalah(seeds=11)": ["kalah(seeds=11) is too large to be solved", "fewer pits or seeds"],
    "solve mancala11(limit=100001)": ["too long to be solved", "100000"],
    "solve connect4 --threads 0": ["threads must be 1 to 256, not 0"],
    "solve connect4 --time 0": ["time must be more than 0 and at most"],
    "solve connect4 --time nan": ["not nan"],
    "solve connect4 --time soon": ["'soon' is not a valid number"],
    "solve connect4 1212121": ["already over"],
    "solve connect4 --play 1 2 1 2 1 2 1": ["already over", "1212121"],
    "search tictactoe --play 1 4 2 5 3": ["already over", "xxxoo...."],
    "perft tictactoe --depth 2 --play 1 1": ["'1' is not a legal move here"],
    "play tictactoe random random --play 1 4 2 5 3": ["already over"],
    "solve connect4 - --play 4": ["--play needs one position"],
    "solve connect4 --nodes 100": ["connect4 has a solver of its own"],
    "solve tictactoe --nodes 0": ["nodes must be 1 or more, not 0"],
    "solve connect4 --play 4 --build-book 0": ["--build-book N takes no position"],
    "play --resume games.jsonl --play 4": ["--resume", "--play"],
    "solve connect4 --build-book -1": ["0 to 41 stones, not -1"],
    "solve connect4 --build-book 42": ["0 to 41 stones, not 42"],
    "solve connect4 --build-book few": ["'few' is not a valid integer"],
    "solve connect4 --build-book 0 --out nowhere/a.book": ["nowhere/a.book.journal"],
    "solve connect4 --build-book 0 --out .": ["'.' is a directory"],
    "solve connect4 44 --build-book 0": ["--build-book N takes no position"],
    "solve connect4 --out a.book": ["--out and --cluster need --build-book N"],
    "solve quarry --build-book 1": ["no game with opening books named 'quarry'", "connect4"],
    "show connect4(connect=1)": ["connect must be 2 to 62", "1"],
    "show quarry(dimensions=999999999999)": ["1 to 100", "999999999999"],
    "show kalah(pits=1,seeds=524288)": ["option seeds must be 1 to 4999, not 524288"],
    "show kalah(pits=2,seeds=2500)": ["10000 seeds", "fewer than 10000"],
    "show tictactoe xxxoo.... --play 9": ["9", "over"],
    "show connect4 4۴": ["۴"],
    "show connect4(colour=red)": ["colour", "columns"],
    "show connect4(columns=seven)": ["seven", "integer"],
    "show connect4(columns": ["connect4(columns"],
    "show connect4(columns)": ["columns", "integer"],
    "show kalah(capture=all)": ["all", "opposite"],
    "show mancala11(passes=maybe)": ["maybe", "true"],
    "show kalah(pits=20)": ["option pits must be 1 to 12, not 20"],
    "show kalah(pits=12,seeds=2)": ["12 pits", "62"],
    "show kalah(seeds=0)": ["option seeds must be 1 to", "not 0"],
    "show connect4 48": ["8", "1234567"],
    "show connect4 4444444": ["move 7", "4"],
    "show connect4 12121212": ["move 8", "over"],
    "show kalah 4,4,4": ["4,4,4", "/ 1"],
    "show kalah 5,4,4,4,4,4,0/4,4,4,4,4,4,0/1": ["49", "48"],
    "show kalah 4,4,4,4,4,4,0/4,4,4,4,4,4,0/3": ["/ 1"],
    "show mancala11 3,3,3,3,3,3,0/3,3,3,3,3,3,1/1": ["37", "36"],
    "show quarry 4x0x4": ["4x0x4", "1 to 1000000"],
    "show quarry 4x1000001x4": ["1 to 1000000"],
    "show quarry 4y4": ["4y4", "4x4x4"],
    "show tictactoe xxx": ["xxx", "nine"],
    "show tictactoe xx.......": ["x begins"],
    "show connect4 --play 9": ["9", "1234567"],
    "show connect4 444444 --play 4": ["4", "legal: 1 2 3 5 6 7"],
    "show connect4 1212121 --play 3": ["3", "over"],
    "show kalah --play 7": ["7", "legal: 1 2 3 4 5 6"],
    "show mancala11 --play L3": ["L3", "R"],
    "show quarry 3x3x3 --play x-3": ["x-3", "x-1 x-2"],
    "show quarry 3x3x3 --play w-1": ["w-1", "x-2"],
    "search connect4 1212121": ["over", "1212121"],
    "search quarry 1x1x1": ["over", "1x1x1"],
    "search nowhere.py": ["nowhere.py", "no such file"],
    "search connect4 --eval nowhere.py": ["nowhere.py", "no such file"],
    "search kalah --eval simple(weight=2)": ["weight", "stores"],
    "search kalah --eval simple(stores=two)": ["two", "integer"],
    "search connect4(connect=3) --eval potential": ["potential", "connect=4"],
    "play nogame": ["nogame", "connect4"],
    "play connect4 deepblue": ["no agent named 'deepblue'", "alphabeta"],
    "play connect4 random deepblue": ["deepblue"],
    "play connect4 random(sed=1)": ["sed", "seed"],
    "play connect4 alphabeta(depth=0)": ["0"],
    "play connect4 random random random": ["random"],
    "play connect4 random random --from 1212121": ["over"],
    "play connect4 random random --from 9": ["9", "1234567"],
    "play connect4 random random --marker": ["connect4 has no markers"],
    "play connect4 random random --eval simple": ["simple", "lines"],
    "play connect4 random random --silent --board": ["--silent"],
    "play connect4 random random --silent --debug": ["--silent"],
    "play connect4 random random --seed one": ["one"],
    "play connect4 human random --json": ["--json", "people"],
    "play connect4 --ask --json": ["--json", "people"],
    "play connect4 human --ask": ["--ask"],
    "play --resume games.jsonl --seed 1": ["--resume", "--seed"],
    "play connect4 --resume games.jsonl --from 44": ["--resume", "--from"],
    "play --resume nowhere.jsonl": ["nowhere.jsonl"],
    "play --resume pyproject.toml": ["no unfinished game", "save"],
    "play connect4 random random --out pyproject.toml": ["lines that are not games"],
    "replay": ["FILE"],
    "replay nowhere.jsonl": ["nowhere.jsonl"],
    "replay .": ["."],
    "perft connect4": ["--depth"],
    "perft connect4 --depth 0": ["0", "1 to 1000"],
    "games --lang fr": ["fr", "es"],
    "lab papers p6": ["no paper named 'p6'", "p1, p2, p3, p4, p5"],
    "lab papers p5 --seed many": ["many"],
    "lab papers p5 --seed 99999999999999999999": [
        "seed must be -2305843009213693952 to 2305843009213693952"
    ],
    "lab papers p5 --out p5.doc": ["p5.doc", ".csv, .json", ".svg, .png, .pdf, .html"],
    "lab papers p5 --out nowhere/p5.csv": ["nowhere/p5.csv", "no such directory"],
    "lab papers p5 --html p5.pdf": ["p5.pdf", "one of .html"],
    "lab papers p5 --html nowhere/p5.html": ["nowhere/p5.html", "no such directory"],
    "lab nothing": ["nothing"],
    "lab compare connect4": ["SEARCH"],
    "lab compare nogame minimax": ["nogame", "connect4"],
    "lab compare connect4 random": ["random is not a search", "alphabeta"],
    "lab compare connect4 alfabeta": ["alfabeta", "alphabeta"],
    "lab compare connect4 minimax(eval=simple)": ["simple", "lines"],
    "lab compare connect4 minimax(depth=0)": ["depth must be 1 to 1000, not 0"],
    "lab compare connect4 minimax --positions 0": ["positions must be 1 to", "not 0"],
    "lab compare connect4 minimax --positions few": ["few"],
    "lab compare connect4 minimax --positions 5 --plies 9-3": ["LOW-HIGH", "4-12", "9-3"],
    "lab compare connect4 minimax --positions 5 --plies some": ["LOW-HIGH", "some"],
    "lab compare tictactoe minimax --positions 9 --plies 0-0": ["only 1 different positions"],
    "lab compare connect4 minimax --from nowhere.txt": ["nowhere.txt"],
    "lab compare connect4 minimax --from pyproject.toml": ["pyproject.toml, line 1"],
    "lab compare connect4 minimax --from pyproject.toml --positions 3": ["not both"],
    "lab compare connect4 minimax --out a.gif": ["a.gif", ".csv", ".svg"],
    "lab compare connect4 minimax --out nowhere/a.csv": ["nowhere/a.csv", "no such directory"],
    "lab growth connect4 minimax(depth=3)": ["minimax(depth=3)", "--depth N"],
    "lab growth connect4 --depth 0": ["depth must be 1 to 1000, not 0"],
    "lab growth connect4 --time 0": ["time must be more than 0"],
    "lab growth connect4 level(3)": ["level is not a search", "alphabeta"],
    "lab ladder connect4": ["AGENT"],
    "lab ladder connect4 random": ["two agents or more"],
    "lab ladder connect4 random random": ["all different"],
    "lab ladder connect4 random rondom": ["rondom", "alphabeta"],
    "lab ladder connect4 random human": ["human"],
    "lab ladder connect4 random regular": ["regular"],
    "lab ladder connect4 random greedy --games 3": ["an even number, 2 or more, not 3"],
    "lab ladder connect4 random greedy --workers 0": ["workers must be 1 to 256, not 0"],
    "lab ladder connect4 random greedy --openings plies=42": ["is over after 42 plies"],
    "lab ladder connect4 random greedy --openings four": ["plies", "'four'"],
    "lab ladder connect4 random greedy --keep nowhere/games": ["cannot write nowhere/games"],
    "lab ladder connect4 random greedy --keep pyproject.toml": ["pyproject.toml"],
}


@pytest.mark.parametrize("words", CASES)
def test_one_line_and_code_2(words, capsys, monkeypatch):
    monkeypatch.setenv("LANG", "C")
    with pytest.raises(SystemExit) as end:
        main(words.split())
    out, err = capsys.readouterr()
    assert end.value.code == 2
    assert out == ""
    assert err.startswith("tablero: ")
    assert err.count("\n") == 1
    for part in CASES[words]:
        assert part in err


RULES = """
from typing import NamedTuple
from tablero.games.game import Game
from tablero.position import ONGOING

class Sticks(NamedTuple):
    left: int
    side: int

    def moves(self):
        for number in range(1, min(3, self.left) + 1):
            yield number

    def play(self, move):
        return Sticks(self.left - move, 1 - self.side)

    def outcome(self):
        return ONGOING if self.left else -1

    def turn(self):
        return self.side

class Nim(Game):
    name = "nim"
    start = Sticks(12, 0)
"""

FAULTS = {
    "a module that is not there": ("from typing", "import nowhere\nfrom typing", "nowhere"),
    "a word too many": ("def turn", "def of turn", "line 20"),
    "a crash on import": ("class Nim", "1 / 0\nclass Nim", "line 23"),
    "a missing verb": ("def turn", "def whose", "turn"),
    "no game": ("class Nim(Game)", "class Nim", "one class derived from Game"),
    "no name": ('    name = "nim"\n', "", "name"),
    "no start": ("start =", "begin =", "does not start"),
    "a position of floats": ("Sticks(12, 0)", "Sticks(12.0, 0)", "ints"),
    "a file that leaves": ("class Nim", "raise SystemExit(5)\nclass Nim", "SystemExit: 5"),
    "a field that hides a method": ("left", "theory", "hide methods of the same name: theory"),
    "options of no dataclass": ("    start", "    size: int = 3\n    start", "@dataclass"),
    "bounds upside down": (
        "    def turn",
        "    def bounds(self):\n        return 1, -1\n\n    def turn",
        "line 20: bounds must return two ints, the least first, not (1, -1)",
    ),
    "bounds that are none": (
        "    def turn",
        "    def bounds(self):\n        return 1\n\n    def turn",
        "line 20: bounds must return",
    ),
    "a key of texts": (
        "    def turn",
        "    def key(self):\n        return 'a',\n\n    def turn",
        "line 20",
    ),
    "no theory": (
        "    def turn",
        "    def theory(self):\n        pass\n\n    def turn",
        "line 20",
    ),
    "a third player": (
        "return self.side",
        "return self.side * 2",
        "turn must return 0 or 1, not 2",
    ),
    "half a stick": ("self.left - move", "self.left - move / 2", "not Sticks(left=11.5, side=1)"),
    "an unknown type": (
        "    start",
        "    size: Size = 3\n    start",
        "name 'Size' is not defined",
    ),
    "no drawing": (
        "    start",
        "    def draw(self, position, paint=None):\n        pass\n\n    start",
        "line 25: draw must return a str, not None",
    ),
    "a rule that fails": ("1 - self.side", "1 - self.sides", "line 15"),
}
NOT_FOR_NUMBA = {
    "yield from": (
        "for number in range(1, min(3, self.left) + 1):\n            yield number",
        "yield from range(1, min(3, self.left) + 1)",
        "line 11",
    ),
    "a mixed dict": ("return self.side", "return {0: 0, 1: 1, 2: '2'}[self.side]", "line 21"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_faults_of_a_game_in_a_file(fault, tmp_path, capsys):
    _expect_one_line(FAULTS[fault], tmp_path, capsys)


@pytest.mark.compiled_only
@pytest.mark.parametrize("fault", NOT_FOR_NUMBA)
def test_what_numba_cannot_compile_is_named_with_file_and_line(fault, tmp_path, capsys):
    _expect_one_line(NOT_FOR_NUMBA[fault], tmp_path, capsys)


def _expect_one_line(fault, tmp_path, capsys):
    good, bad, part = fault
    assert good in RULES
    file = tmp_path / "sticks.py"
    file.write_text(RULES.replace(good, bad))
    with pytest.raises(SystemExit) as end:
        main(["search", str(file), "--depth", "3"])
    out, err = capsys.readouterr()
    assert (end.value.code, out) == (2, "")
    assert err.count("\n") == 1
    assert str(file) in err
    assert part in err


def test_what_rules_raise_while_they_run(tmp_path, capsys):
    file = tmp_path / "sticks.py"
    late = "if self.left < 5:\n            raise ValueError('too few')\n        return Sticks("
    file.write_text(RULES.replace("return Sticks(", late))
    with pytest.raises(SystemExit) as end:
        main(["search", str(file), "--depth", "9"])
    assert end.value.code == 2
    reason = f"{file}, line 16: the rules fail in a random game: ValueError: too few"
    assert reason in capsys.readouterr().err


RARE = """
from tablero.jit import helper

@helper
def share(number, parts):
    return number // parts

class Rare(NamedTuple):
    weight: int = 60

    def value(self, position):
        return {value}
"""


@pytest.mark.parametrize(
    ("value", "line", "reason"),
    [
        ("self.weight // (position.left - 5)", 37, "ZeroDivisionError: "),
        ("self.weight % (position.left - 5)", 37, "ZeroDivisionError: "),
        ("share(self.weight, position.left - 5)", 31, "ZeroDivisionError: "),
        ("self.weight if position.left > 8 else 0.5", 36, "value must return ints, not 0.5"),
    ],
)
def test_errors_in_rare_positions_are_the_same_at_both_speeds(
    value, line, reason, tmp_path, capsys
):
    file = tmp_path / "sticks.py"
    file.write_text(RULES + RARE.format(value=value))
    with pytest.raises(SystemExit) as end:
        main(["search", str(file), "--eval", "rare", "--depth", "4"])
    out, err = capsys.readouterr()
    assert (end.value.code, out) == (2, "")
    assert err.startswith(f"tablero: {file}, line {line}: {reason}")
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("bad", "part"),
    [
        ("return ONGOING if self.left else -1.0", "outcome must return an int, not -1.0"),
        ("return ONGOING if self.left else -1 // self.left", "ZeroDivisionError"),
        ("return ONGOING if self.left else None", "outcome must return an int, not None"),
    ],
)
@pytest.mark.parametrize("command", ["search", "show", "perft"])
def test_errors_at_the_end_of_games_are_found_when_the_file_is_loaded(
    bad, part, command, tmp_path, capsys
):
    file = tmp_path / "sticks.py"
    rules = RULES.replace("return ONGOING if self.left else -1", bad)
    file.write_text(f"{rules}# {command}")  # Every text is a module of its own.
    with pytest.raises(SystemExit) as end:
        main([command, str(file), *([] if command == "show" else ["--depth", "2"])])
    out, err = capsys.readouterr()
    assert (end.value.code, out) == (2, "")
    assert re.search(f"line 1[78]: .*{part}", err)
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    "words", [["play", "random", "random"], ["match", "random", "random", "--games", "2"]]
)
@pytest.mark.parametrize("player", ["random", "greedy", "alphabeta(depth=2)"])
def test_a_position_without_moves_is_an_error_of_the_game(words, player, tmp_path, capsys):
    """No player is to blame."""
    file = tmp_path / "sticks.py"
    rules = RULES.replace("return ONGOING if self.left", "return ONGOING if self.left > -1")
    file.write_text(f"{rules}# {player} {words}")  # Every text is a module of its own.
    command, _first, *others = words
    with pytest.raises(SystemExit) as end:
        main([command, str(file), player, *others])
    out, err = capsys.readouterr()
    assert end.value.code == 2
    reason = "a position that is not over has no moves: Sticks(left=0, side="
    assert f"{file}, line 10: {reason}" in err
    assert err.count("\n") == 1


def test_a_position_without_moves_that_is_not_over(tmp_path, capsys):
    file = tmp_path / "sticks.py"
    file.write_text(RULES.replace("range(1,", "range(9,"))
    with pytest.raises(SystemExit) as end:
        main(["search", str(file), "--depth", "3"])
    assert end.value.code == 2
    assert "not over has no moves" in capsys.readouterr().err


EVALUATION = """
from typing import NamedTuple

class Even(NamedTuple):
    weight: int = 3

    def value(self, position):
        return self.weight * (position.left % 2)
"""


@pytest.mark.parametrize(
    ("good", "bad", "part"),
    [
        ("= 3", "", "default value"),
        ("= 3", "= 0.5", "ints"),
        ("self.weight *", "0.5 *", "line 7: value must return ints"),
        ("    def", "    def span(self, *_):\n        return 0\n\n    def", "must be an iterable"),
        ("weight", "span", "hide methods of the same name: span"),
        ("position.left", "position.right", "line 8"),
        ("def value", "def opinion", "one NamedTuple with the method value"),
    ],
)
def test_faults_of_an_evaluation_in_a_file(good, bad, part, tmp_path, capsys):
    (tmp_path / "sticks.py").write_text(RULES)
    file = tmp_path / "even.py"
    assert good in EVALUATION
    file.write_text(EVALUATION.replace(good, bad))
    with pytest.raises(SystemExit) as end:
        main(["search", str(tmp_path / "sticks.py"), "--eval", str(file), "--depth", "3"])
    _out, err = capsys.readouterr()
    assert end.value.code == 2
    assert err.count("\n") == 1
    assert str(file) in err
    assert part in err


def start(words, **streams):
    """A command that hears Ctrl-C, even if the tests run in the background and do not."""
    return subprocess.Popen(
        [sys.executable, "-m", "tablero", *words],
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        **streams,
    )


@pytest.mark.compiled_only
def test_ctrl_c_stops_a_search_at_once():
    """A search of hours, interrupted: code 130, one line, nothing printed to stdout."""
    words = ["search", "connect4", "--depth", "30", "--algorithm", "minimax"]
    terminal, stderr = pty.openpty()
    search = start(words, stdout=subprocess.PIPE, stderr=stderr)
    shown = b""
    while b"nodes" not in shown:
        shown += os.read(terminal, 1000)
    search.send_signal(signal.SIGINT)
    assert search.wait() == 130
    time.sleep(0.1)
    assert b"interrupted" in os.read(terminal, 10000)
    assert search.stdout is not None
    assert search.stdout.read() == b""
    search.stdout.close()
    os.close(terminal)
    os.close(stderr)


@pytest.mark.compiled_only
@pytest.mark.parametrize("threads", ["1", "2"])
def test_ctrl_c_stops_the_engine_with_the_best_move_so_far(threads):
    """Depths are told as they come; interrupted, it answers with the last one: code 130."""
    words = ["search", "connect4", "--algorithm", "engine", "--depth", "41", "--threads", threads]
    terminal, stderr = pty.openpty()
    search = start(words, stdout=subprocess.PIPE, stderr=stderr)
    shown = b""
    while not re.search(rb" 9 +[-+0-9]", shown):
        shown += os.read(terminal, 1000)
    search.send_signal(signal.SIGINT)
    assert search.wait() == 130
    assert re.search(rb"plies +score +nodes +seconds  principal variation", shown)
    assert search.stdout is not None
    assert b"best move" in search.stdout.read()
    search.stdout.close()
    os.close(terminal)
    os.close(stderr)


@pytest.mark.compiled_only
def test_ctrl_c_stops_a_count_at_once():
    words = ["perft", "quarry", "300x300x300", "--depth", "4"]
    terminal, stderr = pty.openpty()
    count = start(words, stdout=subprocess.DEVNULL, stderr=stderr)
    shown = b""
    while b"depth 3" not in shown and b"depth 4" not in shown:
        shown += os.read(terminal, 1000)
    count.send_signal(signal.SIGINT)
    assert count.wait() == 130
    os.close(terminal)
    os.close(stderr)


def test_a_reader_that_has_seen_enough_is_no_error():
    pipe = f"{sys.executable} -m tablero perft quarry 1000x1000x1000 --depth 1 | true"
    done = subprocess.run(pipe, shell=True, capture_output=True, text=True, check=True)
    assert done.stderr == ""
