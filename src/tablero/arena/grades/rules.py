"""A pair's grade: a pure function of the course and of what has happened."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from tablero.arena.course.calendar import Calendar, Phase
from tablero.arena.course.model import Among, Beating, Counted, Course, Pair
from tablero.arena.grades.facts import Facts, Place, Score, Table
from tablero.locale import _, mark

DIGITS = 6
"""Of sums: halves and tenths of points are added without a trace of binary fractions."""


@dataclass(frozen=True)
class Line:
    """One reason of a grade; `text` tells it in the language spoken."""

    part: str
    points: float
    template: str
    values: Mapping[str, object] = field(default_factory=dict)

    def text(self) -> str:
        return _(self.template).format(**self.values)


PRACTICE, REFERENCES, PLACE, BOUND = "practice", "references", "place", "bound"
"""Parts of a grade."""


@dataclass(frozen=True)
class Grade:
    """best -- alias of the pair's best player still in, if there is one"""

    pair: Pair
    lines: tuple[Line, ...]
    best: str | None

    def points(self, part: str) -> float:
        """Of one part."""
        return _sum(line.points for line in self.lines if line.part == part)

    @property
    def total(self) -> float:
        return _sum(line.points for line in self.lines)


def _sum(numbers: Iterator[float]) -> float:
    return round(sum(numbers), DIGITS) + 0.0  # no -0.0


def grades(course: Course, facts: Facts) -> list[Grade]:
    """Of every pair, in the order of the course."""
    return [_Marker(course, facts, pair).grade() for pair in course.pairs]


class _Marker:
    """Goes through what one pair has done."""

    def __init__(self, course: Course, facts: Facts, pair: Pair) -> None:
        self.course, self.facts, self.pair = course, facts, pair
        self.calendar = Calendar(course.calendar)
        self.table = next((table for table in reversed(facts.tables) if table.graded), None)

    def grade(self) -> Grade:
        best = self._best()
        lines = [*self._practice(), *self._tournament(best)]
        lines += self._bounds(_sum(line.points for line in lines))
        return Grade(self.pair, tuple(lines), best.alias if best else None)

    # Practice: what was submitted, in the whole phase or day by day

    def _practice(self) -> Iterator[Line]:
        uploads, rules = self._uploads(), self.course.points
        counts = {day: len(uploads[day]) for day in self._closed(Phase.TRAINING)}
        if rules.training is not None:
            yield from self._training_by_day(counts, rules.training)
        elif counts:
            yield from self._training_by_phase(counts)
        missing = [day for day in self._closed(Phase.GRADED) if not uploads[day]]
        if rules.absent is not None:
            yield from self._absent_by_day(missing, rules.absent)
        elif missing:
            yield from self._absent_by_phase(missing)

    def _training_by_phase(self, counts: Mapping[date, int]) -> Iterator[Line]:
        """Yield the count of each closed day, then the points for the smallest of them."""
        for day, count in counts.items():
            text = mark("{day}, training: players submitted: {count}")
            yield self._practised(0.0, text, day=day, count=count)
        fewest = min(counts.values())
        worth = _worth(self.course.points.training_phase, fewest)
        text = mark(
            "whole training phase ({closed} of {days} days closed): "
            "fewest players submitted on a day: {fewest}"
        )
        days = len([*self.calendar.days(Phase.TRAINING)])
        yield self._practised(worth, text, closed=len(counts), days=days, fewest=fewest)

    def _training_by_day(
        self, counts: Mapping[date, int], points: Sequence[float]
    ) -> Iterator[Line]:
        for day, count in counts.items():
            text = mark("{day}, training, per day: players submitted: {count}")
            yield self._practised(_worth(points, count), text, day=day, count=count)

    def _absent_by_phase(self, missing: Sequence[date]) -> Iterator[Line]:
        """Yield each day without a submission, then the points, which are lost once."""
        for day in missing:
            yield self._practised(0.0, mark("{day}, graded: nothing submitted"), day=day)
        text = mark("whole graded phase, deducted once: days with nothing submitted: {count}")
        yield self._practised(-self.course.points.absent_phase, text, count=len(missing))

    def _absent_by_day(self, missing: Sequence[date], points: float) -> Iterator[Line]:
        for day in missing:
            yield self._practised(
                -points, mark("{day}, graded, per day: nothing submitted"), day=day
            )

    def _practised(self, worth: float, template: str, **values: object) -> Line:
        return Line(PRACTICE, worth * self.course.points.practice, template, values)

    def _closed(self, phase: Phase) -> Iterator[date]:
        through = self.facts.through
        return (day for day in self.calendar.days(phase) if through is not None and day <= through)

    def _uploads(self) -> defaultdict[date, set[int]]:
        """Return the players submitted on each day; a player submitted twice counts once."""
        found = defaultdict(set)
        every = self.course.points.uploads == Counted.KEPT
        for each in self.facts.hand_ins:
            if each.pair == self.pair.id and (every or each.in_order):
                found[each.day].add(each.player)
        return found

    # Tournament: the best player still in, in the last graded round

    def _best(self) -> Place | None:
        if self.table is None or self.pair.id in self.facts.banned:
            return None
        ours = self.facts.players.get(self.pair.id, ())
        places = [place for place in self.table.places if place.player in ours]
        return min(places, key=lambda place: (place.rank, place.player), default=None)

    def _tournament(self, best: Place | None) -> Iterator[Line]:
        if self.pair.id in self.facts.banned:
            yield Line(REFERENCES, 0.0, mark("the pair is banned: none of its players is in"))
        elif self.table is None:
            yield Line(REFERENCES, 0.0, mark("no graded round has been played yet"))
        elif best is None:
            yield Line(REFERENCES, 0.0, mark("no player of the pair is in"))
        else:
            yield from self._references(best, self.table)
            yield self._place(best, self.table)

    def _references(self, best: Place, table: Table) -> Iterator[Line]:
        template = mark("{alias} is the best player still in, in the round of {day}")
        yield Line(REFERENCES, 0.0, template, {"alias": best.alias, "day": table.day})
        beaten = 0
        for id, reference in table.references.items():
            ours, theirs = _points(best.player, id, table.scores)
            beats = _beats(self.course.points.beats, best, id, table)
            template = mark("{alias} {ours:g} : {theirs:g} {reference}, beaten")
            if not beats:
                template = mark("{alias} {ours:g} : {theirs:g} {reference}, not beaten")
            values = {"alias": best.alias, "reference": reference}
            yield Line(REFERENCES, 0.0, template, {**values, "ours": ours, "theirs": theirs})
            beaten += beats
        worth = _worth(self.course.points.references, beaten)
        text = mark("references beaten: {beaten} of {all}")
        counts = {"beaten": beaten, "all": len(table.references)}
        yield Line(REFERENCES, worth, text, counts)

    def _place(self, best: Place, table: Table) -> Line:
        rules = self.course.points
        gone = self._gone(table)
        among_students = rules.places_among == Among.STUDENTS
        left_out = gone | table.references.keys() if among_students else gone
        above = [p for p in table.places if p.rank < best.rank and p.player not in left_out]
        place = len(above) + 1
        if place <= rules.places:
            text = mark("place {place}, one of the first {places}")
            return Line(PLACE, rules.place, text, {"place": place, "places": rules.places})
        text = mark("place {place}, not one of the first {places}")
        return Line(PLACE, 0.0, text, {"place": place, "places": rules.places})

    def _gone(self, table: Table) -> set[str]:
        """Who has played, and is not in any more."""
        staying = {id for players in self.facts.players.values() for id in players}
        return {place.player for place in table.places} - staying - table.references.keys()

    def _bounds(self, total: float) -> Iterator[Line]:
        rules = self.course.points
        if total < rules.least:
            text = mark("no grade is lower than {least:g}")
            yield Line(BOUND, rules.least - total, text, {"least": rules.least})
        if total > rules.most:
            text = mark("no grade is higher than {most:g}")
            yield Line(BOUND, rules.most - total, text, {"most": rules.most})


def _worth(points: Sequence[float], count: int) -> float:
    """Of so many, by the points for one, for two, and so on; more than the last are worth no
    more."""
    return (0.0, *points)[min(count, len(points))]


def _points(player: str, other: str, scores: tuple[Score, ...]) -> tuple[float, float]:
    """Points of both in their games against each other."""
    started = [score.points for score in scores if (score.first, score.second) == (player, other)]
    answered = [score.points for score in scores if (score.first, score.second) == (other, player)]
    ours = sum(started) + len(answered) - sum(answered)
    return ours, len(started) + len(answered) - ours


def _beats(rule: Beating, best: Place, reference: str, table: Table) -> bool:
    """Does this player beat the reference in this round?"""
    if rule == Beating.PLACE:
        ranks = {place.player: place.rank for place in table.places}
        return reference in ranks and best.rank < ranks[reference]
    if rule == Beating.POINTS:
        ours, theirs = _points(best.player, reference, table.scores)
        return ours > theirs
    seats = ((best.player, reference), (reference, best.player))
    for seat in seats:
        games = tuple(score for score in table.scores if (score.first, score.second) == seat)
        ours, theirs = _points(best.player, reference, games)
        if ours <= theirs:
            return False
    return True
