"""Rounds in the teacher's hands: started, paused and gone on with, and seen before publication.

A round is a process of its own, the one of `tablero arena round`: it goes on when the server ends,
and whoever plays rounds of the same course meanwhile is refused by its lock.
"""

import subprocess
import sys
import threading
from collections.abc import Sequence
from datetime import date
from pathlib import Path

from tablero.arena.course.calendar import Phase
from tablero.arena.handin.checks import waiting
from tablero.arena.sandbox.level import level_found
from tablero.arena.season.pause import go_on, is_paused, pause
from tablero.arena.season.season import Season
from tablero.arena.store.lock import is_held, is_held_elsewhere
from tablero.arena.store.models import Round, State
from tablero.errors import OptionError
from tablero.locale import _
from tablero.web.arena.later import Later
from tablero.web.arena.live import live_games
from tablero.web.arena.models import LiveTold
from tablero.web.arena.played import games_of
from tablero.web.arena.public import Public
from tablero.web.arena.roll import Roll
from tablero.web.arena.rounds import Sheet, sheet_of
from tablero.web.arena.teacher import models
from tablero.web.refusals import NotHere

LOG_FILE = ".round.log"


class Rounds:
    """options -- of `tablero arena round`, besides directory and day"""

    def __init__(self, public: Public, roll: Roll, options: Sequence[str]) -> None:
        self.public, self.roll, self.options = public, roll, options
        self._lock = threading.RLock()
        self._process: subprocess.Popen[bytes] | None = None
        self._day: date | None = None
        self._level: Later[str] = Later()

    @property
    def folder(self) -> Path:
        """Raises OptionError if the server does not know where the course is."""
        if self.public.folder is None:
            raise OptionError(_("this server cannot play rounds"))
        return self.public.folder

    # What a round does

    def state(self) -> models.RoundState:
        playing, due = self.is_playing(), self.due()
        paused = is_paused(self.folder)
        return models.RoundState(
            state="playing" if playing else "paused" if paused else "idle",
            trouble="" if playing or paused else self._trouble(),
            level=self._level.ask("level", _level),
            due=due,
            checking=self._checking(due) if playing else None,
            outdated=self.roll.is_outdated,
            progress=self.public.progress(),
        )

    def due(self) -> date | None:
        """The day whose round would be played now: one that has begun, else the last."""
        due, rounds = self._season().due(), self.public.store.rounds()
        begun = [each.day for each in rounds if each.day in due]
        return next(iter([*begun, *due[-1:]]), None)

    def _checking(self, due: date | None) -> int | None:
        """Files that are looked at before the round of this day begins; None: it has begun."""
        season = self._season()
        if due is None or season.known(due) is not None:
            return None
        return len(waiting(season.store, season.calendar.closing(due)))

    def is_playing(self) -> bool:
        """Does a process play a round of this course, here or on another machine?"""
        with self._lock:
            if self._process is not None and self._process.poll() is None:
                return True
        return is_held(self.public.store.engine)

    def _trouble(self) -> str:
        """The last line of a process that has failed; empty: none has, or another one has
        brought its round to an end."""
        with self._lock:
            failed = self._process is not None and self._process.returncode not in (0, None)
            begun = self._season().known(self._day) if failed and self._day else None
        if not failed or (begun is not None and begun.state == State.DONE):
            return ""
        lines = (self.folder / LOG_FILE).read_text(errors="replace").strip().splitlines()
        return lines[-1] if lines else _("the process has ended without a word")

    def start(self) -> date | None:
        """Play the round that is due, or go on with it: of which day. None: nothing is due, and
        only a pause has ended. Raises OptionError if one is played already, or none can be."""
        with self._lock:
            if self.is_playing():
                raise OptionError(_("another process plays a round of this course"))
            day = self.due()
            if day is None and not is_paused(self.folder):
                last = self._season().day_of_round(None)
                raise OptionError(_("the round of {day} is over already").format(day=last))
            go_on(self.folder)
            if day is not None:
                self._play(day)
            return day

    def _play(self, day: date) -> None:
        words = ["arena", "round", str(self.folder), "--day", day.isoformat(), *self.options]
        self._day = day
        with (self.folder / LOG_FILE).open("wb") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tablero", *words],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def pause(self) -> None:
        """At the next stage of a check, or after the games that are being played. Raises
        OptionError if nothing is played, or on another machine: it reads its own folder."""
        if is_held_elsewhere(self.public.store.engine):
            raise OptionError(_("this round is played on another machine: only there it pauses"))
        playing = self.is_playing()
        if playing:
            pause(self.folder)
            if self.due() is None:  # it has ended meanwhile: the next one is not to be paused
                go_on(self.folder)
                playing = False
        if not playing:
            raise OptionError(_("no round is being played"))

    def _season(self) -> Season:
        public = self.public
        return Season(self.folder, public.course, public.store, public.clock)

    # What has become of rounds

    def all(self) -> models.RoundsSeen:
        """Those that are over, the oldest first."""
        public = self.public
        done = [each for each in public.store.rounds() if each.state == State.DONE]
        return models.RoundsSeen(
            rounds=[
                models.RoundSeen(
                    round=self._sheet(each).named,
                    level=str(each.terms.get("level", "")),
                    published=self._season().is_published(each),
                    publishes=public.calendar.publication(each.day),
                )
                for each in done
            ]
        )

    def standings(self, number: int) -> models.StandingsSeen:
        """Also before they are published. Raises NotHere."""
        for round in self.public.store.rounds():
            if (round.number, round.state) == (number, State.DONE):
                sheet = self._sheet(round)
                return models.StandingsSeen(told=sheet.told(), players=[*sheet.ids.values()])
        raise NotHere(_("there is nothing at this address"))

    def _sheet(self, round: Round) -> Sheet:
        store = self.public.store
        return sheet_of(store, round, lambda: games_of(store, round), references=True)

    def live(self) -> LiveTold:
        """Games of the round under way, whatever the course lets others see."""
        store = self.public.store
        rounds = store.rounds()
        return LiveTold(shown=True, games=live_games(store, rounds[-1]) if rounds else [])

    def calendar(self) -> models.CalendarTold:
        days, now = self.public.calendar, self.public.clock()
        numbers = {each.day: each.number for each in self.public.store.rounds()}
        every = sorted(
            day for phase in (Phase.TRAINING, Phase.GRADED, Phase.FREE) for day in days.days(phase)
        )
        return models.CalendarTold(
            today=days.day(now),
            days=[
                models.DaySeen(
                    day=day,
                    phase=days.phase(day),
                    closes=days.closing(day) if days.is_working(day) else None,
                    publishes=days.publication(day) if days.is_working(day) else None,
                    round=numbers.get(day),
                )
                for day in every
            ],
        )


def _level() -> str:
    """Empty: there is none."""
    try:
        return level_found().value
    except OptionError:
        return ""
