"""What figures depend on besides the program, and where they are kept."""

import json
import os
import platform
import subprocess
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

import tablero


def surroundings() -> dict[str, Any]:
    """The commit, the time and the machine, for the record."""
    when = datetime.now(UTC).isoformat(timespec="seconds")
    return {**commit(), "when": when, "machine": machine()}


def append(record: dict[str, Any], file: Path) -> None:
    """Add a line of JSON."""
    with file.open("a", encoding="utf-8") as lines:
        lines.write(json.dumps(record) + "\n")


def commit() -> dict[str, Any]:
    """The commit measured, and whether the sources differed from it; nothing if they have none."""
    if _git("ls-files", "--error-unmatch", "__init__.py") is None:
        return {}
    return {
        "commit": _git("rev-parse", "--short=12", "HEAD"),
        "changed": bool(_git("status", "--porcelain", "--", ".")),
    }


def _git(*words: str) -> str | None:
    """What git says of the package's own directory; None if it does not know it."""
    command = ["git", "-C", str(Path(tablero.__file__).parent), *words]
    try:
        done = subprocess.run(command, check=True, capture_output=True, text=True)
    except (OSError, subprocess.CalledProcessError):
        return None
    return done.stdout.strip()


def machine() -> dict[str, Any]:
    """What the figures depend on besides the program; `load` is None where nobody counts it."""
    return {
        "cpu": cpu_model(),
        "cores": os.cpu_count(),
        "load": round(os.getloadavg()[0], 1) if hasattr(os, "getloadavg") else None,
        "system": platform.system(),
        "python": platform.python_version(),
        "numba": version("numba"),
        "numpy": version("numpy"),
    }


def cpu_model() -> str:
    """The processor's name where the system tells it, else its family."""
    listing = Path("/proc/cpuinfo")
    lines = listing.read_text().splitlines() if listing.exists() else []
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(names, platform.processor() or platform.machine())
