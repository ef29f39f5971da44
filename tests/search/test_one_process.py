"""Two classes of the same name are two classes: an edited file, or another author's."""

from pathlib import Path
from typing import Any

import pytest

import tablero.games as games
from tablero.games import evaluations
from tests.search import oracle
from tests.search.cases import HEAP_FILE, run

LEAD_FILE = """\
from typing import NamedTuple


class Lead(NamedTuple):
    weight: int = 3

    def value(self, position):
        return self.weight * (position.mine - position.theirs)
"""


def answers(game_file: Path, evaluation_file: Path) -> tuple[Any, Any]:
    """What a search says of the files as they are now, and what is true."""
    game = games.load(str(game_file))
    evaluation = evaluations.load(str(evaluation_file), game)
    result = run(game.start, evaluation, "negamax", 5)
    truth = oracle.minimax(game.start, 5, evaluation)
    return (result.score, result.line), (truth.score, list(truth.line))


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    game_file, evaluation_file = tmp_path / "game.py", tmp_path / "evaluation.py"
    game_file.write_text(HEAP_FILE, encoding="utf-8")
    evaluation_file.write_text(LEAD_FILE, encoding="utf-8")
    return game_file, evaluation_file


def test_an_edited_game(files: tuple[Path, Path]):
    before, truth = answers(*files)
    assert before == truth
    files[0].write_text(HEAP_FILE.replace("ROUND = 5", "ROUND = 7"), encoding="utf-8")
    after, truth = answers(*files)
    assert before != truth
    assert after == truth


def test_an_edited_evaluation(files: tuple[Path, Path]):
    before, truth = answers(*files)
    assert before == truth
    files[1].write_text(LEAD_FILE.replace("- position.theirs", "- 7"), encoding="utf-8")
    after, truth = answers(*files)
    assert before != truth
    assert after == truth


def test_evaluations_of_two_authors(files: tuple[Path, Path]):
    """Both call their class Lead."""
    other = files[1].with_name("other.py")
    other.write_text(LEAD_FILE.replace("- position.theirs", "- 9"), encoding="utf-8")
    mine, my_truth = answers(files[0], files[1])
    theirs, their_truth = answers(files[0], other)
    assert my_truth != their_truth
    assert (mine, theirs) == (my_truth, their_truth)
