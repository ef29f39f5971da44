"""Results of searches and solvers, with moves named in the notation of the game."""

from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from tablero.games.game import Game
from tablero.search import ENGINE
from tablero.search.deepening import Deepening
from tablero.search.run import Result, Search, Settings
from tablero.search.state import NO_LIMIT
from tablero.solve import Solution
from tablero.threads import in_deep_stack

if TYPE_CHECKING:
    from tablero.lab.tree.tree import Tree

MAX_DRAWN_SEARCH = 1_000_000
"""Nodes visited by the largest search that is repeated for the picture of its tree."""


class Outcome(NamedTuple):
    """How a game ended.

    winner: 1 or 2, the player; 0 for a draw.
    margin: the margin by which the first player won, in the game's own points; negative if that
        player lost.

    >>> import tablero
    >>> tablero.Board("tictactoe", "xxxoo....").outcome
    Outcome(winner=1, margin=1)
    """

    winner: int
    margin: int


class SearchInput(NamedTuple):
    """What is searched: an unfinished position of a game, the evaluation and its name, how."""

    game: Game
    position: Any
    evaluation: Any
    evaluation_name: str
    settings: Settings

    def search(self, log: Any = None) -> Search:
        return Search(self.position, self.evaluation, self.settings, log=log)

    def answer(self) -> "SearchResult":
        """Search, and return the result."""
        search = self.search()
        return self.named(in_deep_stack(search.run, search.stop))

    def deeper(
        self, seconds: float | None, nodes: int | None, threads: int
    ) -> Iterator["SearchResult"]:
        """Yield the results of iterative deepening."""
        engine = Deepening(self.position, self.evaluation, self.settings, threads)
        with closing(engine.results(seconds, NO_LIMIT if nodes is None else nodes)) as results:
            while found := in_deep_stack(lambda: next(results, None), engine.stop):
                yield self.named(found)

    def named(self, found: Result) -> "SearchResult":
        """Return a result of this search with the names of its moves."""
        line = self.game.line_names(self.position, found.line)
        facts = found.score, line, found.depth, found.exact, found.statistics
        return SearchResult(line[0], *facts, self)


@dataclass(frozen=True)
class SearchResult:
    """The result of a search.

    move: the best move.
    score: its score for the side to move.
    line: the principal variation.
    depth: the depth of the search, in plies.
    exact: whether the score rests on finished games alone.
    statistics: the counters of the search by name, and its seconds.

    >>> import tablero
    >>> print(tablero.search("tictactoe", "xox.ox...", depth=4))
    best move 8, score 1 (exact), principal variation 8
    """

    move: str
    score: int
    line: list[str]
    depth: int
    exact: bool
    statistics: Mapping[str, int | float] = field(compare=False)
    input: SearchInput = field(repr=False, compare=False)

    def tree(self) -> "Tree":
        """Return the tree of the search, which is repeated to record it.

        >>> import tablero
        >>> tablero.search("tictactoe", "xox.ox...", depth=2).tree().visited
        11
        """
        from tablero.lab.tree.tree import read_tree
        from tablero.search.log import DEFAULT_NODES, new_log

        game, position, evaluation, name, settings = self.input
        log = new_log(DEFAULT_NODES)
        if settings.algorithm == ENGINE:
            settings = replace(settings, depth=self.depth)
            engine = Deepening(position, evaluation, settings, log=log)
            in_deep_stack(engine.run, engine.stop)
            span = engine.searches[0].span
        else:
            search = self.input.search(log)
            in_deep_stack(search.run, search.stop)
            span = search.span
        return read_tree(log, game, position, settings, name, span)

    def __str__(self) -> str:
        kind = "exact" if self.exact else self.input.evaluation_name
        return (
            f"best move {self.move}, score {self.score} ({kind}), "
            f"principal variation {' '.join(self.line)}"
        )

    def _repr_svg_(self) -> str | None:
        """Return the picture of the tree that notebooks show; None for a very large search."""
        from tablero.lab.tree.svg import svg

        if self.statistics["evaluated"] > MAX_DRAWN_SEARCH:
            return None
        return svg(self.tree(), str(self))


@dataclass(frozen=True)
class SolveResult:
    """The exact score of a position, and its best moves.

    score: the margin of best play for the side to move.
    moves: every legal move with the score it leads to, for the side to move.
    best: the moves with the best of these scores.
    line: a principal variation, which takes the first best move in each position.
    nodes: nodes visited.
    seconds: seconds that it took.

    >>> import tablero
    >>> solved = tablero.solve("tictactoe", "xx.oo....")
    >>> solved.score, solved.best
    (1, ['3'])
    """

    score: int
    moves: dict[str, int]
    best: list[str]
    line: list[str]
    nodes: int = field(compare=False)
    seconds: float = field(compare=False)

    @classmethod
    def of(cls, found: Solution, game: Game, position: Any) -> "SolveResult":
        """Return a solution with the names of its moves."""
        names = {move: game.move_name(position, move) for move in found.moves}
        return cls(
            found.score,
            {names[move]: score for move, score in found.moves.items()},
            [names[move] for move in found.best],
            game.line_names(position, found.line),
            found.nodes,
            found.seconds,
        )
