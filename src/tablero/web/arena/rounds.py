"""One round by alias: its table, its cross table and its games."""

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from tablero.arena.course.calendar import Phase
from tablero.arena.season.tables import champion
from tablero.arena.standings.counts import Score as Counted
from tablero.arena.standings.counts import count
from tablero.arena.standings.notable import notable
from tablero.arena.standings.ranking import Row, Standings
from tablero.arena.store.journal import record_of
from tablero.arena.store.models import Entrant, Game, Round, Standing
from tablero.arena.store.store import Store
from tablero.match.ratings import Interval
from tablero.match.record import NOBODY, Record, positions, write_record
from tablero.match.referee import Reason
from tablero.position import FIRST
from tablero.web.arena import models
from tablero.web.arena.live import start_of
from tablero.web.arena.played import DRAWN, LOST, WON, Short, among, results, short, totals

NAMED = ("first", "second", "opening", "winner", "reason", "moves")
"""What is kept of a notable game."""


@dataclass
class Sheet:
    """ids      -- by rank
    load     -- all games of the round
    champion -- the alias of who has won a knockout; None: it was none
    """

    named: models.RoundNamed
    rows: list[models.RowTold]
    ids: dict[int, str]
    load: Callable[[], list[Short]]
    champion: str | None

    @property
    def games(self) -> list[Short]:
        """Between those who are in the table, in an order that nobody's haste changes."""
        return among(self.load(), {*self.ranks})

    @cached_property
    def ranks(self) -> dict[str, int]:
        return {id: rank for rank, id in self.ids.items()}

    def told(self) -> models.RoundTold:
        return models.RoundTold(
            round=self.named,
            rows=self.rows,
            cross=self.cross(),
            faults=self.faults(),
            repeated=self.repeated(),
            champion=self.champion,
        )

    def cross(self) -> list[list[models.CellTold | None]]:
        """[one][other]: what the one did against the other, by who began."""
        began = results(self.games)
        return [
            [
                None
                if one == other
                else models.CellTold(
                    started=_score(began.get((one, other))),
                    answered=_score(began.get((other, one)), swapped=True),
                )
                for other in self.ids.values()
            ]
            for one in self.ids.values()
        ]

    def faults(self) -> list[models.FaultTold]:
        """Games that were not lost on the board, by rank and reason. What exactly went wrong may
        tell whose file it was: nobody is told."""
        lost: Counter[tuple[int, Reason]] = Counter()
        for game in self.games:
            if game.winner != NOBODY and game.reason is not Reason.WON:
                loser = game.second if game.winner == 1 else game.first
                lost[self.ranks[loser], game.reason] += 1
        return [
            models.FaultTold(rank=rank, reason=reason, games=number)
            for (rank, reason), number in sorted(lost.items())
        ]

    def repeated(self) -> int:
        """Games that are the same, move for move, as another one of the same players."""
        lines = {(game.first, game.second, game.line) for game in self.games}
        return len(self.games) - len(lines)

    def between(self, one: str, other: str) -> list[models.GameNamed]:
        """Those of two players, opening by opening."""
        mine = [game for game in self.games if {game.first, game.second} == {one, other}]
        return [self._named(game) for game in sorted(mine, key=lambda game: game.opening)]

    def notable(self, rows: Sequence[Game]) -> list[models.NotableTold]:
        """One of each kind; every game is replayed for them."""
        records = [record_of(row) for row in rows]
        return [
            models.NotableTold(
                kind=each.kind, number=each.number, game=self._named(short(each.game))
            )
            for each in notable(self._standings(records))
        ]

    def known_notable(self, kept: Sequence[Mapping[str, Any]]) -> list[models.NotableTold]:
        """The same, as it was found when the round ended."""
        return [
            models.NotableTold(
                kind=each["kind"],
                number=each["number"],
                game=self._named(Short(*(each[key] for key in NAMED))),
            )
            for each in kept
        ]

    def game(self, row: Game) -> models.GameTold:
        """Under aliases, without what may tell whose file it was."""
        record = record_of(row)
        first, second = (self._alias(id) for id in (record.first, record.second))
        shown = replace(record, first=first, second=second, detail="")
        played = positions(record)
        return models.GameTold(
            game=self._named(short(record)),
            first=first,
            second=second,
            rules=record.game,
            start=start_of(record.game, record.position),
            moves=record.moves,
            movers=[
                1 if place.turn() == FIRST else 2 for place, move in played if move is not None
            ],
            drawn=record.opening,
            margin=record.margin,
            scores=record.scores,
            times=record.times,
            record=write_record(shown),
        )

    def place(self, row: models.RowTold) -> models.PlaceTold:
        return models.PlaceTold(
            round=self.named.number,
            players=len(self.rows),
            points=row.wins + row.draws / 2,
            **row.model_dump(include={"rank", "games", "rating", "low", "high"}),
        )

    def _alias(self, id: str) -> str:
        return self.rows[self.ranks[id] - 1].alias

    def _named(self, game: Short) -> models.GameNamed:
        first, second = self.ranks[game.first], self.ranks[game.second]
        facts = {key: getattr(game, key) for key in ("opening", "winner", "reason", "moves")}
        return models.GameNamed(first=first, second=second, **facts)

    def _standings(self, records: Sequence[Record]) -> Standings:
        """As the ranking had them, as far as they are kept."""
        rows = [
            Row(
                rank=row.rank,
                id=self.ids[row.rank],
                alias=row.alias,
                reference=False,
                score=Counted(row.wins, row.draws, row.losses),
                rating=Interval(row.rating or 0.0, -math.inf, math.inf),
                same_as=(),
            )
            for row in self.rows
        ]
        return Standings(rows, Interval(0.0, -math.inf, math.inf), count(rows, records))


def sheet_of(
    store: Store, round: Round, games: Callable[[], list[Short]], references: bool
) -> Sheet:
    """games      -- all of the round, should they be needed
    references -- are the teachers' players marked?
    """
    entrants = {each.player: each for each in store.entrants(round)}
    table = store.standings(round)
    ids = {rank: row.player for rank, row in enumerate(table, 1)}
    kept = {row.player: _kept(row) for row in table}
    scores = {id: score for id, score in kept.items() if score is not None}
    if len(scores) < len(kept):
        scores = totals(among(games(), {*kept}), [*kept])
    aliases = {id: alias_of(entrants[id], rank) for rank, id in ids.items()}
    rows = [
        _row(rank, standing, entrants[standing.player], aliases, scores, references)
        for rank, standing in enumerate(table, 1)
    ]
    named = models.RoundNamed(
        number=round.number,
        day=round.day,
        phase=Phase(round.phase),
        players=len(rows),
        games=sum(row.games for row in rows) // 2,
    )
    winner = champion(store, round)
    return Sheet(named, rows, ids, games, winner if winner in aliases.values() else None)


def _kept(standing: Standing) -> models.Score | None:
    """Won, drawn and lost, if they were written down."""
    told = [standing.told.get(key) for key in ("wins", "draws", "losses")]
    won, drawn, lost = (each if isinstance(each, int) else -1 for each in told)
    return (won, drawn, lost) if min(won, drawn, lost) >= 0 else None


def alias_of(entrant: Entrant, rank: int) -> str:
    """Never an id, which would say whose player it is."""
    return entrant.alias if entrant.alias != entrant.player else f"#{rank}"


def _row(
    rank: int,
    standing: Standing,
    entrant: Entrant,
    aliases: dict[str, str],
    scores: dict[str, models.Score],
    references: bool,
) -> models.RowTold:
    """What was kept of a line."""
    told, score = standing.told, scores[standing.player]
    known = {*aliases.values()}
    return models.RowTold(
        rank=rank,
        alias=aliases[standing.player],
        games=sum(score),
        wins=score[WON],
        draws=score[DRAWN],
        losses=score[LOST],
        rating=told.get("rating"),
        low=told.get("low"),
        high=told.get("high"),
        same_as=[alias for alias in told.get("same_as", []) if alias in known],
        reference=entrant.upload is None if references else None,
        regret=told.get("regret"),
    )


def _score(found: models.Score | None, swapped: bool = False) -> models.Score:
    won, drawn, lost = found or (0, 0, 0)
    return (lost, drawn, won) if swapped else (won, drawn, lost)
