"""What a measurement says, as a table to read and as lines of JSON to keep."""

import json
import os
import platform
import subprocess
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

BENCH = Path(__file__).parent
RESULTS = BENCH / "results"

NODES_PER_SECOND, SECONDS = "nodes/s", "s"


@dataclass(frozen=True)
class Row:
    """Ours beside another figure of the same unit, both from one run unless `against` says else.

    target  -- the least ratio we want; None where nobody asked for one
    details -- depth, nodes, versions: whatever is needed to understand the figures
    """

    measure: str
    ours: float
    against: str
    other: float
    unit: str
    target: float | None = None
    details: dict[str, Any] = field(default_factory=dict)

    @property
    def ratio(self) -> float:
        """How many times better ours is."""
        return self.ours / self.other if self.unit == NODES_PER_SECOND else self.other / self.ours

    @property
    def verdict(self) -> str:
        if self.target is None:
            return ""
        return "met" if self.ratio >= self.target else "missed"


def print_table(rows: Iterable[Row]) -> None:
    """The rows under a headline, columns aligned."""
    headline = ("measure", "ours", "against", "theirs", "ratio", "target", "")
    lines = [headline, *map(_cells, rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        cells = [cell.ljust(width) for cell, width in zip(line, widths, strict=True)]
        print("  ".join(cells).rstrip(), flush=True)


def _cells(row: Row) -> tuple[str, ...]:
    target = "" if row.target is None else f"{row.target:,g}x"
    figures = (_figure(row.ours, row.unit), row.against, _figure(row.other, row.unit))
    return row.measure, *figures, f"{row.ratio:,.1f}x", target, row.verdict


def _figure(value: float, unit: str) -> str:
    return f"{value:,.0f} {unit}" if unit == NODES_PER_SECOND else f"{value:.2f} {unit}"


def keep(name: str, rows: Iterable[Row]) -> None:
    """Append the rows to results/<name>.jsonl, with commit and machine."""
    RESULTS.mkdir(exist_ok=True)
    where = {**commit(), "when": datetime.now(UTC).isoformat(timespec="seconds")}
    with (RESULTS / f"{name}.jsonl").open("a") as file:
        for row in rows:
            figures = {**vars(row), "ratio": row.ratio, "verdict": row.verdict}
            file.write(json.dumps({**figures, **where, "machine": machine()}) + "\n")


def commit() -> dict[str, Any]:
    """The commit measured, and whether the sources differed from it."""
    return {
        "commit": _git("rev-parse", "--short=12", "HEAD"),
        "changed": bool(_git("status", "--porcelain", "--", "src")),
    }


def _git(*words: str) -> str:
    command = ["git", "-C", str(BENCH.parent), *words]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def machine() -> dict[str, Any]:
    """What the figures depend on besides the program."""
    return {
        "cpu": _cpu_model(),
        "cores": os.cpu_count(),
        "load": round(os.getloadavg()[0], 1),
        "system": platform.system(),
        "python": platform.python_version(),
        "numba": version("numba"),
        "numpy": version("numpy"),
    }


def _cpu_model() -> str:
    """The processor's name where the system tells it, else its family."""
    listing = Path("/proc/cpuinfo")
    lines = listing.read_text().splitlines() if listing.exists() else []
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(names, platform.processor() or platform.machine())
