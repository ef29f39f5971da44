"""Endgame tables on disk: kept, read back, gone on with, and refused when they are damaged."""

import os
import random
import signal
import subprocess
import sys
import time
import zlib
from pathlib import Path
from typing import Any

import pytest

import tablero.games as games
from tablero.errors import DamagedTable, SearchStopped
from tablero.games.kalah.solver import KalahTablebase
from tablero.games.sowing.solver.solver import SowingSolver
from tablero.jit import INTERPRETED

GAME: Any = games.load("kalah(pits=3,seeds=3)")
SEEDS = 5 if INTERPRETED else 12
NAME = "kalah-3-opposite-either"


def endgame(folder: Path, threads: int = 1) -> KalahTablebase:
    return KalahTablebase(GAME, threads, folder)


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.fixture
def whole(tmp_path: Path) -> Path:
    endgame(tmp_path / "whole").reach(SEEDS)
    return tmp_path / "whole"


def test_it_is_read_back(whole: Path):
    first, second = endgame(whole), endgame(whole)
    before = files(whole)
    first.reach(SEEDS)
    second.reach(SEEDS - 1)
    assert (first.values[: len(second.values)] == second.values).all()
    assert files(whole) == before


def test_layers_are_added(whole: Path, tmp_path: Path):
    grown = endgame(tmp_path / "grown")
    for seeds in range(SEEDS + 1):
        grown.reach(seeds)
    assert files(tmp_path / "grown") == files(whole)


def test_threads_make_the_same_file(whole: Path, tmp_path: Path):
    endgame(tmp_path / "two", 2).reach(SEEDS)
    assert files(tmp_path / "two") == files(whole)


def test_what_lies_behind_the_last_layer_is_overwritten(whole: Path, tmp_path: Path):
    endgame(tmp_path / "torn").reach(SEEDS - 2)
    with (tmp_path / "torn" / f"{NAME}.values").open("ab") as file:
        file.write(b"half a layer")
    endgame(tmp_path / "torn").reach(SEEDS)
    assert files(tmp_path / "torn") == files(whole)


def test_stopped_it_keeps_whole_layers(tmp_path: Path):
    table = endgame(tmp_path)
    table.reach(2)
    table.stop()
    with pytest.raises(SearchStopped):
        table.reach(SEEDS)
    assert len(list(table.layers())) == 3
    again = endgame(tmp_path)
    again.reach(2)
    assert (again.values == table.values).all()


@pytest.mark.parametrize("seed", range(5))
def test_a_changed_byte_is_found(whole: Path, seed: int):
    path = whole / f"{NAME}.values"
    content = bytearray(path.read_bytes())
    content[random.Random(seed).randrange(len(content))] ^= 1 << seed
    path.write_bytes(content)
    with pytest.raises(DamagedTable, match="damaged; delete both"):
        endgame(whole).reach(SEEDS)


def test_a_file_cut_short_is_found(whole: Path):
    path = whole / f"{NAME}.values"
    path.write_bytes(path.read_bytes()[:-3])
    with pytest.raises(DamagedTable):
        endgame(whole).reach(SEEDS)


NO_INDEX = [
    *("", "{}", "[]", "5", '{"format": 1, "checksums": [1]}'),
    '{"format": 1, "checksums": [1e999]}',
    "[" * 100_000,
]


@pytest.mark.parametrize("text", NO_INDEX, ids=lambda text: text[:40])
def test_an_index_that_is_none(whole: Path, text: str):
    (whole / f"{NAME}.json").write_text(text)
    with pytest.raises(DamagedTable):
        endgame(whole).reach(SEEDS)


def test_values_that_are_gone(whole: Path):
    (whole / f"{NAME}.values").unlink()
    with pytest.raises(DamagedTable):
        endgame(whole).reach(SEEDS)


def test_files_that_cannot_be_written(tmp_path: Path):
    """Then the table is there all the same, and somebody complains."""
    (tmp_path / "file").touch()
    table = endgame(tmp_path / "file")
    table.reach(4)
    assert "was not saved" in table.complaint
    kept = endgame(tmp_path / "folder")
    kept.reach(4)
    assert kept.complaint == ""
    assert (table.values == kept.values).all()


def test_two_at_work_on_one_table(whole: Path, tmp_path: Path):
    """Whoever is behind leaves what the other has announced."""
    slow, fast = endgame(tmp_path / "shared"), endgame(tmp_path / "shared")
    slow.reach(1)
    fast.reach(SEEDS)
    before = files(tmp_path / "shared")
    slow.files.checksums = slow.files.checksums[:2]
    slow.values, values = slow.values[:0], fast.values
    for seeds in range(2, 4):
        slow.files.write(values, seeds)
    assert files(tmp_path / "shared") == before == files(whole)


GOLDEN = {"kalah(pits=3,seeds=3)": 2315144807, "mancala11": 3188536759}
"""Checksums of all fields of up to 5 seeds."""


@pytest.mark.parametrize("text", GOLDEN)
def test_a_table_of_today_can_be_read_tomorrow(tmp_path: Path, text: str):
    """If this fails, the rules or the numbers have changed: then FORMAT must change too."""
    game: Any = games.load(text)
    solver = SowingSolver(game, endgame=5, bits=16, folder=tmp_path)
    solver.endgame.reach(5)
    assert zlib.crc32(solver.endgame.values.data) == GOLDEN[text]


PROGRAM = """
import sys
from pathlib import Path
import tablero.games as games
from tablero.games.sowing.solver.solver import SowingSolver
game, seeds, folder = sys.argv[1:]
solver = SowingSolver(games.load(game), bits=16, folder=Path(folder))
print("ready", flush=True)
solver.endgame.reach(int(seeds))
"""


@pytest.mark.compiled_only
@pytest.mark.parametrize(("text", "seeds"), [("kalah(pits=4,seeds=4)", 17), ("mancala11", 9)])
def test_killed_and_gone_on_with(tmp_path: Path, text: str, seeds: int):
    """Killed at random moments, it goes on, and ends with the same files, bit for bit."""
    game: Any = games.load(text)
    SowingSolver(game, bits=16, folder=tmp_path / "whole").endgame.reach(seeds)
    dice, killed, folder = random.Random(5), 0, tmp_path / "killed"
    while True:
        words = [sys.executable, "-c", PROGRAM, text, str(seeds), str(folder)]
        with subprocess.Popen(words, stdout=subprocess.PIPE) as process:
            assert process.stdout is not None
            process.stdout.readline()
            if killed < 4:
                wait_for_growth(folder, process)
                time.sleep(dice.random() / 10)
                process.send_signal(signal.SIGKILL)
            process.wait()
        if process.returncode == 0:
            break
        killed += 1
    assert killed > 0
    ours = {name: text for name, text in files(folder).items() if not name.endswith("draft")}
    assert ours == files(tmp_path / "whole")


def wait_for_growth(folder: Path, process: "subprocess.Popen[bytes]") -> None:
    """Until the process has written, or is done."""
    before = indexes(folder)
    while process.poll() is None and indexes(folder) == before:
        os.sched_yield()


def indexes(folder: Path) -> set[tuple[str, int]]:
    """Which there are, and when they were written."""
    return {(path.name, path.stat().st_mtime_ns) for path in folder.glob("*.json")}
