"""The faults of the fifth paper's program, each with a comparison on its own switch."""

from typing import Any

from tablero.games import load
from tablero.lab.papers.faults import ProgramFault
from tablero.lab.papers.p5_program import (
    CALLS,
    CORRECT,
    PAPER,
    Connect4Faults,
    ProgramChoice,
    RecordedMove,
    choose,
    recorded_moves,
    replay,
)
from tablero.lab.table import Cell, Column, ResultTable, shown
from tablero.locale import _
from tablero.numbers import signed
from tablero.position import FIRST, INFINITY

WRONG_SIDE, INFINITE_EDGE, NO_MOVE = "p5-wrong-side", "p5-infinite-edge", "p5-no-move"


def faults() -> list[ProgramFault]:
    """Return the faults of the paper's program."""
    return [wrong_side(), infinite_edge(), no_move()]


def wrong_side() -> ProgramFault:
    return ProgramFault(
        "p5",
        WRONG_SIDE,
        _("Every search assumes that the second player is to move"),
        _(
            "The machine plays both sides, but each of its searches takes MAX, the second player, "
            "for the side to move. The column found is then played with the stone of the side "
            "whose turn it is. The search should begin with that side."
        ),
        _(
            "Every odd move but the first is searched for the wrong side: with alpha-beta move 3 "
            "takes 26 325 calls in place of 25 450. At move 13 the program plays another column "
            "than it should for the first time, and from move 27 on it takes six positions for "
            "lost that are not."
        ),
        "column = search(board, to_move=SECOND)",
        "column = search(board, to_move=side_to_move(board))",
        compare_sides,
    )


def infinite_edge() -> ProgramFault:
    return ProgramFault(
        "p5",
        INFINITE_EDGE,
        _("A win is infinity, which is also the edge of the first window"),
        _(
            "A win is worth infinity however far away it is, and the first window reaches from "
            "minus infinity to infinity. So no win can be better than another, and nothing can be "
            "better than a win. An earlier win should be worth more than a later one, and both "
            "less than infinity."
        ),
        _(
            "Alpha-beta stops at the first win that it finds, as no value can pass the edge of "
            "the window: move 2 takes 21 414 calls in place of 21 828, and no move takes more. "
            "Minimax makes the same calls with the fault and without it. The program may put a "
            "win off: in the position 1334457 it plays column 1, though column 2 wins at once."
        ),
        "if won(board, MAX): return INFINITY",
        "if won(board, MAX): return 10000 + margin(board)",
        compare_edges,
    )


def no_move() -> ProgramFault:
    return ProgramFault(
        "p5",
        NO_MOVE,
        _("No move is found where all moves lose"),
        _(
            "The best value so far begins at minus infinity, and a column is kept only if it is "
            "strictly better. A lost game is worth minus infinity too, so where every column "
            "loses none is kept, and the program plays any legal one. The first column should be "
            "kept whatever its value."
        ),
        _(
            "No count of calls changes, but 11 moves of the two games are free choices that no "
            "search has made. The first is move 27, where the two games part. All 11 are odd "
            "moves, searched for the wrong side: the correct program sees no lost position there."
        ),
        "if value > best: best, column = value, each",
        "if column is None or value > best: best, column = value, each",
        compare_lost,
    )


def compare_sides() -> ResultTable:
    """Return the first player's moves of the game with alpha-beta, searched for either side."""
    mended = PAPER._replace(wrong_side=False)
    heading = _("The first player's moves in the game with alpha-beta, searched for either side")
    rows = [
        row
        for row, move in zip(_both(mended), recorded_moves("alphabeta"), strict=True)
        if move.position.turn() == FIRST
    ]
    return _table(WRONG_SIDE, heading, _("wrong side"), _("right side"), rows)


def compare_edges() -> ResultTable:
    """Return all moves of the game with alpha-beta, by the value of a win."""
    mended = PAPER._replace(infinite_edge=False)
    heading = _("The game with alpha-beta, by what a win is worth")
    return _table(INFINITE_EDGE, heading, _("infinity"), _("10000 + margin"), _both(mended))


def compare_lost() -> ResultTable:
    """Return the moves of both games at which the program finds no column."""
    columns = [
        Column("game", _("game")),
        Column("turn", _("turn")),
        Column("played", _("played")),
        Column("faulty", _("found")),
        Column("score", _("score"), score_text),
        Column("mended", _("fault mended")),
        Column("correct", _("all mended")),
        Column("correct_score", _("score"), score_text),
    ]
    rows = [
        [algorithm, turn, *_lost(move, algorithm == "alphabeta")]
        for algorithm in CALLS
        for turn, move in enumerate(recorded_moves(algorithm), 1)
        if move.name.endswith("*")
    ]
    heading = _("The moves of both games at which the program finds no column")
    return ResultTable(heading, columns, rows, f"tablero lab faults {NO_MOVE}", NO_MOVE)


def _lost(move: RecordedMove, pruning: bool) -> list[Cell]:
    mended = PAPER._replace(no_move=False)
    found = [choose(move.position, pruning, each) for each in (PAPER, mended, CORRECT)]
    faulty, kept, correct = (_column(move.position, each) for each in found)
    return [move.name, faulty, found[0].score, kept, correct, found[2].score]


def _both(mended: Connect4Faults) -> list[list[Cell]]:
    """Return column, score and calls of every move of the game with alpha-beta, by the paper's
    program and by one with a fault mended."""
    game = zip(*(replay("alphabeta", each) for each in (PAPER, mended)), strict=True)
    moves = recorded_moves("alphabeta")
    rows: list[list[Cell]] = []
    for turn, (move, choices) in enumerate(zip(moves, game, strict=True), 1):
        cells = ((_column(move.position, each), each.score, each.calls) for each in choices)
        rows.append([turn, *(cell for three in cells for cell in three)])
    return rows


def _table(
    key: str, heading: str, faulty: str, mended: str, rows: list[list[Cell]]
) -> ResultTable:
    columns = [Column("turn", _("turn"))]
    for name, how in ("faulty", faulty), ("mended", mended):
        columns += [
            Column(f"{name}_move", how),
            Column(f"{name}_score", _("score"), score_text),
            Column(f"{name}_calls", _("calls")),
        ]
    return ResultTable(heading, columns, rows, f"tablero lab faults {key}", key)


def _column(position: Any, choice: ProgramChoice) -> str | None:
    return None if choice.move is None else load("connect4").move_name(position, choice.move)


def score_text(score: Cell) -> str:
    """Return a score of the program with its sign, or the infinity sign."""
    if not isinstance(score, int):
        return shown(score)
    if abs(score) == INFINITY:
        return "+∞" if score > 0 else "-∞"
    return signed(score)
