"""Exact answers: what best play leads to, and which moves lead there."""

import time
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from tablero.errors import UnknownName
from tablero.games import GAMES
from tablero.games.game import Game
from tablero.locale import _
from tablero.position import ONGOING, Move

if TYPE_CHECKING:
    from tablero.solve.connect4.builder import Builder, Team

BY_THEORY = ("quarry",)
"""Games whose solver knows without looking: there is nothing to search, or to compile."""

WITH_BOOKS = ("connect4",)
WITH_ENDGAMES = ("kalah", "mancala11")
OWN = (*WITH_BOOKS, *WITH_ENDGAMES, *BY_THEORY)
"""Games with a solver of their own."""

MOST_NODES = 5_000_000
"""Of the search of one position, in games without."""


class Solver(Protocol):
    """Answers questions about positions of one game, and learns from one to the next."""

    @property
    def nodes(self) -> int:
        """How many nodes have been visited so far."""

    def score(self, position: Any) -> int:
        """The margin that best play leads to, for the side to move in an unfinished position.

        Raises SearchStopped; TooLarge if we would visit too many nodes.
        """

    def bound(self, position: Any, alpha: int) -> int:
        """An upper bound of the score if it is alpha or less, else a lower bound above alpha."""

    def is_opening(self, position: Any) -> bool:
        """Do opening tables answer for every move of this position?"""

    @property
    def complaint(self) -> str:
        """What went wrong besides, though the answers are right; else nothing."""

    def prepared(self) -> float:
        """How much is there of what must be worked out before a search, from 0 to 1."""

    def stop(self) -> None:
        """Make whoever waits for an answer get SearchStopped soon."""


@dataclass(frozen=True)
class Solution:
    """moves -- every legal move with the score it leads to; none if they were not asked for
    best  -- the moves with the best of these scores
    line  -- best moves, always the first of them
    whole -- does the line reach the end of the game?
    """

    score: int
    moves: dict[Move, int]
    best: list[Move]
    line: list[Move]
    whole: bool
    nodes: int
    seconds: float


def has_solver(game: Game) -> bool:
    """Has it one of its own? Somebody else's game may bear the name of one that has."""
    module, _colon, _class = GAMES.get(game.name, "").partition(":")
    return game.name in OWN and type(game).__module__ == module


def solver_of(
    game: Game, threads: int = 1, book: bool = True, endgame: int | None = None
) -> Solver:
    """A solver of this game: its own, or a search of its whole tree.

    book    -- with its opening tables, where there are some
    endgame -- seeds of the endgame table of a sowing game; else as many as suit a position

    Raises OptionError if the game is too large for its solver.
    """
    own = has_solver(game)
    if endgame is not None and not (own and game.name in WITH_ENDGAMES):
        raise UnknownName(_("game with endgame tables"), game.name, WITH_ENDGAMES)
    if not own:
        solver: Solver = import_module("tablero.solve.whole").WholeTree(game)
    elif game.name in BY_THEORY:
        solver = import_module("tablero.solve.quarry").QuarrySolver()
    elif game.name == "connect4":
        kind = import_module("tablero.solve.connect4.solver").Connect4Solver
        find_books = import_module("tablero.solve.connect4.shelf").find_books
        solver = kind(game, threads, books=find_books(game) if book else ())
    else:
        kind = import_module("tablero.solve.sowing.solver").SowingSolver
        solver = kind(game, threads, endgame)
    return solver


def book_builder(
    game: Game, stones: int, path: Path | None, threads: int, team: "Team | None" = None
) -> "Builder":
    """Makes a table of all positions of so many stones; without a path, where `solve` looks.

    team -- who solves them; else threads of this process

    Raises UnknownName if there are no tables of this game.
    """
    if game.name not in WITH_BOOKS or game.file:
        raise UnknownName(_("game with opening tables"), game.name, WITH_BOOKS)
    shelf = import_module("tablero.solve.connect4.shelf")
    if path is None:
        shelf.own_folder().mkdir(parents=True, exist_ok=True)
        path = shelf.own_folder() / shelf.file_name(game, stones)
    kind = import_module("tablero.solve.connect4.builder").Builder
    builder: Builder = kind(game, stones, path, threads, team)
    return builder


def solve(
    solver: Solver, position: Any, score_only: bool = False, whole_line: bool = False
) -> Solution:
    """The exact score of an unfinished position.

    score_only -- leave out the scores of its moves, and the best line
    whole_line -- a line that begins where opening tables know all goes on behind them, which
                  may take a thousand times as long
    """
    start, nodes = time.perf_counter(), solver.nodes
    score = solver.score(position)
    moves: dict[Move, int] = {}
    line: list[Move] = []
    whole = False
    if not score_only:
        moves = {move: after_move(solver, position, move) for move in position.moves()}
        line, whole = best_line(solver, position, score, whole_line)
    best = [move for move, worth in moves.items() if worth == score]
    seconds = round(time.perf_counter() - start, 6)
    return Solution(score, moves, best, line, whole, solver.nodes - nodes, seconds)


def after_move(solver: Solver, position: Any, move: Move) -> int:
    """The score that `move` leads to, for the side that makes it."""
    child = position.play(move)
    outcome: int = child.outcome()
    score = solver.score(child) if outcome == ONGOING else outcome
    return score if child.turn() == position.turn() else -score


def best_line(solver: Solver, position: Any, score: int, whole: bool) -> tuple[list[Move], bool]:
    """(best moves from a position of this score, does the game end there?)

    Unless the line is to be whole it ends with the opening, if it begins in one.
    """
    line = []
    searched = whole or not solver.is_opening(position)
    while position.outcome() == ONGOING and (searched or solver.is_opening(position)):
        for move in position.moves():
            child = position.play(move)
            same_side = child.turn() == position.turn()
            wanted = score if same_side else -score
            if leads_to(solver, child, wanted, same_side):
                break
        line.append(move)
        position, score = child, wanted
    return line, position.outcome() != ONGOING


def leads_to(solver: Solver, child: Any, wanted: int, at_most: bool) -> bool:
    """Is `wanted` the score of `child`, which is known to be that at most, or at least?"""
    outcome = child.outcome()
    if outcome != ONGOING:
        return bool(outcome == wanted)
    if at_most:
        return solver.bound(child, wanted - 1) >= wanted
    return solver.bound(child, wanted) <= wanted
