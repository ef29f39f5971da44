"""The line that describes the effect of the last seed of a sowing."""

from typing import Any

from tablero.games.game import Game
from tablero.games.last_seed import LastSeed, Sequel
from tablero.locale import _, mark
from tablero.position import Move

SEQUELS = {
    Sequel.AGAIN: mark("plays again"),
    Sequel.RIVAL_PASSES: mark("plays again, the rival must pass"),
    Sequel.TURN_PASSES: mark("the turn passes"),
    Sequel.GAME_OVER: mark("the game is over"),
}
"""Messages for the events after the last seed."""


def last_seed_line(game: Game, position: Any, move: Move) -> str:
    """Return where the last seed of a move falls, what it finds there, and what follows.

    The text is empty if the move sows nothing.
    """
    seed = game.last_seed(position, move)
    if seed is None:
        return ""
    consequences = [_(SEQUELS[seed.sequel])]
    if seed.captured:
        captures = _("captures, {count} to the player's store")
        consequences.insert(0, captures.format(count=seed.captured))
    if seed.stolen:
        steals = _("steals, {count} to the player's pit opposite")
        consequences.insert(0, steals.format(count=seed.stolen))
    place = _place(seed).format(pit=seed.pit, held=seed.held, opposite=seed.opposite)
    return f"{place}: {'; '.join(consequences)}"


def _place(seed: LastSeed) -> str:
    """Return the message for the place where a last seed fell."""
    if seed.pit is None:
        if seed.own:
            return _("last seed in the player's store ({held} before the sowing)")
        return _("last seed in the rival's store ({held} before the sowing)")
    if seed.own:
        return _("last seed in own pit {pit} ({held} there, {opposite} opposite)")
    return _("last seed in the rival's pit {pit} ({held} before the sowing, {opposite} opposite)")
