"""The fourth and fifth papers' opinions, against their words: grids and loops."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tablero.games as games
from tablero.errors import OptionError
from tablero.games import evaluations
from tablero.position import WIN

pytestmark = pytest.mark.plain

CHOICES = st.lists(st.integers(0, 6), max_size=42)
UP, RIGHT, RISING, FALLING = (0, 1), (1, 0), (1, 1), (1, -1)
many = settings(max_examples=100)


class Paper:
    """A board as the papers draw it: `stones[x, y]` is 0 or 1, who played there; bottom row 0."""

    def __init__(self, columns: int, rows: int, connect: int) -> None:
        self.columns, self.rows, self.connect = columns, rows, connect
        self.stones: dict[tuple[int, int], int] = {}
        self.word = ""

    def fill(self, choices: list[int]) -> "Paper":
        """Play these columns, but none that is full or would end the game."""
        for choice in choices:
            x = choice % self.columns
            y = sum((x, row) in self.stones for row in range(self.rows))
            if y < self.rows and len(self.stones) < self.columns * self.rows - 1:
                self.stones[x, y] = len(self.word) % 2
                if any(len(set(map(self.stones.get, line))) == 1 for line in self.lines(x, y)):
                    del self.stones[x, y]
                else:
                    self.word += str(x + 1)
        return self

    def lines(self, *through: int) -> list[list[tuple[int, int]]]:
        """All lines of the board, or those through one cell."""
        found = []
        for x in range(self.columns):
            for y in range(self.rows):
                for right, up in (UP, RIGHT, RISING, FALLING):
                    line = [(x + i * right, y + i * up) for i in range(self.connect)]
                    if all(a < self.columns and 0 <= b < self.rows for a, b in line):
                        found.append(line)
        return [line for line in found if not through or through in line]

    @property
    def turn(self) -> int:
        return len(self.stones) % 2

    def mirrored(self) -> "Paper":
        other = Paper(self.columns, self.rows, self.connect)
        return other.fill([self.columns - int(name) for name in self.word])


def position_of(paper: Paper, game: Any) -> Any:
    return game.read(paper.word)


def lines_of(paper: Paper, top: int) -> int:
    """The fourth paper: lines without a stone of the other, MAX's less MIN's."""
    open_to = [0, 0]
    for line in paper.lines():
        holders = {paper.stones.get(cell) for cell in line}
        for side in (0, 1):
            open_to[side] += 1 - side not in holders
    return open_to[top] - open_to[1 - top]


def potential_of(paper: Paper, top: int) -> int:
    """The fifth paper's second, cell by cell from the bottom row."""
    total = 0
    for y in range(paper.rows):
        for x in range(paper.columns):
            holder = paper.stones.get((x, y))
            player = top if holder is None else holder
            points = 0
            for right, up in (UP, RIGHT, RISING, FALLING):
                cells = [(x + i * right, y + i * up) for i in (1, 2, 3)]
                if not all(a < paper.columns and 0 <= b < paper.rows for a, b in cells):
                    continue
                next_three = [paper.stones.get(cell) for cell in cells]
                own, empty = next_three.count(player), next_three.count(None)
                if own == 2 and empty == 1:
                    points += 3
                elif own == 1 and empty == 2:
                    points += 2
                elif empty == 3 and holder is not None:
                    points += 1
            if holder is None:
                total += points // 2
            else:
                total += points if holder == top else -points
    return total


def book_of(paper: Paper, top: int) -> int:
    """Its rule for the first moves; the bottom centre of seven columns is column 4."""
    if len(paper.stones) > 3:
        return 0
    if paper.stones.get((3, 0)) == 1 - top:
        return 2 * [paper.stones.get((2, 0)), paper.stones.get((4, 0))].count(top)
    return 3 if paper.stones.get((3, 0)) == top else 0


TABLE = [
    [3, 4, 5, 7, 5, 4, 3],
    [4, 6, 8, 10, 8, 6, 4],
    [5, 8, 11, 13, 11, 8, 5],
    [5, 8, 11, 13, 11, 8, 5],
    [4, 6, 8, 10, 8, 6, 4],
    [3, 4, 5, 7, 5, 4, 3],
]


def table_of(paper: Paper, top: int) -> int:
    """The fifth paper's first."""
    points = 138
    for (x, y), holder in paper.stones.items():
        points += TABLE[y][x] if holder == top else -TABLE[y][x]
    return points


def value(evaluation: Any, paper: Paper, game: Any) -> int:
    return int(evaluation.value(position_of(paper, game)))


def for_mover(score: int, paper: Paper, top: int) -> int:
    return score if paper.turn == top else -score


@pytest.mark.parametrize("size", [(7, 6, 4), (5, 4, 3), (4, 4, 4), (3, 5, 2)])
@given(choices=CHOICES)
@many
def test_lines(size: tuple[int, int, int], choices: list[int]):
    game = games.load("connect4(columns={},rows={},connect={})".format(*size))
    paper = Paper(*size).fill(choices)
    evaluation = evaluations.load("lines", game)
    assert value(evaluation, paper, game) == lines_of(paper, paper.turn)
    assert value(evaluation, paper.mirrored(), game) == value(evaluation, paper, game)
    assert value(evaluations.load("lines(line=-3)", game), paper, game) == -3 * lines_of(
        paper, paper.turn
    )


@pytest.mark.parametrize("top", [0, 1])
@given(choices=CHOICES)
@many
def test_table(top: int, choices: list[int]):
    game = games.load("connect4")
    paper = Paper(7, 6, 4).fill(choices)
    evaluation = evaluations.load("table", game).seen_by(top)
    assert value(evaluation, paper, game) == for_mover(table_of(paper, top), paper, top)
    assert value(evaluation, paper.mirrored(), game) == value(evaluation, paper, game)


def test_the_table_s_figures_are_lines_through_cells():
    paper = Paper(7, 6, 4)
    figures = [[len(paper.lines(x, y)) for x in range(7)] for y in range(6)]
    assert figures == TABLE
    assert (
        sum(map(sum, figures)) // 2
        == 138
        == evaluations.load("table", games.load("connect4")).offset
    )


@pytest.mark.parametrize("top", [0, 1])
@pytest.mark.parametrize("size", [(7, 6), (5, 4), (4, 7)])
@given(choices=CHOICES)
@many
def test_potential(size: tuple[int, int], top: int, choices: list[int]):
    game = games.load("connect4(columns={},rows={})".format(*size))
    paper = Paper(*size, 4).fill(choices)
    evaluation = evaluations.load("potential", game).seen_by(top)
    for board in (paper, paper.mirrored()):
        assert value(evaluation, board, game) == for_mover(potential_of(board, top), board, top)


@pytest.mark.parametrize("top", [0, 1])
@given(choices=st.lists(st.integers(2, 4), max_size=5))
@many
def test_the_book(top: int, choices: list[int]):
    game = games.load("connect4")
    paper = Paper(7, 6, 4).fill(choices)
    evaluation = evaluations.load("potential(book=true)", game).seen_by(top)
    score = potential_of(paper, top) + book_of(paper, top)
    assert value(evaluation, paper, game) == for_mover(score, paper, top)


@pytest.mark.parametrize(
    ("word", "top", "points"),
    [("43", 1, 2), ("435", 1, 2), ("345", 0, 4), ("4", 0, 3), ("34", 0, 2)],
)
def test_the_book_by_hand(word: str, top: int, points: int):
    """MIN in the centre: two for each neighbour of MAX's; MAX in the centre: three."""
    game = games.load("connect4")
    position = game.read(word)
    with_book, without = (
        evaluations.load(f"potential(book={book})", game).seen_by(top).value(position)
        for book in ("true", "false")
    )
    assert abs(with_book - without) == points
    assert (with_book > without) == (position.turn() == top)


@pytest.mark.parametrize(("top", "points"), [(0, 3), (1, -1)])
def test_empty_cells_are_max_s(top: int, points: int):
    """One stone in the bottom right corner. Above it are three empty cells: 1 point for its owner.

    If it is MAX's, two empty cells see it as their third, to the right and on the falling
    diagonal: half of 2 each. If it is MIN's, nobody owns what sees it.
    """
    game = games.load("connect4")
    evaluation = evaluations.load("potential", game).seen_by(top)
    position = game.read("7")
    assert evaluation.value(position) == (points if position.turn() == top else -points)


def test_the_ends_of_a_game():
    game = games.load("connect4")
    for name in ("lines", "table", "potential"):
        evaluation = evaluations.load(name, game)
        assert evaluation.final(0) == 0
        assert evaluation.final(-3) == -WIN - 3
        assert evaluation.final(3) == WIN + 3


def test_potential_is_for_four_in_a_line():
    with pytest.raises(OptionError, match="connect=4"):
        evaluations.load("potential", games.load("connect4(connect=3)"))
