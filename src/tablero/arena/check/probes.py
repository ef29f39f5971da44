"""Random positions: is every answer a number or a legal move, and always the same one?"""

from collections.abc import Generator
from contextlib import closing
from dataclasses import replace
from itertools import islice
from typing import Any

from tablero.agents.random_generator import derive, random_below
from tablero.arena.check.case import Case, at_line
from tablero.arena.check.findings import Finding, Going, Kind, Report, Stage
from tablero.arena.player.forms import Track
from tablero.arena.sandbox.faults import CellFault, CellOutOfTime
from tablero.arena.sandbox.warden import Cell, Warden
from tablero.errors import IllegalMove, NotationError
from tablero.games.game import Game
from tablero.locale import _
from tablero.match.openings import random_game
from tablero.position import ONGOING

FINISHED = 5
"""Every so many-th position is a finished one, where an evaluation values those."""


def positions(game: Game, seed: int, count: int, finished: bool) -> list[Any]:
    """From random games, one of each: anywhere between its start and its end."""
    found = []
    for number in range(1, count + 1):
        dice = [derive(seed, number)]
        played = islice(random_game(game.start, dice), game.move_limit or None)
        line = [game.start, *(after for _move, after in played)]
        wants_end = finished and number % FINISHED == 0
        place = len(line) - 1 if wants_end else random_below(dice, len(line) - 1)
        found.append(line[place])
    return found


def probe(case: Case, shown: int = 0) -> Generator[Going, None, Report]:
    """The stage.

    shown -- the number of a probe whose board and answers are told; 0 for none
    """
    asked = positions(case.game, case.terms.seed, case.terms.probes, case.form.finished)
    pure = case.form.track is Track.EVALUATION
    total = len(asked) * (2 if pure else 1)
    with closing(Series(case, asked)) as first:
        for number in range(1, len(asked) + 1):
            if finding := first.ask(number):
                return _failed(finding, number)
            yield Going(Stage.PROBES, number, total)
    if pure and (failed := (yield from _again(case, first, total))):
        return failed
    return _passed(case, first, pure, shown)


def _again(case: Case, first: "Series", total: int) -> Generator[Going, None, Report | None]:
    """The same positions in the opposite order; what is wrong then, if anything. Cells of one
    warden are copies of one process, with the same places in memory: a warden of its own has
    others."""
    asked = first.asked
    with (
        Warden(case.warden.level, case.warden.limits) as warden,
        closing(Series(replace(case, warden=warden), asked)) as other,
    ):
        for number in range(len(asked), 0, -1):
            finding = other.ask(number) or _impure(case, first, other, number)
            if finding:
                return _failed(finding, number)
            yield Going(Stage.PROBES, total - number + 1, total)
    return None


class Series:
    """One cell that is asked about positions, one after the other."""

    def __init__(self, case: Case, asked: list[Any]) -> None:
        self.case, self.asked = case, asked
        self.answers: dict[int, float | str] = {}
        self.cell: Cell | None = None

    def ask(self, number: int) -> Finding | None:
        """What is wrong with the answer, if anything. A time loss counts if it is repeated."""
        position = self.asked[number - 1]
        for again in (False, True):
            try:
                self.answers[number] = self._answer(position)
                return None
            except CellFault as fault:
                self.cell = None
                if again or not isinstance(fault, CellOutOfTime):
                    return self.case.blame(fault, position, "--probe", number)
            except (IllegalMove, NotationError) as error:
                line, kind = self.case.line, Kind.DISQUALIFIED
                return self.case.finding(
                    kind, "illegal move", str(error), line, position, "--probe", number
                )
        raise AssertionError("the second time decides")

    def _answer(self, position: Any) -> float | str:
        if self.cell is None:
            self.cell = self.case.cell()
        if self.case.form.track is Track.AGENT:
            name = self.cell.move(position)
            self.case.game.parse_move(position, name)
            return name
        if position.outcome() == ONGOING:
            return self.cell.values([position])[0]
        return self.cell.judge([], [position])[1][0]

    def close(self) -> None:
        if self.cell:
            self.cell.close()


def _impure(case: Case, first: Series, other: Series, number: int) -> Finding | None:
    """A pure function has no memory."""
    one, two = first.answers[number], other.answers[number]
    if one == two:
        return None
    message = _(
        "the same position is worth {one} when asked after {before} others, and {two} after "
        "{after} others in a fresh process"
    )
    after = case.terms.probes - number
    what = message.format(one=one, before=number - 1, two=two, after=after)
    position = first.asked[number - 1]
    return case.finding(Kind.DISQUALIFIED, "state", what, case.line, position, "--probe", number)


def _failed(finding: Finding, number: int) -> Report:
    message = _("position {number} of the probes: {what}")
    told = message.format(number=number, what=at_line(finding.line, finding.what))
    return Report(Stage.PROBES, False, (told,), (finding,), {"probe": number})


def _passed(case: Case, first: Series, pure: bool, shown: int) -> Report:
    count = case.terms.probes
    if pure:
        message = _("{count} random positions: numbers, the same in another order and process")
    else:
        message = _("{count} random positions: legal moves")
    told = [message.format(count=count)]
    if 1 <= shown <= count:
        answer = _("probe {number}: {answer}")
        told += case.game.draw(first.asked[shown - 1]).splitlines()
        told.append(answer.format(number=shown, answer=first.answers[shown]))
    return Report(Stage.PROBES, True, tuple(told), (), {"probes": count})
