"""Speed and growth: ours beside other programs, beside wanted times, beside itself.

One file per measurement, and `measure()` in it yields rows as they are ready.
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
"""Other programs, and how both their package and their module are called."""


@dataclass(frozen=True)
class Measurement:
    """about -- what is compared
    usual -- is it measured when nobody names one?
    peers -- the programs of PEERS of which it needs at least one
    """

    about: str
    usual: bool = False
    peers: tuple[str, ...] = ()


MEASUREMENTS = {
    "start": Measurement("a new process that searches one ply, machine code on disk", True),
    "speeds": Measurement("perft and alpha-beta, compiled against interpreted", True),
    "first_move": Measurement("the first move of paper P4, against the paper's time", True),
    "engine": Measurement("the engine, three plies deeper in alpha-beta's time", True),
    "loops": Measurement("games a second: the referee's, compiled, OpenSpiel's", True),
    "opening": Measurement("Connect-4 with the opening tables, up to twelve stones"),
    "empty_board": Measurement("the empty Connect-4 board solved, one thread and two"),
    "kalah": Measurement("Kalah with four seeds solved, endgame table included"),
    "standings": Measurement("standings of 100 players: ratings and intervals"),
    "arena": Measurement("a class's round in the strongest sandbox, and without one"),
    "cluster": Measurement(
        "a match on a cluster of two workers, beside local ones", peers=("distributed",)
    ),
    "growth": Measurement("nodes and time of the solvers, by the size of the position"),
    "peers": Measurement(
        "alpha-beta, the same tree in OpenSpiel and easyAI", peers=("OpenSpiel", "easyAI")
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
"""A name for every measurement."""

GROWTH = "growth"
FORMATS = (".svg", ".png", ".pdf")
"""What can be drawn, and the files it can be drawn into."""


def chosen(names: Sequence[str], beside_peers: bool) -> list[str]:
    """What to measure: the names given; or all, or the usual ones, beside peers if wanted.

    Raises UnknownName, and OptionError for a name whose peers are not installed.
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
        or (beside_peers if measurement.peers else measurement.usual or ALL in names)
    ]


def check_plot(file: str, names: Sequence[str]) -> None:
    """Raise OptionError unless these measurements can be drawn into this file here."""
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
    """The peers of these measurements that are not installed."""
    wanted = {peer for name in names for peer in MEASUREMENTS[name].peers}
    return [peer for peer in PEERS if peer in wanted and not is_installed(peer)]


def is_possible(name: str) -> bool:
    """Does this measurement need no peer, or is one of its peers installed?"""
    peers = MEASUREMENTS[name].peers
    return not peers or any(map(is_installed, peers))


def is_installed(peer: str) -> bool:
    return find_spec(PEERS[peer]) is not None


def with_version(peer: str) -> str:
    """The name of an installed peer, and which one it is."""
    return f"{peer} {version(PEERS[peer])}"


def measure(name: str) -> "Iterator[Row | Spread]":
    """The rows of a measurement, as they are ready."""
    rows: Iterator[Row | Spread] = import_module(f"bench.{name}").measure()
    return rows
