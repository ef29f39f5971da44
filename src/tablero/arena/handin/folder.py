"""A watched folder: whatever is put into it is handed in, and moved.

    FOLDER/                  put files here
    FOLDER/.taken/TICKET/    what is being worked at; whoever starts again goes on with it
    FOLDER/.taken/seen.json  what was seen once, and when
    FOLDER/kept/             what was kept, each with NAME.txt beside it, which says what was said
    FOLDER/discarded/        what was not

Names there do not tell the secret any more: whoever may look into the folder has not handed in
everything that lies in it.

A file is taken when it has not changed from one look to the next, so that one that is still being
copied is left alone. Its time is that of the first look at it as it is, which is written down, and
which the ticket keeps: a crash does not make anybody late. If a round closes soon, it is told at
once that the file is there, so that the round waits for the second look.
"""

import fcntl
import json
import os
import re
import stat
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple, TypeAlias
from uuid import uuid4

from tablero.arena.course.names import MASK
from tablero.arena.handin.desk import KILOBYTE, Answer, Desk
from tablero.arena.store.arrivals import PATIENCE, announce, withdraw
from tablero.arena.store.store import Store
from tablero.errors import OutsideError, system_reason
from tablero.locale import _

TAKEN, KEPT, DISCARDED = ".taken", "kept", "discarded"
SEEN = "seen.json"
STAMP = "%Y%m%dT%H%M%S%fZ"
TICKET = re.compile(r"[0-9]{8}T[0-9]{12}Z-[0-9a-f]{32}")

State: TypeAlias = tuple[int, int, int]
"""Size and time of the last change."""


class Seen(NamedTuple):
    """A file as it lies there since the time of its ticket."""

    state: State
    ticket: str

    @property
    def at(self) -> datetime:
        return time_of(self.ticket)


HIDDEN = "_"
"""Stands for the signs of a secret in the names of files."""

MOST_BYTES = 240
"""Of the name of a file; .txt may follow."""


class Folder:
    """Looks into a folder when it is asked to. One process at a time watches a folder."""

    def __init__(self, path: Path, desk: Desk, clock: Callable[[], datetime]) -> None:
        self.path, self.desk, self.clock = path, desk, clock
        try:
            for name in (TAKEN, KEPT, DISCARDED):
                (path / name).mkdir(parents=True, exist_ok=True)
        except OSError as error:
            message = _("cannot watch {path}: {reason}")
            values = {"path": path, "reason": system_reason(error)}
            raise OutsideError(message.format(**values)) from None
        self._lock = os.open(path / TAKEN, os.O_RDONLY)
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(self._lock)
            message = _("another process watches {path}")
            raise OutsideError(message.format(path=path)) from None
        self._written = self._seen = self._remembered()

    def close(self) -> None:
        """Others may watch it now."""
        os.close(self._lock)

    def look(self) -> Iterator[tuple[str, Answer]]:
        """Hand in what has come to rest since the last look, and what a crash has left; each
        with its answer."""
        yield from self._leftovers()
        before, states = self._seen, dict(self._files())
        rested = [name for name in sorted(states) if name in before]
        rested = [name for name in rested if before[name].state == states[name]]
        self._seen = {name: before[name] for name in rested}
        now = self.clock().astimezone(UTC).strftime(STAMP)
        for name in sorted(states.keys() - self._seen.keys()):
            self._seen[name] = Seen(states[name], f"{now}-{uuid4().hex}")
        self._remember()
        for name in before.keys() - {*rested}:
            self._tell(before[name], withdraw)
        for name in self._seen.keys() - {*rested}:
            self._tell(self._seen[name], announce)
        for name in rested:
            seen = self._seen.pop(name)
            place = self._take(name, seen.ticket)
            if place is not None:
                yield self._bring(place, name)
            else:
                self._tell(seen, withdraw)
        self._remember()

    def _remember(self) -> None:
        """Write down what was seen, as a whole."""
        place, new = (self.path / TAKEN / f"{SEEN}{end}" for end in ("", ".new"))
        if self._seen and self._seen != self._written:
            new.write_text(json.dumps(self._seen), encoding="utf-8")
            new.replace(place)
        for each in (place, new) if not self._seen else ():
            each.unlink(missing_ok=True)
        self._written = dict(self._seen)

    def _remembered(self) -> dict[str, Seen]:
        """What was seen before a crash, and not taken. What a power cut has left is no JSON."""
        try:
            told = json.loads((self.path / TAKEN / SEEN).read_text(encoding="utf-8"))
        except (FileNotFoundError, ValueError):
            return {}
        seen = {name: Seen(tuple(state), ticket) for name, (state, ticket) in told.items()}
        return {name: each for name, each in seen.items() if not self._was_taken(name, each)}

    def _was_taken(self, name: str, seen: Seen) -> bool:
        """Another file may lie there since, with the same name."""
        place = self.path / TAKEN / seen.ticket / name
        return os.path.lexists(place) or self.desk.store.by_ticket(seen.ticket) is not None

    def _tell(self, seen: Seen, what: Callable[[Store, str, datetime], None]) -> None:
        """Those who wait for files, if a round may wait for this one."""
        coming = self.desk.admission.calendar.next_round(seen.at)
        if coming is not None and coming[1] - seen.at <= PATIENCE:
            what(self.desk.store, seen.ticket, seen.at)

    def _take(self, name: str, ticket: str) -> Path | None:
        """Where a file is worked at; None if whoever brought it has taken it back."""
        place = self.path / TAKEN / ticket
        place.mkdir()
        try:
            os.rename(self.path / name, place / name)
        except FileNotFoundError:
            place.rmdir()
            return None
        return place

    def _files(self) -> Iterator[tuple[str, State]]:
        """What lies in the folder: names, with what changes while something is written."""
        for entry in os.scandir(self.path):
            if entry.name.startswith(".") or entry.name.endswith(("~", ".part", ".tmp")):
                continue
            with suppress(FileNotFoundError):  # taken back just now
                state = entry.stat(follow_symlinks=False)
                if not stat.S_ISDIR(state.st_mode):
                    yield entry.name, (state.st_size, state.st_mtime_ns, state.st_ctime_ns)

    def _leftovers(self) -> Iterator[tuple[str, Answer]]:
        """What was taken and not finished with."""
        places = sorted((self.path / TAKEN).iterdir())
        for place in (each for each in places if TICKET.fullmatch(each.name)):
            for name in sorted(os.listdir(place)):
                yield self._bring(place, name)
            if place.exists():  # whoever crashed had not come further than this
                place.rmdir()

    def _bring(self, place: Path, name: str) -> tuple[str, Answer]:
        """Hand in what was taken, and move it to where it belongs."""
        ticket = place.name
        data = _contents(place / name, self.desk.course.limits.file * KILOBYTE + 1)
        answer = self.desk.hand_in(name, data, time_of(ticket), "folder", ticket)
        target = self.path / (KEPT if answer.kept else DISCARDED)
        final = _short(f"{ticket[: len('20270201T000000')]}-{ticket[-8:]}-{_shown(answer)}")
        (target / f"{final}.txt").write_text(answer.message + "\n", encoding="utf-8")
        os.rename(place / name, target / final)
        place.rmdir()
        return name, answer


def time_of(ticket: str) -> datetime:
    """When the file that has it was seen first."""
    return datetime.strptime(ticket.partition("-")[0], STAMP).replace(tzinfo=UTC)


def _shown(answer: Answer) -> str:
    """What a file is called where it stays: without the secret, if it had one."""
    return answer.upload.name.replace(MASK, HIDDEN).replace("/", HIDDEN)


def _short(name: str) -> str:
    """So much of a name that a file can bear it, with .txt behind: systems count bytes."""
    data = os.fsencode(name)
    return name if len(data) <= MOST_BYTES else data[:MOST_BYTES].decode(errors="ignore")


def _contents(path: Path, most: int) -> bytes:
    """So many bytes of a plain file; what is none (a link, a pipe), or what its owner lets nobody
    read, has none."""
    if not stat.S_ISREG(os.lstat(path).st_mode):
        return b""
    try:
        opened = os.open(path, os.O_RDONLY | os.O_NOFOLLOW)
    except PermissionError:
        return b""
    with open(opened, "rb") as file:
        return file.read(most)
