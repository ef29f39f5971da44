"""The first paper's minimax as it was: it never takes a better move.

At a MAX node the program starts from -10^9 and takes a child's value only where -10^9 is
*greater* than that value; at a MIN node it does the mirror image. No value of the game is beyond
10^9, so the program keeps what it started from, and plays the first successor of every position.
The paper does not print the order of the successors, so the order is an option here.
"""

from contextlib import closing
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar, NamedTuple

from tablero import agents
from tablero.agents.agent import Agent, Choice, Limits
from tablero.agents.random_player import count_moves, move_at
from tablero.games import evaluations
from tablero.games.game import Game
from tablero.jit import kernel
from tablero.lab.papers.significance import WonDrawnLost
from tablero.match.plan import MatchTerms, Plan
from tablero.match.players import MatchPlayers
from tablero.match.tally import Tally
from tablero.position import ONGOING, Evaluation, Move, Position, Side
from tablero.search.node import NO_MOVE

GAME, DEPTH = "kalah(seeds=5,capture=leave)", 3
MINIMAX: WonDrawnLost = 314, 4, 182
"""The paper's games of this program at DEPTH against a random player."""

BEYOND_ALL_VALUES = 10**9
"""A MAX node starts from minus this value, a MIN node from plus this value."""


class KalahFaults(NamedTuple):
    """The faults of the program: all on is the paper's program, all off is correct minimax.

    comparison: a MAX node takes a child's value where the best value so far is greater than it,
        in place of where it is less; a MIN node mirrors this.
    """

    comparison: bool = True


PAPER, CORRECT = KalahFaults(), KalahFaults(comparison=False)


class PaperMinimax(NamedTuple):
    """The program as a player of compiled games.

    evaluation: values the positions at the end of the search.
    depth: plies that the program searches.
    last_pit_first: the successors begin with the pit nearest to the store, else with the one
        farthest from it.
    """

    evaluation: Evaluation
    depth: int
    last_pit_first: bool
    faults: KalahFaults

    def begin(self, seed: int) -> None:
        """Do nothing: no move of the program is random."""

    def pick(self, position: Position) -> tuple[Move, int]:
        """Return the program's move and its value for the side to move."""
        value, move = paper_minimax(position, self.depth, position.turn(), self)
        return move, value


@kernel
def paper_minimax(
    position: Position, depth: int, maximizer: Side, program: PaperMinimax
) -> tuple[int, Move]:
    """Return the value of `position` for `maximizer`, and the move chosen.

    The move is NO_MOVE where the game is over or `depth` is 0.
    """
    sign = 1 if position.turn() == maximizer else -1
    # Step 1. Value finished games, and positions at the end of the search
    outcome = position.outcome()
    if outcome != ONGOING:
        return sign * program.evaluation.final(outcome), NO_MOVE
    if depth == 0:
        return sign * program.evaluation.value(position), NO_MOVE
    # Step 2. Start from a value that every child should replace, and from the first successor
    successors = count_moves(position)
    first, step = (successors - 1, -1) if program.last_pit_first else (0, 1)
    best, chosen = -sign * BEYOND_ALL_VALUES, move_at(position, first)
    # Step 3. Compare every child with the best so far; the faulty program compares the wrong way
    for number in range(successors):
        move = move_at(position, first + step * number)
        value, _reply = paper_minimax(position.play(move), depth - 1, maximizer, program)
        gain = sign * (value - best)
        if gain < 0 if program.faults.comparison else gain > 0:
            best, chosen = value, move
    return best, chosen


class PaperMinimaxPlayer:
    """The program at the board of a referee."""

    def __init__(self, program: PaperMinimax) -> None:
        self.compiled = program

    def begin(self, seed: int) -> None:
        self.compiled.begin(seed)

    def choose(self, position: Any, limits: Limits) -> Choice:
        return Choice(*self.compiled.pick(position))

    def close(self) -> None:
        """Do nothing: the player holds no resources."""


@dataclass(frozen=True)
class PaperMinimaxAgent(Agent):
    """The program with the paper's simple evaluation, for a match."""

    name: ClassVar[str] = "p1-minimax"

    depth: int
    last_pit_first: bool
    faults: KalahFaults

    def seat(self, game: Game, side: Side) -> PaperMinimaxPlayer:
        evaluation = evaluations.load("simple", game)
        program = PaperMinimax(evaluation, self.depth, self.last_pit_first, self.faults)
        return PaperMinimaxPlayer(program)


def paper_agents(depth: int, faults: KalahFaults) -> dict[str, PaperMinimaxAgent]:
    """Return the program by the pit that its successors begin with."""
    return {
        "first_pit": PaperMinimaxAgent(depth, last_pit_first=False, faults=faults),
        "last_pit": PaperMinimaxAgent(depth, last_pit_first=True, faults=faults),
    }


@cache
def games_against_random(agent: PaperMinimaxAgent, games: int, seed: int) -> WonDrawnLost:
    """Return the games that `agent` won, drew and lost against `random`; it starts half of them.

    The games have the seeds of `tablero match GAME AGENT random --games N --seed S`, so `random`
    draws the same numbers as against any other agent.
    """
    terms = MatchTerms(GAME, ("random", "random"), games, seed)
    plan, tally = Plan(terms, players=[agent, agents.load("random")]), Tally()
    with closing(MatchPlayers(plan)) as players:
        for number, played in players.run(range(1, games + 1)):
            tally.add(number, played)
    lost, drawn, won = tally.games
    return won, drawn, lost
