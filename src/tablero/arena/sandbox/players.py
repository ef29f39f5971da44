"""Players in cells, at the board: a referee lets them play like anybody.

A fault of theirs costs them the game; the player keeps it, with its evidence. A fault of ours,
a nursery that is gone, is no result at all: GameVoid leaves the board, and the game is played
again.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, NoReturn, TypeAlias

from tablero.agents.agent import RESIGN, Choice, Limits
from tablero.agents.plain import Leaves, Score, all_scores, principal_variation
from tablero.agents.protocol import RESIGNS
from tablero.arena.sandbox.faults import CellFault
from tablero.arena.sandbox.warden import Cell
from tablero.errors import WorkerDied
from tablero.games.game import Game
from tablero.games.student.functions import below_a_win, bounded
from tablero.position import Side, win_first
from tablero.search.state import DEPTHS

CellMaker: TypeAlias = Callable[[], Cell]
"""How a player gets its cell, and a new one after a fault."""


class GameVoid(BaseException):
    """The sandbox failed, not a player. No Exception: a referee would make it a lost game."""

    def __init__(self, cause: WorkerDied) -> None:
        super().__init__(str(cause))
        self.cause = cause


class CellPlayer(ABC):
    """What both tracks share.

    fault -- what the player did wrong in this game, if anything
    """

    compiled = None

    def __init__(self, make: CellMaker) -> None:
        self.make = make
        self.cell: Cell | None = None
        self.fault: CellFault | None = None

    def begin(self, seed: int) -> None:
        """If no cell can be had for it, that is told when it should move."""
        self.fault = None
        if self.cell and self.cell.ward.gone:
            self._drop()

    def choose(self, position: Any, limits: Limits) -> Choice:
        if self.fault:
            raise self.fault
        try:
            if self.cell is None:
                self.cell = self._new_cell()
            return self._choice(self.cell, position, limits)
        except CellFault as fault:
            self.fault = fault
            self._drop()
            raise
        except WorkerDied as error:
            self._void(error)
        except BaseException:  # interrupted; what it was about to say would disturb
            self._drop()
            raise

    @property
    def cpu(self) -> float:
        """Seconds of CPU time that the player's process has used."""
        return self.cell.cpu if self.cell else 0.0

    def close(self) -> None:
        self._drop()

    def _new_cell(self) -> Cell:
        return self.make()

    @abstractmethod
    def _choice(self, cell: Cell, position: Any, limits: Limits) -> Choice:
        """A move, asked of this cell."""

    def _drop(self) -> None:
        if self.cell:
            cell, self.cell = self.cell, None
            cell.close()

    def _void(self, error: WorkerDied) -> NoReturn:
        self._drop()
        raise GameVoid(error) from error


class AgentPlayer(CellPlayer):
    """The agent track: one question for every move."""

    def __init__(self, make: CellMaker, game: Game, side: Side) -> None:
        super().__init__(make)
        self.game, self.side = game, side
        self.seed: int | None = 0

    def begin(self, seed: int) -> None:
        """Dice begin anew when the first move is asked for."""
        super().begin(seed)
        self.seed = seed

    def _choice(self, cell: Cell, position: Any, limits: Limits) -> Choice:
        if self.seed is not None:
            cell.begin(self.seed)
            self.seed = None
        name = cell.move(position, self.side, limits)
        return Choice(RESIGN if name == RESIGNS else self.game.parse_move(position, name))


class EvaluationPlayer(CellPlayer):
    """The evaluation track: negamax of a fixed depth is ours, and every leaf is asked about in
    one message. What the player changes in its own process changes its own numbers alone."""

    def __init__(self, make: CellMaker, depth: int) -> None:
        DEPTHS.check("depth", depth)
        super().__init__(make)
        self.depth = depth

    def _choice(self, cell: Cell, position: Any, limits: Limits) -> Choice:
        depth = self.depth if limits.depth is None else min(self.depth, limits.depth)
        leaves = Leaves(limits.nodes)
        tree = leaves.expand(position, depth)
        best, line = principal_variation(tree, self._scores(cell, leaves))
        statistics = {"evaluated": leaves.nodes, "leaves": len(leaves.finished)}
        return Choice(line[0], round(best), statistics=statistics)

    def _scores(self, cell: Cell, leaves: Leaves) -> list[Score]:
        """Of all leaves. Finished games are asked about where the player wants to value them."""
        asked = leaves.finished if cell.finals else []
        values, finals = cell.judge(leaves.open, asked) if leaves.open or asked else ([], [])
        told: list[Score]
        if cell.finals:
            told = [bounded(value) for value in finals]
        else:
            told = [win_first(None, each.outcome()) for each in leaves.finished]
        return all_scores([below_a_win(value) for value in values], told)
