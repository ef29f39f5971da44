"""Growth as a picture."""

from pathlib import Path

import pytest

from bench.growth import draw
from bench.rows import Spread, quartiles

pytestmark = pytest.mark.plain

ROWS = [
    Spread(game, "stones on the board", size, 3, quartiles([1, size, 99]), quartiles([0.1, 0.2]))
    for game in ("connect4", "connect4(rows=5)")
    for size in (8, 10, 12)
]
BEGINNINGS = {"svg": b"<?xml", "png": b"\x89PNG", "pdf": b"%PDF"}


@pytest.mark.parametrize("ending", BEGINNINGS)
def test_every_format_holds_the_command(ending: str, tmp_path: Path):
    file = tmp_path / f"growth.{ending}"
    draw(ROWS, file)
    drawn = file.read_bytes()
    assert drawn.startswith(BEGINNINGS[ending])
    assert f"bench/run growth --plot growth.{ending}".encode() in drawn


def test_axes_are_named(tmp_path: Path):
    file = tmp_path / "growth.svg"
    draw(ROWS, file)
    text = file.read_text(encoding="utf-8")
    for label in ("stones on the board", "nodes", "seconds", "median"):
        assert label in text, label


def test_every_game_has_its_panels(tmp_path: Path):
    for rows, panels in ((ROWS[:3], 2), (ROWS, 4)):
        file = tmp_path / "growth.svg"
        draw(rows, file)
        assert file.read_text().count('id="axes_') == panels


def test_the_same_figures_are_drawn_the_same(tmp_path: Path):
    file = tmp_path / "growth.svg"
    draw(ROWS, file)
    once = file.read_bytes()
    draw(ROWS, file)
    assert file.read_bytes() == once
