"""How much a cell may use."""

from dataclasses import asdict, dataclass
from typing import Any

MEGABYTE = 1 << 20


@dataclass(frozen=True)
class CellLimits:
    """cpu     -- seconds of CPU time for one answer
    wall    -- seconds on the clock for one answer, for those who sleep
    load    -- seconds of CPU time until the player's file is loaded
    life    -- seconds of CPU time of the whole process; the kernel itself ends it then
    memory  -- bytes of address space, Python included
    modules -- what an agent may import beside the usual ones; read before the lock is shut
    watch   -- tell forbidden acts with their line before the system stops them; without it
               the system stops them all the same
    """

    cpu: float = 10.0
    wall: float = 60.0
    load: float = 5.0
    life: int = 3600
    memory: int = 1024 * MEGABYTE
    modules: tuple[str, ...] = ()
    watch: bool = True

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


USUAL = CellLimits()
