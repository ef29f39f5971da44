"""How much moves lose against perfect play, where games can be solved.

Positions of a round are far too many; so some moves of each player are drawn, late ones, for these
are solved at once. They say how well somebody ends his games.
"""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from typing import Any

import tablero.games as games
from tablero.arena.standings.counts import Counts
from tablero.errors import OptionError, TooLarge
from tablero.match.record import Record, positions
from tablero.position import Move
from tablero.solve import after_move, solver_of

LAST, EACH = 12, 20
"""Moves of a game that are late ones; and moves of a player that are looked at."""


@dataclass(frozen=True)
class Regret:
    """mean  -- what a move has lost, in the game's own points
    moves -- that were looked at
    wrong -- of them, those that have lost something
    """

    mean: float
    moves: int
    wrong: int


def regrets(
    counts: Counts, seed: int = 1, each: int = EACH, last: int = LAST
) -> dict[str, Regret]:
    """By the ids of those who have made such moves; none if the game cannot be solved.

    each -- so many moves of a player
    last -- so many moves of a game are late ones
    """
    names = {record.game for record in counts.games.values()}
    found: dict[str, Regret] = {}
    if len(names) != 1 or not each:
        return found
    try:
        solver = solver_of(games.load(names.pop()))
    except OptionError:  # it is too large
        return found
    for player in counts.players:
        own = [
            record
            for record in counts.games.values()
            if player.id in (record.first, record.second)
        ]
        lost = []
        for position, move in _drawn(player.id, own, Random(f"{seed} {player.id}"), each, last):
            with suppress(TooLarge):
                lost.append(solver.score(position) - after_move(solver, position, move))
        if lost:
            wrong = sum(number > 0 for number in lost)
            found[player.id] = Regret(sum(lost) / len(lost), len(lost), wrong)
    return found


def _drawn(
    player: str, own: list[Record], dice: Random, each: int, last: int
) -> Iterator[tuple[Any, Move]]:
    """Late moves of a player where he had a choice, each of another game."""
    for record in dice.sample(own, min(each, len(own))):
        side = 0 if record.first == player else 1
        moves = [
            (position, move)
            for position, move in [*positions(record)][record.opening :][-last - 1 :]
            if move is not None and position.turn() == side and len([*position.moves()]) > 1
        ]
        if moves:
            yield dice.choice(moves)
