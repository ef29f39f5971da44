"""How many sequences of moves there are: by tables, by formulas, by a second text of the rules."""

from collections import Counter
from math import comb, factorial, prod
from pathlib import Path
from typing import NamedTuple

import pytest

import tablero.games as games
from tablero.jit import INTERPRETED
from tablero.position import ONGOING
from tablero.search.perft import perft
from tests.games import naive_connect4, naive_sowing
from tests.games.naive_connect4 import NaiveConnect4

TABLES = Path(__file__).parents[1] / "data" / "perft"
PATIENCE = 25_000 if INTERPRETED else 10**8
NAIVE_PATIENCE = {"connect4": 300, "kalah": 5_000, "mancala11": 5_000}
"""Larger numbers are not counted."""


class Row(NamedTuple):
    """One line of a table."""

    game: str
    position: str
    leaves: list[int]

    def __str__(self) -> str:
        return f"{self.game} {self.position}"

    def below(self, patience: int) -> dict[int, int]:
        """By depth, those numbers that can be counted soon."""
        return {depth: n for depth, n in enumerate(self.leaves, 1) if n <= patience}


def read_rows(table: Path) -> list[Row]:
    lines = table.read_text(encoding="utf-8").splitlines()
    cells = [line.split(" | ") for line in lines if not line.startswith("#")]
    return [Row(game, position, [*map(int, leaves.split())]) for game, position, leaves in cells]


ROWS = [row for table in sorted(TABLES.glob("*.txt")) for row in read_rows(table)]


@pytest.mark.plain
def test_every_shipped_game_has_a_table_or_a_formula():
    tables = {table.stem for table in TABLES.glob("*.txt")}
    assert tables | {"quarry"} == set(games.GAMES)


@pytest.mark.parametrize("row", ROWS, ids=str)
def test_tables(row: Row):
    position = games.load(row.game).read(row.position)
    expected = row.below(PATIENCE)
    assert len(expected) >= 4
    assert {depth: perft(position, depth) for depth in expected} == expected


@pytest.mark.plain
@pytest.mark.parametrize("row", [row for row in ROWS if row.game != "tictactoe"], ids=str)
def test_tables_by_the_naive_rules(row: Row):
    name = row.game.partition("(")[0]
    expected = row.below(NAIVE_PATIENCE[name])
    if name == "connect4":
        board = NaiveConnect4(row.game)
        counted = {depth: naive_connect4.count_leaves(board, depth) for depth in expected}
    else:
        game = games.load(row.game)
        seeds = naive_sowing.naive(row.game, game.write(game.read(row.position)))
        counted = {depth: naive_sowing.count_leaves(seeds, depth) for depth in expected}
    assert counted == expected


def quarry_leaves(block: str, depth: int) -> int:
    """Cuts in one direction and cuts in another do not touch each other.

    A heap of h layers can be cut n times in C(h, n) ways: which layers become the last of a
    cut. Cuts of all directions, as many as `depth`, then interleave in any order.
    """
    ways = {0: 1}
    for side in map(int, block.split("x")):
        longer: Counter[int] = Counter()
        for cuts, so_far in ways.items():
            for more in range(min(side - 1, depth - cuts) + 1):
                orders = comb(cuts + more, more)
                longer[cuts + more] += so_far * comb(side - 1, more) * orders
        ways = longer
    return ways[depth]


@pytest.mark.plain
def test_the_formula_for_quarry():
    assert [quarry_leaves("2x2x2", depth) for depth in range(5)] == [1, 3, 6, 6, 0]
    assert quarry_leaves("4", 2) == 3  # 1 and 1, 1 and 2, 2 and 1
    sides = [2, 3, 5]
    last = sum(side - 1 for side in sides)
    one_by_one = factorial(last) // prod(factorial(side - 1) for side in sides)
    assert quarry_leaves("2x3x5", last) == one_by_one
    assert quarry_leaves("2x3x5", last + 1) == 0


@pytest.mark.parametrize("block", ["4x4x4", "3x5", "9x2x3", "2x2x2x2"])
def test_quarry_by_formula(block: str):
    position = games.load("quarry").read(block)
    for depth in range(7):
        leaves = quarry_leaves(block, depth)
        if leaves <= PATIENCE:
            assert perft(position, depth) == leaves


def new_positions_by_ply(game: str, plies: int) -> list[int]:
    """How many positions there are after 0, 1, 2 ... moves, told apart by their keys."""
    layer = [games.load(game).start]
    sizes = [1]
    for _ply in range(plies):
        going_on = [position for position in layer if position.outcome() == ONGOING]
        after = (position.play(move) for position in going_on for move in position.moves())
        layer = list({position.key(): position for position in after}.values())
        sizes.append(len(layer))
    return sizes


@pytest.mark.plain
def test_connect4_positions_by_ply():
    """Numbers of John Tromp, sequence A212693 of the OEIS."""
    known = [1, 7, 49, 238, 1120, 4263, 16422]
    assert new_positions_by_ply("connect4", 6) == known


@pytest.mark.plain
def test_tictactoe_positions():
    assert sum(new_positions_by_ply("tictactoe", 9)) == 5478
