"""The referee of one game between two players: turns, legal moves, limits and result."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, TypeAlias

from tablero.agents.agent import (
    GRACE,
    RESIGN,
    Choice,
    Clock,
    FollowsMoves,
    Limits,
    Player,
    TimeIsUp,
)
from tablero.answers import check_moves
from tablero.errors import IllegalMove, NotationError, RulesError, TableroError
from tablero.games.game import Game
from tablero.games.outside import blame_any
from tablero.locale import _
from tablero.match.adjudication import Adjudication, Adjudicator
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
    ADJUDICATED = "adjudicated"
    UNFINISHED = "unfinished"


class Forfeit(Exception):
    """An error or a resignation by which a player loses the game."""

    def __init__(self, reason: Reason, detail: str = "") -> None:
        super().__init__(reason, detail)
        self.reason, self.detail = reason, detail


@dataclass(frozen=True, slots=True)
class GameStarted:
    """The first position of a game."""

    game: Game
    position: Any


@dataclass(frozen=True, slots=True)
class MovePlayed:
    """A legal move, from the position `before` to `after`.

    choice: the choice of the player; None if the move belongs to the opening.
    seconds: time that the player took.
    """

    game: Game
    before: Any
    move: Move
    after: Any
    choice: Choice | None
    seconds: float


@dataclass(slots=True)
class Played:
    """A game that is over, or a part of it.

    scores, times: score and seconds of each move after the opening.
    winner: the side that has won, or None.
    margin: the margin for the first player; None if the game was not played to its end.
    """

    moves: list[Move] = field(default_factory=list)
    scores: list[int | None] = field(default_factory=list)
    times: list[float] = field(default_factory=list)
    winner: Side | None = None
    margin: int | None = None
    reason: Reason = Reason.DRAWN
    detail: str = ""


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The last position of a game, and how it ended."""

    game: Game
    position: Any
    played: Played


GameEvent: TypeAlias = GameStarted | MovePlayed | GameEnded
Listener: TypeAlias = Callable[[GameEvent], None]


@dataclass(frozen=True)
class Rules:
    """The limits that a referee enforces beside the rules of the game.

    limits: the limits of a move.
    most_moves: upper limit of the moves of a game, opening included; None means the limit that the
        game itself names, 0 means no limit.
    clock: the clock at the beginning of a game, or None.
    adjudication: the terms on which a game ends before its rules end it, or None.
    """

    limits: Limits = field(default_factory=Limits)
    most_moves: int | None = None
    clock: Clock | None = None
    adjudication: Adjudication | None = None

    @property
    def are_timed(self) -> bool:
        """Whether the time of the players is limited."""
        return self.limits.seconds is not None or self.clock is not None

    def limits_with(self, clock: Clock | None) -> Limits:
        """Return the limits of a move, with the clock as it stands."""
        return self.limits if clock is None else replace(self.limits, clock=clock)

    def adjudicator(self, game: Game) -> Adjudicator | None:
        """Return the adjudication of a new game, or None."""
        return Adjudicator(self.adjudication, game) if self.adjudication else None

    def move_limit(self, game: Game) -> int | None:
        """Return the upper limit of the moves of this game, or None."""
        return (game.move_limit if self.most_moves is None else self.most_moves) or None


FREE = Rules()
"""No limits beside the rules of the game and the move limit that it names."""


def play_game(
    game: Game,
    players: tuple[Player, Player],
    start: Any,
    opening: Sequence[Move] = (),
    rules: Rules = FREE,
    listen: Listener | None = None,
) -> Played:
    """Play a game between two players that have begun; the first of them plays FIRST.

    A player that raises an Exception, exceeds its time, resigns or returns an illegal move loses
    the game. Any other BaseException is passed on to the caller.

    Raise RulesError if the rules of the game fail, or give no move although it is not over.
    """
    played, position, clock = Played(), start, rules.clock
    most_moves, judge = rules.move_limit(game), rules.adjudicator(game)
    listen = _also_followers(players, listen)
    if listen:
        listen(GameStarted(game, position))
    for move in opening:
        position = _proceed(game, played, position, move, None, 0.0, listen)
    while position.outcome() == ONGOING:
        side = position.turn()
        if _ends_early(played, position, most_moves, judge):
            break
        check_moves(position)
        try:
            choice, seconds = ask(players[side], position, rules.limits_with(clock))
        except Forfeit as forfeit:
            played.winner, played.reason, played.detail = 1 - side, forfeit.reason, forfeit.detail
            break
        played.scores.append(choice.score)
        played.times.append(seconds)
        clock = clock.after(side, seconds) if clock else None
        if judge:
            judge.note(side, choice.score)
        position = _proceed(game, played, position, choice.move, choice, seconds, listen)
    decide(played, position.outcome(), position.turn())
    if listen:
        listen(GameEnded(game, position, played))
    return played


def _ends_early(
    played: Played, position: Any, most_moves: int | None, judge: Adjudicator | None
) -> bool:
    """Return whether the game ends before its rules end it; set its reason and winner."""
    if most_moves is not None and len(played.moves) >= most_moves:
        played.reason = Reason.MOVE_LIMIT
        return True
    verdict = judge.verdict(position, len(played.moves)) if judge else None
    if verdict:
        played.winner, played.reason = verdict.winner, Reason.ADJUDICATED
    return verdict is not None


def _also_followers(players: Sequence[Player], listen: Listener | None) -> Listener | None:
    """Return a listener that also tells the moves to the players that follow them."""
    followers = [player for player in players if isinstance(player, FollowsMoves)]
    if not followers:
        return listen

    def tell(event: GameEvent) -> None:
        if isinstance(event, MovePlayed):
            for player in followers:
                player.follow(event.before, event.move)
        if listen:
            listen(event)

    return tell


def ask(player: Player, position: Any, limits: Limits) -> tuple[Choice, float]:
    """Return the player's legal move and the seconds it took.

    Raise Forfeit if the player fails, is late, resigns, or returns an illegal move, and RulesError
    if the rules of the game fail.
    """
    try:
        legal_moves = list(position.moves())
    except Exception as error:  # any error of the rules
        raise RulesError(str(blame_any(error))) from error
    begun = time.perf_counter()
    try:
        choice = player.choose(position, limits)
        move = choice.move
        legal = move in legal_moves
    except TimeIsUp as error:
        raise Forfeit(Reason.TIMEOUT, str(error)) from None
    except (IllegalMove, NotationError) as error:
        raise Forfeit(Reason.ILLEGAL, str(error)) from None
    except RulesError:
        raise
    except TableroError as error:
        raise Forfeit(Reason.CRASH, str(error)) from None
    except Exception as error:  # any other error of a player
        raise Forfeit(Reason.CRASH, f"{type(error).__name__}: {error}") from None
    seconds = time.perf_counter() - begun
    allowed = limits.allowed(position.turn())
    if allowed is not None and seconds > allowed + GRACE:
        message = _("{spent:.3f} seconds, {seconds:g} are allowed")
        detail = message.format(spent=seconds, seconds=allowed)
        raise Forfeit(Reason.TIMEOUT, detail)
    if not legal:
        raise Forfeit(Reason.RESIGNED) if move == RESIGN else Forfeit(Reason.ILLEGAL, repr(move))
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
        listen(MovePlayed(game, position, move, after, choice, seconds))
    return after


def decide(played: Played, outcome: int, mover: Side) -> None:
    """Set margin, reason and winner if the game is over; `mover` is the side to move."""
    if outcome == ONGOING:
        return
    played.margin = outcome if mover == FIRST else -outcome
    if outcome:
        played.reason = Reason.WON
        played.winner = FIRST if played.margin > 0 else SECOND
