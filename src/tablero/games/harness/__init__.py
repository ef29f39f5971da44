"""The check of a game: the laws that hold in every game, tried on random games.

Each law is in a module of this package. Python runs the methods of positions; machine code has to
return the same (speeds.py).
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

import tablero.games as games
from tablero.answers import place_of_method
from tablero.errors import OutsideError
from tablero.games.checks import completed
from tablero.games.game import Game
from tablero.games.harness.boards import check_boards
from tablero.games.harness.findings import GameFinding, Law, Violation, Visit
from tablero.games.harness.notation import check_name, check_texts
from tablero.games.harness.walks import Walks
from tablero.games.outside import is_path, read_source
from tablero.jit import INTERPRETED
from tablero.options import convert, option_kinds, parse_call
from tablero.position import Foreign

TEXTS, VALUES = 150, 60
"""Numbers of positions whose texts are read back, and that are evaluated."""

COMPARED = 10
"""Number of random games that machine code repeats."""

LATER_STAGES = 4
"""Stages after the random games: texts, machine code, scores, evaluations."""


@dataclass
class GameReport:
    """The result of a check.

    games, positions: the random games that were played to their end, and their positions.
    shortest, longest: moves of these games.
    speeds: 2 if machine code was compared with Python, else 1.
    """

    game: str
    findings: list[GameFinding] = field(default_factory=list)
    games: int = 0
    positions: int = 0
    shortest: int = 0
    longest: int = 0
    speeds: int = 1

    @property
    def is_right(self) -> bool:
        """Whether nothing was found but warnings."""
        return all(finding.is_warning for finding in self.findings)


class GameCheck:
    """The check of one game. Call `run` once; other threads may read `done` or call `stop`.

    text: the game, a name or a path with options.
    count: number of random games.
    """

    def __init__(self, text: str, count: int, seed: int) -> None:
        self.text, self.count, self.seed = text, count, seed
        self.report = GameReport(text)
        self.done, self.total = 0, count + LATER_STAGES
        self.stopped = False
        self.known: set[tuple[Law, str]] = set()

    def stop(self) -> None:
        """Make `run` end soon."""
        self.stopped = True

    def run(self) -> GameReport:
        """Check the game. Raise OutsideError if its file cannot be read."""
        path, _options = parse_call(self.text)
        if is_path(path):
            read_source(path)
        try:
            game = open_game(self.text)
        except OutsideError as error:
            facts = {"reason": str(error)}
            self.report.findings.append(
                GameFinding(Law.LOAD, self.text, path, error.line, facts=facts)
            )
            return self.report
        for problem in self._problems(game):
            if (problem.kind, problem.method) not in self.known:
                self.known.add((problem.kind, problem.method))
                self.report.findings.append(self._finding(game, problem))
            if self.stopped:
                break
        return self.report

    def _problems(self, game: Game) -> Iterator[Violation]:
        """Yield all problems. Later stages rest on rules in which nothing was found."""
        yield from check_name(game)
        walks = Walks(game.start, self.seed)
        for number in range(self.count):
            yield from walks.play(number)
            self.done += 1
        self._count(walks)
        if not self.report.is_right:
            return
        yield from walks.check_sides()
        visits = walks.sample(TEXTS)
        for visit in visits:
            yield from check_texts(game, visit)
            yield from check_boards(game, visit)
        self.done += 1
        if not INTERPRETED and not isinstance(game.start, Foreign):
            yield from self._compare(walks)
        self.done += 1
        if self.report.is_right:
            yield from self._check_values(game, walks, visits[:: max(1, len(visits) // VALUES)])

    def _compare(self, walks: Walks) -> Iterator[Violation]:
        from tablero.games.harness.speeds import compare

        for walk in walks.walks[:COMPARED]:
            yield from compare(walk)
        self.report.speeds = 2

    def _check_values(self, game: Game, walks: Walks, visits: list[Visit]) -> Iterator[Violation]:
        from tablero.games.harness.values import check_evaluations, check_scores

        yield from check_scores(game, walks.walks)
        self.done += 1
        yield from check_evaluations(game, visits)
        self.done += 1

    def _count(self, walks: Walks) -> None:
        lengths = [walk.length for walk in walks.walks if walk.is_over]
        report = self.report
        report.games = len(lengths)
        report.positions = len({visit.position for walk in walks.walks for visit in walk.visits})
        report.shortest, report.longest = min(lengths, default=0), max(lengths, default=0)

    def _finding(self, game: Game, problem: Violation) -> GameFinding:
        """Return the finding with the texts of its position, as far as the game can write them."""
        line = problem.line
        if line is None and hasattr(problem.owner, problem.method):
            _place, line = place_of_method(problem.owner, problem.method)
        position, moves = _texts(game, problem.visit)
        facts, file = dict(problem.facts), game.file or game.name
        method, kind = problem.method, problem.kind
        return GameFinding(kind, self.text, file, line, method, position, moves, facts)


def open_game(text: str) -> Game:
    """Return the game of a name or a path with options; the rules of a file are not tried."""
    name, options = parse_call(text)
    if is_path(name) and games.framework_of(name) is None:
        cls = games.class_in_file(name)
        completed(cls, name)
    else:
        cls = games.game_class(name)
    return cls(**convert(options, option_kinds(cls)))


def _texts(game: Game, visit: Visit | None) -> tuple[str, tuple[str, ...]]:
    """Return the text of a position if it is read back, and the names of the moves to it.

    A game in which something is wrong may be unable to write them.
    """
    if visit is None:
        return "", ()
    try:
        names = tuple(game.line_names(game.start, visit.moves))
    except Exception:  # The moves stay without names.
        names = tuple(map(str, visit.moves))
    try:
        text = game.write(visit.position)
        return (text if game.read(text) == visit.position else ""), names
    except Exception:  # The moves describe the position.
        return "", names
