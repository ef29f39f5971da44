"""An arena with real rounds of our own agents: two that are published, one that is not."""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any

from sqlalchemy import event

import tablero.games as games
from tablero.agents.agent import Player
from tablero.arena.course import Course, load_course
from tablero.arena.course.calendar import Calendar
from tablero.arena.course.default import NewPair, default_text, teacher_table
from tablero.arena.course.names import Name
from tablero.arena.course.reading import COURSE_FILE
from tablero.arena.handin.desk import Desk
from tablero.arena.rounds.driver import Progress, Round
from tablero.arena.rounds.entrants import ByText, Entrant, Tools
from tablero.arena.rounds.meeting import Terms
from tablero.arena.rounds.pairing import Knockout, RoundRobin
from tablero.arena.standings.ranking import standings
from tablero.arena.store import models
from tablero.arena.store.journal import StoreJournal, record_of
from tablero.arena.store.roster import roster
from tablero.arena.store.store import Store
from tablero.errors import OutsideError
from tablero.games.game import Game
from tablero.web.arena.public import Public
from tests.arena.courses import CHEAP, MADRID, MONDAY, first_line_check, open_copy
from tests.web.live import Address, serving

OPENINGS, PLIES = 2, 6
PAIRS = (NewPair(1, 7, "qX", "zafiro-quieto"), NewPair(2, 9, "kW", "otter-lantern"))
TEACHERS_PASSWORD = "heron-in-the-reeds"
MEMBERS = ("Nombre Apellido", "Somebody Else")
TITLE = "Group B"
REFERENCES = {"Alba": "random", "Bruma": "greedy"}
STUDENTS = {
    ("Osa <b>Mayor</b>", 1): ("01-07", 1),
    ("Ñandú & Co.", 1): ("01-07", 2),
    ("cometa/../x", 1): ("02-09", 1),
}
AGENTS = {
    "01-07-1": "alphabeta(depth=2)",
    "01-07-2": "negamax(depth=1,eval=regular)",
    "02-09-1": "",
}
"""The last one never comes to the board."""

BODY = "SECRET_TEXT_OF_{pair}"
REGRET = {"mean": 0.5, "moves": 4, "wrong": 1}
"""Of the best; nobody has looked at the others."""

LEAK = "grupo02pareja09: File /home/somebody/players/p.py, line 3"
"""What went wrong tells whose file it is."""


@dataclass(frozen=True)
class Broken:
    """A player whose file does not load."""

    seed: int | None = None

    def check(self, game: Game) -> None:
        """Nobody knows before."""

    def packed(self) -> "Broken":
        return self

    def check_machine(self) -> None:
        """Any will do."""

    def take(self, game: Game, tools: Tools) -> tuple[Player, Player]:
        raise OutsideError(LEAK)


@dataclass
class Made:
    """now -- the time, on whose clock the arena looks"""

    folder: Path
    course: Course
    store: Store
    now: datetime = field(default_factory=lambda: morning(2))

    def clock(self) -> datetime:
        return self.now


def morning(days: int) -> datetime:
    """The time of publication so many days after the first Monday."""
    return datetime(MONDAY.year, MONDAY.month, MONDAY.day, 8, tzinfo=MADRID) + timedelta(days=days)


def secrets() -> list[str]:
    """What nobody may read anywhere: texts of files, secrets, names, ids, what went wrong."""
    ids = [f"{pair.group:02}-{pair.pair:02}" for pair in PAIRS]
    return [
        *(each for pair in PAIRS for each in (pair.password, BODY.format(pair=pair.pair))),
        *(f"{pair.group:02}pareja{pair.pair:02}" for pair in PAIRS),
        TEACHERS_PASSWORD,
        *MEMBERS,
        *ids,
        "grupo",
        "scrypt",
        "reference-1",
        "/home/",
        "02-09",
    ]


def course_text() -> str:
    """The paper's course with few openings, two references and two pairs."""
    teacher = teacher_table(TEACHERS_PASSWORD, CHEAP)
    text = default_text(MONDAY, "Europe/Madrid", teacher=teacher)
    before, _first, _others = text.partition("[[references]]")
    told = [f'[[references]]\nalias = "{alias}"\nagent = "{agent}"\n'
            for alias, agent in REFERENCES.items()]  # fmt: skip
    pairs = [f'{pair.table(CHEAP)}members = ["{member}"]\n'
             for pair, member in zip(PAIRS, MEMBERS, strict=True)]  # fmt: skip
    whole = before + "\n".join([*told, *pairs])
    return whole.replace("openings = 20", f"openings = {OPENINGS}").replace(
        'title = "Mancala tournament"', f'title = "{TITLE}"'
    )


def make(folder: Path) -> Made:
    """Rounds of Monday and Tuesday, and some games of Wednesday's."""
    made = begin(folder)
    for number, day in enumerate(Calendar(made.course.calendar).rounds()[:3]):
        if number < 2:
            hand_in(made, day)
        play(made, day, most=7 if number == 2 else None)
    return made


@contextmanager
def serving_a_course(folder: Path, **terms: Any) -> Iterator[tuple[Made, Address]]:
    """A server for these rounds, which knows the course's directory, `mancala`."""
    (folder / "mancala").mkdir()
    made = make(folder / "mancala")
    public = Public(made.course, made.store, made.clock, folder=made.folder)
    with serving(workers=0, arena=public, **terms) as found:
        yield made, found
    made.store.close()


@contextmanager
def asked_of(made: Made) -> Iterator[list[str]]:
    """What its database is asked meanwhile."""
    found: list[str] = []

    def hear(_connection: Any, _cursor: Any, statement: str, *_more: Any) -> None:
        found.append(statement)

    event.listen(made.store.engine, "before_cursor_execute", hear)
    try:
        yield found
    finally:
        event.remove(made.store.engine, "before_cursor_execute", hear)


def begin(folder: Path) -> Made:
    """A course that nothing has happened in yet."""
    (folder / COURSE_FILE).write_text(course_text(), encoding="utf-8")
    course = load_course(folder)
    assert (course.rounds.openings, course.title) == (OPENINGS, TITLE)
    return Made(folder, course, open_copy(folder))


def hand_in(made: Made, day: date) -> None:
    desk, calendar = (
        Desk(made.course, made.store, first_line_check),
        Calendar(made.course.calendar),
    )
    for (alias, _one), (id, player) in STUDENTS.items():
        (pair,) = (each for each in PAIRS if f"{each.group:02}-{each.pair:02}" == id)
        name = made.course.names.pattern.write(
            Name(pair.group, pair.pair, player, pair.secret, day.day, day.month)
        )
        text = f"{alias}\n# {BODY.format(pair=pair.pair)} {day}\n"
        at = calendar.closing(day) - timedelta(hours=2)
        answer = desk.hand_in(name, text.encode(), at)
        assert answer.kept, answer.message


def openings(game: Game, seed: int) -> dict[int, list[Any]]:
    """Random moves; nobody says that they are balanced."""
    dice, found = random.Random(seed), {}
    for number in range(1, OPENINGS + 1):
        position, moves = game.start, []
        for _ply in range(PLIES):
            moves.append(dice.choice(list(position.moves())))
            position = position.play(moves[-1])
        found[number] = moves
    return found


def seats(who: list[models.Entrant]) -> list[Entrant]:
    return [
        Entrant(
            each.player,
            each.alias,
            each.upload is None,
            ByText(text) if (text := each.agent or AGENTS[each.player]) else Broken(),
        )
        for each in who
    ]


def play(made: Made, day: date, most: int | None, knockout: bool = False) -> None:
    """The round of a day; only its first games, if somebody stops it.

    knockout -- in place of a round robin, and all games begin alike
    """
    calendar = Calendar(made.course.calendar)
    closing, phase = calendar.closing(day), calendar.phase(day)
    who = roster(made.course, made.store, closing)
    entrants = seats(who)
    system = Knockout(OPENINGS, replays=0) if knockout else RoundRobin(OPENINGS)
    named = {"name": type(system).__name__.lower(), **asdict(system)}
    terms = {"system": named, "order": [each.player for each in who]}
    opened = made.store.open_round(day, phase, closing, terms, who)
    journal = StoreJournal(made.store, opened)
    game = games.load(made.course.game.rules)
    drawn = openings(game, day.toordinal())
    rules = Terms(str(game), 1, dict.fromkeys(drawn, drawn[1]) if knockout else drawn)

    def tell(progress: Progress) -> None:
        if most is not None and progress.done >= most:
            driver.stop.set()

    driver = Round(rules, entrants, system, journal, tell=tell)
    assert driver.run() == (most is None)
    if most is None:
        records = [record_of(row) for row in made.store.games(opened)]
        found = standings(entrants, records)
        table = [{"id": row.id, **row.record()} for row in found.rows]
        table[0]["regret"] = REGRET
        made.store.close_round(opened, closing + timedelta(hours=1), table)
