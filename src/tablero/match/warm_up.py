"""Warm-up moves before a match with a clock, so that compilation is on no player's clock."""

from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from typing import Any

from tablero.agents.agent import Limits, NeedsWarmUp, Player
from tablero.games.game import DEFAULT_MOVE_LIMIT, Game
from tablero.match.openings import random_game
from tablero.position import ONGOING, Side


def warm_up(game: Game, player: Player, side: Side, seed: int, limits: Limits) -> None:
    """Let a player choose moves that do not count, so that it compiles what it needs.

    A player in a process of its own gets three positions: the first, the middle and the last turn
    of its side in a random game. What it uses in the endgame it may not use in the opening.
    """
    turns = turns_of(game, side, seed)
    with suppress(Exception):  # raised again in the first game
        if isinstance(player, NeedsWarmUp):
            own = [*turns]
            places = sorted({0, len(own) // 2, len(own) - 1}) if own else []
            player.warm_up([own[place] for place in places], limits)
        elif (position := next(turns, None)) is not None:
            player.begin(seed)
            player.choose(position, limits)


def turns_of(game: Game, side: Side, seed: int) -> Iterator[Any]:
    """Yield the positions of a random game in which this side is to move."""
    if game.start.turn() == side:
        yield game.start
    for _move, position in islice(random_game(game.start, [seed]), DEFAULT_MOVE_LIMIT):
        if position.outcome() == ONGOING and position.turn() == side:
            yield position
