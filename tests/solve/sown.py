"""Exact margins by the rules that were written for the tests alone."""

from functools import cache

from tests.games.naive_sowing import naive


def naive_value(text: str, start: str) -> int:
    """The margin of best play for the side to move: every game is played to its end."""

    @cache
    def value(position: str) -> int:
        board = naive(text, position)
        scores = []
        for name in board.moves():
            child = board.play(name)
            sign = 1 if child.mover == board.mover else -1
            scores.append(sign * (child.margin() if child.over else value(child.text())))
        return max(scores)

    return value(start)
