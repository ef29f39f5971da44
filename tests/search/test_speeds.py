"""Machine code and interpreter visit the same nodes."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.search.cases import CASES, Case, counters, kernels, open_board, random_positions, run

INTERPRETER = """
import json, sys
import tablero.games as games
from tablero.games import evaluations
from tablero.search.run import Settings, search

for line in sys.stdin:
    name, evaluation, fields, options = json.loads(line)
    game = games.load(name)
    start = type(game.start)(*fields)
    result = search(start, evaluations.load(evaluation, game), Settings(**options))
    del result.statistics["seconds"]
    print(json.dumps([result.score, result.line, result.exact, result.statistics]))
"""


INFINITE_WINS = Case("connect4", "potential(wins=infinite)", 24, 3)


@pytest.mark.compiled_only
def test_both_speeds_find_and_count_the_same(tmp_path: Path):
    questions, answers = [], []
    for number, case in enumerate([*CASES, INFINITE_WINS]):
        board = open_board(case, tmp_path)
        name = str(tmp_path / "heap.py") if case.game == "heap" else case.game
        for position in random_positions(board.game.start, 4, 20 + number, case.plies):
            for i, (algorithm, options) in enumerate(kernels(case)):
                settings: dict[str, Any] = {
                    **options,
                    "lazy": i % 3 > 0,
                    "infer": i % 4 == 3,
                    "root_window": ("full", "shared")[i % 2],
                    "table_bits": 3 + i % 9,
                }
                result = run(position, board.evaluation, algorithm, case.depth, **settings)
                settings |= {"algorithm": algorithm, "depth": case.depth}
                questions.append(json.dumps([name, case.evaluation, list(position), settings]))
                answers.append([result.score, result.line, result.exact, counters(result)])
    done = subprocess.run(
        [sys.executable, "-c", INTERPRETER],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        input="\n".join(questions),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert [json.loads(line) for line in done.stdout.splitlines()] == answers
