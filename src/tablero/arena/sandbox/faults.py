"""What a player did wrong in its cell, with evidence that can be printed."""

import re
from enum import StrEnum

from tablero.agents.agent import CHOOSE_PARAMETERS, TimeIsUp
from tablero.arena.player.forms import Track
from tablero.errors import TableroError
from tablero.locale import _, mark

LONGEST_EVIDENCE = 400
"""Letters; the rest is cut off."""

_CARELESS = re.compile(r"([^'\"(]*: )?(_thread\.start_|open\('(?!/|[^']*\.\.))")


class FaultKind(StrEnum):
    """The player's own doing."""

    LOADS_NOT = "loads_not"
    RAISES = "raises"
    SLOW = "slow"
    SILENT = "silent"
    MEMORY = "memory"
    FORBIDDEN = "forbidden"
    DIED = "died"
    BAD_ANSWER = "bad_answer"


UNUSABLE = {
    "value": mark("expected a function value(board), or one NamedTuple with that verb"),
    "choose": mark("expected a function choose"),
    "parameter": mark("choose asks for {name!r}; it may ask for {known}"),
}
"""Why a text is no player."""


def unusable(key: str, what: str) -> str:
    """In the language spoken here.

    what -- a name of the player's
    """
    return _(UNUSABLE[key]).format(name=what, known=", ".join(CHOOSE_PARAMETERS))


class CellFault(TableroError):
    """kind     -- what happened
    evidence -- one printable line: the file's line, signal, system call …
    line     -- of the player's file, as its process tells it; 0 if no line is to blame
    """

    def __init__(self, kind: FaultKind, evidence: str, line: int = 0) -> None:
        self.kind, self.evidence, self.line = kind, printable(evidence), line
        super().__init__(f"{kind.value}: {self.evidence}")


class CellOutOfTime(CellFault, TimeIsUp):
    """SLOW or SILENT: to a referee, a player who had no move in time. His own clock goes on only
    while he computes."""

    @property
    def certain(self) -> bool:  # type: ignore[override]
        return self.kind is FaultKind.SLOW


class CellKilled(CellFault):
    """Its process was ended by SIGKILL, and not for its own time: no cell can do that to itself,
    so it may be nobody's fault in there."""

    def __init__(self, evidence: str) -> None:
        super().__init__(FaultKind.DIED, evidence)


def fault(kind: FaultKind, evidence: str, line: int = 0) -> CellFault:
    """The error of this kind."""
    late = kind in (FaultKind.SLOW, FaultKind.SILENT)
    return (CellOutOfTime if late else CellFault)(kind, evidence, line)


def is_cheating(evidence: str, track: Track) -> bool:
    """Was a forbidden act an attempt to cheat? Some of an agent's are stopped like the others,
    and only careless: a thread, a file beside its own."""
    return not (track is Track.AGENT and _CARELESS.match(evidence))


def printable(text: str) -> str:
    """One line that no terminal and no page stumbles over, of bounded length."""
    shown = "".join(letter if letter.isprintable() else "·" for letter in text[:LONGEST_EVIDENCE])
    return shown + ("…" if len(text) > LONGEST_EVIDENCE else "")
