"""The desk where files are handed in: every one is answered, kept or discarded with a message,
and remembered."""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any
from uuid import uuid4

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from tablero.arena.check.findings import kind_name
from tablero.arena.course.admission import Admission, Admitted, Discard
from tablero.arena.course.aliases import alias_key, check_alias
from tablero.arena.course.model import Course, Pair, player_id
from tablero.arena.handin.guesses import Guesses, Refused
from tablero.arena.store.arrivals import announce
from tablero.arena.store.database import retry
from tablero.arena.store.events import has_begun
from tablero.arena.store.models import Kind, Upload, Verdict
from tablero.arena.store.store import SYSTEM, Ruling, Store, is_ban, new_verdict, note
from tablero.errors import OptionError
from tablero.locale import _

KILOBYTE = 1024
MOST_SIGNS = 200
"""Of the name of a file that is no name of the course's."""


@dataclass(frozen=True)
class Opinion:
    """What the checks say of a file.

    alias   -- "" if it has none, and then there is a ruling
    rulings -- what speaks against it
    """

    alias: str
    track: str
    rulings: tuple[Ruling, ...] = ()


Check = Callable[[str, str], Opinion]
"""Of the text of a file and its name, without the secret."""


@dataclass(frozen=True)
class Answer:
    """What is said to whoever has brought a file.

    upload  -- as it was remembered
    rulings -- verdicts against it, if it was kept
    """

    kept: bool
    message: str
    upload: Upload
    rulings: tuple[Ruling, ...] = ()


class Desk:
    """Takes files for a course."""

    def __init__(self, course: Course, store: Store, check: Check) -> None:
        self.course, self.store, self.check = course, store, check
        self.guesses = Guesses(course, store)
        self.admission = Admission(course, self._verify)

    def hand_in(
        self, name: str, data: bytes, at: datetime, way: str = "command", ticket: str = ""
    ) -> Answer:
        """Take a file that came at this time, or say why not. Its name tells whose it is.

        way    -- "command", "folder" or "page"
        ticket -- whoever asks again with the same one is told the same again
        """
        shown, admit = self._veiled(name), partial(self.admission.by_name, name, at)
        return self._take(shown, data, at, (way, ticket), admit)

    def hand_in_for(
        self, pair: Pair, player: int, data: bytes, at: datetime, way: str, ticket: str = ""
    ) -> Answer:
        """The same for a pair that is known already, whatever the file is called."""
        admit = partial(self.admission.of_pair, pair, player, at)
        return self._take(player_id(pair.id, player), data, at, (way, ticket), admit)

    def _take(
        self,
        name: str,
        data: bytes,
        at: datetime,
        how: tuple[str, str],
        admit: Callable[[], Admitted],
    ) -> Answer:
        way, ticket = how[0], how[1] or uuid4().hex
        known = self.store.by_ticket(ticket)
        if known is not None:
            return self._again(known)
        announce(self.store, ticket, at)
        facts = {
            "ticket": ticket,
            "at": at,
            "way": way,
            "digest": hashlib.sha256(data).hexdigest(),
            "size": len(data),
        }
        try:
            taken = admit()
            self._check_size(data, taken)
            opinion = self._opinion(data, taken.shown, taken.pair)
            facts |= {"day": taken.day, "name": taken.shown, "player": taken.player, "data": data}
            return retry(lambda: self._keep(facts, opinion, taken.pair))
        except Discard as refusal:
            message = str(refusal)
            facts |= {"name": refusal.name or name, "pair": refusal.pair}
        return retry(lambda: self._discard(facts, message))

    def _veiled(self, name: str) -> str:
        """A name as it is remembered if the file is discarded: without the secret."""
        return self.course.names.pattern.veiled(name[:MOST_SIGNS])

    def _verify(self, pair: Pair, told: str, at: datetime) -> bool:
        """Raises Discard while no secret of this pair is looked at."""
        try:
            return self.guesses.is_right(pair, told, at)
        except Refused as refusal:
            message = _(
                "wrong secrets of pair {pair} of group {group} came too often: until {until} its "
                "files are taken with the password in place of the secret, or on the page"
            )
            until = self.admission.local(refusal.until)
            values = {"pair": pair.pair, "group": pair.group, "until": until}
            raise Discard(message.format(**values)) from None

    def _again(self, upload: Upload) -> Answer:
        """What was said about this upload."""
        rulings = tuple(
            Ruling(Kind(each.kind), each.rule, each.place, each.evidence, each.command)
            for each in self.store.verdicts(upload.pair)
            if each.upload == upload.id and each.by == SYSTEM
        )
        return Answer(upload.version is not None, upload.message, upload, rulings)

    def _check_size(self, data: bytes, taken: Admitted) -> None:
        """Raises Discard."""
        whose, most = (taken.shown, taken.pair.id), self.course.limits.file
        if not data:
            raise Discard(_("the file is empty, or cannot be read"), *whose)
        if len(data) > most * KILOBYTE:
            message = _("a file has {most} kilobytes or fewer, not {size}")
            size = -(-len(data) // KILOBYTE)
            raise Discard(message.format(most=most, size=size), *whose)

    # What do the checks say?

    def _opinion(self, data: bytes, shown: str, pair: Pair) -> Opinion:
        """Raises Discard for what is no text, or has no fit alias."""
        if any(map(is_ban, self.store.verdicts(pair.id))):
            raise Discard(_("the pair is banned: no more files are taken"), shown, pair.id)
        try:
            text = data.decode()
        except UnicodeDecodeError as error:
            message = _("the file is no text: byte {byte} is not UTF-8")
            raise Discard(message.format(byte=error.start), shown, pair.id) from None
        opinion = self.check(text, shown)
        assert opinion.alias or opinion.rulings, opinion
        try:
            if opinion.alias:
                check_alias(opinion.alias)
        except OptionError as error:
            raise Discard(str(error), shown, pair.id) from None
        if opinion.track not in self.course.game.tracks:
            message = _("this course takes {tracks}, and the file is of the track {track!r}")
            values = {"tracks": ", ".join(self.course.game.tracks), "track": opinion.track}
            raise Discard(message.format(**values), shown, pair.id)
        return opinion

    # Keep it, or remember why not

    def _keep(self, facts: dict[str, Any], opinion: Opinion, pair: Pair) -> Answer:
        with self.store.write() as session:
            self._check_still(session, facts, opinion, pair)
            mine = Upload.pair == pair.id, Upload.player == facts["player"]
            last = session.scalar(select(func.max(Upload.version)).where(*mine)) or 0
            upload = Upload(
                **facts, pair=pair.id, version=last + 1, alias=opinion.alias or None,
                alias_key=alias_key(opinion.alias) if opinion.alias else None,
                track=opinion.track, message="",
            )  # fmt: skip
            upload.message = self._kept_message(session, upload, opinion)
            session.add(upload)
            session.flush()
            for ruling in opinion.rulings:
                new_verdict(session, ruling, upload, facts["at"], SYSTEM, "")
            told = {"upload": upload.id, "player": upload.player, "version": upload.version}
            note(session, facts["at"], pair.id, "kept", **told)
            return Answer(True, upload.message, upload, opinion.rulings)

    def _check_still(
        self, session: Session, facts: dict[str, Any], opinion: Opinion, pair: Pair
    ) -> None:
        """What others may have done meanwhile. Raises Discard."""
        verdicts = session.scalars(select(Verdict).where(Verdict.pair == pair.id))
        if any(map(is_ban, verdicts)):
            message = _("the pair is banned: no more files are taken")
            raise Discard(message, facts["name"], pair.id)
        key = alias_key(opinion.alias)
        taken = session.execute(
            select(Upload.pair, Upload.player).where(Upload.alias_key == key).limit(1)
        ).first()
        ours = taken is None or (taken.pair, taken.player) == (pair.id, facts["player"])
        references = {alias_key(each.alias) for each in self.course.references}
        if opinion.alias and (not ours or key in references):
            message = _("the alias {alias!r} is another player's; choose another one")
            raise Discard(message.format(alias=opinion.alias), facts["name"], pair.id)

    def _kept_message(self, session: Session, upload: Upload, opinion: Opinion) -> str:
        kept = _("kept as version {version} of player {player}")
        told = [kept.format(version=upload.version, player=upload.player)]
        told += [self._round_line(session, upload.at), *map(ruling_line, opinion.rulings)]
        return "; ".join(told)

    def _round_line(self, session: Session, at: datetime) -> str:
        """The round of a file that came at this time: whoever was held up for so long that it
        has begun is told."""
        calendar = self.admission.calendar
        coming = calendar.next_round(at)
        assert coming is not None, at
        if not has_begun(session, coming[0]):
            return _("the round closes at {closes}").format(closes=self.admission.local(coming[1]))
        missed = _("the round of {day} has begun without it").format(day=coming[0])
        after = calendar.next_round(coming[1])
        if after is None:
            return missed
        later = _("its round closes at {closes}").format(closes=self.admission.local(after[1]))
        return f"{missed}; {later}"

    def _discard(self, facts: dict[str, Any], message: str) -> Answer:
        kept = {key: value for key, value in facts.items() if key not in ("data", "player")}
        with self.store.write() as session:
            upload = Upload(**kept, message=message)
            session.add(upload)
            session.flush()
            told = {"upload": upload.id, "name": upload.name, "message": message}
            note(session, facts["at"], facts["pair"] or SYSTEM, "discarded", **told)
            return Answer(False, message, upload)


def ruling_line(ruling: Ruling) -> str:
    """A verdict in one line."""
    told = [ruling.rule, ruling.place, ruling.evidence]
    return f"{kind_name(ruling.kind)}: {', '.join(filter(None, told))}"
