"""Which measurements are chosen, and what they need."""

from pathlib import Path

import pytest

import bench
from tablero.errors import OptionError, UnknownName
from tests.docs.pages import ROOT

pytestmark = pytest.mark.plain

BESIDE_PEERS = ["cluster", "peers", "openspiel_games", "solver", "agreement", "page"]


def peers_here(monkeypatch: pytest.MonkeyPatch, *names: str) -> None:
    """Pretend that these peers are installed, and no others."""
    monkeypatch.setattr(bench, "is_installed", lambda peer: peer in names)


def test_without_names_the_usual_ones(monkeypatch):
    usual = ["start", "speeds", "first_move", "engine", "loops"]
    assert bench.chosen((), beside_peers=False) == usual
    assert bench.chosen((), beside_peers=True) == usual + BESIDE_PEERS


def test_all_is_a_name():
    alone = [name for name, each in bench.MEASUREMENTS.items() if not each.peers]
    assert bench.chosen(["all"], beside_peers=False) == alone
    assert bench.chosen(["start", "all"], beside_peers=True) == list(bench.MEASUREMENTS)


def test_names_are_measured_once_and_in_their_order():
    assert bench.chosen(["growth", "start", "growth"], beside_peers=True) == ["growth", "start"]


def test_unknown_name():
    with pytest.raises(UnknownName, match="no measurement named 'speed'; known: start, speeds"):
        bench.chosen(["start", "speed"], beside_peers=False)


def test_what_needs_a_peer_that_is_not_there(monkeypatch):
    peers_here(monkeypatch, "easyAI")
    assert bench.chosen(["peers"], beside_peers=False) == ["peers"]
    with pytest.raises(OptionError, match="solver needs BitBully"):
        bench.chosen(["solver"], beside_peers=True)
    missing = ["OpenSpiel", "BitBully", "Playwright", "distributed"]
    assert bench.missing_peers(["start", *BESIDE_PEERS]) == missing
    assert bench.missing_peers(["start"]) == []
    impossible = [name for name in BESIDE_PEERS if name != "peers"]
    assert [name for name in bench.MEASUREMENTS if not bench.is_possible(name)] == impossible


@pytest.mark.parametrize(
    ("file", "names", "message"),
    [
        ("growth.svg", ["start"], "only growth can be drawn"),
        ("growth.gif", ["growth"], "must end in .svg, .png, .pdf"),
        ("growth", ["growth"], "must end in"),
        ("nowhere/growth.svg", ["growth"], "no directory 'nowhere'"),
    ],
)
def test_what_cannot_be_drawn(file: str, names: list[str], message: str):
    with pytest.raises(OptionError, match=message):
        bench.check_plot(file, names)


def test_drawing_without_matplotlib(monkeypatch):
    bench.check_plot("growth.svg", ["growth"])
    monkeypatch.setattr(bench, "find_spec", lambda name: None)
    with pytest.raises(OptionError, match=r"tablero\[plots\]"):
        bench.check_plot("growth.svg", ["growth"])


def test_every_measurement_is_a_file_and_on_its_page():
    page = Path(ROOT, "bench/README.md").read_text(encoding="utf-8")
    for name in bench.MEASUREMENTS:
        assert Path(bench.__file__).with_name(f"{name}.py").exists()
        assert f"| `{name}` |" in page, name
