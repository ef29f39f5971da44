"""Round robin: matches between every two agents, their ratings and tables."""

from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np

from tablero.agents.random_generator import derive
from tablero.errors import OptionError
from tablero.lab.table import Cell, Column, ResultTable, elo_text, shown
from tablero.locale import _
from tablero.match.batch import Batch
from tablero.match.elo import SURE
from tablero.match.journal import MatchJournal
from tablero.match.messages import match_warnings
from tablero.match.openings import Openings
from tablero.match.plan import MatchTerms, Plan
from tablero.match.ratings import Ratings, rate
from tablero.numbers import percent
from tablero.workers.in_process import IN_PROCESS
from tablero.workers.pool import WorkerPool

SEEDS = 10**9
"""Number of different match seeds of a round robin; small enough to read and type."""


class RoundRobinExperiment:
    """Matches between all agents, one after the other.

    A match depends only on the seed and on the numbers of its two agents, so a round robin can be
    extended by appending agents.

    agents: agents as texts.
    games: games of each match.
    plans, batches: plan and games of each match, by the numbers of its agents.
    """

    def __init__(
        self, game: str, agents: Sequence[str], games: int, seed: int, openings: Openings
    ) -> None:
        if len(agents) < 2 or len(set(agents)) < len(agents):
            message = _("a round robin needs two agents or more, all different; not {agents}")
            raise OptionError(message.format(agents=", ".join(agents)))
        self.game, self.agents, self.games, self.seed = game, agents, games, seed
        self.plans = {}
        for one, other in combinations(range(len(agents)), 2):
            players, match_seed = (agents[one], agents[other]), derive(seed, one, other) % SEEDS
            self.plans[one, other] = Plan(MatchTerms(game, players, games, match_seed, openings))
        self.batches: dict[tuple[int, int], Batch] = {}
        self._stopped = False

    def run(self, pool: WorkerPool = IN_PROCESS, folder: Path | None = None) -> None:
        """Play all games that the journals in `folder` do not contain yet."""
        for pair, plan in self.plans.items():
            journal = None if folder is None else MatchJournal(folder / journal_name(*pair), plan)
            try:
                self.batches[pair] = Batch(plan, pool, journal)
                if self._stopped:
                    return
                self.batches[pair].run()
            finally:
                if journal:
                    journal.close()

    def stop(self) -> None:
        """Make `run` end soon."""
        self._stopped = True
        for batch in [*self.batches.values()]:
            batch.stop()

    @property
    def played(self) -> int:
        return sum(batch.tally.played for batch in [*self.batches.values()])

    @property
    def title(self) -> str:
        title = _("{game}: {agents} agents, {games} games per pairing, seed {seed}")
        counts = {"agents": len(self.agents), "games": self.games, "seed": self.seed}
        return title.format(game=self.game, **counts)

    def results(self) -> Any:
        """Return the results as `rate` expects them."""
        size = len(self.agents)
        results = np.zeros((size, size, 3, 3), int)
        for pair, batch in [*self.batches.items()]:
            results[pair] = batch.tally.pairs_by_side
        return results

    def warnings(self) -> list[str]:
        """Return the warnings of all matches."""
        return [
            f"{' – '.join(batch.plan.terms.agents)}: {line}"
            for batch in self.batches.values()
            for line in match_warnings(batch)
        ]

    def ratings(self) -> Ratings:
        return rate(self.results(), self.seed)


def journal_name(one: int, other: int) -> str:
    """Return the file name of the match between agents `one` and `other`; names count from 1."""
    return f"{one + 1}-{other + 1}.jsonl"


def points_table(results: Any) -> Any:
    """Return the array [i, j] of the points of agent i against agent j."""
    halves = np.arange(3)
    points = halves[:, None] + halves[None, :]
    won = (results * points).sum(axis=(2, 3)) / 2
    lost = (results * (4 - points)).sum(axis=(2, 3)) / 2
    return won + lost.T


def standings(experiment: RoundRobinExperiment, ratings: Ratings, command: str) -> ResultTable:
    """Return the agents, strongest first.

    "=" marks an agent not significantly different from the one above.
    """
    rows: list[list[Cell]] = []
    points = points_table(experiment.results())
    played = (points + points.T).sum(axis=1)
    order = ratings.order()
    for place, number in enumerate(order):
        same = place > 0 and not ratings.differ_significantly(order[place - 1], number)
        games = int(played[number])
        share = float(points[number].sum()) / games if games else None
        rating = ratings.players[number]
        rows.append([place + 1, experiment.agents[number], *rating, share, games, same])
    columns = [
        Column("rank", "#"),
        Column("agent", _("agent")),
        *_interval_columns(_("rating")),
        Column("score", _("score"), percent),
        Column("games", _("games")),
        Column("same", "=", lambda same: "=" if same else ""),
    ]
    mark = _("= not significantly different from the one above")
    return ResultTable(f"{experiment.title}; {mark}", columns, rows, command, "standings")


def _interval_columns(title: str) -> list[Column]:
    return [
        Column("rating", title, elo_text),
        Column("low", _("low"), elo_text),
        Column("high", _("high"), elo_text),
    ]


def cross_table(experiment: RoundRobinExperiment, ratings: Ratings, command: str) -> ResultTable:
    """Return the points of the row's agent against the column's, strongest first."""
    order = ratings.order()
    points = points_table(experiment.results())
    rows: list[list[Cell]] = [
        [
            place,
            experiment.agents[one],
            *(None if one == other else float(points[one, other]) for other in order),
            float(points[one].sum()),
        ]
        for place, one in enumerate(order, 1)
    ]
    columns = [
        Column("rank", "#"),
        Column("agent", _("agent")),
        *(
            Column(experiment.agents[other], str(place), _points)
            for place, other in enumerate(order, 1)
        ),
        Column("points", _("points"), _points),
    ]
    title = _("Points of the row against the column, {games} games each")
    return ResultTable(title.format(games=experiment.games), columns, rows, command, "points")


def first_move_table(ratings: Ratings, command: str) -> ResultTable:
    """Return the advantage of the first move in Elo, with its interval."""
    title = _("Advantage of starting, with its {percent:.0f} % confidence interval")
    columns = _interval_columns("Elo")
    caption = title.format(percent=100 * SURE)
    return ResultTable(caption, columns, [[*ratings.first_move]], command, "seat")


def _points(cell: Cell) -> str:
    return f"{cell:.1f}".removesuffix(".0") if isinstance(cell, float) else shown(cell)
