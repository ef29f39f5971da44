"""Read-only boards through which evaluation functions of students query a position.

A board is seen from the side to move, which is ME; a scratch board keeps that point of view
while moves are played on it.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar, Self

from tablero.locale import _
from tablero.position import ONGOING, Move, Side

if TYPE_CHECKING:
    from tablero.games.game import Game

ME, RIVAL = 0, 1
"""The owner of pits, a store or stones."""


class BoardFactory:
    """A fast factory of the boards of one game."""

    board: "ClassVar[type[Board]]"
    scratch: "ClassVar[type[Scratch]]"

    def __init__(self, game: "Game") -> None:
        self.game = game

    def facts(self, position: Any) -> Any:
        """Return values computed once per position for the board's methods, the mover's first."""
        return None

    def turned(self, facts: Any) -> Any:
        """Return the same facts, the other side's first."""
        return facts

    def viewer(self) -> "Callable[[Any], Board]":
        """Return a function that makes boards from positions; attribute lookups are done once."""
        cls, facts, factory = self.board, self.facts, self

        def view(position: Any) -> Board:
            board = _new(cls)
            _set_factory(board, factory)
            _set_position(board, position)
            _set_facts(board, facts(position))
            return board

        return view


class Board:
    """A read-only board with the properties that all games have."""

    __slots__ = "_facts", "_factory", "_position"
    _facts: Any
    _factory: Any
    _position: Any
    _flipped = False

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(_("a board cannot be changed; board.scratch() can be played on"))

    def __delattr__(self, name: str) -> None:
        self.__setattr__(name, None)

    def __repr__(self) -> str:
        """Return a text that depends on the position alone, without a memory address."""
        return f"<{type(self).__name__} {self.text}>"

    @property
    def turn(self) -> Side:
        """The side to move: 0 is the player that began the game, 1 the other."""
        return self._position.turn()  # type: ignore[no-any-return]

    @property
    def to_move(self) -> int:
        """The side to move, ME or RIVAL: always ME, except on a scratch board."""
        return RIVAL if self._flipped else ME

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return bool(self._position.outcome() != ONGOING)

    @property
    def margin(self) -> int:
        """ME's margin in a finished game; below 0: lost. Raise ValueError in unfinished games."""
        outcome: int = self._position.outcome()
        if outcome == ONGOING:
            raise ValueError(_("the game is not over, it has no margin yet"))
        return -outcome if self._flipped else outcome

    @property
    def text(self) -> str:
        """The position as `tablero show` reads it."""
        return self._factory.game.write(self._position)  # type: ignore[no-any-return]

    @property
    def fields(self) -> dict[str, int]:
        """The fields of the position by name, as the game stores them: the side to move first."""
        return self._position._asdict()  # type: ignore[no-any-return]

    def moves(self) -> list[Move]:
        """Return the legal moves, none when the game is over; `Scratch.play` accepts them."""
        return list(self._factory.game.legal_moves(self._position))

    def scratch(self) -> "Scratch":
        """Return a copy on which moves can be played; ME is the same side as here."""
        factory = self._factory
        made: Scratch = _new(factory.scratch)
        _set_factory(made, factory)
        made._begin(self)
        return made


_new, _set = object.__new__, object.__setattr__
_set_factory, _set_position, _set_facts = (
    vars(Board)[slot].__set__ for slot in ("_factory", "_position", "_facts")
)


class Scratch(Board):
    """A board on which moves can be played; the board it was copied from stays unchanged."""

    __slots__ = ()
    _origin: Board

    def play(self, move: Move) -> Self:
        """Play a move for the side to move, and return self. Raise ValueError if it is illegal."""
        position, legal = self._position, self.moves()
        if move not in legal:
            message = _("{move!r} cannot be played here; legal: {moves}")
            raise ValueError(message.format(move=move, moves=legal))
        after = position.play(self._code(move))
        self._become(after, self._flipped != (after.turn() != position.turn()))
        return self

    def reset(self) -> Self:
        """Return to the position of the board that this one was copied from."""
        self._begin(self._origin)
        return self

    def _begin(self, origin: Board) -> None:
        _set(self, "_origin", origin)
        _set(self, "_flipped", origin._flipped)
        _set_position(self, origin._position)
        _set_facts(self, origin._facts)

    def _become(self, position: Any, flipped: bool) -> None:
        facts = self._factory.facts(position)
        _set_position(self, position)
        _set_facts(self, self._factory.turned(facts) if flipped else facts)
        _set(self, "_flipped", flipped)

    def _code(self, move: Move) -> Move:
        """Return the move in the encoding of the game's rules."""
        return move


class DefaultScratch(Scratch):
    """A scratch board for games without a specific board."""

    __slots__ = "_flipped", "_origin"


class DefaultBoardFactory(BoardFactory):
    """The factory for games without a specific board."""

    board = Board
    scratch = DefaultScratch
