"""A board: a game, a position, and the moves that led to it."""

import copy
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from typing import Any, Self, cast

from tablero.agents import as_agent
from tablero.agents.agent import NO_LIMITS, RESIGN, Agent, FollowsMoves, Limits
from tablero.agents.searches import load_algorithm
from tablero.errors import IllegalMove, ImpossiblePosition, OptionError
from tablero.games import as_game, evaluations
from tablero.games.game import Game, unfinished
from tablero.limits import POSITIVE_SECONDS, THREADS, Between
from tablero.locale import _
from tablero.pictures import board_svg
from tablero.position import FIRST, ONGOING, Move, PlainEvaluation, PlainPosition, Position
from tablero.results import Outcome, SearchInput, SearchResult, SolveResult
from tablero.search import ENGINE
from tablero.search.run import Algorithm, Order, RootWindow, Settings
from tablero.search.state import MAX_PLY
from tablero.solve import solve, solver_of
from tablero.threads import in_deep_stack


class Board:
    """A game, a position, and the moves that led to it.

    Moves are written in the notation of the game, and a move that is not legal raises
    IllegalMove. `str(board)` is the drawing that a terminal shows; a notebook shows a picture.

    game: a game, or its name with options, or the path of a file with a game.
    position: the first position: its text, or its value; the start by default.
    moves: moves that are played from there.

    >>> import tablero
    >>> board = tablero.Board("connect4", "4453")
    >>> board.legal_moves
    ['1', '2', '3', '4', '5', '6', '7']
    >>> board.push("4")
    >>> board.text, board.turn
    ('44534', 2)
    >>> print(board)
    . . . . . . .
    . . . . . . .
    . . . . . . .
    . . . x . . .
    . . . o . . .
    . . o x x . .
    1 2 3 4 5 6 7
    """

    def __init__(
        self,
        game: str | Game,
        position: str | PlainPosition = "",
        moves: Iterable[str] = (),
    ) -> None:
        self.game = as_game(game)
        first = self.game.read(position) if isinstance(position, str) else position
        if type(first) is not type(self.game.start):
            message = _("not a position of {game}: {position!r}")
            raise ImpossiblePosition(message.format(game=self.game, position=position))
        self._start = position if isinstance(position, str) else self.game.write(first)
        self._positions: list[Any] = [first]
        self._moves: list[Move] = []
        for move in moves:
            self.push(move)

    @property
    def position(self) -> Position:
        """The position: a value with the methods of the game's rules.

        >>> import tablero
        >>> tablero.Board("tictactoe").position
        Grid(mine=0, full=0)
        """
        return cast(Position, self._positions[-1])

    @property
    def text(self) -> str:
        """The text of the position, which `Board` and every command read.

        >>> import tablero
        >>> tablero.Board("tictactoe", moves=["5", "1"]).text
        'o...x....'
        """
        return self.game.after(self._start, self.moves, self.position)

    @property
    def moves(self) -> list[str]:
        """The moves played on this board.

        >>> import tablero
        >>> tablero.Board("tictactoe", moves=["5", "1"]).moves
        ['5', '1']
        """
        return self.game.line_names(self._positions[0], self._moves)

    @property
    def legal_moves(self) -> list[str]:
        """The legal moves; none when the game is over.

        >>> import tablero
        >>> tablero.Board("quarry", "2x1x2").legal_moves
        ['x-1', 'z-1']
        """
        return list(self.game.move_names(self.position))

    @property
    def turn(self) -> int:
        """The player to move, 1 or 2.

        >>> import tablero
        >>> tablero.Board("kalah", moves=["3"]).turn  # the last seed fell into the store
        1
        """
        return self.position.turn() + 1

    @property
    def is_over(self) -> bool:
        """Whether the game is over.

        >>> import tablero
        >>> tablero.Board("tictactoe", "xxxoo....").is_over
        True
        """
        return self.position.outcome() != ONGOING

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while it is not over.

        >>> import tablero
        >>> tablero.Board("tictactoe", "xxxoo....").outcome
        Outcome(winner=1, margin=1)
        """
        outcome = self.position.outcome()
        if outcome == ONGOING:
            return None
        margin = outcome if self.position.turn() == FIRST else -outcome
        return Outcome(0 if margin == 0 else 1 if margin > 0 else 2, margin)

    def push(self, move: str) -> None:
        """Play a move. Raise IllegalMove or NotationError if it is not legal.

        >>> import tablero
        >>> board = tablero.Board("tictactoe")
        >>> board.push("5")
        >>> board.push("5")
        Traceback (most recent call last):
        tablero.errors.IllegalMove: '5' is not a legal move here; legal: 1 2 3 4 6 7 8 9
        """
        parsed = self.game.parse_move(self.position, move)
        self._positions.append(self.position.play(parsed))
        self._moves.append(parsed)

    def pop(self) -> str:
        """Take back the last move, and return it. Raise IndexError if there is none.

        >>> import tablero
        >>> board = tablero.Board("tictactoe", moves=["5", "1"])
        >>> board.pop(), board.text
        ('1', '....x....')
        """
        move = self._moves.pop()
        self._positions.pop()
        return self.game.move_name(self.position, move)

    def copy(self) -> Self:
        """Return another board with the same game, position and moves.

        >>> import tablero
        >>> board = tablero.Board("tictactoe")
        >>> board.copy().push("5")
        >>> board.moves
        []
        """
        other = copy.copy(self)
        other._positions, other._moves = [*self._positions], [*self._moves]
        return other

    def search(
        self,
        depth: int | None = None,
        eval: str | PlainEvaluation = "",
        *,
        algorithm: Algorithm | Callable[..., int] = "alphabeta",
        order: Order = "natural",
        cache: bool = False,
        lazy: bool = True,
        infer: bool = False,
        root_window: RootWindow = "shared",
    ) -> SearchResult:
        """Search the position. A notebook shows the tree of the search, with its cutoffs.

        depth: plies; by default that of the game.
        eval: an evaluation of the game by its name with weights, a file, or an object; by
            default the game's first one.
        algorithm: the name of a search, the path of a file with one, or a kernel.
        order, cache, lazy, infer, root_window: the options of `tablero search`.

        >>> import tablero
        >>> board = tablero.Board("connect4", "4453")
        >>> found = board.search(depth=8, eval="lines", order="best")
        >>> found.move, found.score, found.statistics["evaluated"]
        ('3', -2, 164760)
        """
        if algorithm == ENGINE:
            raise OptionError(_("the engine searches ever deeper: use analyse, not search"))
        settings = Settings(
            load_algorithm(algorithm),
            self.game.depth if depth is None else depth,
            order,
            cache,
            lazy,
            infer,
            root_window,
        )
        return self._input(eval, settings).answer()

    def analyse(
        self,
        seconds: float | None = None,
        *,
        depth: int | None = None,
        nodes: int | None = None,
        eval: str | PlainEvaluation = "",
        threads: int = 1,
    ) -> Iterator[SearchResult]:
        """Yield ever deeper results of the engine, until a limit is reached or one is exact.

        seconds, depth, nodes: the limits; without any, the depth of the game. The seconds in which
            the caller works on a result count, too.

        >>> import tablero
        >>> for found in tablero.Board("kalah").analyse(depth=3, eval="stores"):
        ...     print(found.depth, *found.line)
        1 3
        2 3 6
        3 3 6 2
        """
        POSITIVE_SECONDS.check("seconds", seconds)
        Between(1).check("nodes", nodes)
        THREADS.check("threads", threads)
        if depth is None:
            depth = self.game.depth if seconds is nodes is None else MAX_PLY
        return self._input(eval, Settings(ENGINE, depth)).deeper(seconds, nodes, threads)

    def solve(
        self, *, threads: int = 1, book: bool = True, whole_line: bool = False
    ) -> SolveResult:
        """Return the exact score of the position and of every move.

        Games without a solver are searched exhaustively; raise TooLarge if that takes too long.

        book: use the opening books.
        whole_line: continue a principal variation beyond the opening book.

        >>> import tablero
        >>> solved = tablero.Board("connect4", "444444").solve()
        >>> solved.score, solved.best, solved.moves["1"]
        (1, ['3', '5'], -1)
        """
        THREADS.check("threads", threads)
        position = unfinished(self.game, self.position)
        solver = in_deep_stack(lambda: solver_of(self.game, threads, book), lambda: None)
        found = in_deep_stack(lambda: solve(solver, position, whole_line=whole_line), solver.stop)
        return SolveResult.of(found, self.game, position)

    def choose(
        self,
        agent: str | Agent | Callable[..., int],
        *,
        seconds: float | None = None,
        seed: int = 1,
    ) -> str:
        """Return the move that an agent plays here, or "resign"; the board stays as it is.

        seed: the seed of an agent that has none of its own.

        >>> import tablero
        >>> board = tablero.Board("tictactoe", "xx.oo....")
        >>> board.choose("alphabeta")
        '3'
        """
        POSITIVE_SECONDS.check("seconds", seconds)
        position = unfinished(self.game, self.position)
        limits = NO_LIMITS if seconds is None else Limits(seconds=seconds)
        chooses = as_agent(agent)
        player = chooses.seat(self.game, position.turn())
        with closing(player):
            player.begin(seed if chooses.seed is None else chooses.seed)
            if isinstance(player, FollowsMoves):
                for before, move in zip(self._positions, self._moves, strict=False):
                    player.follow(before, move)
            stop = getattr(player, "stop", lambda: None)
            move = in_deep_stack(lambda: player.choose(position, limits), stop).move
        if move != RESIGN and move not in position.moves():
            raise IllegalMove(self.game.not_legal(position, str(move)))
        return "resign" if move == RESIGN else self.game.move_name(position, move)

    def _input(self, eval: str | PlainEvaluation, settings: Settings) -> SearchInput:
        text = evaluations.as_text(eval) or evaluations.default_name(self.game)
        evaluation = evaluations.load(eval or text, self.game)
        position = unfinished(self.game, self.position)
        return SearchInput(self.game, position, evaluation, text, settings)

    def __eq__(self, other: object) -> bool:
        """Return whether the games and positions are equal, whatever moves led there."""
        if not isinstance(other, Board):
            return NotImplemented
        return (self.game, self.position) == (other.game, other.position)

    __hash__ = None  # type: ignore[assignment] # moves change a board

    def __str__(self) -> str:
        return self.game.draw(self.position)

    def __repr__(self) -> str:
        return f"Board({str(self.game)!r}, {self.text!r})"

    def _repr_svg_(self) -> str:
        """Return the picture that notebooks show."""
        return board_svg(self.game, self.position)
