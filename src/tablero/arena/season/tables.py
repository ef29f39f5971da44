"""Standings as they were when their round ended, and over all rounds; by alias only."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from tablero.arena.rounds.pairing import Knockout
from tablero.arena.season.terms import read_system
from tablero.arena.standings.counts import Score, count
from tablero.arena.standings.ranking import UNKNOWN, Row, Standings
from tablero.arena.standings.regret import Regret
from tablero.arena.store.journal import StoreJournal, record_of
from tablero.arena.store.models import Entrant, Round, Standing
from tablero.arena.store.store import Store
from tablero.match.ratings import Interval


@dataclass(frozen=True)
class Listed:
    """An entrant of a round as standings want to know him."""

    id: str
    alias: str
    reference: bool

    @classmethod
    def of(cls, entrant: Entrant) -> "Listed":
        return cls(entrant.player, entrant.alias, entrant.upload is None)


def kept_row(row: Row, lost: Regret | None = None) -> dict[str, Any]:
    """What a store keeps of a row; `_row` gives it back.

    lost -- by his moves, if that was worked out
    """
    told = {} if lost is None else {"regret": asdict(lost)}
    return {**row.record(), **told, "id": row.id, "reference": row.reference}


def _row(kept: Standing) -> Row:
    told = kept.told
    ends = (math.nan, -math.inf, math.inf)
    numbers = [
        unknown if told[name] is None else told[name]
        for name, unknown in zip(("rating", "low", "high"), ends, strict=True)
    ]
    score = Score(told["wins"], told["draws"], told["losses"])
    return Row(
        kept.rank, kept.player, told["alias"], told["reference"], score, Interval(*numbers),
        tuple(told["same_as"]),
    )  # fmt: skip


def table_of(store: Store, round: Round) -> Standings:
    """The standings that a round ended with, and its games."""
    rows = [*map(_row, store.standings(round))]
    counts = count(rows, map(record_of, store.games(round)))
    return Standings(rows, UNKNOWN, counts)


def champion(store: Store, round: Round) -> str | None:
    """The alias of who has won a knockout; None of another round. Ratings may see another one
    above him: they count every game, and he has won the ones that mattered."""
    system = read_system(round.terms["system"])
    if not isinstance(system, Knockout):
        return None
    winner = system.champion(round.terms["order"], StoreJournal(store, round).known())
    aliases = {entrant.player: entrant.alias for entrant in store.entrants(round)}
    return None if winner is None else aliases[winner]


def history(store: Store, rounds: Iterable[Round]) -> dict[str, list[tuple[Round, Row]]]:
    """What became of each alias, round by round. Nothing else tells that two aliases are the
    same pair's."""
    found: dict[str, list[tuple[Round, Row]]] = {}
    for round in rounds:
        for row in map(_row, store.standings(round)):
            found.setdefault(row.alias, []).append((round, row))
    return found


def history_records(found: dict[str, list[tuple[Round, Row]]]) -> list[dict[str, Any]]:
    """The same for programs."""
    return [
        {
            "alias": alias,
            "rounds": [
                {"round": round.number, "day": round.day.isoformat(), **_without_alias(row)}
                for round, row in rows
            ],
        }
        for alias, rows in sorted(found.items())
    ]


def _without_alias(row: Row) -> dict[str, Any]:
    return {key: value for key, value in row.record().items() if key != "alias"}


def last_of(rounds: Sequence[Round], number: int | None) -> Round | None:
    """The round of this number, or the last one; None if it is not among them."""
    found = [each for each in rounds if number in (None, each.number)]
    return found[-1] if found else None
