"""Games whose results are what a test says, without a board."""

from dataclasses import dataclass

from tablero.match.record import Record
from tablero.match.referee import Reason


@dataclass(frozen=True)
class Name:
    """A player of whom nothing but the names is needed."""

    id: str
    alias: str
    reference: bool = False


def names(text: str, references: str = "") -> list[Name]:
    """A player a letter: a is called `alias A`."""
    return [Name(letter, f"alias {letter.upper()}", letter in references) for letter in text]


def game(first: str, second: str, opening: int, result: str, **facts) -> Record:
    """result -- `1-0`, `0-1` or `½`, as the first player's are written first."""
    winner = {"1-0": 1, "0-1": 2, "½": 0}[result]
    reason = facts.pop("reason", Reason.WON if winner else Reason.DRAWN)
    moves = facts.pop("moves", [first, second, str(opening)])
    margin = facts.pop("margin", {1: 2, 2: -2, 0: 0}[winner])
    return Record(
        "tictactoe", "start", first, second, moves, winner, margin, reason, number=opening, **facts
    )


def games(text: str) -> list[Record]:
    """`ab 1-0 0-1`: a starts against b from openings 1, 2 …; a pair of players a line."""
    found = []
    for line in text.strip().splitlines():
        both, *results = line.split()
        for opening, result in enumerate(results, 1):
            if result != "-":
                found.append(game(both[0], both[1], opening, result))
    return found
