"""Time against a reference: CPU seconds of the player's own process, beside those that the
reference needs for the same positions at the same moment.

Machines differ, and so does their load; what both meet alike is no difference. The two are asked
in turn, position by position. What is too slow is measured again before it counts.
"""

import hashlib
import time
from collections.abc import Generator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

from tablero import agents
from tablero.agents.agent import NO_LIMITS, Player
from tablero.agents.random_generator import derive
from tablero.arena.check.case import Case, at_line
from tablero.arena.check.findings import Going, Kind, Report, Stage
from tablero.arena.check.probes import positions
from tablero.arena.player.forms import Track
from tablero.arena.player.templates import TEMPLATES
from tablero.arena.sandbox.faults import CellFault, CellKilled
from tablero.arena.sandbox.players import CellPlayer, EvaluationPlayer, GameVoid
from tablero.errors import OptionError, WorkerDied
from tablero.locale import _
from tablero.options import convert, parse_call
from tablero.position import FIRST

POSITIONS = 12
SEED = 2006
SEED_BYTES = 7
"""Of a seed that is made of a text: it fits into 62 bits."""


def measured_seed(text: str) -> int:
    """Where the positions of a file come from, the same wherever it is checked. Whoever knew them
    beforehand could be quick in these alone; but a file that is changed has others."""
    digest = hashlib.sha256(text.encode()).digest()
    found: int = derive(SEED, int.from_bytes(digest[:SEED_BYTES]))
    return found


class Clocked(Protocol):
    """A player whose CPU time can be read."""

    def choose(self, position: Any) -> None: ...

    def cpu(self) -> float: ...

    def close(self) -> None: ...


class InCell:
    """A player in a process of its own. A sandbox that fails is WorkerDied."""

    def __init__(self, player: CellPlayer) -> None:
        self.player = player
        player.begin(SEED)

    def choose(self, position: Any) -> None:
        try:
            self.player.choose(position, NO_LIMITS)
        except GameVoid as void:
            raise void.cause from None

    def cpu(self) -> float:
        return self.player.cpu

    def close(self) -> None:
        self.player.close()


class Ours:
    """An agent of ours, in this process."""

    def __init__(self, player: Player) -> None:
        self.player = player
        player.begin(SEED)

    def choose(self, position: Any) -> None:
        self.player.choose(position, NO_LIMITS)

    def cpu(self) -> float:
        return time.process_time()

    def close(self) -> None:
        self.player.close()


@dataclass(frozen=True)
class Measured:
    """CPU seconds of the player and of the reference, for so many positions; worst: the one that
    took the player longest; repeated: it was measured twice, and this was the shorter time."""

    count: int
    player: float
    reference: float
    worst: Any
    repeated: bool = False

    @property
    def share(self) -> float:
        return self.player / self.reference

    def told(self, case: Case) -> str:
        """In words."""
        message = _(
            "{count} moves in {seconds:.3f} s of CPU time, {agent} in {other:.3f} s: {share:.1%}, "
            "{limit:.0%} is allowed"
        )
        told = message.format(
            count=self.count,
            seconds=self.player,
            agent=case.terms.time_agent,
            other=self.reference,
            share=self.share,
            limit=case.terms.time_share,
        )
        return _("measured twice: {told}").format(told=told) if self.repeated else told


def measure_time(case: Case) -> Generator[Going, None, Report]:
    """The stage."""
    asked = positions(case.game, measured_seed(case.form.text), POSITIONS, finished=False)
    limit = case.terms.time_share
    try:
        best = yield from measured(case, asked, limit)
    except NoMove as fault:
        finding = case.blame(fault.fault, fault.position)
        told = at_line(finding.line, finding.what)
        return Report(Stage.TIME, False, (told,), (finding,))
    facts = {
        "seconds": best.player,
        "reference_seconds": best.reference,
        "share": best.share,
        "limit": limit,
        "repeated": best.repeated,
    }
    told = best.told(case)
    if best.share <= limit:
        return Report(Stage.TIME, True, (told,), (), facts)
    finding = case.finding(Kind.DISQUALIFIED, "time", told, case.line, best.worst)
    return Report(Stage.TIME, False, (told,), (finding,), facts)


def measured(case: Case, asked: Sequence[Any], limit: float) -> Generator[Going, None, Measured]:
    """The time for these positions: a share above the limit is measured again, and the smaller one
    counts. Raises NoMove, and WorkerDied for what is nobody's fault."""
    first = yield from _measure(case, asked)
    if first.share <= limit:
        return first
    second = yield from _measure(case, asked)
    return replace(min((first, second), key=lambda run: run.share), repeated=True)


class NoMove(Exception):
    """The player has no move in a position."""

    def __init__(self, fault: CellFault, position: Any) -> None:
        super().__init__(fault)
        self.fault, self.position = fault, position


def _measure(case: Case, asked: Sequence[Any]) -> Generator[Going, None, Measured]:
    """Both in turn; what each does for the first time is not counted."""
    player, reference = InCell(case.player(FIRST)), _reference(case)
    spent = [0.0, 0.0]
    slowest, worst = -1.0, asked[0]
    try:
        _time(player, asked[0])
        _reference_time(case, reference, asked[0])
        for done, position in enumerate(asked, 1):
            seconds = _time(player, position)
            spent[0] += seconds
            spent[1] += _reference_time(case, reference, position)
            if seconds > slowest:
                slowest, worst = seconds, position
            yield Going(Stage.TIME, done, len(asked))
    finally:
        player.close()
        reference.close()
    return Measured(len(asked), spent[0], spent[1], worst)


def _time(player: Clocked, position: Any) -> float:
    """CPU seconds of a move. Raises NoMove."""
    begun = player.cpu()
    try:
        player.choose(position)
    except CellFault as fault:
        raise NoMove(fault, position) from None
    return player.cpu() - begun


def _reference_time(case: Case, reference: Clocked, position: Any) -> float:
    """Raises WorkerDied if somebody has killed it, which is not the file's doing."""
    try:
        return _time(reference, position)
    except NoMove as error:
        if isinstance(error.fault, CellKilled):
            raise WorkerDied(error.fault.evidence) from None
        message = _("{agent} cannot play {game}: {reason}")
        values = {"agent": case.terms.time_agent, "game": case.game, "reason": error.fault}
        raise OptionError(message.format(**values)) from None


def _reference(case: Case) -> Clocked:
    """One of the shipped players, from its own file and in a cell like the player's; else an
    agent of ours, whose time is this process's."""
    name, options = parse_call(case.terms.time_agent)
    shipped = TEMPLATES.get(name)
    if shipped is None or not shipped.shipped or shipped.track is not Track.EVALUATION:
        return Ours(agents.load(case.terms.time_agent).seat(case.game, FIRST))
    depth = convert(options, {"depth": int}).get("depth", case.terms.depth)
    text = shipped.text("en")

    def cell() -> Any:
        return case.warden.cell(text, Track.EVALUATION, str(case.game), SEED)

    return InCell(EvaluationPlayer(cell, depth))
