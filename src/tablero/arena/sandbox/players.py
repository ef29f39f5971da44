"""Players in cells, at the board: a referee lets them play like anybody.

A fault of theirs costs them the game; the player keeps it, with its evidence. A fault of ours,
a nursery that is gone, is no result at all: GameVoid leaves the board, and the game is played
again.
"""

from collections.abc import Callable
from typing import Any, NoReturn, TypeAlias

from tablero.agents.agent import RESIGN, Choice, Limits
from tablero.agents.protocol import RESIGNS
from tablero.arena.sandbox.faults import CellFault
from tablero.arena.sandbox.warden import Cell
from tablero.errors import WorkerDied
from tablero.games.game import Game
from tablero.position import ONGOING, WIN, Move, Side, win_first
from tablero.search.notes import check_depth

CellMaker: TypeAlias = Callable[[], Cell]
"""How a player gets its cell, and a new one after a fault."""


class GameVoid(BaseException):
    """The sandbox failed, not a player. No Exception: a referee would make it a lost game."""

    def __init__(self, cause: WorkerDied) -> None:
        super().__init__(str(cause))
        self.cause = cause


class CellPlayer:
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

    def _choice(self, cell: Cell, position: Any, limits: Limits) -> Choice:
        raise NotImplementedError

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


Tree: TypeAlias = "int | list[tuple[int, Tree]]"
"""The place of a leaf among the scores, or the children with their signs."""


class EvaluationPlayer(CellPlayer):
    """The evaluation track: negamax of a fixed depth is ours, and every leaf is asked about in
    one message. What the player changes in its own process changes its own numbers alone."""

    def __init__(self, make: CellMaker, depth: int) -> None:
        check_depth(depth)
        super().__init__(make)
        self.depth = depth
        self.worth: dict[int, float] = {}
        """Of finished games, by their margin."""

    def _new_cell(self) -> Cell:
        self.worth = {}
        return super()._new_cell()

    def _choice(self, cell: Cell, position: Any, limits: Limits) -> Choice:
        depth = self.depth if limits.depth is None else min(self.depth, limits.depth)
        leaves = Leaves()
        moves: list[Move] = list(position.moves())
        children = leaves.children(position, moves, depth)
        scores = self._scores(cell, leaves)
        best, best_move = -float("inf"), moves[0]
        for (sign, child), move in zip(children, moves, strict=True):
            score = sign * back_up(child, scores)
            if score > best:
                best, best_move = score, move
        statistics = {"leaves": len(leaves.open) + len(leaves.over)}
        return Choice(best_move, round(best), statistics=statistics)

    def _scores(self, cell: Cell, leaves: "Leaves") -> list[float]:
        """Of all leaves in their order: open ones, then, from the end, finished ones."""
        unknown = sorted(set(leaves.over) - self.worth.keys())
        asked = unknown if cell.finals else []
        values: list[float] = []
        if leaves.open or asked:
            values, finals = cell.judge(leaves.open, asked)
            self.worth.update(zip(asked, finals, strict=True))
        if not cell.finals:
            self.worth.update((outcome, win_first(None, outcome)) for outcome in unknown)
        kept = [max(1 - WIN, min(value, WIN - 1)) for value in values]
        return kept + [self.worth[outcome] for outcome in reversed(leaves.over)]


class Leaves:
    """The ends of a search.

    open -- positions to be valued; number n is n in the tree
    over -- margins of finished games; number n is -1 - n in the tree
    """

    def __init__(self) -> None:
        self.open: list[Any] = []
        self.over: list[int] = []

    def children(self, position: Any, moves: list[Move], depth: int) -> list[tuple[int, Tree]]:
        """What each move leads to, with 1 where the same side moves again, else -1."""
        turn, grown = position.turn(), []
        for move in moves:
            child = position.play(move)
            sign = 1 if child.turn() == turn else -1
            grown.append((sign, self._grow(child, depth - 1)))
        return grown

    def _grow(self, position: Any, depth: int) -> Tree:
        outcome = position.outcome()
        if outcome != ONGOING:
            self.over.append(outcome)
            return -len(self.over)
        if depth == 0:
            self.open.append(position)
            return len(self.open) - 1
        return self.children(position, list(position.moves()), depth)


def back_up(tree: Tree, scores: list[float]) -> float:
    """What a node is worth to its mover: the best of its children."""
    if isinstance(tree, int):
        return scores[tree]
    return max(sign * back_up(child, scores) for sign, child in tree)
