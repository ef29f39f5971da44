"""Commands in processes of their own, as a reader of the documentation types them."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.docs.pages import ROOT


def python(*words: str, **variables: str) -> str:
    """Return the output of a Python process, started in the root of the repository."""
    done = subprocess.run(
        [sys.executable, *words],
        cwd=ROOT,
        env={**os.environ, **variables},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def tablero(*words: str) -> Any:
    """Return the first line of a command's output, which is JSON."""
    return json.loads(python("-m", "tablero", *words, "--json").splitlines()[0])


def games_at_both_speeds(folder: Path, *match: str) -> list[list[Any]]:
    """Return the games of a match, first compiled, then played by the referee."""
    games = []
    for name, *limit in (["compiled"], ["referee", "--nodes", "1000000"]):
        file = folder / f"{name}.jsonl"
        tablero("match", *match, *limit, "--out", str(file))
        records = map(json.loads, file.read_text(encoding="utf-8").splitlines())
        games.append([(each["moves"], each["scores"], each["winner"]) for each in records])
    return games
