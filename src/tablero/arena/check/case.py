"""A file that is being checked, with everything that the stages share."""

import ast
import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import tablero.games as games
from tablero.arena.check.findings import Finding, Kind
from tablero.arena.check.terms import Terms
from tablero.arena.player.forms import Form, Track
from tablero.arena.player.reading import parse
from tablero.arena.sandbox.faults import CellFault, CellKilled, FaultKind, is_cheating
from tablero.arena.sandbox.players import AgentPlayer, CellPlayer, EvaluationPlayer
from tablero.arena.sandbox.warden import Cell, Warden
from tablero.errors import WorkerDied
from tablero.games.game import Game
from tablero.locale import _
from tablero.position import Side

RULES = {
    FaultKind.LOADS_NOT: "loads",
    FaultKind.RAISES: "error",
    FaultKind.SLOW: "time",
    FaultKind.SILENT: "time",
    FaultKind.MEMORY: "memory",
    FaultKind.FORBIDDEN: "system",
    FaultKind.DIED: "died",
    FaultKind.BAD_ANSWER: "answer",
}
"""What each fault breaks."""


@dataclass(frozen=True)
class Case:
    """name    -- of the file, as it is written in commands
    asked   -- options that a command needs so that it shows the same
    sure    -- is a process that was killed a fault of the file's, whoever may have done it?
    """

    name: str
    form: Form
    terms: Terms
    warden: Warden
    asked: tuple[str, ...] = ()
    sure: bool = True

    @cached_property
    def game(self) -> Game:
        return games.load(self.terms.game)

    def cell(self) -> Cell:
        """A fresh one. Raises CellFault if the file does not load."""
        return self.warden.cell(self.form.text, self.form.track, str(self.game), self.terms.seed)

    def player(self, side: Side) -> CellPlayer:
        """The file at the board."""
        if self.form.track is Track.AGENT:
            return AgentPlayer(self.cell, self.game, side)
        return EvaluationPlayer(self.cell, self.terms.depth)

    def command(self, *more: Any) -> str:
        """Shows something again."""
        return check_command(self.name, self.asked, "--seed", self.terms.seed, *more)

    def blame(self, fault: CellFault, position: Any, *more: Any) -> Finding:
        """What a fault means, and where it happened; None: on no board. Raises WorkerDied for
        one that may be nobody's."""
        if isinstance(fault, CellKilled) and not self.sure:
            raise WorkerDied(fault.evidence)
        cheats = fault.kind is FaultKind.FORBIDDEN and is_cheating(fault.evidence, self.form.track)
        kind = Kind.BANNED if cheats else Kind.DISQUALIFIED
        line = fault.line or (self.line if fault.kind is FaultKind.BAD_ANSWER else 0)
        what = fault.evidence.removeprefix(at_line(fault.line, ""))
        return self.finding(kind, RULES[fault.kind], what, line, position, *more)

    def finding(
        self, kind: Kind, rule: str, what: str, line: int, position: Any, *more: Any
    ) -> Finding:
        """With its board, and with the command that ends in these words."""
        board = ("", "")
        if position is not None:
            board = self.game.write(position), self.game.draw(position)
        return Finding(kind, rule, what, line, *board, self.command(*more))

    @cached_property
    def line(self) -> int:
        """Where the function that is asked begins."""
        wanted = ("choose",) if self.form.track is Track.AGENT else ("value",)
        found = (
            node.lineno
            for node in ast.walk(parse(self.form.text))
            if isinstance(node, ast.FunctionDef) and node.name in wanted
        )
        return min(found, default=0)


def at_line(line: int, told: str) -> str:
    """With its line, if one is to blame."""
    return _("line {line}: {told}").format(line=line, told=told) if line else told


def check_command(name: str, asked: Sequence[str], *more: Any) -> str:
    """The command that checks a file."""
    return shlex.join(map(str, ["tablero", "check", name, *asked, *more]))
