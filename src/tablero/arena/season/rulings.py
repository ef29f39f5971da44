"""What players did wrong in a round, as verdicts with evidence.

A forbidden call is an attempt to reach beyond one's own evaluation: banned, as by the check. All
else, a crash, an illegal move, too slow after a repeat, can be repaired: disqualified.
"""

import shlex
from collections.abc import Iterator, Mapping, Sequence

from tablero.arena.player.forms import Track
from tablero.arena.sandbox.faults import FaultKind, is_cheating
from tablero.arena.standings.counts import Counts
from tablero.arena.store.models import Entrant, Kind, Round, Upload
from tablero.arena.store.store import Ruling
from tablero.locale import _
from tablero.match.record import NOBODY, Record
from tablero.match.referee import Reason

FORBIDDEN, CRASH, ILLEGAL, TIME = "forbidden", "crash", "illegal move", "time"
"""Rules, as verdicts keep them."""

_FORBIDDEN = f"{FaultKind.FORBIDDEN.value}: "
"""What the detail of a game begins with that ended so."""

RULES = {Reason.CRASH: CRASH, Reason.ILLEGAL: ILLEGAL, Reason.TIMEOUT: TIME}


def rule_of(record: Record) -> str | None:
    """The rule that who has lost this game has broken; None if he has lost it otherwise."""
    if record.winner == NOBODY:
        return None
    if record.reason is Reason.CRASH and record.detail.startswith(_FORBIDDEN):
        return FORBIDDEN
    return RULES.get(record.reason)


def _cheats(record: Record, version: Upload) -> bool:
    evidence = record.detail.removeprefix(_FORBIDDEN)
    return rule_of(record) == FORBIDDEN and is_cheating(evidence, Track(version.track or ""))


def rulings(
    round: Round,
    entrants: Sequence[Entrant],
    uploads: Mapping[int, Upload],
    counts: Counts,
) -> Iterator[tuple[Ruling, Upload]]:
    """One for each player and rule, with the first game by names and openings. Whoever has lost it
    reads them: nothing in them says who the other is."""
    versions = {each.player: uploads[each.upload] for each in entrants if each.upload is not None}
    aliases = {each.player: each.alias for each in entrants}
    known = set()
    for record in counts.games.values():
        rule = rule_of(record)
        loser = record.second if record.winner == 1 else record.first
        if rule is None or loser not in versions or (loser, rule) in known:
            continue
        known.add((loser, rule))
        kind = Kind.BANNED if _cheats(record, versions[loser]) else Kind.DISQUALIFIED
        first, second = aliases[record.first], aliases[record.second]
        place = _("round {round}, opening {opening}, {first} against {second}")
        values = {"round": round.number, "opening": record.number}
        numbers = str(round.number), str(record.number)
        yield (
            Ruling(
                kind,
                rule,
                place.format(**values, first=first, second=second),
                record.detail,
                shlex.join(["tablero", "arena", "again", "DIR", *numbers, first, second]),
            ),
            versions[loser],
        )
