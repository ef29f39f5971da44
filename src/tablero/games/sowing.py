"""What Kalah and Mancala11 have in common: rows of pits packed into ints.

A row of `pits` pits is one int, `bits` bits for each pit, counted from its
owner's left. Seeds go from the owner's left to his right, into his store, on
along the other row from *its* owner's left, and round again:

        5  4  3  2  1  0           <- the other side's pits
    s                     s        <- stores, each to its owner's right
        0  1  2  3  4  5           <- the pits of the side to move

So the pit opposite to pit n is pit (pits - 1 - n).
"""

import re
from collections.abc import Sequence
from typing import Any

from tablero.errors import ImpossiblePosition, NotationError, OptionError
from tablero.games.game import Paint
from tablero.jit import helper
from tablero.locale import _
from tablero.position import FIRST, WIN

WIDEST = 62
MOST_PITS, MOST_SEEDS = 12, (WIN - 1) // 2
"""With a single seed in each pit, and in a single pit."""


def bits_for(pits: int, seeds: int) -> int:
    """Bits for one pit, enough for all seeds of the game; raises OptionError if none fit."""
    if pits < 1 or seeds < 1:
        message = _("pits and seeds must be 1 or more, not {pits} and {seeds}")
        raise OptionError(message.format(pits=pits, seeds=seeds))
    if 2 * pits * seeds >= WIN:
        message = _("{total} seeds are too many, expected fewer than {most}")
        raise OptionError(message.format(total=2 * pits * seeds, most=WIN))
    bits = (2 * pits * seeds).bit_length()
    if pits * bits > WIDEST:
        message = _(
            "{pits} pits with {seeds} seeds do not fit: a row takes {needed} bits of {most}"
        )
        values = {"pits": pits, "seeds": seeds, "needed": pits * bits, "most": WIDEST}
        raise OptionError(message.format(**values))
    return bits


@helper
def seeds_in(row: int, pit: int, bits: int) -> int:
    """How many seeds lie in one pit."""
    return row >> pit * bits & (1 << bits) - 1


@helper
def span(start: int, stop: int, bits: int, ones: int) -> int:
    """A row with one seed in each of the pits start..stop-1."""
    if start >= stop:
        return 0
    return ones >> start * bits << start * bits & (1 << stop * bits) - 1


@helper
def row_total(row: int, pits: int, bits: int, ones: int) -> int:
    """How many seeds lie in a row: the product gathers them all in its last pit."""
    return row * ones >> (pits - 1) * bits & (1 << bits) - 1


@helper
def sow(
    mine: int, theirs: int, pit: int, lap: int, pits: int, bits: int, ones: int
) -> tuple[int, int, int, int, int]:
    """Sow an own pit: (mine, theirs, seeds for the own store, for the other's, last place).

    Places are numbered from the own first pit on: `pits` is the own store, then come
    the other's pits and, if a lap is 2 * pits + 2 places long, the other's store. Every
    place gets the whole laps; the next ones after the pit get one seed more.
    """
    hand = seeds_in(mine, pit, bits)
    laps, last = hand // lap, pit + hand % lap
    mine += laps * ones - (hand << pit * bits)
    mine += span(pit + 1, min(last + 1, pits), bits, ones) + span(0, last - lap + 1, bits, ones)
    theirs += laps * ones + span(0, min(last, 2 * pits) - pits, bits, ones)
    rival = laps + (last > 2 * pits) if lap > 2 * pits + 1 else 0
    return mine, theirs, laps + (last >= pits), rival, last % lap


def pack(seeds: Sequence[int], bits: int) -> int:
    """The row of these pits."""
    return sum(number << pit * bits for pit, number in enumerate(seeds))


def unpack(row: int, pits: int, bits: int) -> list[int]:
    """The pits of this row."""
    return [seeds_in(row, pit, bits) for pit in range(pits)]


def rows_of(position: Any, pits: int, bits: int) -> tuple[list[int], list[int]]:
    """Pits and store of the first player, then of the second."""
    mine = [*unpack(position.mine, pits, bits), position.store]
    theirs = [*unpack(position.theirs, pits, bits), position.their_store]
    return (mine, theirs) if position.side == FIRST else (theirs, mine)


def parse_rows(text: str, pits: int, example: str) -> list[list[int]]:
    """The numbers of `text`, by parts: two rows with their stores, whose turn, what follows."""
    parts = [re.split(r"[\s,]+", part.strip()) for part in text.split("/")]
    if not all(re.fullmatch(r"[0-9]{1,9}", number) for part in parts for number in part):
        raise not_a_position(text, example)
    numbers = [[int(number) for number in part] for part in parts]
    if [len(part) for part in numbers[:3]] != [pits + 1, pits + 1, 1]:
        raise not_a_position(text, example)
    if numbers[2][0] not in (1, 2):
        raise not_a_position(text, example)
    return numbers


def not_a_position(text: str, example: str) -> NotationError:
    message = _("not a position: {text!r}, expected both rows and the turn: {example}")
    return NotationError(message.format(text=text, example=example))


def check_total(text: str, rows: list[list[int]], expected: int) -> None:
    """Raise ImpossiblePosition unless both sides hold `expected` seeds together."""
    found = sum(map(sum, rows))
    if found != expected:
        message = _("impossible position: {text!r} has {found} seeds, this game has {expected}")
        raise ImpossiblePosition(message.format(text=text, found=found, expected=expected))


def draw_rows(first: list[int], second: list[int], first_name: int, paint: Paint) -> str:
    """Both rows with their stores, the first player below; pits are named from `first_name`.

       6  5  4  3  2  1
       4  4  4  4  4  4
    0                    0
       4  4  4  4  4  4
       1  2  3  4  5  6
    """
    pits = len(first) - 1
    width = max(2, *(len(str(n)) for n in [*first, *second, first_name + pits - 1])) + 1
    indent = " " * (width + 1)

    def line(numbers: Sequence[int], role: str) -> str:
        return indent + "".join(paint(f"{number:>{width}}", role) for number in numbers)

    names = [*range(first_name, first_name + pits)]
    left = paint(f"{second[-1]:>{width}}", "second")
    right = paint(f"{first[-1]:>{width}}", "first")
    return "\n".join(
        [
            line(names[::-1], "label"),
            line(second[-2::-1], "second"),
            left + " " * (1 + pits * width) + " " + right,
            line(first[:-1], "first"),
            line(names, "label"),
        ]
    )
