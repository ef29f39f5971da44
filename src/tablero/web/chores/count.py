"""How many nodes a search visits with pruning, and without."""

import tablero.games as games
from tablero.errors import SearchStopped
from tablero.games import evaluations
from tablero.search.run import Search, Settings
from tablero.web import jobs
from tablero.web.chores import Tell
from tablero.web.places import last_position

MOST_NODES = 30_000_000
"""A search without pruning that visits more is left: a second, or two."""


class Counting:
    result = b""

    def __init__(self, job: jobs.Count) -> None:
        self.job = job
        game = games.load_untried(job.line.game)
        position = last_position(game, job.line)
        evaluation = evaluations.load(job.eval, game)
        self.stopped = False
        self.searches = {
            name: Search(position, evaluation, Settings(name, job.depth))
            for name in ("alphabeta", "minimax")
        }

    def stop(self) -> None:
        self.stopped = True
        for search in self.searches.values():
            search.stop()

    def run(self, tell: Tell) -> None:
        pruned, whole = (self._count(search) for search in self.searches.values())
        tell(jobs.Counted(pruned=pruned, whole=whole, depth=self.job.depth))

    def _count(self, search: Search) -> int | None:
        """Nodes below the root; None if there are too many."""
        search.prepare()
        search.limit(MOST_NODES)
        if self.stopped:
            search.stop()
        try:
            search.search_window(self.job.depth, *search.span)
        except SearchStopped:
            if self.stopped:
                raise
            return None
        return search.nodes
