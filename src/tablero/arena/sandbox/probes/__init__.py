"""Hostile players, and what stops them: `tablero arena sandbox --probe`."""

from tablero.arena.sandbox.probes.inside import ENDS, ERRORS, ESCAPES, GREED, MESSAGES, TRICKS
from tablero.arena.sandbox.probes.outside import FILES, KERNEL, NETWORK, PROCESSES
from tablero.arena.sandbox.probes.probe import Probe

PROBES: list[Probe] = [
    *FILES,
    *NETWORK,
    *PROCESSES,
    *KERNEL,
    *GREED,
    *ENDS,
    *MESSAGES,
    *ERRORS,
    *TRICKS,
    *ESCAPES,
]
"""All of them; their names are all different."""

__all__ = ["PROBES", "Probe"]
