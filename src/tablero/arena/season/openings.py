"""The openings of a day: drawn and certified once, then kept. How long a solver may think depends
on the machine, so nothing is drawn a second time.

Every day has others: the games of a round are shown, and whoever knew where those of the next one
begin could prepare for them.
"""

import hashlib
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, datetime
from typing import Any

import tablero.games as games
from tablero.arena.course.model import Course
from tablero.arena.rounds.openings import (
    Balanced,
    Wanted,
    after,
    draw,
    read_opening,
    write_opening,
)
from tablero.arena.store.store import SYSTEM, Store
from tablero.games.game import Game

DRAWN = "openings drawn"
"""The event that keeps them."""

PATIENCE = 2.0
"""Seconds that a solver may think about a position."""


SEED_BITS = 31


def seed_of_day(course: Course, day: date) -> int:
    """Where the chance of a day's round begins. It stands in its games, for everybody to see, and
    tells nothing about other days."""
    digest = hashlib.sha256(f"{course.rounds.seed} {day.isoformat()}".encode()).digest()
    return int.from_bytes(digest) >> (8 * len(digest) - SEED_BITS)


def openings_of(
    course: Course, store: Store, number: int, day: date, at: datetime
) -> list[Balanced]:
    """So many of this day; those that are missing are drawn now. Raises OptionError if there are
    not so many."""
    game, table = games.load(course.game.rules), course.rounds
    seed = seed_of_day(course, day)
    key = {"game": str(game), "seed": seed, "plies": table.plies}
    kept = _kept(game, store, key)
    if len(kept) < number:
        wanted = Wanted(plies=table.plies, seconds=PATIENCE)
        more = [*_together(game, kept, draw(game, seed, wanted, number))]
        told = [write_opening(game, opening) for opening in more]
        store.note(at, SYSTEM, DRAWN, **key, openings=told)
        kept = _kept(game, store, key)
    return kept[:number]


def _kept(game: Game, store: Store, key: dict[str, Any]) -> list[Balanced]:
    """The longest list of this kind; of equal ones the first."""
    found: list[Any] = []
    for told in store.told(DRAWN):
        if key.items() <= told.items():
            found = max(found, told["openings"], key=len)
    return [read_opening(game, told) for told in found]


def _together(game: Game, kept: list[Balanced], drawn: list[Balanced]) -> Iterator[Balanced]:
    """Those that were kept keep their numbers; of the others, those that lead elsewhere."""
    yield from kept
    known = {after(game, opening.moves) for opening in kept}
    fresh = (opening for opening in drawn if after(game, opening.moves) not in known)
    for number, opening in enumerate(fresh, len(kept) + 1):
        yield replace(opening, number=number)
