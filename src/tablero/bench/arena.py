"""A round of a class: players' files in cells, beside the same games without any walls.

What is played is a part of the whole round: every two players meet, from fewer openings. Games a
second of two workers are those of the whole.
"""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

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
from tablero.arena.season.seats import InCell
from tablero.bench.rows import GAMES_PER_SECOND, Row, must_agree
from tablero.evals.functions import opinion_in
from tablero.games.game import Game
from tablero.locale import mark
from tablero.match.openings import Openings
from tablero.match.record import Record

GAME, DEPTH, PLIES, SEED = "mancala11", 2, 4, 1
PLAYERS, GOODS = 34, 4
"""Of them, those that think as long as the shipped `good`; the others weigh seeds and moves."""

OPENINGS, PLAYED = 20, 1
"""Of a whole round, and of the part that is played."""

WORKERS = 2
SECONDS = 600.0
"""In which the whole round is wanted."""


def measure() -> Iterator[Row]:
    """Games a second in the strongest sandbox, beside those that we want and those without."""
    level = level_found()
    texts = [*_texts()]
    whole = PLAYERS * (PLAYERS - 1) * OPENINGS
    inside, rate = _play([InCell(text, Track.EVALUATION, DEPTH, level) for text in texts])
    outside, free = _play([Open(text) for text in texts])
    for one, other in zip(inside, outside, strict=True):
        must_agree(f"{one.first}-{one.second}", one.moves, other.moves)
    details: dict[str, Any] = {
        "players": PLAYERS,
        "level": level.value,
        "games": len(inside),
        "workers": WORKERS,
    }
    details |= {"games": len(inside), "whole": whole, "seconds": round(whole / rate, 1)}
    name = mark("round of {players}, sandbox {level}: {seconds} s")
    wanted = mark("wanted: {whole} games")
    yield Row(name, rate, wanted, whole / SECONDS, GAMES_PER_SECOND, 1, details)
    yield Row(name, rate, mark("without a sandbox"), free, GAMES_PER_SECOND, None, details)


def _texts() -> Iterator[str]:
    """Files as a class hands them in: no two play alike."""
    usual, good = (template(name).text("en") for name in ("evaluation", "good"))
    for number in range(PLAYERS - GOODS):
        weights = usual.replace("SEEDS = 10", f"SEEDS = {10 + number % 6}")
        yield weights.replace("MOBILITY = 3", f"MOBILITY = {number - 12}")
    for number in range(GOODS):
        yield good.replace("FINISHED = -50", f"FINISHED = {20 * number - 50}")


@dataclass(frozen=True)
class Open:
    """A seat for the same text in our own process: never for a stranger's."""

    text: str
    seed: int | None = None

    def check(self, game: Game) -> None:
        """It is ours."""

    def take(self, game: Game, tools: Tools) -> tuple[Player, Player]:
        names: dict[str, Any] = {}
        exec(compile(self.text, "player.py", "exec"), names)
        opinion = opinion_in(names, game)
        assert opinion is not None, self.text
        player = Free(PlainSearch(opinion))
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


def _play(seats: Sequence[Seat]) -> tuple[list[Record], float]:
    """The games in their order, and games a second by the clock on the wall."""
    game = games.load(GAME)
    drawn = Openings(PLIES).draw(game, SEED).first(PLAYED)
    terms = Terms(GAME, SEED, dict(enumerate(drawn, 1)))
    players = [
        Entrant(f"p{number}", f"player {number}", False, seat) for number, seat in enumerate(seats)
    ]
    journal = Memory()
    begun = time.perf_counter()
    Round(terms, players, RoundRobin(PLAYED), journal, WORKERS).run()
    seconds = time.perf_counter() - begun
    records = [journal.records[key] for key in sorted(journal.records)]
    return records, len(records) / seconds
