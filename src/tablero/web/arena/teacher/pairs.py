"""Pairs as their teacher sees them: what they have handed in, what was said of it, grades."""

from tablero.arena.course.model import Course, Pair
from tablero.arena.grades import rules
from tablero.arena.grades.gather import gather
from tablero.arena.handin.checks import waiting
from tablero.arena.store.models import Kind, Upload, Verdict, values
from tablero.arena.store.store import TEACHER, Ruling, is_ban, stands_against
from tablero.errors import OptionError
from tablero.locale import _
from tablero.web.arena.public import Public
from tablero.web.arena.teacher import models
from tablero.web.refusals import NotHere


class Pairs:
    """course -- as its file says now"""

    def __init__(self, public: Public, course: Course) -> None:
        self.store, self.calendar = public.store, public.calendar
        self.course, self.now = course, public.clock()
        self.verdicts = self.store.verdicts()
        self.banned = {each.pair for each in self.verdicts if is_ban(each)}
        self.unchecked = {upload.id for upload in waiting(self.store)}
        self.newest = [*self.store.newest().values()]

    def overview(self) -> models.OverviewTold:
        day = self.calendar.day(self.now)
        grades = {grade.pair.id: grade for grade in self.grades()}
        return models.OverviewTold(
            day=day,
            phase=self.calendar.phase(day),
            closes=self.calendar.closing(day),
            waiting=len(self.unchecked),
            pairs=[self._pair(pair, grades[pair.id]) for pair in self.course.pairs],
        )

    def _pair(self, pair: Pair, grade: rules.Grade) -> models.PairSeen:
        day = self.calendar.day(self.now)
        mine = sorted(
            (upload for upload in self.newest if upload.pair == pair.id),
            key=lambda upload: upload.player or 0,
        )
        return models.PairSeen(
            pair=pair.id,
            group=pair.group,
            number=pair.pair,
            members=[*pair.members],
            banned=pair.id in self.banned,
            today=sum(upload.day == day for upload in mine),
            players=[self._version(upload) for upload in mine],
            grade=_grade(grade),
        )

    def grades(self) -> list[rules.Grade]:
        """Of every pair, as they are now."""
        return rules.grades(self.course, gather(self.course, self.store, self.now))

    def pair_told(self, id: str) -> models.PairTold:
        """Raises NotHere."""
        if all(pair.id != id for pair in self.course.pairs):
            raise NotHere(_("there is nothing at this address"))
        kept = self.store.kept(id)
        aliases = {upload.id: upload.alias for upload in kept}
        return models.PairTold(
            versions=[self._version(upload) for upload in kept],
            verdicts=[
                verdict_seen(each, aliases.get(each.upload or 0))
                for each in self.verdicts
                if each.pair == id
            ],
        )

    def _version(self, upload: Upload) -> models.VersionSeen:
        return models.VersionSeen(
            upload=upload.id,
            player=upload.player or 0,
            version=upload.version or 0,
            standing=self._standing(upload),
            **{
                key: getattr(upload, key)
                for key in ("alias", "name", "track", "at", "day", "size")
            },
        )

    def _standing(self, upload: Upload) -> models.Standing:
        if upload.pair in self.banned:
            return "banned"
        if stands_against(upload, self.verdicts):
            return "disqualified"
        if all(each.id != upload.id for each in self.newest):
            return "replaced"
        return "waiting" if upload.id in self.unchecked else "in"

    def file(self, number: int) -> Upload:
        """A version that was kept. Raises NotHere."""
        with self.store.read() as session:
            found = session.get(Upload, number)
        if found is None or found.version is None:
            raise NotHere(_("there is nothing at this address"))
        return found

    def judge(self, asked: models.VerdictAsked) -> None:
        """Raises NotHere, and OptionError for a reason that says nothing."""
        ruling = Ruling(Kind(asked.kind), TEACHER)
        self.store.judge(ruling, self.file(asked.upload), self.now, TEACHER, said(asked.reason))

    def lift(self, number: int, asked: models.LiftAsked) -> None:
        """Raises OptionError if it cannot be lifted."""
        self.store.lift(number, self.now, TEACHER, said(asked.reason))


def said(reason: str) -> str:
    """Raises OptionError if it is empty."""
    if not reason.strip():
        raise OptionError(_("a reason has to be told"))
    return reason.strip()


def verdict_seen(verdict: Verdict, alias: str | None) -> models.VerdictSeen:
    told = {key: value for key, value in values(verdict).items() if key not in ("id", "pair")}
    return models.VerdictSeen(verdict=verdict.id, alias=alias, **told)


def _grade(grade: rules.Grade) -> models.GradeSeen:
    return models.GradeSeen(
        points=grade.total,
        practice=grade.points(rules.PRACTICE),
        references=grade.points(rules.REFERENCES),
        place=grade.points(rules.PLACE),
        best=grade.best,
        lines=[
            models.LineSeen(part=line.part, points=line.points, text=line.text())
            for line in grade.lines
        ],
    )
