"""The board of Kalah and Mancala11: rows of pits packed into ints.

A row of `pits` pits is one int, `bits` bits for each pit, counted from its
owner's left. Seeds move from the owner's left to the right, into the owner's store,
along the other row from *its* owner's left, and round again:

        5  4  3  2  1  0           <- the other side's pits
    s                     s        <- stores, each to its owner's right
        0  1  2  3  4  5           <- the pits of the side to move

The pit opposite to pit n is pit (pits - 1 - n).
"""

import re
from collections.abc import Sequence
from typing import Any

from tablero.errors import ImpossiblePosition, NotationError, OptionError
from tablero.games.game import Paint
from tablero.jit import helper
from tablero.locale import _
from tablero.position import FIRST, SECOND, WIN, Side

WIDEST = 62
"""Largest number of bits of a row."""

MOST_PITS, MOST_SEEDS = 12, (WIN - 1) // 2
"""Largest number of pits of a row (with one seed in each), and of seeds of a pit (in a row of
one pit)."""


def bits_for(pits: int, seeds: int) -> int:
    """Return the bits of one pit, enough for all seeds.

    Raise OptionError if the game has too many seeds, or a row needs more than WIDEST bits.
    """
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
    """Return the number of seeds in one pit."""
    return row >> pit * bits & (1 << bits) - 1


@helper
def span(start: int, stop: int, bits: int, ones: int) -> int:
    """Return a row with one seed in each of the pits start..stop-1."""
    if start >= stop:
        return 0
    return ones >> start * bits << start * bits & (1 << stop * bits) - 1


@helper
def row_total(row: int, pits: int, bits: int, ones: int) -> int:
    """Return the number of seeds in a row: the product sums all pits in its last one."""
    return row * ones >> (pits - 1) * bits & (1 << bits) - 1


@helper
def sow(
    mine: int, theirs: int, pit: int, lap: int, pits: int, bits: int, ones: int
) -> tuple[int, int, int, int, int]:
    """Sow the mover's pit.

    Return (mine, theirs, seeds for the mover's store, for the other store, last place).

    Places are numbered from the mover's first pit: `pits` is the mover's store, then come
    the other side's pits and, if a lap is 2 * pits + 2 places long, the other store. Every
    place gets one seed per whole lap; the next ones after the pit get one seed more.
    """
    hand = seeds_in(mine, pit, bits)
    laps, last = hand // lap, pit + hand % lap
    mine += laps * ones - (hand << pit * bits)
    mine += span(pit + 1, min(last + 1, pits), bits, ones) + span(0, last - lap + 1, bits, ones)
    theirs += laps * ones + span(0, min(last, 2 * pits) - pits, bits, ones)
    rival = laps + (last > 2 * pits) if lap > 2 * pits + 1 else 0
    return mine, theirs, laps + (last >= pits), rival, last % lap


def pack(seeds: Sequence[int], bits: int) -> int:
    """Return the row with these seeds in its pits."""
    return sum(number << pit * bits for pit, number in enumerate(seeds))


def unpack(row: int, pits: int, bits: int) -> list[int]:
    """Return the seeds in the pits of a row."""
    return [seeds_in(row, pit, bits) for pit in range(pits)]


def rows_of(position: Any, pits: int, bits: int) -> tuple[list[int], list[int]]:
    """Return pits and store of the first player, then of the second."""
    mine = [*unpack(position.mine, pits, bits), position.store]
    theirs = [*unpack(position.theirs, pits, bits), position.their_store]
    return (mine, theirs) if position.side == FIRST else (theirs, mine)


def parse_rows(text: str, pits: int, example: str) -> list[list[int]]:
    """Return the numbers of each part of `text`. Raise NotationError if it is malformed.

    The parts are two rows with their stores, the side to move, and any further parts.
    """
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


def draw_rows(
    first: list[int],
    second: list[int],
    first_name: int,
    paint: Paint,
    *,
    notes: tuple[str, str] = ("", ""),
    mover: Side | None = None,
) -> str:
    """Return a drawing of both rows and stores, the first player below.

       6  5  4  3  2  1
       4  4  4  4  4  4     notes[SECOND]
    0                    0
    *  4  4  4  4  4  4     notes[FIRST]
       1  2  3  4  5  6

    first_name: name of each side's first pit, from its owner's left.
    mover: the side whose row has a star; None: neither.
    """
    pits = len(first) - 1
    width = max(2, *(len(str(n)) for n in [*first, *second, first_name + pits - 1])) + 1

    def line(numbers: Sequence[int], role: str, star: str = " ", note: str = "") -> str:
        cells = "".join(paint(f"{number:>{width}}", role) for number in numbers)
        beside = " " * (width + 3) + paint(note, "label") if note else ""
        return f"{star:<{width + 1}}{cells}{beside}"

    stars = ["*" if side == mover else " " for side in (FIRST, SECOND)]
    names = [*range(first_name, first_name + pits)]
    left = paint(f"{second[-1]:>{width}}", "second")
    right = paint(f"{first[-1]:>{width}}", "first")
    return "\n".join(
        [
            line(names[::-1], "label"),
            line(second[-2::-1], "second", stars[SECOND], notes[SECOND]),
            left + " " * (1 + pits * width) + " " + right,
            line(first[:-1], "first", stars[FIRST], notes[FIRST]),
            line(names, "label"),
        ]
    )
