"""The functions of `import tablero` that have the name of a package."""

import time
from collections.abc import Callable
from typing import Any

from tablero.agents import as_agent
from tablero.agents.agent import Agent, Limits
from tablero.board import Board
from tablero.errors import OptionError
from tablero.games import as_game, names
from tablero.games.game import Game
from tablero.limits import POSITIVE_SECONDS, THREADS, Between
from tablero.locale import _
from tablero.match.batch import Batch
from tablero.match.openings import Openings
from tablero.match.plan import MatchTerms, Plan
from tablero.match.referee import Rules
from tablero.match.result import MatchResult
from tablero.position import PlainEvaluation, PlainPosition
from tablero.results import SearchResult, SolveResult
from tablero.search.run import Algorithm
from tablero.search.state import DEPTHS
from tablero.threads import in_deep_stack
from tablero.workers.processes import local_pool


def games() -> list[str]:
    """Return the names of all games.

    >>> import tablero
    >>> tablero.games()
    ['connect4', 'kalah', 'mancala11', 'quarry', 'tictactoe']
    """
    return names()


def search(
    game: str | Game,
    position: str | PlainPosition = "",
    *,
    depth: int | None = None,
    eval: str | PlainEvaluation = "",
    algorithm: Algorithm | Callable[..., int] = "alphabeta",
    **options: Any,
) -> SearchResult:
    """Return the best move of a position, its score and the principal variation.

    The arguments are those of `Board` and of `Board.search`.

    >>> import tablero
    >>> found = tablero.search("tictactoe", "xox.o....")
    >>> found.move, found.score, found.exact
    ('8', 0, True)
    """
    return Board(game, position).search(depth, eval, algorithm=algorithm, **options)


def solve(game: str | Game, position: str | PlainPosition = "", **options: Any) -> SolveResult:
    """Return the exact score of a position and of every move in it.

    The arguments are those of `Board` and of `Board.solve`.

    >>> import tablero
    >>> tablero.solve("quarry", "3x4x6").moves["z-4"]
    1
    """
    return Board(game, position).solve(**options)


def match(
    game: str | Game,
    first: str | Agent | Callable[..., int],
    second: str | Agent | Callable[..., int],
    games: int = 100,
    *,
    seed: int = 1,
    openings: int = 0,
    workers: int = 1,
    depth: int | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    max_moves: int | None = None,
) -> MatchResult:
    """Play a match between two agents, and return its result.

    games: number of games, even; each agent begins half of them.
    seed: seed of the openings, and of agents without a seed of their own.
    openings: number of random moves that open each pair of games.
    workers: 1 plays in this process; more are that many other processes, and a program that asks
        for them begins below `if __name__ == "__main__":`.
    depth, nodes, seconds: limits of a move.
    max_moves: a game of this length is a draw; 0: no limit, not even that of the game.

    >>> import tablero
    >>> result = tablero.match("tictactoe", "alphabeta", "random", games=20)
    >>> result.wins, result.draws, result.losses
    (17, 3, 0)
    """
    for name, value in {"nodes": nodes, "games": games, "max_moves": max_moves}.items():
        Between(0 if name == "max_moves" else 1).check(name, value)
    DEPTHS.check("depth", depth)
    POSITIVE_SECONDS.check("seconds", seconds)
    THREADS.check("workers", workers)
    players = as_agent(first), as_agent(second)
    classes = [type(each) for each in players if not type(each).__module__.startswith("tablero.")]
    if len({*classes}) > len({each.name for each in classes}):
        raise OptionError(_("two agents have the name {name}").format(name=classes[0].name))
    game = as_game(game)
    rules = Rules(Limits(depth, nodes, seconds), max_moves)
    terms = MatchTerms(
        str(game), (str(players[0]), str(players[1])), games, seed, Openings(openings), rules
    )
    plan, begun = Plan(terms, game, players), time.perf_counter()
    with local_pool(workers) as pool:
        batch = Batch(plan, pool)
        in_deep_stack(batch.run, batch.stop)
    return MatchResult.of(batch, time.perf_counter() - begun)
