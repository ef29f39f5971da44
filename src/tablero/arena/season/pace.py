"""Who takes too long in the games of a round.

The check before it measures a player in positions that follow from his file; here it is his own
games. Their clocks are on the wall, and a busy machine makes them slow: they only say who may be
too slow. He is measured as the check does it, CPU time beside that of the reference in the same
positions, and twice before it counts.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any, NamedTuple

import tablero.games as games
from tablero.arena.check.case import Case
from tablero.arena.check.terms import course_terms
from tablero.arena.check.timing import POSITIONS, Measured, NoMove, measured
from tablero.arena.course.model import Course
from tablero.arena.player.forms import Form, read_file
from tablero.arena.sandbox.warden import Warden
from tablero.arena.season.rulings import TIME
from tablero.arena.standings.counts import Counts
from tablero.arena.store.models import Kind, Round, Upload
from tablero.arena.store.store import Ruling
from tablero.errors import TableroError
from tablero.locale import _
from tablero.match.record import Record, positions

GAMES = 40
"""Of a player that are looked at."""

CLEARLY = 1.25
"""Whose share is beyond the limit by this factor is too slow: the check has let him in with a
share up to the limit, in other positions."""

UNSURE = 0.5
"""Whose moves took less than this part of what is allowed, by the clock on the wall, is not
measured."""

TRIES = 3
"""So often something of ours may fail while a player is measured."""


class Pace(NamedTuple):
    """What a player has done in a round.

    seconds -- of a move on the wall, on average
    asked   -- some of the positions that he had to move in
    """

    seconds: float
    asked: list[Any]


def pace(counts: Counts, player: str) -> Pace | None:
    """None: he has not moved."""
    own = [each for each in counts.games.values() if player in (each.first, each.second)]
    moves = [move for record in _evenly(own, GAMES) for move in _moves(record, player)]
    if not moves:
        return None
    seconds = sum(spent for _position, spent in moves) / len(moves)
    return Pace(seconds, [position for position, _spent in _evenly(moves, POSITIONS)])


def _moves(record: Record, player: str) -> Iterator[tuple[Any, float]]:
    """Positions of a game in which this player was to move, with the seconds that he took."""
    side = 0 if record.first == player else 1
    own = islice(positions(record), record.opening, None)
    for (position, _move), seconds in zip(own, record.times, strict=False):
        if position.turn() == side:
            yield position, seconds


def _evenly(things: Sequence[Any], most: int) -> list[Any]:
    """So many of them, from the first to the last."""
    step = max(1.0, len(things) / most)
    return [things[int(place * step)] for place in range(min(most, len(things)))]


class Paces:
    """Measures players of one round, in cells of this warden."""

    def __init__(self, course: Course, round: Round, counts: Counts, warden: Warden) -> None:
        self.round, self.counts, self.warden = round, counts, warden
        played = {key: round.terms[key] for key in ("game", "depth")}
        self.terms = replace(course_terms(course), **played)
        self.game = games.load(self.terms.game)

    def slow(self, versions: dict[str, Upload]) -> Iterator[tuple[Ruling, Upload]]:
        """Verdicts against those who are too slow, of these versions by the ids of their players.
        Measured are the slowest one, and whoever is not clearly quicker than what is allowed."""
        found = {id: pace(self.counts, id) for id in versions}
        paces = {id: each for id, each in found.items() if each is not None}
        allowed = 0.0
        for id in sorted(paces, key=lambda id: -paces[id].seconds):
            if paces[id].seconds < UNSURE * allowed:
                return
            run = self.measure(versions[id], paces[id].asked)
            if run is None:
                continue
            allowed = self.terms.time_share * run.reference / run.count
            if run.share > CLEARLY * self.terms.time_share:
                yield self._ruling(id, versions[id], run), versions[id]

    def measure(self, version: Upload, asked: Sequence[Any]) -> Measured | None:
        """In these positions; None if that cannot be said: he has no move in one of them, as his
        games may tell, or something of ours fails again and again, the reference too: a round
        ends all the same."""
        case = self.case(version)
        for _try in range(TRIES):
            work = measured(case, asked, CLEARLY * self.terms.time_share)
            try:
                while True:
                    next(work)
            except StopIteration as end:
                run: Measured = end.value
                return run
            except NoMove:
                return None
            except TableroError:
                continue
        return None

    def case(self, version: Upload) -> Case:
        form: Form = read_file(version.data or b"", version.name)
        return Case(version.name, form, self.terms, self.warden, sure=False)

    def _ruling(self, id: str, version: Upload, run: Measured) -> Ruling:
        case = self.case(version)
        place = _("round {round}, in positions of his own games").format(round=self.round.number)
        worst = _("position {text}").format(text=self.game.write(run.worst))
        evidence = f"{run.told(case)}; {worst}"
        return Ruling(Kind.DISQUALIFIED, TIME, place, evidence, time_command(self.round, id))


def time_command(round: Round, player: str) -> str:
    """Shows it again."""
    return f"tablero arena time DIR {round.number} {player}"
