"""A round of a class: players' files in cells, beside the same games without any walls.

What is played is a part of the whole round: some of the players meet, from all openings. Time is
that of the processors, of all processes together; two of them have so many games a second.
"""

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

from bench.rows import GAMES_PER_SECOND, Row, must_agree
from tablero import games
from tablero.agents.agent import Choice, Limits, Player
from tablero.agents.plain import PlainSearch
from tablero.arena.player.forms import Track
from tablero.arena.player.templates import template
from tablero.arena.rounds.driver import Round
from tablero.arena.rounds.entrants import Entrant, Seat, Tools
from tablero.arena.rounds.journal import Memory
from tablero.arena.rounds.meeting import Terms
from tablero.arena.rounds.pairing import RoundRobin
from tablero.arena.sandbox.level import level_found
from tablero.arena.season.seats import InCell, Shut
from tablero.games.game import Game
from tablero.games.student.functions import find_evaluation
from tablero.match.openings import Openings
from tablero.match.record import Record
from tablero.workers.processes import ProcessPool

GAME, DEPTH, PLIES, SEED = "mancala11", 2, 4, 1
PLAYERS, PLAYED, OPENINGS = 34, 8, 20
"""Of a whole round; so many of its players meet here."""

GOOD = 4
"""Every so many-th thinks as long as the shipped `good`; the others weigh seeds and moves."""

CORES = 2
SECONDS = 600.0
"""In which the whole round is wanted."""


def measure() -> Iterator[Row]:
    """Games a second in the strongest sandbox, beside those that we want and those without."""
    level = level_found()
    texts = [*_texts()]
    whole = PLAYERS * (PLAYERS - 1) * OPENINGS
    with NamedTemporaryFile() as clock:
        told = Track.EVALUATION, DEPTH, level
        shut = [Clocked(text, *told, clock=clock.name) for text in texts]
        inside, rate = _play(shut, lambda: sum(map(float, Path(clock.name).read_text().split())))
    outside, free = _play([Open(text) for text in texts])
    for one, other in zip(inside, outside, strict=True):
        must_agree(f"{one.first}-{one.second}", one.moves, other.moves)
    details: dict[str, Any] = {
        "players": PLAYERS,
        "level": level.value,
        "games": len(inside),
        "cores": CORES,
    }
    details |= {"games": len(inside), "whole": whole, "seconds": round(whole / rate, 1)}
    name = "round of {players}, sandbox {level}: {seconds} s"
    wanted = "wanted: {whole} games"
    yield Row(name, rate, wanted, whole / SECONDS, GAMES_PER_SECOND, 1, details)
    yield Row(name, rate, "without a sandbox", free, GAMES_PER_SECOND, None, details)


def _texts() -> Iterator[str]:
    """Files as a class hands them in: no two play alike."""
    usual, good = (template(name).text("en") for name in ("evaluation", "good"))
    for number in range(PLAYED):
        if number % GOOD == 0:
            yield good.replace("FINISHED = -50", f"FINISHED = {20 * number - 50}")
        else:
            weights = usual.replace("SEEDS = 10", f"SEEDS = {10 + number % 6}")
            yield weights.replace("MOBILITY = 3", f"MOBILITY = {number - 3}")


@dataclass(frozen=True)
class Clocked(InCell):
    """A seat that writes down what its cells have used: what lives inside bubblewrap is not
    counted among our children.

    clock -- a file with a number a line
    """

    clock: str = ""

    def take(self, game: Game, tools: Tools) -> tuple[Player, Player]:
        player, _same = super().take(game, tools)
        assert isinstance(player, Shut), player
        timed = Timed(player, self.clock)
        return timed, timed


class Timed:
    compiled = None

    def __init__(self, player: Shut, clock: str) -> None:
        self.player, self.clock = player, clock
        self.begin, self.choose = player.begin, player.choose

    def close(self) -> None:
        with Path(self.clock).open("a") as clock:
            clock.write(f"{self.player.player.cpu}\n")
        self.player.close()


@dataclass(frozen=True)
class Open:
    """A seat for the same text in our own process: never for a stranger's."""

    text: str
    seed: int | None = None

    def check(self, game: Game) -> None:
        """It is ours."""

    def packed(self) -> "Open":
        return self

    def check_machine(self) -> None:
        """Any will do."""

    def take(self, game: Game, tools: Tools) -> tuple[Player, Player]:
        names: dict[str, Any] = {}
        exec(compile(self.text, "player.py", "exec"), names)
        evaluation = find_evaluation(names, game)
        assert evaluation is not None, self.text
        player = Free(PlainSearch(evaluation))
        return player, player


class Free:
    compiled = None

    def __init__(self, search: PlainSearch) -> None:
        self.search = search

    def begin(self, seed: int) -> None:
        """It has no dice."""

    def choose(self, position: Any, limits: Limits) -> Choice:
        return Choice(self.search.run(position, DEPTH).line[0])

    def close(self) -> None:
        """It holds nothing."""


def _play(
    seats: Sequence[Seat], further: Callable[[], float] = float
) -> tuple[list[Record], float]:
    """The games in their order, and games a second of so many processors.

    further -- seconds of processors that the system does not tell
    """
    game = games.load(GAME)
    drawn = Openings(PLIES).draw(game, SEED).first(OPENINGS)
    terms = Terms(GAME, SEED, dict(enumerate(drawn, 1)))
    players = [
        Entrant(f"p{number}", f"player {number}", False, seat) for number, seat in enumerate(seats)
    ]
    journal = Memory()
    begun = _spent()
    Round(terms, players, RoundRobin(OPENINGS), journal, ProcessPool(CORES)).run()
    seconds = (_spent() - begun + further()) / CORES
    records = [journal.records[key] for key in sorted(journal.records)]
    return records, len(records) / seconds


def _spent() -> float:
    """Seconds of processors that this process and all those that have ended below it have used."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system
