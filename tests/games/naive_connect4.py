"""Connect-4 once more, as columns of letters, written for the tests from the spec alone."""

import re
from functools import cached_property

DIRECTIONS = [(1, 0), (0, 1), (1, 1), (1, -1)]


class NaiveConnect4:
    def __init__(self, text: str = "connect4", word: str = "") -> None:
        options = {name: int(value) for name, value in re.findall(r"(\w+)=(\d+)", text)}
        self.width = options.get("columns", 7)
        self.height = options.get("rows", 6)
        self.connect = options.get("connect", 4)
        self.text = text
        self.word = word
        self.columns: list[str] = [""] * self.width
        for ply, name in enumerate(word):
            self.columns[int(name, 36) - 1] += "xo"[ply % 2]

    def at(self, column: int, row: int) -> str:
        if 0 <= column < self.width and 0 <= row < len(self.columns[column]):
            return self.columns[column][row]
        return "."

    def has_line(self, stone: str) -> bool:
        for column in range(self.width):
            for row in range(self.height):
                for right, up in DIRECTIONS:
                    line = [(column + i * right, row + i * up) for i in range(self.connect)]
                    if all(self.at(*cell) == stone for cell in line):
                        return True
        return False

    @cached_property
    def winner(self) -> str:
        return next((stone for stone in "xo" if self.has_line(stone)), "")

    @property
    def over(self) -> bool:
        return bool(self.winner) or len(self.word) == self.width * self.height

    def margin(self) -> int:
        """Stones left in the winner's hand and one, below 0 as it is the loser who would move."""
        if not self.winner:
            return 0
        cells = self.width * self.height
        hands = {"x": cells - cells // 2, "o": cells // 2}
        played = "".join(self.columns).count(self.winner)
        return -(hands[self.winner] - played + 1)

    def moves(self) -> list[str]:
        if self.over:
            return []
        names = "123456789abcdefghijklmnopqrstuvwxyz"
        return [names[i] for i in range(self.width) if len(self.columns[i]) < self.height]

    def play(self, name: str) -> "NaiveConnect4":
        return NaiveConnect4(self.text, self.word + name)

    def rows(self) -> list[str]:
        """As drawn, from the top."""
        return [
            " ".join(self.at(column, row) for column in range(self.width))
            for row in reversed(range(self.height))
        ]


def count_leaves(board: NaiveConnect4, depth: int) -> int:
    if depth == 0:
        return 1
    return sum(count_leaves(board.play(name), depth - 1) for name in board.moves())
