"""The store of a course: what is asked of it, and what is written."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, func, select
from sqlalchemy.orm import Session

from tablero.arena.course.model import Course, player_id
from tablero.arena.store.database import STRICT, database_url, open_engine, reading, retry, writing
from tablero.arena.store.kinds import finite
from tablero.arena.store.models import (
    BARE,
    Entrant,
    Event,
    Game,
    Kind,
    Round,
    Standing,
    State,
    Upload,
    Verdict,
)
from tablero.errors import OptionError
from tablero.locale import _

TEACHER, SYSTEM = "teacher", "system"

SKIPPED = "round skipped"
"""The event of a day whose round had not two players."""


class Overtaken(Exception):
    """What a round was to be opened with has changed meanwhile."""


@dataclass(frozen=True)
class Ruling:
    """What is found against a player.

    rule     -- in a word: "time", "import", "illegal move"
    place    -- file and line, or event
    evidence -- what was seen
    command  -- shows it again
    """

    kind: Kind
    rule: str
    place: str = ""
    evidence: str = ""
    command: str = ""


class Store:
    """One for a process, which any number of its threads may use. Whatever a method writes is
    on disk when it returns, or not there at all."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    @classmethod
    def open(cls, folder: Path, course: Course) -> "Store":
        """Where this course keeps its things; made or migrated if need be."""
        return cls(open_engine(database_url(folder, course.store.database)))

    def close(self) -> None:
        self.engine.dispose()

    def __enter__(self) -> "Store":
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    @contextmanager
    def write(self, synchronous: str = STRICT) -> Iterator[Session]:
        """All of it or nothing, and nobody else meanwhile."""
        with writing(self.engine, synchronous) as session:
            yield session

    @contextmanager
    def read(self) -> Iterator[Session]:
        with reading(self.engine) as session:
            yield session

    # What came

    def kept(self, pair: str | None = None) -> list[Upload]:
        """Every version of every player, in the order in which they came; BARE."""
        wanted = [Upload.version.is_not(None), *([] if pair is None else [Upload.pair == pair])]
        return self._all(select(Upload).where(*wanted).order_by(Upload.id).options(BARE))

    def file(self, upload: Upload) -> Upload:
        """The same, with its file."""
        with self.read() as session:
            return session.get_one(Upload, upload.id)

    def files_of(self, entrants: Sequence[Entrant]) -> dict[int, Upload]:
        """The versions that these take part with, by their numbers, with their files."""
        wanted = select(Upload).where(Upload.id.in_([each.upload for each in entrants]))
        return {upload.id: upload for upload in self._all(wanted)}

    def discarded(self) -> list[Upload]:
        """Files that were not taken, and why."""
        return self._all(select(Upload).where(Upload.version.is_(None)).order_by(Upload.id))

    def by_ticket(self, ticket: str) -> Upload | None:
        """The upload that this ticket was given for."""
        with self.read() as session:
            return session.scalar(select(Upload).where(Upload.ticket == ticket))

    def newest(self, until: datetime | None = None) -> dict[str, Upload]:
        """The last version of each player, by its id, in the order in which they came; of those
        that came before `until`. BARE."""
        came = [Upload.version.is_not(None), *([] if until is None else [Upload.at < until])]
        last = select(func.max(Upload.id)).where(*came).group_by(Upload.pair, Upload.player)
        wanted = select(Upload).where(Upload.id.in_(last)).order_by(Upload.id)
        found: list[Upload] = self._all(wanted.options(BARE))
        return {player_id(upload.pair or "", upload.player or 0): upload for upload in found}

    # Verdicts

    def verdicts(self, pair: str | None = None) -> list[Verdict]:
        """All, lifted ones too."""
        wanted = select(Verdict).order_by(Verdict.id)
        return self._all(wanted if pair is None else wanted.where(Verdict.pair == pair))

    def judge(
        self, ruling: Ruling, upload: Upload, at: datetime, by: str = SYSTEM, reason: str = ""
    ) -> Verdict:
        """Add a verdict against a version; a ban is against its pair."""

        def add() -> Verdict:
            with self.write() as session:
                return new_verdict(session, ruling, upload, at, by, reason)

        return retry(add)

    def lift(self, number: int, at: datetime, by: str, reason: str) -> Verdict:
        """Take a verdict back. Raises OptionError if there is none, or it was lifted before."""
        with self.write() as session:
            verdict = session.get(Verdict, number)
            if verdict is None or verdict.lifted_at is not None:
                message = _("there is no verdict {number} that could be lifted")
                raise OptionError(message.format(number=number))
            verdict.lifted_at, verdict.lifted_by, verdict.lifted_reason = at, by, reason
            note(session, at, by, "lifted", verdict=number, pair=verdict.pair, reason=reason)
            return verdict

    def banned(self) -> set[str]:
        """The pairs that are out."""
        return {verdict.pair for verdict in self.verdicts() if is_ban(verdict)}

    def still_in(self, until: datetime | None = None) -> dict[str, Upload]:
        """Who takes part: last versions without a verdict, of pairs not banned; BARE."""
        verdicts = self.verdicts()
        return {
            id: upload
            for id, upload in self.newest(until).items()
            if not stands_against(upload, verdicts)
        }

    # Rounds

    def rounds(self) -> list[Round]:
        """In the order of their days, whenever they were played."""
        return self._all(select(Round).order_by(Round.day, Round.number))

    def round(self, number: int) -> Round:
        """Raises OptionError if there is none."""
        with self.read() as session:
            found = session.scalar(select(Round).where(Round.number == number))
        if found is None:
            known = ", ".join(str(each.number) for each in self.rounds()) or _("none")
            message = _("there is no round {number}; known: {known}")
            raise OptionError(message.format(number=number, known=known))
        return found

    def open_round(
        self,
        day: date,
        phase: str,
        at: datetime,
        terms: dict[str, Any],
        who: Sequence[Entrant],
        still: Callable[[], bool] = lambda: True,
    ) -> Round:
        """The round of this day: a new one, or the one that is there already, with the terms and
        entrants that it began with. Raises Overtaken, and nothing is written, unless what it is
        to begin with is still so; nobody changes it from then on."""
        with self.write() as session:
            found = session.scalar(select(Round).where(Round.day == day).limit(1))
            if found is not None:
                return found
            if not still():
                raise Overtaken
            last = session.scalar(select(func.max(Round.number))) or 0
            found = Round(
                number=last + 1, day=day, phase=phase, state=State.PLAYING, began=at, terms=terms
            )
            session.add(found)
            session.flush()
            for entrant in who:
                entrant.round = found.id
                session.add(entrant)
            note(session, at, SYSTEM, "round began", round=found.number, players=len(who))
            return found

    def skip_round(self, day: date, at: datetime, players: int, still: Callable[[], bool]) -> None:
        """Remember that this day has no round, with so few players. Raises Overtaken, and nothing
        is written, unless that is still so."""
        with self.write() as session:
            if not still():
                raise Overtaken
            note(session, at, SYSTEM, SKIPPED, day=day.isoformat(), players=players)

    def entrants(self, round: Round) -> list[Entrant]:
        return self._all(select(Entrant).where(Entrant.round == round.id).order_by(Entrant.id))

    def games(self, round: Round) -> list[Game]:
        """In an order that does not depend on who was quicker."""
        order = Game.first, Game.second, Game.opening
        return self._all(select(Game).where(Game.round == round.id).order_by(*order))

    def close_round(self, round: Round, at: datetime, table: Sequence[dict[str, Any]]) -> None:
        """Keep its standings and end it; the second time nothing happens. Each row of the table
        has at least `id` and `rank`; a number that is not finite is kept as None."""
        with self.write() as session:
            found = session.get_one(Round, round.id)
            if found.state == State.DONE:
                return
            for row in table:
                told = {key: finite(row[key]) for key in row if key not in ("id", "rank")}
                session.add(
                    Standing(round=found.id, player=row["id"], rank=row["rank"], told=told)
                )
            found.state, found.ended = State.DONE, at
            note(session, at, SYSTEM, "round ended", round=found.number)

    def standings(self, round: Round) -> list[Standing]:
        """As they were when the round ended, the best first."""
        order = Standing.rank, Standing.player
        return self._all(select(Standing).where(Standing.round == round.id).order_by(*order))

    # Events

    def events(self) -> list[Event]:
        return self._all(select(Event).order_by(Event.id))

    def told(self, what: str) -> list[dict[str, Any]]:
        """What the events of this kind tell, the oldest first."""
        return self._all(select(Event.told).where(Event.what == what).order_by(Event.id))

    def note(self, at: datetime, who: str, what: str, **told: Any) -> None:
        """Remember that something happened."""
        with self.write() as session:
            note(session, at, who, what, **told)

    def _all(self, wanted: Any) -> list[Any]:
        with self.read() as session:
            return [*session.scalars(wanted)]


def note(session: Session, at: datetime, who: str, what: str, **told: Any) -> None:
    """Remember that something happened, together with what is being written."""
    session.add(Event(at=at, who=who, what=what, told=told))


def new_verdict(
    session: Session, ruling: Ruling, upload: Upload, at: datetime, by: str, reason: str
) -> Verdict:
    """A verdict against a version, in somebody's transaction."""
    verdict = Verdict(
        at=at, pair=upload.pair, upload=upload.id, by=by, reason=reason, kind=str(ruling.kind),
        rule=ruling.rule, place=ruling.place, evidence=ruling.evidence, command=ruling.command,
    )  # fmt: skip
    session.add(verdict)
    session.flush()
    told = {"verdict": verdict.id, "pair": upload.pair, "rule": ruling.rule, "reason": reason}
    note(session, at, by, str(ruling.kind), **told)
    return verdict


def is_ban(verdict: Verdict) -> bool:
    """A ban that nobody has lifted."""
    return verdict.kind == Kind.BANNED and verdict.lifted_at is None


def stands_against(upload: Upload, verdicts: Sequence[Verdict]) -> bool:
    """Is this version out, by a verdict that nobody has lifted?"""
    return any(
        verdict.lifted_at is None
        and (verdict.upload == upload.id or (is_ban(verdict) and verdict.pair == upload.pair))
        for verdict in verdicts
    )
