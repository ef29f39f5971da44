"""Nodes saved by pruning, move by move, in one game."""

import threading
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import product
from typing import Any

from tablero.errors import OptionError
from tablero.games.game import Game
from tablero.lab.positions import random_positions
from tablero.lab.probe import Search, SearchProbe, SearchProber, first_share
from tablero.lab.probe_job import ProbeJob, ProbeKey
from tablero.lab.table import Cell, Column, ResultTable
from tablero.locale import _
from tablero.numbers import grouped, percent
from tablero.position import ONGOING
from tablero.workers.in_process import IN_PROCESS
from tablero.workers.pool import WorkerPool

DEFAULT_SEARCHES = ("minimax", "alphabeta")


@dataclass
class PruningTurn:
    """A position of the game, the name of the move played, and the probes so far.

    found: probes by number of the search; the last search's comes first, as it plays the game.
    """

    position: Any
    move: str
    found: dict[int, SearchProbe]


def opening_position(game: Game, plies: int, seed: int) -> Any:
    """Return the position after `plies` random moves; raise OptionError if games end before."""
    (start,) = random_positions(game, 1, range(plies, plies + 1), seed)
    return start


def opening_description(plies: int, seed: int) -> str:
    """Return the description of a game with this opening."""
    if not plies:
        return _("one game")
    message = _("one game, random opening of length {plies}, seed {seed}")
    return message.format(plies=plies, seed=seed)


class PruningExperiment:
    """A game that the last search plays against itself; the other searches run on its positions.

    turns: turns of the game.
    is_played: whether the game has been played to its end.
    at: the search that runs now, as text.
    """

    def __init__(self, game: Game, searches: Sequence[Search], start: Any) -> None:
        if len(searches) < 2:
            raise OptionError(_("two searches or more: without pruning, and with it"))
        self.game, self.searches, self.start = game, searches, start
        self.turns: list[PruningTurn] = []
        self.is_played = False
        self.at = ""
        self._stop = threading.Event()

    def run(self, pool: WorkerPool = IN_PROCESS) -> None:
        """Play the game, then run the other searches on its positions."""
        self._play()
        self.is_played = not self.stopped
        others = self.searches[:-1]
        job = ProbeJob.of(self.game, others)
        with closing(pool.results(job, self._tasks(others), self._stop)) as answers:
            for key, probe in answers:
                turn, number = divmod(key.number, len(others))
                self.turns[turn].found[number] = probe

    def _tasks(self, others: Sequence[Search]) -> Iterator[list[ProbeKey]]:
        """Yield a task for each position and search."""
        for number, (turn, search) in enumerate(product(self.turns, others)):
            self.at = str(search)
            yield [ProbeKey(number, self.at, self.game.write(turn.position))]

    def _play(self) -> None:
        last = len(self.searches) - 1
        self.at, position = str(self.searches[last]), self.start
        prober, most = SearchProber(self.searches[last], self.game), self.game.move_limit or None
        while position.outcome() == ONGOING and not self.stopped and len(self.turns) != most:
            probe = prober.ask(position)
            move = self.game.move_name(position, probe.move)
            self.turns.append(PruningTurn(position, move, {last: probe}))
            position = position.play(probe.move)

    def stop(self) -> None:
        """Make `run` end soon."""
        self._stop.set()

    @property
    def stopped(self) -> bool:
        return self._stop.is_set()

    @property
    def total(self) -> int:
        """Number of searches to run; 0 until the game has been played."""
        return len(self.turns) * len(self.searches) if self.is_played else 0

    @property
    def done(self) -> int:
        return sum(len(turn.found) for turn in self.turns)

    @property
    def complete_turns(self) -> list[PruningTurn]:
        """The turns that have a probe of every search."""
        return [turn for turn in self.turns if len(turn.found) == len(self.searches)]

    def nodes(self, number: int) -> int:
        """Return the nodes of one search in the turns of `complete_turns`."""
        return sum(turn.found[number].nodes for turn in self.complete_turns)

    def summary(self) -> str:
        """Return the message with the share of the first search's nodes that the last saves."""
        first, last = self.nodes(0), self.nodes(len(self.searches) - 1)
        message = _("{last} saves {share} of the {nodes} nodes of {first}")
        return message.format(
            first=self.searches[0],
            last=self.searches[-1],
            share=percent(1 - last / first),
            nodes=grouped(first),
        )


def pruning_table(pruning: PruningExperiment, title: str, command: str) -> ResultTable:
    """Return a table with a row for every turn of `complete_turns`."""
    last = len(pruning.searches) - 1
    rows: list[list[Cell]] = []
    for number, turn in enumerate(pruning.complete_turns, 1):
        counts = [turn.found[search].nodes for search in range(last + 1)]
        saved = 1 - counts[last] / counts[0]
        rows.append([number, turn.move, *counts, saved, first_share([turn.found[last]])])
    columns = [
        Column("turn", _("turn")),
        Column("move", _("move")),
        *(Column(str(search), str(search)) for search in pruning.searches),
        Column("saved", _("saved"), percent),
        Column("first", _("first cutoffs"), percent),
    ]
    return ResultTable(title, columns, rows, command, "pruning")
