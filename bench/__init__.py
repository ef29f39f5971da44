"""Benchmarks of Tablero: against other programs, against target times, and against itself.

Each measurement is a module whose function `measure()` yields rows as they are ready.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from tablero.errors import OptionError, UnknownName

if TYPE_CHECKING:
    from bench.rows import Row, Spread

PEERS = {
    "OpenSpiel": "open_spiel",
    "easyAI": "easyAI",
    "BitBully": "bitbully",
    "Playwright": "playwright",
    "distributed": "distributed",
}
"""Other programs, with the name that their distribution and their module share."""


@dataclass(frozen=True)
class Measurement:
    """A measurement that the command can run.

    about: what it compares.
    is_default: whether it is run when the command names none.
    peers: programs of PEERS; at least one of them must be installed.
    """

    about: str
    is_default: bool = False
    peers: tuple[str, ...] = ()


MEASUREMENTS = {
    "start": Measurement("a new process that searches one ply, machine code on disk", True),
    "speeds": Measurement("perft and alpha-beta, compiled against interpreted", True),
    "first_move": Measurement("the first move of paper P4, against the paper's time", True),
    "engine": Measurement("the engine, three plies deeper in alpha-beta's time", True),
    "loops": Measurement("games a second: the referee's, compiled, OpenSpiel's", True),
    "opening": Measurement("Connect-4 with the opening books, up to twelve stones"),
    "empty_board": Measurement("the empty Connect-4 board solved, one thread and two"),
    "kalah": Measurement("Kalah with four seeds solved, endgame tablebase included"),
    "standings": Measurement("standings of 100 players: ratings and intervals"),
    "arena": Measurement("a class's round in the strongest sandbox, and without one"),
    "cluster": Measurement(
        "a match on a cluster of two workers, beside local ones", peers=("distributed",)
    ),
    "growth": Measurement("nodes and time of the solvers, by the size of the position"),
    "peers": Measurement(
        "alpha-beta, the same tree in OpenSpiel and easyAI", peers=("OpenSpiel", "easyAI")
    ),
    "openspiel_games": Measurement(
        "alpha-beta and MCTS on three games, beside OpenSpiel's", peers=("OpenSpiel",)
    ),
    "solver": Measurement(
        "seconds for exact scores of Connect-4, with BitBully", peers=("BitBully",)
    ),
    "agreement": Measurement(
        "exact scores of Connect-4, the same as BitBully's?", peers=("BitBully",)
    ),
    "page": Measurement(
        "the page in a browser: what it loads, how soon it draws", peers=("Playwright",)
    ),
}

ALL = "all"
"""The name that stands for all measurements."""

GROWTH = "growth"
FORMATS = (".svg", ".png", ".pdf")
"""The measurement that can be drawn, and the suffixes of its pictures."""


def chosen(names: Sequence[str], beside_peers: bool) -> list[str]:
    """Return the measurements to run: the named ones, all, or the default ones.

    beside_peers: whether measurements that need peers are included where none is named.

    Raise UnknownName, or OptionError for a name whose peers are not installed.
    """
    for name in names:
        if name not in (*MEASUREMENTS, ALL):
            raise UnknownName("measurement", name, (*MEASUREMENTS, ALL))
        if name != ALL and not is_possible(name):
            peers = " or ".join(MEASUREMENTS[name].peers)
            raise OptionError(
                f"{name} needs {peers}, which is not installed; bench/run --peers installs it"
            )
    if names and ALL not in names:
        return list(dict.fromkeys(names))
    return [
        name
        for name, measurement in MEASUREMENTS.items()
        if name in names
        or (beside_peers if measurement.peers else measurement.is_default or ALL in names)
    ]


def check_plot(file: str, names: Sequence[str]) -> None:
    """Raise OptionError unless these measurements can be drawn into this file."""
    if GROWTH not in names:
        raise OptionError("only growth can be drawn: bench/run growth --plot FILE")
    if Path(file).suffix not in FORMATS:
        raise OptionError(f"cannot draw into {file!r}: its name must end in {', '.join(FORMATS)}")
    if not Path(file).parent.is_dir():
        directory = str(Path(file).parent)
        raise OptionError(f"cannot draw into {file!r}: there is no directory {directory!r}")
    if find_spec("matplotlib") is None:
        raise OptionError("drawing needs matplotlib: pip install 'tablero[plots]'")


def missing_peers(names: Sequence[str]) -> list[str]:
    """Return the peers of these measurements that are not installed."""
    wanted = {peer for name in names for peer in MEASUREMENTS[name].peers}
    return [peer for peer in PEERS if peer in wanted and not is_installed(peer)]


def is_possible(name: str) -> bool:
    """Return whether this measurement needs no peer, or one of its peers is installed."""
    peers = MEASUREMENTS[name].peers
    return not peers or any(map(is_installed, peers))


def is_installed(peer: str) -> bool:
    return find_spec(PEERS[peer]) is not None


def with_version(peer: str) -> str:
    """Return the name of an installed peer with its version."""
    return f"{peer} {version(PEERS[peer])}"


def measure(name: str) -> "Iterator[Row | Spread]":
    """Return the rows of a measurement, as they are ready."""
    rows: Iterator[Row | Spread] = import_module(f"bench.{name}").measure()
    return rows
