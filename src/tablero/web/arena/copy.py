"""A copy of the public pages as files. The page is the same; what it would ask for lies beside it.

    index.html, icon.svg, assets/       the page
    arena/course.json, history.json     what /api/arena/course and /history tell
    arena/rounds/3.json, 3/notable.json
    arena/rounds/3/games/1/2.json       all games of the first two of round 3
    arena/rounds/3/games/1/2/5.json     the one of opening 5 that the first one began
    arena/rounds/3/games/1/2/5/boards.json

Names of files are numbers: no alias can lead anywhere else.
"""

import re
from itertools import combinations
from pathlib import Path

from pydantic import BaseModel

from tablero.errors import OutsideError
from tablero.locale import _
from tablero.web.arena import models
from tablero.web.arena.public import Public
from tablero.web.catalogue import catalogue
from tablero.web.models import MOST_MOVES, LineAsked
from tablero.web.places import tell_line
from tablero.web.shelf import Shelf
from tablero.web.site import BUILT, built_files

STATIC = '<meta name="tablero-static" content="arena">'
MARK = "arena"
"""The folder of what is told; a copy is written over a copy only."""


class Copy:
    """written -- so many files"""

    def __init__(self, public: Public, out: Path, boards: bool) -> None:
        self.public, self.out, self.boards = public, out, boards
        self.shelf, self.written = Shelf(), 0

    def write(self) -> None:
        self._page()
        course = self.public.course_told(copied=True, boards=self.boards)
        for round in course.rounds:
            self._round(round.number)
        self._tell("catalogue", catalogue(self.shelf, arena=True))
        self._tell("history", self.public.history())
        self._tell("course", course)  # last: until then the older copy is whole

    def _page(self) -> None:
        for address, file in built_files(BUILT).items():
            data = file.plain
            if address == "/index.html":
                data = re.sub(b"<head>", b"<head>" + STATIC.encode(), data, count=1)
            self._keep(self.out / address.lstrip("/"), data)

    def _round(self, number: int) -> None:
        told, notable = self.public.round_told(number), self.public.notable(number, wait=True)
        self._tell(f"rounds/{number}", told)
        self._tell(f"rounds/{number}/notable", notable)
        shown = {_key(each.game) for each in notable.games or ()}
        for one, other in combinations([row.rank for row in told.rows], 2):
            found = self.public.games_of(number, one, other)
            self._tell(f"rounds/{number}/games/{one}/{other}", found)
            for game in found.games:
                self._game(number, game, self.boards or _key(game) in shown)

    def _game(self, number: int, named: models.GameNamed, boards: bool) -> None:
        first, second, opening = _key(named)
        place = f"rounds/{number}/games/{first}/{second}/{opening}"
        game = self.public.game(number, first, second, opening)
        self._tell(place, game)
        if boards and len(game.moves) <= MOST_MOVES:
            line = LineAsked(game=game.rules, start=game.start, moves=game.moves, since=0)
            self._tell(f"{place}/boards", tell_line(self.shelf, line))

    def _tell(self, path: str, told: BaseModel) -> None:
        self._keep(self.out / MARK / f"{path}.json", told.model_dump_json().encode())

    def _keep(self, path: Path, data: bytes) -> None:
        """Whole or not at all; what is the same already is left alone."""
        self.written += 1
        if path.is_file() and path.read_bytes() == data:
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        beside = path.with_name(f".{path.name}.new")
        beside.write_bytes(data)
        beside.replace(path)


def write_copy(public: Public, out: Path, boards: bool = False) -> int:
    """How many files it has. Raises TableroError if something else is there.

    boards -- of all games; else of notable ones
    """
    if out.exists() and not (out.is_dir() and (not any(out.iterdir()) or _is_copy(out))):
        message = _("{out} is not empty and no copy of an arena; nothing was written")
        raise OutsideError(message.format(out=out))
    copy = Copy(public, out, boards)
    copy.write()
    return copy.written


def _is_copy(out: Path) -> bool:
    page = out / "index.html"
    return page.is_file() and STATIC in page.read_text(encoding="utf-8", errors="replace")


def _key(game: models.GameNamed) -> tuple[int, int, int]:
    return game.first, game.second, game.opening
