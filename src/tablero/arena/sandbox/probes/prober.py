"""Lets hostile players try, each in a cell of its own, and looks what came of it."""

import shutil
import socket
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import tablero.games as games
from tablero.arena.player.forms import Track
from tablero.arena.sandbox.faults import CellFault, FaultKind, printable
from tablero.arena.sandbox.level import Level
from tablero.arena.sandbox.limits import MEGABYTE, CellLimits
from tablero.arena.sandbox.probes.probe import OWN, REFUSED, THROUGH, Probe
from tablero.arena.sandbox.warden import Cell, Warden
from tablero.errors import WorkerDied
from tablero.locale import _

GAME = "mancala11"
HONEST = {
    Track.EVALUATION: "def value(board):\n    return 7\n",
    Track.AGENT: "def choose(moves):\n    return moves[2]\n",
}
LIMITS = CellLimits(cpu=5.0, wall=60.0, load=5.0, memory=768 * MEGABYTE, watch=False)
"""Without the watch: what stops a player is the system."""


@dataclass(frozen=True)
class Trial:
    """stopped -- the act failed, or reached nobody but the player itself
    by      -- what stopped it
    kind    -- the fault that the player has ended in, if any
    """

    name: str
    stopped: bool
    by: str
    kind: FaultKind | None = None


class Prober:
    """Has an opponent in the next cell, and outside what is worth an attack."""

    def __init__(self, level: Level, limits: CellLimits = LIMITS) -> None:
        self.limits, self.warden = limits, Warden(level, limits)
        self.game = games.load(GAME)
        self.rest = ExitStack()
        self.rest.callback(self.warden.close)
        self.facts = self.rest.enter_context(_prey())
        self.opponent: Cell | None = None

    def run(self, probes: Iterable[Probe]) -> Iterator[Trial]:
        for probe in probes:
            yield self.trial(probe)

    def trial(self, probe: Probe) -> Trial:
        """What came of it, and does the next player find the nursery as it should be?"""
        try:
            facts = {**self.facts, "OPPONENT": self._opponent().inner}
            trial = self._attempt(probe, probe.full_text(facts))
            self._check_honest(probe.track)
        except WorkerDied as error:
            self.opponent = None
            return Trial(probe.name, False, printable(str(error)))
        if _repaired(Path(self.facts["WRITABLE"])) and trial.stopped:
            return Trial(probe.name, False, _("something outside has changed"))
        return trial

    def works(self) -> bool:
        """Do honest players of both tracks get what they need?"""
        try:
            for track in Track:
                self._check_honest(track)
        except WorkerDied:
            return False
        return True

    def close(self) -> None:
        self.rest.close()

    def _attempt(self, probe: Probe, text: str) -> Trial:
        self.warden.limits = replace(self.limits, **probe.limits)
        try:
            cell = self.warden.cell(text, probe.track, GAME)
        except CellFault as fault:
            return Trial(probe.name, True, str(fault), fault.kind)
        finally:
            self.warden.limits = self.limits
        try:
            answer = self._answer(cell, probe.track)
        except CellFault as fault:
            return Trial(probe.name, True, str(fault), fault.kind)
        finally:
            cell.close()
        return _judged(probe.name, answer)

    def _answer(self, cell: Cell, track: Track) -> str:
        if track is Track.EVALUATION:
            return f"{THROUGH}{cell.values([self.game.start])}"
        return cell.move(self.game.start)

    def _opponent(self) -> Cell:
        """Somebody in the same nursery, who must be as well afterwards as before."""
        if self.opponent is None:
            self.opponent = self.warden.cell(HONEST[Track.AGENT], Track.AGENT, GAME)
        return self.opponent

    def _check_honest(self, track: Track) -> None:
        """Raises WorkerDied unless the opponent and a new player answer as they should."""
        start, expected = self.game.start, "2"
        try:
            with _closing(self.warden.cell(HONEST[track], track, GAME)) as cell:
                if track is Track.EVALUATION:
                    fine = cell.values([start]) == [7]
                else:
                    fine = cell.move(start) == expected
            fine = fine and self._opponent().move(start) == expected
        except CellFault as fault:
            self.opponent = None
            raise WorkerDied(_("an honest player fails: {fault}").format(fault=fault)) from None
        if not fine:
            raise WorkerDied(_("an honest player's answer was changed"))


def _judged(name: str, answer: str) -> Trial:
    """Of a player who has answered."""
    if answer.startswith(REFUSED):
        message = _("refused: {reason}")
        return Trial(name, True, printable(message.format(reason=answer.removeprefix(REFUSED))))
    if answer.startswith(OWN):
        return Trial(name, True, _("it reaches its own process alone"))
    return Trial(name, False, printable(answer.removeprefix(THROUGH)))


@contextmanager
def _closing(cell: Cell) -> Iterator[Cell]:
    try:
        yield cell
    finally:
        cell.close()


@contextmanager
def _prey() -> Iterator[dict[str, Any]]:
    """A file to read, a directory to write into, and servers to call, open to everybody."""
    folder = Path(tempfile.mkdtemp(prefix="tablero-"))
    try:
        folder.chmod(0o777)
        (folder / "secret").write_text("the other's evaluation")
        _repaired(folder)
        with (
            socket.create_server(("127.0.0.1", 0)) as inet,
            socket.socket(socket.AF_UNIX) as unix,
            socket.socket(socket.AF_UNIX) as abstract,
        ):
            unix.bind(str(folder / "door"))
            (folder / "door").chmod(0o777)
            abstract.bind(f"\0{folder.name}")
            unix.listen()
            abstract.listen()
            yield {
                "SECRET": str(folder / "secret"),
                "WRITABLE": str(folder),
                "UNIX": str(folder / "door"),
                "ABSTRACT": folder.name,
                "PORT": inet.getsockname()[1],
            }
    finally:
        shutil.rmtree(folder)


def _repaired(folder: Path) -> bool:
    """Was anything outside not as it should be? Now it is again."""
    victim, written = folder / "victim", folder / "written"
    damaged = not victim.exists() or written.exists()
    victim.write_text("not to be deleted")
    written.unlink(missing_ok=True)
    return damaged
