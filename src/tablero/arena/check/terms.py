"""What a file is checked for: the paper's tournament, or a course."""

from dataclasses import dataclass, replace

from tablero.arena.course.model import Course
from tablero.arena.sandbox.level import Level
from tablero.arena.sandbox.limits import MEGABYTE, USUAL, CellLimits
from tablero.limits import Between


@dataclass(frozen=True)
class Terms:
    """game       -- its rules
    depth      -- of the search that evaluations share
    tracks     -- what can be handed in
    probes     -- random positions to ask about
    games      -- against each shipped player, half of them started
    plies      -- random moves that a game begins with
    seed       -- where chance begins
    entry      -- whom a player must do as well as, starting and not; "" for nobody
    time_share -- of the time that `time_agent` needs
    cells      -- what a cell may use
    level      -- of the sandbox, that graded rounds want
    """

    game: str = "mancala11"
    depth: int = 2
    tracks: tuple[str, ...] = ("evaluation", "agent")
    probes: int = 200
    games: int = 40
    plies: int = 4
    seed: int = 1
    entry: str = "regular"
    time_share: float = 0.5
    time_agent: str = "good(depth=4)"
    cells: CellLimits = USUAL
    level: Level = Level.LOCKED

    def __post_init__(self) -> None:
        Between(1).check("probes", self.probes)
        Between(2).check("games", self.games)


PAPER = Terms()


def course_terms(course: Course) -> Terms:
    """Those of a course. Chance begins where it does for everybody: what a student sees at home
    is what the course says, and the seed of the rounds is nobody's to know."""
    limits = course.limits
    cells = replace(USUAL, cpu=limits.cpu, wall=limits.wall, memory=limits.memory * MEGABYTE)
    return Terms(
        game=course.game.rules,
        depth=course.game.depth,
        tracks=course.game.tracks,
        probes=course.checks.probes,
        games=course.checks.games,
        plies=course.rounds.plies,
        entry=course.rounds.entry,
        time_share=limits.time_share,
        time_agent=limits.time_agent,
        cells=cells,
        level=Level(course.rounds.sandbox.value),
    )
