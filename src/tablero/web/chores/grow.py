"""The tree of a search, as the page draws it."""

import gzip
import shlex
from typing import NamedTuple

import tablero.games as games
from tablero.errors import OptionError, SearchStopped
from tablero.games import evaluations
from tablero.lab.tree.tree import Tree, read_tree
from tablero.locale import _
from tablero.search import ENGINE
from tablero.search.log import new_log
from tablero.search.perft import count_nodes
from tablero.search.run import Search, Settings
from tablero.web import jobs
from tablero.web.chores import Tell
from tablero.web.chores.kept import Kept
from tablero.web.places import last_position

MOST_VISITED = 50_000_000
"""A search that visits more nodes is left."""

MOST_COUNTED = 20_000_000
"""Nodes that minimax would visit: beyond so many nobody counts."""

MOST_GHOSTS = 3_000
"""Nodes whose skipped children are counted."""

UNCOUNTED = -1


class Recording(NamedTuple):
    """A search that was recorded.

    The counters are those of the whole search, also where the tree has room for a part of it:
    pruned   -- children that were never visited
    cached   -- nodes valued by the cache
    inferred -- nodes valued by theory
    """

    tree: Tree
    pruned: int
    cached: int
    inferred: int


RECORDINGS: Kept[str, Recording] = Kept(4)


class Growing:
    def __init__(self, job: jobs.Grow) -> None:
        self.job = job
        self.result = b""
        self.stopped = False
        self.running: Search | None = None

    def stop(self) -> None:
        self.stopped = True
        if self.running is not None:
            self.running.stop()

    def run(self, tell: Tell) -> None:
        recording = self.recording()
        tree = recording.tree
        told = told_tree(recording, command(self.job), self._minimax(tree))
        self.result = gzip.compress(told.model_dump_json().encode(), 1)
        tell(jobs.Grown(nodes=tree.kept, visited=tree.visited))

    def recording(self) -> Recording:
        """Return the recording of the job's search; the same job has the same one."""
        return RECORDINGS.get(self.job.model_dump_json(), self._grow)

    def _grow(self) -> Recording:
        log = new_log(self.job.nodes)
        search = self._search(settings_of(self.job.search), MOST_VISITED, log)
        game = games.load_untried(self.job.line.game)
        try:
            search.search_window(search.settings.depth, *search.span)
        except SearchStopped:
            if self.stopped:
                raise
            message = _("the search has visited {most} nodes and was left: try a smaller depth")
            raise OptionError(message.format(most=MOST_VISITED)) from None
        evaluation = self.job.search.eval
        tree = read_tree(log, game, search.position, search.settings, evaluation, search.span)
        state = search.state
        return Recording(tree, *map(int, (state.lazy_savings, state.cache_hits, state.inferred)))

    def _search(self, settings: Settings, budget: int, log: object = None) -> Search:
        """Ready to be asked, and to visit so many nodes; none if we were stopped meanwhile."""
        game = games.load_untried(self.job.line.game)
        evaluation = evaluations.load(self.job.search.eval, game)
        position = last_position(game, self.job.line)
        self.running = Search(position, evaluation, settings, log=log)
        self.running.prepare()
        self.running.limit(budget)
        if self.stopped:
            self.running.stop()
        return self.running

    def _minimax(self, tree: Tree) -> int | None:
        """Return how many nodes minimax would visit below the root; None if too many."""
        count = count_nodes(tree.positions[0], self.job.search.depth, MOST_COUNTED)
        return count if count <= MOST_COUNTED else None


def settings_of(asked: jobs.Search) -> Settings:
    """Raises TableroError for what no search does, or none that has one tree."""
    if asked.algorithm == ENGINE:
        raise OptionError(_("the engine has a tree for every depth; choose another search"))
    told = asked.model_dump(exclude={"eval"})
    return Settings(**told, table_bits=20)


def command(job: jobs.Grow) -> str:
    """Writes the same tree."""
    search, line = job.search, job.line
    game = games.load_untried(line.game)
    text = game.after(line.start, line.moves, last_position(game, line))
    words = ["tablero", "search", line.game, text]
    words += ["--algorithm", search.algorithm, "--depth", str(search.depth), "--eval", search.eval]
    usual = jobs.Search()
    for name in ("order", "root_window"):
        if getattr(search, name) != getattr(usual, name):
            words += [f"--{name.replace('_', '-')}", getattr(search, name)]
    for name in ("cache", "lazy", "infer"):
        if getattr(search, name) != getattr(usual, name):
            words.append(f"--{name}" if getattr(search, name) else f"--no-{name}")
    return shlex.join([*words, "--tree", "tree.jsonl"])


def told_tree(recording: Recording, command: str, minimax: int | None) -> jobs.TreeTold:
    """By columns."""
    tree, nodes = recording.tree, recording.tree.nodes
    return jobs.TreeTold.model_construct(
        command=command,
        max=tree.positions[0].turn() + 1,
        visited=tree.visited,
        pruned=recording.pruned,
        cached=recording.cached,
        inferred=recording.inferred,
        span=list(tree.span),
        minimax=minimax,
        parent=[-1 if node.parent is None else node.parent for node in nodes],
        move=[node.move for node in nodes],
        left=[node.left for node in nodes],
        turn=[node.turn + 1 for node in nodes],
        again=[node.again for node in nodes],
        repeated=[node.repeated for node in nodes],
        alpha=[node.window and node.window[0] for node in nodes],
        beta=[node.window and node.window[1] for node in nodes],
        value=[node.value for node in nodes],
        bound=[node.bound for node in nodes],
        node_kind=[node.kind for node in nodes],
        best=[node.best for node in nodes],
        size=[node.size for node in nodes],
        skipped=[node.skipped for node in nodes],
        unseen=unseen(tree),
    )


def unseen(tree: Tree) -> list[int]:
    """Of every node, what minimax would have visited below the children that were never looked
    at. Where there is too much to count, the small ones are left out: UNCOUNTED."""
    told = [UNCOUNTED if node.skipped else 0 for node in tree.nodes]
    cut = sorted((node for node in tree.nodes if node.skipped), key=lambda node: -node.left)
    left = MOST_COUNTED
    for node in cut[:MOST_GHOSTS]:
        size = sum(tree.skipped_sizes(node, left))
        left -= size
        if left < 0:
            break
        told[node.number] = size
    return told
