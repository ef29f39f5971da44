"""The best line goes as far as the search has looked, also with a table."""

from itertools import product

import pytest

from tablero.search import ALGORITHMS
from tests.search import oracle
from tests.search.cases import HEAP, QUARRY, Case, run


@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize(
    ("case", "start"), [(QUARRY, "1x4x4"), (QUARRY, "3x3x3"), (HEAP, "12,4,4,0")], ids=str
)
def test_the_line_is_whole(boards, case: Case, start: str, algorithm: str):
    board = boards(case)
    position = board.game.read(start)
    for order, depth, bits in product(("natural", "best"), range(1, 8), (2, 4, 12)):
        truth = oracle.minimax(position, depth, board.evaluation, order)
        options = {"order": order, "cache": True, "table_bits": bits}
        result = run(position, board.evaluation, algorithm, depth, **options)
        assert tuple(result.line) == truth.line, (depth, options)
