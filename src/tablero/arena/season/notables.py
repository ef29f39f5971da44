"""The notable games of a round: found once, when it ends, for all games have to be replayed."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from tablero.arena.standings.notable import notable
from tablero.arena.standings.ranking import Standings
from tablero.arena.store.models import Round
from tablero.arena.store.store import SYSTEM, Store

NOTABLE = "notable games"


def keep_notable(store: Store, round: Round, found: Standings, at: datetime) -> None:
    """Remember them; they are told when the round is published."""
    games = [
        {
            "kind": each.kind.value,
            "number": each.number,
            "first": each.game.first,
            "second": each.game.second,
            "opening": each.game.number,
            "winner": each.game.winner,
            "reason": each.game.reason.value,
            "moves": len(each.game.moves),
        }
        for each in notable(found)
    ]
    store.note(at, SYSTEM, NOTABLE, round=round.number, games=games)


def kept_notable(store: Store, round: Round) -> list[Mapping[str, Any]] | None:
    """What was remembered; None if nobody has looked."""
    told = reversed(store.told(NOTABLE))
    return next((each["games"] for each in told if each["round"] == round.number), None)
