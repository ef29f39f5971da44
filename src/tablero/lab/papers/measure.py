"""Functions that the papers' experiments share: matches, timed searches, whole games."""

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tablero.games.game import Game
from tablero.lab.papers.report import Numbers, ours_alone
from tablero.lab.papers.significance import WonDrawnLost
from tablero.lab.table import Cell, Column, elo_text, shown
from tablero.locale import _
from tablero.match.batch import Batch
from tablero.match.elo import Estimate
from tablero.match.plan import MatchTerms, Plan
from tablero.position import ONGOING, SECOND, Move
from tablero.search import ENGINE
from tablero.search.deepening import Deepening
from tablero.search.run import Result, Search, Settings, first_cuts, statistics

RUNS, LONG = 5, 0.5
"""Most runs of a timed search, and the seconds of CPU time after which it is not run again."""


def papers_command(paper: str, seed: int | None = None) -> str:
    """Return the command that reproduces a paper."""
    return f"tablero lab papers {paper}" + ("" if seed is None else f" --seed {seed}")


@dataclass(frozen=True)
class MatchResult:
    """Result of a match; `counts` are games won, drawn and lost."""

    counts: WonDrawnLost
    estimate: Estimate
    command: str


def match(terms: MatchTerms) -> MatchResult:
    """Play a match in this process."""
    batch = Batch(Plan(terms))
    batch.run()
    lost, drawn, won = batch.tally.games
    return MatchResult((won, drawn, lost), batch.tally.estimate, terms.command)


def elo_columns() -> list[Column]:
    return [
        Column("elo", _("Elo"), elo_text),
        Column("low", _("from"), elo_text),
        Column("high", _("to"), elo_text),
    ]


COUNTED = "won", "drawn", "lost"


def count_columns() -> list[Column]:
    return [*map(Column, COUNTED, (_("won"), _("drawn"), _("lost")))]


def elo_numbers(estimate: Estimate) -> Numbers:
    """Return Elo and its interval; None where it is infinite."""
    ends = {"elo": estimate.elo, "low": estimate.low, "high": estimate.high}
    return ours_alone(**{name: end if math.isfinite(end) else None for name, end in ends.items()})


def elo_range(estimate: Estimate) -> str:
    """Return Elo and its interval: +80 (+49 to +113)."""
    elo, low, high = map(elo_text, (estimate.elo, estimate.low, estimate.high))
    return _("{elo} Elo ({low} to {high})").format(elo=elo, low=low, high=high)


def elo_cells(estimate: Estimate) -> list[Cell]:
    """Return the cells of `elo_columns`."""
    return [estimate.elo, estimate.low, estimate.high]


def seconds_text(seconds: Cell) -> str:
    """Return a time in a readable unit: 8.3 min, 7 s, 12 ms."""
    if not isinstance(seconds, float | int):
        return shown(seconds)
    if seconds >= 60:
        return f"{seconds / 60:.3g} min"
    if seconds >= 1:
        return f"{seconds:.3g} s"
    return f"{seconds * 1e3:.3g} ms" if seconds >= 1e-3 else f"{seconds * 1e6:.3g} µs"


def clocked(position: Any, evaluation: Any, settings: Settings) -> Result:
    """Run a search several times, and return the quickest run, which other load disturbed least.

    Its seconds are CPU time.
    """
    results = [_one_run(position, evaluation, settings)]
    while len(results) < RUNS and total_seconds(results) < LONG:
        results.append(_one_run(position, evaluation, settings))
    return min(results, key=seconds)


def _one_run(position: Any, evaluation: Any, settings: Settings) -> Result:
    if settings.algorithm == ENGINE:
        return deepened(position, evaluation, settings)
    return on_the_clock(Search(position, evaluation, settings))


def on_the_clock(search: Search) -> Result:
    search.prepare()
    depth = search.settings.depth
    begun = time.thread_time()
    score = search.search_window(depth, *search.span)
    spent = time.thread_time() - begun
    line = search.line(depth, score)
    counted, first = statistics([search], spent), first_cuts([search])
    return Result(score, line, depth, search.exact, counted, first)


def deepened(position: Any, evaluation: Any, settings: Settings) -> Result:
    """Run the engine's iterative deepening, and return its result with its CPU time."""
    deepening = Deepening(position, evaluation, settings)
    deepening.searches[0].prepare()
    begun = time.thread_time()
    result = deepening.run()
    spent = time.thread_time() - begun
    return replace(result, statistics={**result.statistics, "seconds": spent})


def seconds(result: Result) -> float:
    return float(result.statistics["seconds"])


def nodes(result: Result) -> int:
    return int(result.statistics["evaluated"])


def count(results: Sequence[Result]) -> int:
    """Return the nodes of several searches."""
    return sum(map(nodes, results))


def total_seconds(results: Sequence[Result]) -> float:
    """Return the seconds of several searches."""
    return sum(map(seconds, results))


@dataclass(frozen=True)
class SearchedTurn:
    """A position of a game, the move played, and the result of each set of settings."""

    position: Any
    move: str
    results: Sequence[Result]


def whole_game(
    game: Game,
    evaluation: Any,
    ways: Sequence[Settings],
    start: Any = None,
    rival: Callable[[Any], Move] | None = None,
) -> list[SearchedTurn]:
    """Return the turns of a game whose positions are searched with all settings.

    The move of the last settings is played.

    rival: chooses the second player's moves, and their turns are left out; None: the search plays
        both sides.
    """
    position, turns = game.start if start is None else start, []
    while position.outcome() == ONGOING:
        if rival and position.turn() == SECOND:
            position = position.play(rival(position))
            continue
        results = [Search(position, evaluation, settings).run() for settings in ways]
        turns.append(SearchedTurn(position, game.move_name(position, results[-1].move), results))
        position = position.play(results[-1].move)
    return turns
