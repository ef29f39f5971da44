"""A round of a class: players' files in sandboxes, and the same games without a sandbox.

Only a part of the whole round is played: some of the players, from all openings. The rate is games
per second of CORES processors, computed from the CPU time of all processes together.
"""

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

import tablero.games as games
from bench.rows import GAMES_PER_SECOND, Row, must_agree
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
"""Players of a whole round, players that play here, and openings."""

GOOD = 4
"""Every GOOD-th player is as slow as the tournament's `good`; the others count seeds and moves."""

CORES = 2
SECONDS = 600.0
"""Target time of the whole round."""


def measure() -> Iterator[Row]:
    """Yield games per second in the strongest sandbox, against the target and without sandbox."""
    level = level_found()
    texts = [*_texts()]
    whole = PLAYERS * (PLAYERS - 1) * OPENINGS
    with NamedTemporaryFile() as clock:
        settings = Track.EVALUATION, DEPTH, level
        sandboxed = [TimedSandbox(text, *settings, clock=clock.name) for text in texts]
        inside, rate = _play(
            sandboxed, lambda: sum(map(float, Path(clock.name).read_text().split()))
        )
    outside, free = _play([InProcess(text) for text in texts])
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
    """Yield the source code of players as a class submits them; all of them play differently."""
    default, good = (template(name).text("en") for name in ("evaluation", "good"))
    for number in range(PLAYED):
        if number % GOOD == 0:
            yield good.replace("FINISHED = -50", f"FINISHED = {20 * number - 50}")
        else:
            weights = default.replace("SEEDS = 10", f"SEEDS = {10 + number % 6}")
            yield weights.replace("MOBILITY = 3", f"MOBILITY = {number - 3}")


@dataclass(frozen=True)
class TimedSandbox(InCell):
    """A sandboxed player whose CPU time is written to a file.

    The system does not count processes inside bubblewrap among the children of this process.

    clock: path of the file, with one number of seconds per line.
    """

    clock: str = ""

    def take(self, game: Game, tools: Tools) -> tuple[Player, Player]:
        player, _same = super().take(game, tools)
        assert isinstance(player, Shut), player
        timed = TimedPlayer(player, self.clock)
        return timed, timed


class TimedPlayer:
    """A player that appends its CPU time to a file when it is closed."""

    compiled = None

    def __init__(self, player: Shut, clock: str) -> None:
        self.player, self.clock = player, clock
        self.begin, self.choose = player.begin, player.choose

    def close(self) -> None:
        with Path(self.clock).open("a") as clock:
            clock.write(f"{self.player.player.cpu}\n")
        self.player.close()


@dataclass(frozen=True)
class InProcess:
    """A player in this process, from trusted source code."""

    text: str
    seed: int | None = None

    def check(self, game: Game) -> None:
        """Do nothing: the source code is trusted."""

    def packed(self) -> "InProcess":
        return self

    def check_machine(self) -> None:
        """Do nothing: every machine can run it."""

    def take(self, game: Game, tools: Tools) -> tuple[Player, Player]:
        names: dict[str, Any] = {}
        exec(compile(self.text, "player.py", "exec"), names)
        evaluation = find_evaluation(names, game)
        assert evaluation is not None, self.text
        player = PlainPlayer(PlainSearch(evaluation))
        return player, player


class PlainPlayer:
    """A player that searches in this process."""

    compiled = None

    def __init__(self, search: PlainSearch) -> None:
        self.search = search

    def begin(self, seed: int) -> None:
        """Do nothing: the search uses no random numbers."""

    def choose(self, position: Any, limits: Limits) -> Choice:
        return Choice(self.search.run(position, DEPTH).line[0])

    def close(self) -> None:
        """Do nothing: there are no resources to release."""


def _play(
    seats: Sequence[Seat], uncounted: Callable[[], float] = float
) -> tuple[list[Record], float]:
    """Return the games in their order, and games per second of CORES processors.

    uncounted: returns the CPU time, in seconds, that the system does not count for this process.
    """
    game = games.load(GAME)
    drawn = Openings(PLIES).draw(game, SEED).first(OPENINGS)
    terms = Terms(GAME, SEED, dict(enumerate(drawn, 1)))
    players = [
        Entrant(f"p{number}", f"player {number}", False, seat) for number, seat in enumerate(seats)
    ]
    journal = Memory()
    start = _cpu_seconds()
    Round(terms, players, RoundRobin(OPENINGS), journal, ProcessPool(CORES)).run()
    seconds = (_cpu_seconds() - start + uncounted()) / CORES
    records = [journal.records[key] for key in sorted(journal.records)]
    return records, len(records) / seconds


def _cpu_seconds() -> float:
    """Return the CPU time of this process and of all its children that have exited."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system
