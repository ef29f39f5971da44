"""How a round ends: with verdicts for what players have done in it, and its table."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from sqlalchemy import select

from tablero.arena.check.terms import course_terms
from tablero.arena.sandbox.level import Level
from tablero.arena.sandbox.warden import Warden
from tablero.arena.season.notables import keep_notable
from tablero.arena.season.pace import Paces, time_command
from tablero.arena.season.pause import go_on
from tablero.arena.season.rulings import TIME, rulings
from tablero.arena.season.tables import Listed, kept_row
from tablero.arena.standings.counts import Counts, count
from tablero.arena.standings.ranking import standings
from tablero.arena.standings.regret import regrets
from tablero.arena.store.database import retry
from tablero.arena.store.journal import record_of
from tablero.arena.store.models import Entrant, Round, State, Upload, Verdict
from tablero.arena.store.store import SYSTEM, Ruling, Store, new_verdict
from tablero.match.record import Record

if TYPE_CHECKING:
    from tablero.arena.season.season import Season


def end_round(season: "Season", round: Round, level: Level) -> list[Verdict]:
    """Give verdicts and keep the table, unless that is done: the verdicts of the round.

    level -- of the cells in which players are measured
    """
    store = season.store
    records = [*map(record_of, store.games(round))]
    entered = store.entrants(round)
    uploads = store.files_of(entered)
    counts = count([*map(Listed.of, entered)], records)
    found = [*rulings(round, entered, uploads, counts)]
    if round.state != State.DONE:
        versions = {each.player: uploads[each.upload] for each in entered if each.upload}
        found += _slow(season, round, counts, versions, level)
        if _judge(store, round, found, season.clock()):
            _keep_table(season, round, entered, uploads, records)
    own = {(each.upload, TIME, time_command(round, each.player)) for each in entered}
    own |= {(upload.id, ruling.rule, ruling.command) for ruling, upload in found}
    return [each for each in store.verdicts() if _key(each) in own]


def _keep_table(
    season: "Season",
    round: Round,
    entered: Sequence[Entrant],
    uploads: Mapping[int, Upload],
    records: Sequence[Record],
) -> None:
    """Of those who are not banned; with it the round is over."""
    banned = season.store.banned()
    staying = [
        Listed.of(each)
        for each in entered
        if each.upload is None or uploads[each.upload].pair not in banned
    ]
    table = standings(staying, records)
    keep_notable(season.store, round, table, season.clock())
    lost = regrets(table.counts, each=season.course.rounds.regret)
    rows = [kept_row(row, lost.get(row.id)) for row in table.rows]
    season.store.close_round(round, season.clock(), rows)
    go_on(season.folder)


def _slow(
    season: "Season", round: Round, counts: Counts, versions: dict[str, Upload], level: Level
) -> list[tuple[Ruling, Upload]]:
    """Verdicts against those who took too long in the games of the round."""
    if not versions:
        return []
    with Warden(level, course_terms(season.course).cells) as warden:
        return [*Paces(season.course, round, counts, warden).slow(versions)]


def _judge(
    store: Store, round: Round, found: Sequence[tuple[Ruling, Upload]], at: datetime
) -> bool:
    """Give these verdicts, each once, though it was lifted since or two end a round at once; none
    if the round is over already. Is it not?"""

    def write() -> bool:
        with store.write() as session:
            if session.get_one(Round, round.id).state == State.DONE:
                return False
            known = {*map(_key, session.scalars(select(Verdict)))}
            for ruling, upload in found:
                if (upload.id, ruling.rule, ruling.command) not in known:
                    new_verdict(session, ruling, upload, at, SYSTEM, "")
            return True

    return retry(write)


def _key(verdict: Verdict) -> tuple[int | None, str, str]:
    """What a verdict of a round is known by, in any language."""
    return verdict.upload, verdict.rule, verdict.command
