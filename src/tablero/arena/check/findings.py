"""What a check says: plain data, for the hand-in, the page and the command line."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, TypeAlias

from tablero.locale import _


class Kind(StrEnum):
    """Of a verdict. DISQUALIFIED: can be repaired and handed in again."""

    IN = "in"
    DISQUALIFIED = "disqualified"
    BANNED = "banned"


class Stage(StrEnum):
    """In the order in which they come."""

    NAME = "name"
    FORM = "form"
    RULES = "rules"
    LOADS = "loads"
    PROBES = "probes"
    TIME = "time"
    GAMES = "games"
    ENTRY = "entry"


QUICK = (Stage.FORM, Stage.RULES, Stage.LOADS)
"""What is said at once when a file is handed in."""


@dataclass(frozen=True)
class Finding:
    """Something that speaks against a file.

    rule     -- in a word
    what     -- was seen
    line     -- of the file; 0 if no line is to blame
    position -- where it happened, as a text; "" if not on a board
    drawing  -- the same, drawn
    command  -- shows it again
    """

    kind: Kind
    rule: str
    what: str
    line: int = 0
    position: str = ""
    drawing: str = ""
    command: str = ""


@dataclass(frozen=True)
class Began:
    """A stage begins."""

    stage: Stage


@dataclass(frozen=True)
class Going:
    """So much of a stage is done."""

    stage: Stage
    done: int
    total: int


@dataclass(frozen=True)
class Report:
    """A stage is over.

    passed -- None: it was not tried
    told   -- in words, a line each
    facts  -- the numbers behind the words
    """

    stage: Stage
    passed: bool | None
    told: tuple[str, ...]
    findings: tuple[Finding, ...] = ()
    facts: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Verdict:
    """The end of a check.

    level    -- of the sandbox; "" if nothing was run
    complete -- were all stages tried?
    told     -- how sure it is, a line each
    """

    kind: Kind
    alias: str
    track: str
    level: str
    complete: bool
    findings: tuple[Finding, ...]
    told: tuple[str, ...] = ()


News: TypeAlias = Began | Going | Report | Verdict


def worst(findings: Sequence[Finding]) -> Kind:
    """What follows from all that speaks against a file."""
    kinds = {finding.kind for finding in findings}
    return next(kind for kind in reversed(Kind) if kind in {Kind.IN, *kinds})


def kind_name(kind: str) -> str:
    """In the language spoken."""
    return {
        Kind.IN: _("in"),
        Kind.DISQUALIFIED: _("disqualified"),
        Kind.BANNED: _("banned"),
    }[Kind(kind)]


def stage_name(stage: Stage) -> str:
    """In the language spoken."""
    return {
        Stage.NAME: _("name"),
        Stage.FORM: _("alias and form"),
        Stage.RULES: _("forbidden constructs"),
        Stage.LOADS: _("loads in the sandbox"),
        Stage.PROBES: _("random positions"),
        Stage.TIME: _("time"),
        Stage.GAMES: _("games"),
        Stage.ENTRY: _("entry"),
    }[stage]
