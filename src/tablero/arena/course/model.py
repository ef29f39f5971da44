"""What a course file holds. Each class is a table of it, each field a key; what a field may be
is its type, and for numbers the bounds beside it."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, datetime, time
from enum import StrEnum
from typing import Any

from tablero.arena.course.keys import LONG
from tablero.arena.course.names import SECRET, Pattern

NO_NUMBER: Any = object()

MOST_SEED = 2**62 - 1


class Pairing(StrEnum):
    """Who meets whom in a round."""

    ROUND_ROBIN = "roundrobin"
    SWISS = "swiss"
    GAUNTLET = "gauntlet"
    KNOCKOUT = "knockout"


class Sandbox(StrEnum):
    """Levels of the sandbox, from the weakest to the strongest."""

    NONE = "none"
    LIMITS = "limits"
    LOCKED = "locked"
    FULL = "full"


class Beating(StrEnum):
    """When a player beats a reference.

    POINTS     -- more points than the reference in their games against each other
    BOTH_SEATS -- the same, starting and not starting, each for itself
    PLACE      -- stands above it in the round
    """

    POINTS = "points"
    BOTH_SEATS = "both seats"
    PLACE = "place"


class Among(StrEnum):
    """Whose places are counted for the first places."""

    EVERYBODY = "everybody"
    STUDENTS = "students"


class Counted(StrEnum):
    """Which uploads count: all that were kept, or those that no verdict stands against."""

    KEPT = "kept"
    IN_ORDER = "in order"


def number(default: Any, least: float, most: float, **more: str) -> Any:
    """Return a field for a number from `least` to `most`; NO_NUMBER: the file must have the key.

    `more` is added to the field's metadata.
    """
    metadata = {"least": least, "most": most, **more}
    if default is NO_NUMBER:
        return field(metadata=metadata)
    return field(default=default, metadata=metadata)


@dataclass(frozen=True)
class GameTable:
    """rules  -- the game with its options
    depth  -- of the search that all evaluations share
    tracks -- what can be handed in: "evaluation", "agent"
    """

    rules: str
    depth: int = number(2, 1, 20)
    tracks: tuple[str, ...] = ("evaluation",)


@dataclass(frozen=True)
class NamesTable:
    """pattern -- of the name of a file
    players -- most that a pair may have
    """

    pattern: Pattern
    players: int = number(3, 1, 99)


@dataclass(frozen=True)
class CalendarTable:
    """zone      -- of all times here, like Europe/Madrid
    opens     -- nothing is taken before
    closes    -- hour at which the day's round closes; what comes later is the next day's
    publishes -- hour of the next morning at which standings are shown
    training  -- first and last day
    graded    -- first and last day
    weekend   -- days of the week without rounds and duties
    holidays  -- the same, by date
    """

    zone: str
    opens: datetime
    closes: time
    publishes: time
    training: tuple[date, ...]
    graded: tuple[date, ...]
    weekend: tuple[str, ...] = ("saturday", "sunday")
    holidays: tuple[date, ...] = ()


class Live(StrEnum):
    """Rounds whose games everybody may watch before their results are published."""

    NONE = "none"
    TRAINING = "training"
    ALL = "all"


@dataclass(frozen=True)
class RoundsTable:
    """pairing  -- who meets whom
    openings -- so many, each played from both seats
    plies    -- moves of an opening
    seed     -- where chance begins; students are not to know it, nor to guess it from openings
                that they have seen
    sandbox  -- the level below which no graded round is played
    entry    -- a player must do at least as well as this agent, starting and not starting; ""
                for none
    live     -- games of which rounds are shown while they are played: that tells their results
    regret   -- so many late moves of each player are compared with perfect play, for the table;
                0 for none
    """

    pairing: Pairing = Pairing.ROUND_ROBIN
    openings: int = number(20, 1, 1000)
    plies: int = number(4, 0, 40)
    seed: int = number(1, 0, MOST_SEED)
    sandbox: Sandbox = Sandbox.LOCKED
    entry: str = "regular"
    live: Live = Live.NONE
    regret: int = number(0, 0, 1000)


@dataclass(frozen=True)
class ChecksTable:
    """probes -- random positions that a file is asked about
    games  -- against each shipped player, half of them started
    """

    probes: int = number(200, 1, 100_000)
    games: int = number(40, 2, 10_000)


@dataclass(frozen=True)
class LimitsTable:
    """time_share -- of the time that `time_agent` needs, measured on the same machine
    time_agent -- whom the time is measured against, with its depth
    cpu        -- seconds of CPU that one answer may take, a back-stop
    wall       -- seconds on the clock that it may take, a back-stop
    memory     -- megabytes of a cell
    file       -- kilobytes of a player's file, which has 100 000 signs or fewer: that is 97
                  kilobytes if all of them are ASCII, and never more than 390
    """

    time_share: float = number(0.5, 0.01, 100)
    time_agent: str = "good(depth=4)"
    cpu: float = number(10.0, 0.1, 86400)
    wall: float = number(60.0, 0.1, 86400)
    memory: int = number(1024, 16, 1 << 20)
    file: int = number(96, 1, 390)


@dataclass(frozen=True)
class PointsTable:
    """The points of a grade. A file has training_phase or training, and absent_phase or absent.

    training_phase -- points for the whole training phase: for one player submitted on every day
                      of it, for two, and so on
    training       -- points for each training day: for one player submitted, for two, and so on;
                      None: training_phase applies
    absent_phase   -- points lost once if nothing was submitted on one or more graded days
    absent         -- points lost for each graded day without a submission; None: absent_phase
                      applies
    uploads        -- which uploads count
    references     -- for one reference beaten, for two, and so on
    beats          -- when a player beats a reference
    places         -- so many first places
    place          -- what one of them is worth
    places_among   -- whose places
    practice       -- what a point of the first four keys is worth in the grade
    least, most    -- bounds of a grade
    """

    training_phase: tuple[float, ...] = (1, 2, 3)
    training: tuple[float, ...] | None = field(
        default=None, metadata={"instead_of": "training_phase"}
    )
    absent_phase: float = number(1.0, 0, 1000)
    absent: float | None = number(None, 0, 1000, instead_of="absent_phase")
    uploads: Counted = Counted.KEPT
    references: tuple[float, ...] = (0.5, 1, 2, 3, 4)
    beats: Beating = Beating.POINTS
    places: int = number(5, 0, 10_000)
    place: float = number(1.0, 0, 1000)
    places_among: Among = Among.EVERYBODY
    practice: float = number(1.0, 0, 1000)
    least: float = number(0.0, -1e6, 1e6)
    most: float = number(1000.0, -1e6, 1e6)


@dataclass(frozen=True)
class StoreTable:
    """database -- where everything is kept: "" for the file arena.db beside the course file, or
    an address like postgresql://user@host/name"""

    database: str = ""


@dataclass(frozen=True)
class TeacherTable:
    """password -- hash of what the teacher signs in with on the page; "": nobody does"""

    password: str = ""


@dataclass(frozen=True)
class Reference:
    """A player of the teachers': an agent by its text, or a player's file beside the course
    file. Shown by its alias alone."""

    alias: str
    agent: str = ""
    file: str = ""


@dataclass(frozen=True)
class Pair:
    """secret   -- hash of what stands in the names of its files
    password -- hash of what it signs in with on the page; "" for the secret
    members  -- for the teacher's lists
    """

    group: int = number(NO_NUMBER, 0, 9999)
    pair: int = number(NO_NUMBER, 0, 9999)
    secret: str = ""
    password: str = ""
    members: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        """As it is called in lists of the teacher's."""
        return f"{self.group:02}-{self.pair:02}"


@dataclass(frozen=True)
class Course:
    """The whole file."""

    title: str
    game: GameTable
    names: NamesTable
    calendar: CalendarTable
    rounds: RoundsTable = RoundsTable()
    checks: ChecksTable = ChecksTable()
    limits: LimitsTable = LimitsTable()
    points: PointsTable = PointsTable()
    store: StoreTable = StoreTable()
    teacher: TeacherTable = TeacherTable()
    references: tuple[Reference, ...] = ()
    pairs: tuple[Pair, ...] = ()

    def pair(self, group: int, pair: int) -> Pair | None:
        """The pair of this group and number, if there is one."""
        found = (each for each in self.pairs if (each.group, each.pair) == (group, pair))
        return next(found, None)

    def key_of(self, pair: Pair) -> str:
        """The hash of what a pair signs in with: its password, or a secret that is as hard to
        guess; "": it has none."""
        long = self.names.pattern.width(SECRET) >= LONG
        return pair.password or (pair.secret if long else "")

    def reference_ids(self) -> Iterator[tuple[str, Reference]]:
        """The references by the ids that games keep them under."""
        for count, reference in enumerate(self.references, 1):
            yield f"reference-{count}", reference


def player_id(pair: str, player: int) -> str:
    """What games keep a pair's player under."""
    return f"{pair}-{player}"
