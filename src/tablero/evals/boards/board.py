"""A position as an evaluation may ask about it: nothing can be changed, nothing else reached.

Boards are seen by the side to move, which is ME; a scratch board keeps those eyes while moves
are played on it.
"""

from collections.abc import Callable
from typing import Any, ClassVar, Self

from tablero.games.game import Game
from tablero.locale import _
from tablero.position import ONGOING, Move, Side

ME, RIVAL = 0, 1
"""Whose pits, store or stones."""


class Kind:
    """The boards of one game, made fast."""

    board: "ClassVar[type[Board]]"
    scratch: "ClassVar[type[Scratch]]"

    def __init__(self, game: Game) -> None:
        self.game = game

    def facts(self, position: Any) -> Any:
        """What is worked out of a position before anybody asks, the mover's first."""
        return None

    def turned(self, facts: Any) -> Any:
        """The same facts, the other side's first."""
        return facts

    def viewer(self) -> "Callable[[Any], Board]":
        """What makes boards of positions, with all it needs at hand."""
        cls, facts, kind = self.board, self.facts, self

        def view(position: Any) -> Board:
            board = _new(cls)
            _set_kind(board, kind)
            _set_position(board, position)
            _set_facts(board, facts(position))
            return board

        return view


class Board:
    """What every game answers."""

    __slots__ = "_facts", "_kind", "_position"
    _facts: Any
    _kind: Any
    _position: Any
    _flipped = False

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(_("a board cannot be changed; board.scratch() can be played on"))

    def __delattr__(self, name: str) -> None:
        self.__setattr__(name, None)

    def __repr__(self) -> str:
        """The same for the same position, unlike an address."""
        return f"<{type(self).__name__} {self.text}>"

    @property
    def turn(self) -> Side:
        """Who moves: 0 is the player who began the game, 1 the other."""
        return self._position.turn()  # type: ignore[no-any-return]

    @property
    def to_move(self) -> int:
        """Who moves, ME or RIVAL: always ME, save on a scratch board."""
        return RIVAL if self._flipped else ME

    @property
    def over(self) -> bool:
        """Is the game over?"""
        return bool(self._position.outcome() != ONGOING)

    @property
    def margin(self) -> int:
        """By how much I have won a finished game; below 0: lost. Raises ValueError in others."""
        outcome: int = self._position.outcome()
        if outcome == ONGOING:
            raise ValueError(_("the game is not over, it has no margin yet"))
        return -outcome if self._flipped else outcome

    @property
    def text(self) -> str:
        """The position as `tablero show` reads it."""
        return self._kind.game.write(self._position)  # type: ignore[no-any-return]

    @property
    def fields(self) -> dict[str, int]:
        """The numbers of the position by their names, as its game keeps them: the side to move
        comes first there."""
        return self._position._asdict()  # type: ignore[no-any-return]

    def moves(self) -> list[Move]:
        """The legal moves, none when the game is over; `play` of a scratch board takes them."""
        return list(self._kind.game.legal_moves(self._position))

    def scratch(self) -> "Scratch":
        """A copy to play on, seen by whoever is ME here."""
        kind = self._kind
        made: Scratch = _new(kind.scratch)
        _set_kind(made, kind)
        made._begin(self)
        return made


_new, _set = object.__new__, object.__setattr__
_set_kind, _set_position, _set_facts = (
    vars(Board)[slot].__set__ for slot in ("_kind", "_position", "_facts")
)


class Scratch(Board):
    """A board that can be played on; the game it came from never notices."""

    __slots__ = ()
    _origin: Board

    def play(self, move: Move) -> Self:
        """Play a legal move for whoever moves, and be the board after it. Raises ValueError."""
        position, legal = self._position, self.moves()
        if move not in legal:
            message = _("{move!r} cannot be played here; legal: {moves}")
            raise ValueError(message.format(move=move, moves=legal))
        after = position.play(self._code(move))
        self._become(after, self._flipped != (after.turn() != position.turn()))
        return self

    def reset(self) -> Self:
        """Be the board again that it was copied from."""
        self._begin(self._origin)
        return self

    def _begin(self, origin: Board) -> None:
        _set(self, "_origin", origin)
        _set(self, "_flipped", origin._flipped)
        _set_position(self, origin._position)
        _set_facts(self, origin._facts)

    def _become(self, position: Any, flipped: bool) -> None:
        facts = self._kind.facts(position)
        _set_position(self, position)
        _set_facts(self, self._kind.turned(facts) if flipped else facts)
        _set(self, "_flipped", flipped)

    def _code(self, move: Move) -> Move:
        """The move as the game's rules know it."""
        return move


class AnyScratch(Scratch):
    __slots__ = "_flipped", "_origin"


class AnyKind(Kind):
    """Of a game that we know nothing about."""

    board = Board
    scratch = AnyScratch
