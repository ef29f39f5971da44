"""The fifth paper's Connect-4 program with its three faults, and the two games that it played.

The program searches six plies ahead by minimax, with alpha-beta on a switch, and plays both sides.
Every fault can be switched off by itself; with all of them off, the program finds the scores of
Tablero's own search and visits the same nodes.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from tablero.games import evaluations, load
from tablero.jit import helper, kernel
from tablero.position import FIRST, INFINITY, ONGOING, Evaluation, Move, Position

DEPTH, EVALUATION = 6, "potential"


class Connect4Faults(NamedTuple):
    """The faults of the program: all on is the paper's program, all off is a correct one.

    wrong_side: every search assumes that the second player is to move.
    infinite_edge: a win is worth infinity, which is also the edge of the first window; an earlier
        win is worth no more than a later one.
    no_move: a column is played only if it is strictly better than a lost game.
    """

    wrong_side: bool = True
    infinite_edge: bool = True
    no_move: bool = True


PAPER, CORRECT = Connect4Faults(), Connect4Faults(False, False, False)


class ProgramChoice(NamedTuple):
    """The result of the program in a position.

    move: the column, or None if no column is strictly better than a lost game.
    score: the value of that column for the side that the program takes for the side to move.
    calls: nodes visited below the root.
    """

    move: Move | None
    score: int
    calls: int


def choose(
    position: Any, pruning: bool, faults: Connect4Faults = PAPER, depth: int = DEPTH
) -> ProgramChoice:
    """Return the first of the best columns, from left to right; each has the full window."""
    root = exchanged(position) if faults.wrong_side and position.turn() == FIRST else position
    evaluation = evaluations.load(EVALUATION, load("connect4")).seen_by(root.turn())
    best, chosen, calls = -INFINITY, None, 0
    for move in root.moves():
        value, below = search_call(
            root.play(move), depth - 1, -INFINITY, INFINITY, False, pruning, faults, evaluation
        )
        calls += below
        if value > best or (chosen is None and not faults.no_move):
            best, chosen = value, move
    return ProgramChoice(chosen, best, calls)


def exchanged(position: Any) -> Any:
    """Return the board as it would be with the other side to move."""
    return position._replace(mine=position.mine ^ position.full)


@kernel
def search_call(
    position: Position,
    depth: int,
    alpha: int,
    beta: int,
    maximizing: bool,
    pruning: bool,
    faults: Connect4Faults,
    evaluation: Evaluation,
) -> tuple[int, int]:
    """Return the value of `position` for MAX, and the calls made for it, this one included.

    Fail-hard: a value outside the window alpha..beta is returned as the edge that it passes.
    """
    # Step 1. Is the game over?
    outcome = position.outcome()
    if outcome != ONGOING:
        points = final_points(outcome, faults, evaluation)
        return points if maximizing else -points, 1
    # Step 2. Out of depth: evaluate
    if depth == 0:
        points = evaluation.value(position)
        return points if maximizing else -points, 1
    # Step 3. Search every column, until alpha-beta finds one that the other side will not allow
    calls = 1
    for move in position.moves():
        value, below = search_call(
            position.play(move),
            depth - 1,
            alpha,
            beta,
            not maximizing,
            pruning,
            faults,
            evaluation,
        )
        calls += below
        if maximizing:
            alpha = max(alpha, value)
        else:
            beta = min(beta, value)
        if pruning and alpha >= beta:
            break
    return alpha if maximizing else beta, calls


@helper
def final_points(outcome: int, faults: Connect4Faults, evaluation: Evaluation) -> int:
    """Return the value of a finished game for the side to move."""
    if faults.infinite_edge and outcome != 0:
        return INFINITY if outcome > 0 else -INFINITY
    return evaluation.final(outcome)


CALLS = {
    "minimax": (
        *(137_256, 137_255, 137_002, 134_956, 136_178, 131_690, 109_871),
        *(55_835, 55_660, 54_375, 53_287, 51_366, 40_678, 18_719),
        *(17_868, 12_295, 14_126, 16_318, 15_384, 13_575, 12_498),
        *(12_054, 12_185, 8_903, 7_352, 5_062, 1_651, 1_379),
        *(1_597, 1_225, 1_052, 1_884, 1_356, 318, 188),
        *(91, 22, 16, 7, 6, 2, 1),
    ),
    "alphabeta": (
        *(20_567, 21_414, 26_325, 25_970, 22_667, 16_335, 12_776),
        *(7_511, 9_252, 8_700, 9_593, 7_319, 5_684, 3_591),
        *(4_055, 2_888, 5_909, 6_412, 4_575, 2_944, 2_571),
        *(1_848, 2_873, 2_004, 1_014, 900, 115, 265),
        *(40, 107, 66, 99, 100, 65, 16),
        *(21, 17, 7, 2, 3, 1, 1),
    ),
}
"""The paper's calls of every move, without and with alpha-beta."""

_TOGETHER = "4 3 4 4 4 4 4 5 5 5 5 5 5 6 6 3 3 6 1 3 1 1 3 1 1 1 "

GAMES = {
    "minimax": _TOGETHER + "2* 2 7* 7 7 6 3 7 7* 7 2* 2 2 2 6* 6",
    "alphabeta": _TOGETHER + "6* 3 7* 7 7 7 6* 6 2* 2 7* 7 2* 2 2 2",
}
"""The columns of the paper's two games. At a star the program finds none and plays any."""


class RecordedMove(NamedTuple):
    """A move of one of the paper's games.

    position: the board before it.
    name: the column played, with a star if the program found none.
    """

    position: Any
    name: str

    def is_found(self, choice: ProgramChoice) -> bool:
        """Return whether the program's choice is this move, or none where it is a free choice."""
        if choice.move is None:
            return self.name.endswith("*")
        return load("connect4").move_name(self.position, choice.move) == self.name


def recorded_moves(algorithm: str) -> Iterator[RecordedMove]:
    """Yield the moves of the game that the paper's program played with this algorithm."""
    game = load("connect4")
    position = game.start
    for name in GAMES[algorithm].split():
        yield RecordedMove(position, name)
        position = position.play(game.parse_move(position, name.removesuffix("*")))


def replay(
    algorithm: str, faults: Connect4Faults = PAPER, depth: int = DEPTH
) -> list[ProgramChoice]:
    """Return what the program finds before every move of the paper's game."""
    pruning = algorithm == "alphabeta"
    return [choose(each.position, pruning, faults, depth) for each in recorded_moves(algorithm)]
