"""Boards of pits as lists, for opinions written in plain words."""

from typing import Any, NamedTuple

from hypothesis import strategies as st

from tablero.position import ONGOING

CHOICES = st.lists(st.integers(0, 5), max_size=60)


class Rows(NamedTuple):
    """Pits from the owner's left, and the store: the mover's, then the other's."""

    mine: list[int]
    store: int
    theirs: list[int]
    their_store: int


def rows_of(game: Any, position: Any) -> Rows:
    """Read from the position's text, which names the first player first."""
    first, second, turn = game.write(position).split("/")[:3]
    rows = [[int(number) for number in row.split()] for row in (first, second)]
    mine, theirs = rows if turn.strip() == "1" else rows[::-1]
    return Rows(mine[:-1], mine[-1], theirs[:-1], theirs[-1])


def reached(position: Any, choices: list[int]) -> Any:
    """The unfinished position that these choices lead to."""
    for choice in choices:
        moves = list(position.moves())
        after = position.play(moves[choice % len(moves)])
        if after.outcome() != ONGOING:
            break
        position = after
    return position
