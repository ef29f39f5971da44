"""The games of a round as its journal: what is written is known, at once and for good."""

from collections.abc import Iterable, Mapping
from dataclasses import fields
from typing import Any

from sqlalchemy import select
from sqlalchemy.dialects.postgresql import insert as insert_postgres
from sqlalchemy.dialects.sqlite import insert as insert_sqlite

from tablero.arena.rounds.keys import DRAWN, LOST, WON, GameKey, Outcome
from tablero.arena.store.database import LAX, retry
from tablero.arena.store.models import Game, Round
from tablero.arena.store.store import Store
from tablero.match.record import NOBODY, Record
from tablero.match.referee import Reason

OUTCOMES = {NOBODY: DRAWN, 1: WON, 2: LOST}


class StoreJournal:
    """Any number of processes may write the same round: the first to write a game is believed,
    who comes later with the same game changes nothing. A game outlives the death of whoever wrote
    it; those that a power cut takes away are played again."""

    def __init__(self, store: Store, round: Round) -> None:
        self.store, self.round = store, round

    def known(self) -> Mapping[GameKey, Outcome]:
        """What each game was worth to who started it, in half points."""
        columns = Game.first, Game.second, Game.opening, Game.winner
        with self.store.read() as session:
            rows = session.execute(select(*columns).where(Game.round == self.round.id))
            return {
                GameKey(row.first, row.second, row.opening): OUTCOMES[row.winner] for row in rows
            }

    def write(self, key: GameKey, record: Record) -> None:
        """Keep this game, unless it is known."""
        self.write_all([(key, record)])

    def write_all(self, games: Iterable[tuple[GameKey, Record]]) -> None:
        """Keep these games, those that are not known yet; all of them or none."""
        sqlite = self.store.engine.dialect.name == "sqlite"
        insert: Any = insert_sqlite if sqlite else insert_postgres
        rows = [self._row(key, record) for key, record in games]

        def add() -> None:
            with self.store.write(LAX) as session:
                session.execute(insert(Game).on_conflict_do_nothing(), rows)

        if rows:
            retry(add)

    def _row(self, key: GameKey, record: Record) -> dict[str, Any]:
        first, second, opening = key
        return {
            "round": self.round.id,
            "first": first,
            "second": second,
            "opening": opening,
            "winner": record.winner,
            "record": vars(record),
        }


def record_of(game: Game) -> Record:
    """The record that was written."""
    told = {field.name: game.record[field.name] for field in fields(Record)}
    return Record(**{**told, "reason": Reason(told["reason"])})
