"""The table remembers; it must not remember too much.

A value that met the horizon is true for its own depth alone. Games in which a
position is reached in many ways, and at many depths, are the test.
"""

from itertools import product
from typing import Any, NamedTuple

import pytest

from tablero.jit import INTERPRETED
from tablero.position import ONGOING
from tablero.search.run import Search, Settings
from tablero.search.table import EXACT, LOWER, UNKNOWN
from tests.search import oracle
from tests.search.cases import (
    HEAP,
    QUARRY,
    SMALL_CONNECT4,
    SMALL_KALAH,
    TICTACTOE,
    Board,
    Case,
    at_this_speed,
    kernels,
    random_positions,
    run,
)

TINY, SMALL, AMPLE = 2, 4, 12
SIZES = (TINY, AMPLE) if INTERPRETED else (TINY, SMALL, AMPLE)


class Endgame(NamedTuple):
    """`start` and positions up to `plies` random moves away, searched 1 to `depth` plies deep."""

    case: Case
    start: str
    plies: int
    depth: int

    def positions(self, board: Board) -> list[Any]:
        return random_positions(board.game.read(self.start), at_this_speed(3), 7, self.plies)


ENDGAMES = [
    Endgame(TICTACTOE, "x.o.x....", 2, 6),
    Endgame(QUARRY, "3x3x3", 1, 7),
    Endgame(QUARRY, "4x2x3", 1, 7),
    Endgame(SMALL_CONNECT4, "1122344312", 2, 6),
    Endgame(SMALL_KALAH, "start", 4, 12),
    Endgame(HEAP, "9,0,0,1", 2, 9),
]
with_table = [
    pytest.param(endgame, algorithm, options["order"], id=f"{endgame.start}-{algorithm}-{i}")
    for endgame in ENDGAMES
    for i, (algorithm, options) in enumerate(kernels(endgame.case))
    if options["cache"]
]


@pytest.mark.parametrize(("endgame", "algorithm", "order"), with_table)
def test_nothing_leaks_from_one_depth_to_another(boards, endgame, algorithm, order):
    board = boards(endgame.case)
    for position in endgame.positions(board):
        for depth, bits in product(range(1, endgame.depth + 1), SIZES):
            truth = oracle.minimax(position, depth, board.evaluation, order)
            options = {"order": order, "cache": True, "table_bits": bits}
            result = run(position, board.evaluation, algorithm, depth, **options)
            assert result.score == truth.for_mover(position), (position, depth, bits)
            assert tuple(result.line) == truth.line, (position, depth, bits)


@pytest.mark.parametrize("case", [QUARRY, HEAP], ids=str)
@pytest.mark.parametrize("algorithm", ["negamax", "alphabeta", "negascout", "mtdf"])
def test_every_entry_is_true_for_every_depth_it_claims(boards, case: Case, algorithm: str):
    board = boards(case)
    for position, bits in product(board.positions(3), (SMALL, AMPLE)):
        for key, entry in searched(position, board, algorithm, case.depth, bits).items():
            there = type(position)(*key)
            deeper = {case.depth, case.depth + 3} if entry.whole else set()
            for depth in {entry.least, *(depth for depth in deeper if depth > entry.least)}:
                truth = oracle.minimax(there, int(depth), board.evaluation)
                score = truth.for_mover(there)
                if entry.bound == EXACT:
                    assert (entry.score, entry.move) == (score, truth.line[0]), (there, depth)
                elif entry.bound == LOWER:
                    assert entry.score <= score, (there, depth)
                else:
                    assert entry.score >= score, (there, depth)


def searched(
    position: Any, board: Board, algorithm: str, depth: int, bits: int
) -> dict[tuple[int, ...], Any]:
    """The entries that a search has left in its table, by their keys."""
    settings = Settings(algorithm, depth, cache=True, table_bits=bits)
    search = Search(position, board.evaluation, settings)
    result = search.run()
    slots = [search.task.table[slot] for slot in range(1 << bits)]
    entries = [entry for entry in slots if entry.bound != UNKNOWN]
    by_key = {tuple(map(int, entry.key)): entry for entry in entries}
    assert result.statistics["distinct"] == len(entries) == len(by_key)
    return by_key


@pytest.mark.parametrize("case", [QUARRY, SMALL_CONNECT4, HEAP], ids=str)
def test_an_ample_table_holds_every_position_that_was_looked_into(boards, case: Case):
    board = boards(case)
    for position in board.positions(3):
        layer, inner = {position}, set()
        for _ply in range(case.depth):
            layer = {each for each in layer if each.outcome() == ONGOING}
            inner |= {each.key() for each in layer}
            layer = {each.play(move) for each in layer for move in each.moves()}
        assert searched(position, board, "minimax", case.depth, AMPLE).keys() == inner


def test_a_table_saves_work(boards):
    board = boards(HEAP)
    plain, cached = (
        run(board.game.start, board.evaluation, "minimax", 10, cache=cache)
        for cache in (False, True)
    )
    assert cached.statistics["cache_hits"] > 0
    assert cached.statistics["evaluated"] < plain.statistics["evaluated"] / 2
