"""The stale-cache trap: an edited rule or evaluation is never answered by old machine code."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import tablero.games as games
from tablero.errors import OutsideError
from tablero.games import evaluations
from tablero.jit import INTERPRETED
from tests.search import oracle
from tests.search.cases import HEAP_FILE, run

ASK = """
import json, sys
import tablero.games as games
from tablero import jit
from tablero.games import evaluations
from tablero.search.run import Settings, search
from tablero.search.negamax import negamax

game_file, evaluation_file = sys.argv[1:]
game = games.load(game_file)
result = search(game.start, evaluations.load(evaluation_file, game), Settings("negamax", 5))
hits = 0 if jit.INTERPRETED else sum(negamax.dispatcher.stats.cache_hits.values())
print(json.dumps([result.score, result.line, hits]))
"""

LEAD_FILE = """\
from typing import NamedTuple


class Lead(NamedTuple):
    weight: int = 3

    def value(self, position):
        return self.weight * (position.mine - position.theirs)
"""


class Workshop:
    """A game and an evaluation in files of their own, and a cache for them alone."""

    def __init__(self, directory: Path) -> None:
        self.game_file = directory / "game.py"
        self.evaluation_file = directory / "evaluation.py"
        self.cache = directory / "cache"
        self.game_file.write_text(HEAP_FILE, encoding="utf-8")
        self.evaluation_file.write_text(LEAD_FILE, encoding="utf-8")

    def edit(self, file: Path, old: str, new: str) -> None:
        text = file.read_text(encoding="utf-8")
        assert text.count(old) == 1
        file.write_text(text.replace(old, new), encoding="utf-8")

    def truth(self) -> tuple[int, list[int]]:
        game = games.load(str(self.game_file))
        evaluation = evaluations.load(str(self.evaluation_file), game)
        verdict = oracle.minimax(game.start, 5, evaluation)
        return verdict.score, list(verdict.line)

    def ask_elsewhere(self) -> tuple[int, list[int], int]:
        """What a new process answers, and how often it found its machine code on disk."""
        done = subprocess.run(
            [sys.executable, "-c", ASK, str(self.game_file), str(self.evaluation_file)],
            env={**os.environ, "XDG_CACHE_HOME": str(self.cache)},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        score, line, hits = json.loads(done.stdout)
        return score, line, hits


@pytest.fixture
def workshop(tmp_path: Path) -> Workshop:
    return Workshop(tmp_path)


def edits(workshop: Workshop) -> list[tuple[Path, str, str]]:
    return [
        (workshop.game_file, "ROUND = 5", "ROUND = 7"),
        (workshop.evaluation_file, "position.mine - position.theirs", "position.theirs - 7"),
    ]


def test_in_new_processes(workshop: Workshop):
    scores = set()
    for edit in [None, *edits(workshop)]:
        if edit:
            workshop.edit(*edit)
        score, line, hits = workshop.ask_elsewhere()
        assert (score, line) == workshop.truth()
        assert hits == 0
        scores.add(score)
    assert len(scores) == 3
    score, line, hits = workshop.ask_elsewhere()
    assert (score, line) == workshop.truth()
    assert hits == (0 if INTERPRETED else 1)


BAD_LINES = {
    "a list of unlike things": '        table = [self.left, "one", None][move:]',
    "a dict of unlike keys": '        table = {self.left: 1, "move": move}',
    "a text made of a number": '        table = f"{self.left:>3}".split()[0].upper()',
    "a method that ints have not there": "        table = self.left.to_bytes(4, 'big')",
}


@pytest.mark.compiled_only
@pytest.mark.parametrize("bad", BAD_LINES.values(), ids=BAD_LINES)
def test_what_numba_cannot_compile_is_told_with_file_and_line(tmp_path: Path, bad: str):
    before, after = HEAP_FILE.split("        left = self.left - move\n")
    file = tmp_path / "cannot.py"
    file.write_text(f"{before}{bad}\n        left = self.left - move + 0 * len(table)\n{after}")
    line = before.count("\n") + 1
    game: Any = games.load(str(file))
    with pytest.raises(OutsideError) as told:
        run(game.start, evaluations.load("lead", game), "minimax", 2)
    message = str(told.value)
    assert "\n" not in message
    assert f"{file}, line {line}" in message or f"{file}, line {line + 1}" in message, message
