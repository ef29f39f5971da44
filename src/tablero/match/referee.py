"""One game between two players: whose turn, is the move legal, who has won."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, TypeAlias

from tablero.agents.agent import GRACE, RESIGN, Choice, Limits, Player, TimeIsUp
from tablero.errors import IllegalMove, NotationError, TableroError
from tablero.games.game import Game
from tablero.locale import _
from tablero.position import FIRST, ONGOING, SECOND, Move, Side


class Reason(StrEnum):
    """Why a game is over."""

    WON = "won"
    DRAWN = "drawn"
    MOVE_LIMIT = "move limit"
    ILLEGAL = "illegal move"
    TIMEOUT = "timeout"
    CRASH = "crash"
    RESIGNED = "resigned"
    UNFINISHED = "unfinished"


class Fault(Exception):
    """What costs a player the game."""

    def __init__(self, reason: Reason, detail: str = "") -> None:
        super().__init__(reason, detail)
        self.reason, self.detail = reason, detail


@dataclass(frozen=True, slots=True)
class Began:
    """The first position of a game."""

    game: Game
    position: Any


@dataclass(frozen=True, slots=True)
class Moved:
    """A legal move: from `before` to `after`, in so many seconds. Without a choice it belongs
    to the opening."""

    game: Game
    before: Any
    move: Move
    after: Any
    choice: Choice | None
    seconds: float


@dataclass(slots=True)
class Played:
    """A game that is over, or a part of it.

    scores, times -- one for each move, opening excepted
    winner        -- None: nobody
    margin        -- for the first player; None if the game was not played to its end
    """

    moves: list[Move] = field(default_factory=list)
    scores: list[int | None] = field(default_factory=list)
    times: list[float] = field(default_factory=list)
    winner: Side | None = None
    margin: int | None = None
    reason: Reason = Reason.DRAWN
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Ended:
    """The last position of a game, and how it ended."""

    game: Game
    position: Any
    played: Played


Event: TypeAlias = Began | Moved | Ended
Listener: TypeAlias = Callable[[Event], None]


@dataclass(frozen=True)
class Rules:
    """What a referee enforces beside the rules of the game; most_moves None: they may go on."""

    limits: Limits = field(default_factory=Limits)
    most_moves: int | None = None


FREE = Rules()
"""Nothing but the rules of the game."""


def play_game(
    game: Game,
    players: tuple[Player, Player],
    start: Any,
    opening: Sequence[Move] = (),
    rules: Rules = FREE,
    listen: Listener | None = None,
) -> Played:
    """Let two players, who have begun, finish a game; the first of them plays FIRST.

    What a player does wrong costs him the game, and is no error of ours. What is no error at
    all, a BaseException, leaves the board: the caller knows what it means.
    """
    played, position = Played(), start
    if listen:
        listen(Began(game, position))
    for move in opening:
        position = _proceed(game, played, position, move, None, 0.0, listen)
    while position.outcome() == ONGOING:
        side = position.turn()
        if len(played.moves) == rules.most_moves:
            played.reason = Reason.MOVE_LIMIT
            break
        try:
            choice, seconds = ask(players[side], position, rules.limits)
        except Fault as fault:
            played.winner, played.reason, played.detail = 1 - side, fault.reason, fault.detail
            break
        played.scores.append(choice.score)
        played.times.append(seconds)
        position = _proceed(game, played, position, choice.move, choice, seconds, listen)
    decide(played, position.outcome(), position.turn())
    if listen:
        listen(Ended(game, position, played))
    return played


def ask(player: Player, position: Any, limits: Limits) -> tuple[Choice, float]:
    """A legal move, and the seconds it took. Raises Fault if there is none."""
    begun = time.perf_counter()
    try:
        choice = player.choose(position, limits)
        move = choice.move
        legal = move in position.moves()
    except TimeIsUp as error:
        raise Fault(Reason.TIMEOUT, str(error)) from None
    except (IllegalMove, NotationError) as error:
        raise Fault(Reason.ILLEGAL, str(error)) from None
    except TableroError as error:
        raise Fault(Reason.CRASH, str(error)) from None
    except Exception as error:  # whatever else a player does wrong
        raise Fault(Reason.CRASH, f"{type(error).__name__}: {error}") from None
    seconds = time.perf_counter() - begun
    if limits.seconds is not None and seconds > limits.seconds + GRACE:
        message = _("{spent:.3f} seconds, {seconds:g} are allowed")
        detail = message.format(spent=seconds, seconds=limits.seconds)
        raise Fault(Reason.TIMEOUT, detail)
    if not legal:
        raise Fault(Reason.RESIGNED) if move == RESIGN else Fault(Reason.ILLEGAL, repr(move))
    return choice, seconds


def _proceed(
    game: Game,
    played: Played,
    position: Any,
    move: Move,
    choice: Choice | None,
    seconds: float,
    listen: Listener | None,
) -> Any:
    after = position.play(move)
    played.moves.append(move)
    if listen:
        listen(Moved(game, position, move, after, choice, seconds))
    return after


def decide(played: Played, outcome: int, mover: Side) -> None:
    """If the game is over on the board, where `mover` has the turn, say who has won."""
    if outcome == ONGOING:
        return
    played.margin = outcome if mover == FIRST else -outcome
    if outcome:
        played.reason = Reason.WON
        played.winner = FIRST if played.margin > 0 else SECOND
