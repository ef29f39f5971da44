"""Alpha-beta and MCTS on Connect-4, Othello and Oware, beside OpenSpiel's on its own C++ games.

Alpha-beta is OpenSpiel's Python search, MCTS its C++ bot. No position is evaluated: alpha-beta
counts unfinished games as 0, MCTS plays them to the end at random. Both programs search the same
tree of alpha-beta from left to right, without a transposition table; the number of nodes has to
agree. MCTS is compared by simulations per second from the initial position, with a new tree for
each search; the trees are not the same, as their random games are not.
"""

from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import tablero.games as games
from bench import is_installed, with_version
from bench.clock import cpu_seconds
from bench.peers import calls_of
from bench.rows import NODES_PER_SECOND, Row, must_agree
from tablero import agents
from tablero.agents.agent import NO_LIMITS
from tablero.games.game import Game
from tablero.position import FIRST, complete_evaluation
from tablero.search.run import Settings, search

FILES = Path(__file__).parents[1] / "examples" / "games"
SIMULATIONS, EXPLORATION = 10_000, 1.0
SIMULATIONS_PER_SECOND = "simulations/s"


@complete_evaluation
class Results(NamedTuple):
    """Evaluation of finished games alone, by OpenSpiel's utilities."""

    win: int = 1

    def value(self, position: Any) -> int:
        return 0

    def final(self, outcome: int) -> int:
        return self.win if outcome > 0 else -self.win if outcome < 0 else 0


class Case(NamedTuple):
    """A game: its text here, its name in OpenSpiel, and the depth of alpha-beta."""

    text: str
    name: str
    depth: int


CASES = (
    Case("connect4", "connect_four", 10),
    Case(str(FILES / "othello.py"), "othello", 10),
    Case(str(FILES / "oware.py"), "oware", 10),
)


def measure() -> Iterator[Row]:
    """Yield both rates of each game; nothing where OpenSpiel is not installed."""
    if is_installed("OpenSpiel"):
        for case in CASES:
            yield compare_alphabeta(case)
            yield compare_mcts(case)


def compare_alphabeta(case: Case) -> Row:
    """Return the nodes per second of alpha-beta to the same depth."""
    game, pyspiel = games.load(case.text), import_module("pyspiel")
    minimax: Any = import_module("open_spiel.python.algorithms.minimax")
    theirs = pyspiel.load_game(case.name)

    def their_search() -> Any:
        nothing = {"value_function": lambda state: 0, "maximum_depth": case.depth}
        return minimax.alpha_beta_search(theirs, **nothing)

    nodes = our_nodes(game, case.depth)
    must_agree("nodes", nodes, calls_of(minimax, "_alpha_beta", their_search) - 1)
    rates = [
        nodes / cpu_seconds(work)[0]
        for work in (lambda: our_nodes(game, case.depth), their_search)
    ]
    details = {"game": game.name, "depth": case.depth, "nodes": nodes}
    against = with_version("OpenSpiel")
    text = "{game}: alphabeta, depth {depth}"
    return Row(text, rates[0], against, rates[1], NODES_PER_SECOND, None, details)


def our_nodes(game: Game, depth: int) -> int:
    """Search the initial position, and return the number of nodes visited below it."""
    settings = Settings("alphabeta", depth, order="natural", cache=False, root_window="shared")
    result = search(game.start, Results(), settings)
    return int(result.statistics["evaluated"])


def compare_mcts(case: Case) -> Row:
    """Return the simulations per second of MCTS, one random game for each."""
    game, pyspiel = games.load(case.text), import_module("pyspiel")
    text = f"mcts(simulations={SIMULATIONS},exploration={EXPLORATION})"
    player = agents.load(text).seat(game, FIRST)
    player.begin(1)
    theirs = pyspiel.load_game(case.name)
    evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=1, seed=1)
    megabytes, solves, seed, talks = 1000, False, 1, False
    bot = pyspiel.MCTSBot(
        theirs, evaluator, EXPLORATION, SIMULATIONS, megabytes, solves, seed, talks
    )
    start = theirs.new_initial_state()
    player.choose(game.start, NO_LIMITS)  # compiles
    rates = [
        SIMULATIONS / cpu_seconds(work)[0]
        for work in (lambda: player.choose(game.start, NO_LIMITS), lambda: bot.step(start))
    ]
    player.close()
    details = {"game": game.name, "simulations": SIMULATIONS}
    name, against = "{game}: mcts, {simulations} simulations", with_version("OpenSpiel")
    return Row(name, rates[0], against, rates[1], SIMULATIONS_PER_SECOND, None, details)
