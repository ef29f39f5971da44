"""Which level does this machine offer? Found by trying, not by asking for versions."""

from tablero.arena.player.forms import Track
from tablero.arena.sandbox import seccomp
from tablero.arena.sandbox.level import Level
from tablero.arena.sandbox.probes import PROBES
from tablero.arena.sandbox.probes.prober import GAME, Prober
from tablero.arena.sandbox.system import is_linux
from tablero.arena.sandbox.wards import Ward
from tablero.errors import WorkerDied

MUST_FAIL = {
    Level.LIMITS: ("2 GB", "fork bomb", "become root"),
    Level.LOCKED: (
        "read a file",
        "delete a file",
        "look for files",
        "make a file in memory",
        "inet socket",
        "unix socket",
        "abstract socket",
        "thread bomb",
        "start a program",
        "signal the opponent",
        "read the opponent's memory",
        "trace the parent",
        "io_uring",
        "raise the limits",
        "machine code of its own",
    ),
}
"""Acts that a level stops, beside those of weaker levels."""


def passes(level: Level) -> bool:
    """Can a cell of this level be had, and is every act stopped that it should stop?"""
    if not is_linux or (level.reaches(Level.LOCKED) and not seccomp.supported()):
        return False
    acts = {name for each, names in MUST_FAIL.items() if level.reaches(each) for name in names}
    prober = Prober(level)
    try:
        ward = prober.warden.ward(Track.AGENT, GAME)
        if level is Level.FULL and not is_walled(ward):
            return False
        tried = [prober.trial(probe) for probe in PROBES if probe.name in acts]
        return prober.works() and all(trial.stopped for trial in tried)
    except WorkerDied:
        return False
    finally:
        prober.close()


def is_walled(ward: Ward) -> bool:
    """Has the nursery a system of its own: other processes, no network, no /proc, no root?"""
    view = ward.view
    apart = view["ready"] != ward.process.pid and set(view["net"]) <= {"lo"}
    return apart and not view["proc"] and view["user"] != 0
