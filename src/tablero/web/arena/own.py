"""What a pair may know of its own players, and nobody else."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from sqlalchemy import select

from tablero.arena.course.model import Pair, player_id
from tablero.arena.handin.checks import checked
from tablero.arena.store.events import told_of
from tablero.arena.store.models import BARE, Upload, Verdict
from tablero.arena.store.store import is_ban, stands_against
from tablero.locale import _
from tablero.web.arena.examined import ScoreTold
from tablero.web.arena.mine import (
    CheckTold,
    DiscardedTold,
    MineTold,
    OwnPlayerTold,
    RulingTold,
    VersionTold,
)
from tablero.web.refusals import NotHere

if TYPE_CHECKING:
    from tablero.web.arena.public import Public

SCORED = "scored"
"""The event of games that a check has played."""

MOST_DISCARDED = 20
"""Files that were not taken, of which is told."""


def mine_told(public: "Public", pair: Pair, check: CheckTold | None) -> MineTold:
    """Raises Busy if the database does not answer."""
    with public.asked():
        kept, verdicts = public.store.kept(pair.id), public.store.verdicts(pair.id)
        discarded, ids = _discarded(public, pair), {upload.id for upload in kept}
        with public.store.read() as session:
            through = checked(session, ids)
            scored = told_of(session, SCORED, ids)
        scores = {told["upload"]: told["scores"] for told in scored}
    players = sorted({upload.player or 0 for upload in kept})
    return MineTold(
        most=public.course.names.players,
        kilobytes=public.course.limits.file,
        banned=any(map(is_ban, verdicts)),
        players=[
            OwnPlayerTold(
                player=player,
                versions=[
                    _version(upload, verdicts, upload.id in through, scores.get(upload.id, []))
                    for upload in reversed(kept)
                    if upload.player == player
                ],
                places=public.places_of(player_id(pair.id, player)),
            )
            for player in players
        ],
        discarded=[
            DiscardedTold(at=each.at, name=each.name, message=each.message) for each in discarded
        ],
        rounds=public.rounds(),
        check=check,
    )


def own_file(public: "Public", pair: Pair, player: int, version: int) -> Upload:
    """A version of a player of this pair. Raises NotHere, and Busy."""
    mine = Upload.pair == pair.id, Upload.player == player, Upload.version == version
    with public.asked(), public.store.read() as session:
        found = session.scalar(select(Upload).where(*mine))
    if found is None:
        raise NotHere(_("there is nothing at this address"))
    return found


def is_unchecked(public: "Public", upload: Upload) -> bool:
    """Is it the last version of its player, in so far, and not been through everything yet?"""
    assert upload.pair is not None, "a file that was kept"
    mine = public.store.kept(upload.pair)
    last = max((each.version or 0 for each in mine if each.player == upload.player), default=0)
    with public.store.read() as session:
        through = checked(session, {upload.id})
    verdicts = public.store.verdicts(upload.pair)
    return upload.version == last and not through and not stands_against(upload, verdicts)


def _discarded(public: "Public", pair: Pair) -> list[Upload]:
    """The last ones that were not taken, the latest first."""
    wanted = select(Upload).where(Upload.pair == pair.id, Upload.version.is_(None))
    latest = wanted.order_by(Upload.id.desc()).limit(MOST_DISCARDED).options(BARE)
    with public.store.read() as session:
        return [*session.scalars(latest)]


def _version(
    upload: Upload, verdicts: Sequence[Verdict], checked: bool, scores: list[dict[str, Any]]
) -> VersionTold:
    out = stands_against(upload, verdicts)
    return VersionTold(
        version=upload.version or 0,
        at=upload.at,
        day=upload.day,
        alias=upload.alias,
        track=upload.track,
        size=upload.size,
        state="out" if out else "in" if checked else "waiting",
        rulings=[_ruling(each) for each in verdicts if each.upload == upload.id],
        scores=[ScoreTold.model_validate(each) for each in scores],
    )


def _ruling(verdict: Verdict) -> RulingTold:
    return RulingTold.model_validate(
        {
            "kind": verdict.kind,
            "rule": verdict.rule,
            "place": verdict.place,
            "evidence": verdict.evidence,
            "command": verdict.command,
            "reason": verdict.reason,
            "lifted": verdict.lifted_reason if verdict.lifted_at else None,
        }
    )
