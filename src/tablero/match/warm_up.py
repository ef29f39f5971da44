"""Warm-up moves before a match with a clock, so that compilation is on no player's clock."""

from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from typing import Any

from tablero.agents.agent import Limits, NeedsWarmUp, Player, strictest
from tablero.agents.program_player import WARM_UP_S
from tablero.errors import TableroError
from tablero.games.game import DEFAULT_MOVE_LIMIT, Game
from tablero.match.openings import random_game
from tablero.position import ONGOING, Side

MOST_TURNS = 8
"""Upper limit of the moves of a warm-up."""


def warm_up(game: Game, player: Player, side: Side, seed: int, limits: Limits) -> None:
    """Let a player choose moves that do not count, so that it compiles what it needs.

    It moves in several turns of its side in a random game, from the first to the last: what it
    uses in the endgame it may not use in the opening.
    """
    turns = [*turns_of(game, side, seed)]
    steps = MOST_TURNS - 1
    places = {(len(turns) - 1) * number // steps for number in range(MOST_TURNS)} if turns else ()
    positions = [turns[place] for place in sorted(places)]
    short = Limits(limits.depth, limits.nodes, strictest(limits.seconds, WARM_UP_S))
    if isinstance(player, NeedsWarmUp):
        with suppress(TableroError):  # raised again in the first game
            player.warm_up(positions, short)
        return
    for position in positions:
        with suppress(Exception):  # raised again in the first game
            player.begin(seed)
            player.choose(position, short)


def turns_of(game: Game, side: Side, seed: int) -> Iterator[Any]:
    """Yield the positions of a random game in which this side is to move."""
    if game.start.turn() == side:
        yield game.start
    for _move, position in islice(random_game(game.start, [seed]), DEFAULT_MOVE_LIMIT):
        if position.outcome() == ONGOING and position.turn() == side:
            yield position
