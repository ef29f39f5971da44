"""Sentences about the players and the result of a game."""

from tablero.cli.common import player_name
from tablero.locale import _
from tablero.match.referee import Reason
from tablero.position import Side


def pairing(game: str, agents: tuple[str, str]) -> str:
    """Return a line with the game and its two agents."""
    first, second = agents
    return _("{game}: {first} against {second}").format(game=game, first=first, second=second)


def called(side: Side, agents: tuple[str, str]) -> str:
    """Return the name of a side, followed by its agent."""
    return f"{player_name(side)} ({agents[side]})"


def result(
    agents: tuple[str, str], winner: Side | None, margin: int | None, reason: Reason, detail: str
) -> str:
    """Return the result of a game: the winner, and the margin or the reason."""
    if reason == Reason.UNFINISHED:
        return _("left unfinished")
    if reason == Reason.MOVE_LIMIT:
        return _("the game reached the move limit")
    if winner is None and reason == Reason.ADJUDICATED:
        return _("the game was adjudicated as a draw")
    if winner is None:
        return _("the game is drawn")
    player = called(winner, agents)
    if margin is not None:
        return _("the {player} has won by {margin}").format(player=player, margin=abs(margin))
    cause = {
        Reason.ILLEGAL: _("the opponent made an illegal move"),
        Reason.TIMEOUT: _("the opponent took too long"),
        Reason.CRASH: _("the opponent failed"),
        Reason.RESIGNED: _("the opponent resigned"),
        Reason.ADJUDICATED: _("the game was adjudicated"),
    }[reason]
    message = _("the {player} has won: {reason}")
    return message.format(player=player, reason=f"{cause} ({detail})" if detail else cause)
