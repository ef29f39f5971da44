"""Files travel with a job: it can be opened where there are none of them."""

import shutil
from pathlib import Path

import pytest

from tablero.agents.bundle import FileBundle, UnpackedFiles, bundle_files
from tablero.errors import OptionError, OutsideError
from tablero.match.plan import MatchTerms
from tablero.match.players import MatchJob
from tablero.match.referee import Reason
from tests.agents.programs import EXAMPLES

pytestmark = pytest.mark.plain

GAME = Path(__file__).parents[2] / "src/tablero/games/tictactoe.py"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """With files of the user's, named as he names them."""
    monkeypatch.chdir(tmp_path)
    shutil.copy(GAME, "my_game.py")
    shutil.copy(EXAMPLES / "player_choose.py", "my_player.py")
    Path("crashing.py").write_text("def choose(position, moves):\n    return moves[99]\n")
    return tmp_path


def files(*texts: str) -> set[str]:
    return {*bundle_files(*texts).files}


@pytest.mark.usefixtures("folder")
def test_what_is_packed():
    shutil.copy("my_game.py", "my_eval.py")
    assert files("kalah", "random", "alphabeta(depth=2,eval=lines)") == set()
    assert files("my_game.py(size=3)", "my_player.py(depth=4)") == {"my_game.py", "my_player.py"}
    assert files("alphabeta(eval=my_eval.py(weight=2))") == {"my_eval.py"}
    assert files("./bot.sh", "program(command=python3 my_player.py)") == set()
    with pytest.raises(OptionError, match="the log file would be written on another machine"):
        bundle_files("my_player.py(log=said.txt)")
    with pytest.raises(OutsideError, match="cannot read 'nowhere.py'"):
        bundle_files("nowhere.py")


def test_texts_are_told_in_two_ways():
    files = UnpackedFiles(FileBundle({"my_player.py": b"1", "other/my_player.py": b"2"}))
    here = files.to_local("my_player.py(depth=2,other=other/my_player.py)")
    one, two = (Path(path) for path in files.paths.values())
    assert (one.read_bytes(), two.read_bytes()) == (b"1", b"2")
    assert here == f"{one}(depth=2,other={two})"
    assert files.to_original(f"{two}, line 3") == "other/my_player.py, line 3"
    files.close()
    assert not one.exists()


def test_a_match_goes_on_where_there_are_no_files(folder):
    agreed = MatchTerms("my_game.py", ("my_player.py", "crashing.py"), 4, seed=1)
    job = MatchJob(agreed)
    at_home = job.open()
    truth = {
        number: (game.moves, game.reason, game.detail) for number, game in at_home.run([1, 2])
    }
    at_home.close()
    packed = job.bundled()
    shutil.rmtree(folder)
    folder.mkdir()
    abroad = packed.open()
    found = {number: (game.moves, game.reason, game.detail) for number, game in abroad.run([1, 2])}
    abroad.close()
    assert found == truth
    assert {reason for _moves, reason, _detail in found.values()} == {Reason.CRASH}
    assert all(detail.startswith("crashing.py, line 2") for *_facts, detail in found.values())


@pytest.mark.usefixtures("folder")
def test_what_is_wrong_with_a_file_is_told_as_at_home():
    Path("broken.py").write_text("def choose(:\n")
    job = MatchJob(MatchTerms("tictactoe", ("broken.py", "random"), 2, seed=1)).bundled()
    with pytest.raises(OutsideError, match=r"^broken.py"):
        job.open()
