"""An arena as its store knows it, told as anybody may know it."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import func, select
from sqlalchemy.exc import SQLAlchemyError

import tablero.games as games
from tablero.arena.course.calendar import Calendar
from tablero.arena.course.model import Course
from tablero.arena.rounds.pairing import FIXED
from tablero.arena.season.notables import kept_notable
from tablero.arena.season.terms import read_system
from tablero.arena.store.models import Game, Round, State
from tablero.arena.store.store import Store
from tablero.locale import _
from tablero.web.arena import models
from tablero.web.arena.later import Later
from tablero.web.arena.live import live_games, may_be_watched
from tablero.web.arena.played import Short, games_of
from tablero.web.arena.rounds import Sheet, sheet_of
from tablero.web.refusals import Busy, NotHere

T = TypeVar("T")

LIGHT, HEAVY = 256, 8
"""Published rounds never change: so many tables are kept, and so many rounds with all games."""

LATEST = 8
"""Games of a round under way that are named."""


class Kept:
    """The last `most` answers. Each is made once, by one thread at a time."""

    def __init__(self, most: int) -> None:
        self.most, self._lock = most, threading.RLock()
        self._known: OrderedDict[Any, Any] = OrderedDict()

    def once(self, key: Any, make: Callable[[], T]) -> T:
        with self._lock:
            if key not in self._known:
                self._known[key] = make()
            self._known.move_to_end(key)
            while len(self._known) > self.most:
                self._known.popitem(last=False)
            found: T = self._known[key]
            return found


class Public:
    """What anybody may ask. Any number of threads may.

    clock      -- what time it is: results are told from their publication on
    references -- are the teachers' players marked as such?
    folder     -- of the course; None: its file is not read again
    playing    -- options of `tablero arena round` for rounds that are started from the page
    """

    def __init__(
        self,
        course: Course,
        store: Store,
        clock: Callable[[], datetime],
        references: bool = False,
        folder: Path | None = None,
        playing: Sequence[str] = (),
    ) -> None:
        self.course, self.store, self.clock = course, store, clock
        self.references, self.folder, self.playing = references, folder, playing
        self.calendar = Calendar(course.calendar)
        self._tables, self._whole = Kept(LIGHT), Kept(HEAVY)
        self._later: Later[list[models.NotableTold]] = Later()

    def course_told(self, copied: bool = False, boards: bool = True) -> models.CourseTold:
        """copied -- for a copy, which says when it was made
        boards -- are there boards of all games?
        """
        now, course = self.clock(), self.course
        day, coming = self.calendar.day(now), self.calendar.next_round(now)
        return models.CourseTold(
            title=course.title,
            game=str(games.load_untried(course.game.rules)),
            depth=course.game.depth,
            tracks=list(course.game.tracks),
            day=day,
            phase=self.calendar.phase(day),
            closes=coming[1] if coming else None,
            zone=course.calendar.zone,
            copied=now if copied else None,
            boards="all" if boards else "notable",
            rounds=self.rounds(),
        )

    def rounds(self) -> list[models.RoundNamed]:
        """Those that were published."""
        with self.asked():
            return [self._sheet(each).named for each in self.store.rounds() if self._is_out(each)]

    def round_told(self, number: int) -> models.RoundTold:
        """Raises NotHere."""
        with self.asked():
            round = self._round(number)
            return self._whole.once(("told", number), lambda: self._sheet(round).told())

    def notable(self, number: int, wait: bool = False) -> models.NotablesTold:
        """As they were found when the round ended; else they are looked for while nobody waits,
        unless he wants to. Raises NotHere."""
        with self.asked():
            round = self._round(number)
            sheet = self._sheet(round)
            kept = self._tables.once(("notable", number), lambda: kept_notable(self.store, round))
        if kept is not None:
            return models.NotablesTold(games=sheet.known_notable(kept))
        found = self._later.ask(number, lambda: sheet.notable(self.store.games(round)), wait)
        return models.NotablesTold(games=found)

    def games_of(self, number: int, one: int, other: int) -> models.GamesTold:
        """Raises NotHere."""
        with self.asked():
            sheet = self._sheet(self._round(number))
            return models.GamesTold(games=sheet.between(*self._ids(sheet, one, other)))

    def game(self, number: int, first: int, second: int, opening: int) -> models.GameTold:
        """Raises NotHere."""
        with self.asked():
            round = self._round(number)
            sheet = self._sheet(round)
            ids = self._ids(sheet, first, second)
            with self.store.read() as session:
                found = session.scalar(
                    select(Game).where(
                        Game.round == round.id,
                        Game.first == ids[0],
                        Game.second == ids[1],
                        Game.opening == opening,
                    )
                )
            if found is None:
                raise NotHere(_("there is nothing at this address"))
            return sheet.game(found)

    def history(self) -> models.HistoryTold:
        with self.asked():
            sheets = [self._sheet(each) for each in self.store.rounds() if self._is_out(each)]
        places: dict[str, list[models.PlaceTold]] = {}
        for sheet in sheets:
            for row in sheet.rows:
                places.setdefault(row.alias, []).append(sheet.place(row))
        return models.HistoryTold(
            rounds=[sheet.named for sheet in sheets],
            players=[
                models.PlayerTold(alias=alias, places=told)
                for alias, told in sorted(places.items(), key=lambda each: each[0].casefold())
            ],
        )

    def places_of(self, id: str) -> list[models.PlaceTold]:
        """Of one player in published rounds, by its id: for whoever may know whose it is."""
        with self.asked():
            sheets = [self._sheet(each) for each in self.store.rounds() if self._is_out(each)]
        return [
            sheet.place(row)
            for sheet in sheets
            for row in sheet.rows
            if sheet.ranks.get(id) == row.rank
        ]

    def progress(self) -> models.ProgressTold:
        """Of the last round, unless it was published."""
        with self.asked():
            rounds = self.store.rounds()
            if not rounds or self._is_out(rounds[-1]):
                return models.ProgressTold(state="none")
            round = rounds[-1]
            entrants = self.store.entrants(round)
            with self.store.read() as session:
                mine = Game.round == round.id
                done = session.scalar(select(func.count()).where(mine)) or 0
                wanted = select(Game.first, Game.second, Game.opening).where(mine)
                last = session.execute(wanted.order_by(Game.id.desc()).limit(LATEST)).all()
        aliases = {each.player: each.alias for each in entrants}
        playing, total = round.state == State.PLAYING, _total(round, len(entrants))
        return models.ProgressTold(
            state="playing" if playing else "waiting",
            number=round.number,
            day=round.day,
            players=len(entrants),
            done=done,
            total=total if playing else done,
            publishes=self.calendar.publication(round.day),
            last=[
                models.MeetingTold(
                    first=aliases[each.first], second=aliases[each.second], opening=each.opening
                )
                for each in (last if playing and total is not None else [])
            ],
        )

    def live(self) -> models.LiveTold:
        """Games of the round under way, where the course lets everybody watch."""
        with self.asked():
            rounds = self.store.rounds()
            if not rounds or not may_be_watched(self.course, rounds[-1]):
                return models.LiveTold(shown=False, games=[])
            return models.LiveTold(shown=True, games=live_games(self.store, rounds[-1]))

    def _is_out(self, round: Round) -> bool:
        """Has it been published?"""
        over = round.state == State.DONE
        return over and self.calendar.publication(round.day) <= self.clock()

    def _round(self, number: int) -> Round:
        """A published one. Raises NotHere."""
        for round in self.store.rounds():
            if round.number == number and self._is_out(round):
                return round
        raise NotHere(_("there is nothing at this address"))

    def _sheet(self, round: Round) -> Sheet:
        """Its games are read when somebody asks for them."""

        def games() -> list[Short]:
            return self._whole.once(("games", round.number), lambda: games_of(self.store, round))

        return self._tables.once(
            ("sheet", round.number), lambda: sheet_of(self.store, round, games, self.references)
        )

    def _ids(self, sheet: Sheet, *ranks: int) -> Sequence[str]:
        """Of two players by their ranks. Raises NotHere."""
        if len({*ranks}) < len(ranks) or not all(rank in sheet.ids for rank in ranks):
            raise NotHere(_("there is nothing at this address"))
        return [sheet.ids[rank] for rank in ranks]

    @contextmanager
    def asked(self) -> Iterator[None]:
        """Raises Busy if the database does not answer."""
        try:
            yield
        except SQLAlchemyError:
            message = _("the arena's database does not answer: try again in a moment")
            raise Busy(message) from None


def _total(round: Round, players: int) -> int | None:
    """Games of a round; None: that depends on their results."""
    system = read_system(round.terms["system"])
    return system.expected(players) if isinstance(system, FIXED) else None
