"""Matches of the same two agents, at one depth after the other."""

from collections.abc import Callable, Iterable, Mapping
from typing import TypeAlias, TypeVar

from tablero.lab.papers.measure import MatchResult, count_columns, elo_cells, elo_columns, match
from tablero.lab.table import Cell, Column, ResultTable
from tablero.locale import _
from tablero.match.elo import Estimate
from tablero.match.openings import Openings
from tablero.match.plan import MatchTerms

T = TypeVar("T")

Duels: TypeAlias = Mapping[int, MatchResult]
"""Results of matches, by depth."""

AgentAtDepth: TypeAlias = Callable[[int], str]
"""Function from a depth to the agent's text."""

OPENING = 4
"""Random plies before a game, the same for both games of a pair, as searches are deterministic."""


def play_duels(
    game: str,
    first: AgentAtDepth,
    second: AgentAtDepth,
    depths: Iterable[int],
    games: int,
    seed: int,
) -> Duels:
    return {
        depth: match(
            MatchTerms(game, (first(depth), second(depth)), games, seed, Openings(OPENING))
        )
        for depth in depths
    }


def searcher(evaluation: str) -> AgentAtDepth:
    """Return the alpha-beta agent with this evaluation; it plays minimax's moves in less time."""
    return lambda depth: f"alphabeta(depth={depth},eval={evaluation})"


def nearest(depth: int, by_depth: Mapping[int, T]) -> tuple[int, T]:
    """Return the entry at this depth, or at the nearest one."""
    return min(by_depth.items(), key=lambda each: abs(each[0] - depth))


def estimates(duels: Duels) -> dict[int, Estimate]:
    return {depth: outcome.estimate for depth, outcome in duels.items()}


def duel_table(name: str, title: str, duels: Duels, command: str) -> ResultTable:
    columns = [Column("depth", _("depth")), *count_columns(), *elo_columns()]
    rows: list[list[Cell]] = [
        [depth, *outcome.counts, *elo_cells(outcome.estimate)] for depth, outcome in duels.items()
    ]
    return ResultTable(title, columns, rows, command, name)
