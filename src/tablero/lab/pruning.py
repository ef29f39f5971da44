"""What pruning saves, move by move, through one game."""

import threading
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import product
from typing import Any

from tablero.errors import OptionError
from tablero.games.game import Game
from tablero.lab.positions import random_positions
from tablero.lab.probe import Probe, Prober, Search, first_share
from tablero.lab.probe_job import ProbeJob, Question
from tablero.lab.table import Cell, Column, Table
from tablero.locale import _
from tablero.numbers import grouped, percent
from tablero.position import ONGOING
from tablero.teams.team import Team

USUAL = ("minimax", "alphabeta")


@dataclass
class Turn:
    """A position of the game, the name of the move that is played, and what every search found
    there, as far as we have come: the last one first."""

    position: Any
    move: str
    found: dict[int, Probe]


def opened(game: Game, plies: int, seed: int) -> Any:
    """The position after so many random moves. Raises OptionError if games are over by then."""
    (start,) = random_positions(game, 1, range(plies, plies + 1), seed)
    return start


def opening_told(plies: int, seed: int) -> str:
    """What such a game is called."""
    if not plies:
        return _("one game")
    message = _("one game, random opening of length {plies}, seed {seed}")
    return message.format(plies=plies, seed=seed)


class Pruning:
    """A game that the last search plays against itself; the others look at its positions too.

    turns -- of the game
    at    -- what is being searched
    """

    def __init__(self, game: Game, searches: Sequence[Search], start: Any) -> None:
        if len(searches) < 2:
            raise OptionError(_("two searches or more: without pruning, and with it"))
        self.game, self.searches, self.start = game, searches, start
        self.turns: list[Turn] = []
        self.known = False
        self.at = ""
        self._stop = threading.Event()

    def run(self, team: Team | None = None) -> None:
        """The game first, then what it takes the others; a team shares out its positions."""
        self._play()
        self.known = not self.stopped
        if team is None:
            self._ask_here()
        else:
            self._have_asked(team)

    def _ask_here(self) -> None:
        others = [*enumerate(self.searches)][:-1]
        probers = [(number, Prober(search, self.game)) for number, search in others]
        for turn in self.turns:
            for number, prober in probers:
                if self.stopped:
                    return
                self.at = str(self.searches[number])
                turn.found[number] = prober.ask(turn.position)

    def _have_asked(self, team: Team) -> None:
        others = self.searches[:-1]
        places = product(range(len(self.turns)), range(len(others)))
        orders = (
            [Question(turn * len(others) + number, str(others[number]), self._written(turn))]
            for turn, number in places
        )
        job = ProbeJob.of(self.game, others)
        with closing(team.results(job, orders, self._stop)) as answers:
            for question, probe in answers:
                turn, number = divmod(question.number, len(others))
                self.at = question.search
                self.turns[turn].found[number] = probe

    def _written(self, turn: int) -> str:
        return self.game.write(self.turns[turn].position)

    def _play(self) -> None:
        last = len(self.searches) - 1
        self.at, position = str(self.searches[last]), self.start
        prober = Prober(self.searches[last], self.game)
        while position.outcome() == ONGOING and not self.stopped:
            probe = prober.ask(position)
            move = self.game.move_name(position, probe.move)
            self.turns.append(Turn(position, move, {last: probe}))
            position = position.play(probe.move)

    def stop(self) -> None:
        """End soon."""
        self._stop.set()

    @property
    def stopped(self) -> bool:
        return self._stop.is_set()

    @property
    def total(self) -> int:
        """Searches in all; 0 before the game is known."""
        return len(self.turns) * len(self.searches) if self.known else 0

    @property
    def done(self) -> int:
        return sum(len(turn.found) for turn in self.turns)

    @property
    def whole(self) -> list[Turn]:
        """The turns that every search has looked at."""
        return [turn for turn in self.turns if len(turn.found) == len(self.searches)]

    def nodes(self, number: int) -> int:
        """Of one search, in these turns."""
        return sum(turn.found[number].nodes for turn in self.whole)

    def told(self) -> str:
        """What the last search saves of the nodes of the first."""
        first, last = self.nodes(0), self.nodes(len(self.searches) - 1)
        message = _("{last} saves {share} of the {nodes} nodes of {first}")
        return message.format(
            first=self.searches[0],
            last=self.searches[-1],
            share=percent(1 - last / first),
            nodes=grouped(first),
        )


def pruning_table(pruning: Pruning, title: str, command: str) -> Table:
    """A row for every turn that all have looked at."""
    last = len(pruning.searches) - 1
    rows: list[list[Cell]] = []
    for number, turn in enumerate(pruning.whole, 1):
        counts = [turn.found[search].nodes for search in range(last + 1)]
        saved = 1 - counts[last] / counts[0]
        rows.append([number, turn.move, *counts, saved, first_share([turn.found[last]])])
    columns = [
        Column("turn", _("turn")),
        Column("move", _("move")),
        *(Column(str(search), str(search)) for search in pruning.searches),
        Column("saved", _("saved"), percent),
        Column("first", _("first cuts"), percent),
    ]
    return Table(title, columns, rows, command, "pruning")
