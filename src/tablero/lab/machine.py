"""Provenance of measured figures: the commit, the time and the machine."""

import os
import platform
import subprocess
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

import tablero


def surroundings() -> dict[str, Any]:
    """Return the commit, the time and the machine."""
    when = datetime.now(UTC).isoformat(timespec="seconds")
    return {**commit(), "when": when, "machine": machine()}


def commit() -> dict[str, Any]:
    """Return the commit, and whether the sources differ from it; empty outside of git."""
    if _git("ls-files", "--error-unmatch", "__init__.py") is None:
        return {}
    return {
        "commit": _git("rev-parse", "--short=12", "HEAD"),
        "changed": bool(_git("status", "--porcelain", "--", ".")),
    }


def _git(*words: str) -> str | None:
    """Return git's output for the directory of the package; None if the command fails."""
    command = ["git", "-C", str(Path(tablero.__file__).parent), *words]
    try:
        done = subprocess.run(command, check=True, capture_output=True, text=True)
    except (OSError, subprocess.CalledProcessError):
        return None
    return done.stdout.strip()


def machine() -> dict[str, Any]:
    """Return the processor, its load and versions; `load` is None where it is not available."""
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
    """Return the processor's model name from /proc/cpuinfo, else its family."""
    listing = Path("/proc/cpuinfo")
    lines = listing.read_text().splitlines() if listing.exists() else []
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(names, platform.processor() or platform.machine())
