"""Rounds in the teacher's hands: started, paused and gone on with, and seen before publication.

A round is a process of its own, the one of `tablero arena round`: it goes on when the server ends,
and whoever plays rounds of the same course meanwhile is refused by its lock.
"""

import os
import subprocess
import sys
import threading
from collections.abc import Sequence
from datetime import date
from pathlib import Path

from tablero.arena.course.calendar import Phase
from tablero.arena.sandbox.level import level_found
from tablero.arena.season.pause import go_on, is_paused, pause
from tablero.arena.season.season import LOCK_FILE, Season
from tablero.arena.store.models import Round, State
from tablero.errors import OptionError
from tablero.locale import _
from tablero.web.arena.later import Later
from tablero.web.arena.live import live_games
from tablero.web.arena.models import LiveTold
from tablero.web.arena.public import Public
from tablero.web.arena.roll import Roll
from tablero.web.arena.rounds import Sheet, games_of, sheet_of
from tablero.web.arena.teacher import models
from tablero.web.refusals import NotHere

RUN = "from tablero.cli import main; main()"
LOG_FILE = ".round.log"
LOCKS = Path("/proc/locks")
PID, PLACE = 4, 5
"""The words of a line there that name the holder, and the file: device and inode."""


class Rounds:
    """options -- of `tablero arena round`, besides the directory; none: a worker for every core"""

    def __init__(self, public: Public, roll: Roll, options: Sequence[str]) -> None:
        self.public, self.roll = public, roll
        self.options = options or ("--workers", str(os.cpu_count() or 1))
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._level: Later[str] = Later()

    @property
    def folder(self) -> Path:
        """Raises OptionError if the server does not know where the course is."""
        if self.public.folder is None:
            raise OptionError(_("this server cannot play rounds"))
        return self.public.folder

    # What a round does

    def state(self) -> models.RoundState:
        playing, paused, due = self.is_playing(), is_paused(self.folder), self.due()
        return models.RoundState(
            state="playing" if playing else "paused" if paused else "idle",
            trouble="" if playing or due is None else self._trouble(),
            level=self._level.ask("level", _level),
            due=due,
            outdated=self.roll.is_outdated,
            progress=self.public.progress(),
        )

    def due(self) -> date | None:
        """The day whose round would be played now."""
        season = self._season()
        due = season.due()
        return due[-1] if due else None

    def is_playing(self) -> bool:
        """Does a process play a round of this course? Who asks does not take the lock himself: he
        might keep one away that begins just now."""
        with self._lock:
            if self._process is not None and self._process.poll() is None:
                return True
        return is_locked(self.folder / LOCK_FILE, LOCKS.read_text())

    def _trouble(self) -> str:
        """The last line of a process that has failed, unless it was paused."""
        with self._lock:
            failed = self._process is not None and self._process.returncode not in (0, None)
        if not failed or is_paused(self.folder):
            return ""
        lines = (self.folder / LOG_FILE).read_text(errors="replace").strip().splitlines()
        return lines[-1] if lines else _("the process has ended without a word")

    def start(self) -> None:
        """Play the round of the last day that has closed, or go on with it. Raises OptionError if
        one is played already, or none can be. A pause that was asked for when the last game had
        ended is over: whoever plays by the calendar goes on with the next day."""
        if self.is_playing():
            raise OptionError(_("another process plays a round of this course"))
        if self.due() is None and is_paused(self.folder):
            go_on(self.folder)
            return
        day = self._season().day_of_round(None)
        begun = self._season().known(day)
        if begun is not None and begun.state == State.DONE:
            raise OptionError(_("the round of {day} is over already").format(day=day))
        go_on(self.folder)
        with self._lock, (self.folder / LOG_FILE).open("wb") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-c", RUN, "arena", "round", str(self.folder), *self.options],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def pause(self) -> None:
        """After the games that are being played. Raises OptionError if nothing is played."""
        if not self.is_playing():
            raise OptionError(_("no round is being played"))
        pause(self.folder)

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


def is_locked(path: Path, locks: str) -> bool:
    """Does somebody hold the lock of this file? On two devices inodes may have the same number;
    and some systems (btrfs, overlays) tell another device there than the file has. Then it is
    the holder who is known: he has written himself into it.

    locks -- what the system says about all of them
    """
    try:
        found, holder = path.stat(), path.read_text()
    except FileNotFoundError:
        return False
    device = f"{os.major(found.st_dev):02x}:{os.minor(found.st_dev):02x}"
    for words in map(str.split, locks.splitlines()):
        where, _colon, inode = words[PLACE].rpartition(":")
        if inode == str(found.st_ino) and (where == device or words[PID] == holder):
            return True
    return False


def _level() -> str:
    return level_found().value
