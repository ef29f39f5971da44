"""Scores of all moves of a position: a first opinion at once, exact ones as they are found."""

import threading
import time
from collections.abc import Iterator
from typing import Any

import tablero.games as games
from tablero.errors import OptionError, SearchStopped
from tablero.games import evaluations
from tablero.games.game import Game
from tablero.locale import _
from tablero.position import ONGOING, WIN, Move
from tablero.search import ENGINE
from tablero.search.deepening import Deepening
from tablero.search.run import Result, Settings
from tablero.solve import Solver, after_move, principal_variation, solver_of
from tablero.threads import called_after
from tablero.web import jobs
from tablero.web.chores import Tell
from tablero.web.chores.kept import Kept
from tablero.web.places import last_position

GLANCE = 0.25
"""Seconds of search before a solver is asked: it may take long, and say nothing meanwhile."""

AFTERWARDS = 0.3
"""Of the time given, how much the search gets on top of it when the solver was too slow."""

TABLE_BITS, USUAL_MOVES = 18, 8
"""Of the table of each move; where there are more moves than usual the tables are smaller."""

MOST_PLIES = 60

SOLVERS: Kept[str, Solver | None] = Kept(2)


class Analysis:
    """moves -- how many there are
    scores -- by move: (score, is it exact)
    late   -- has the solver been stopped because its time was up?
    lock   -- held by whoever stops those who are running, or says that nobody is
    """

    result = b""

    def __init__(self, job: jobs.Analyse) -> None:
        self.job = job
        self.game = games.load_untried(job.line.game)
        self.position = last_position(self.game, job.line)
        self.evaluation = evaluations.load(job.eval, self.game)
        self.moves = len(list(self.position.moves()))
        self.scores: dict[Move, tuple[int, bool]] = {}
        self.line: list[Move] = []
        self.depth: int | None = None
        self.stopped = self.late = False
        self.running: list[Any] = []
        self.lock = threading.Lock()
        self.begun = time.perf_counter()

    def stop(self) -> None:
        with self.lock:
            self.stopped = True
            for each in self.running:
                each.stop()

    def run(self, tell: Tell) -> None:
        solver = SOLVERS.get(str(self.game), lambda: _solver(self.game))
        if solver is not None and self.game.solver and self.game.solver.instant:
            self._solve(solver, self.job.seconds, tell)
            return
        fan = Fan(self.position, self.evaluation)
        self.running = [fan] if solver is None else [fan, solver]
        try:
            self._look(fan, solver, tell)
        finally:
            with self.lock:
                self.running = []
                if self.stopped or self.late:
                    SOLVERS.drop(str(self.game))  # a solver that was stopped is of no use
        if self.stopped:
            raise SearchStopped(_("the analysis was stopped"))

    def _look(self, fan: "Fan", solver: Solver | None, tell: Tell) -> None:
        """A glance, then the solver; when that is too slow, or there is none, a search."""
        if solver is None:
            self._search(fan, self.job.seconds, tell, last=True)
            return
        if not solver.is_opening(self.position):
            self._search(fan, min(GLANCE, self.job.seconds), tell, last=False)
        if self.is_exact or self.stopped:
            return
        try:
            self._solve(solver, self.job.seconds, tell)
        except SearchStopped:
            if not self.stopped and not self.is_exact:
                self._search(fan, self.job.seconds * AFTERWARDS, tell, last=True)

    @property
    def is_exact(self) -> bool:
        """Is there nothing left to find out?"""
        return self.is_whole and all(exact for _score, exact in self.scores.values())

    @property
    def is_whole(self) -> bool:
        """Has every move a score?"""
        return len(self.scores) == self.moves

    def _search(self, fan: "Fan", seconds: float, tell: Tell, last: bool) -> None:
        """Until the time is over. It begins with the second step, when all is compiled; only a
        search that is not the last one ends between two steps, and can be gone on with."""
        steps = fan.steps()
        if not fan.depth:
            next(steps, None)
        until = time.perf_counter() + seconds
        with called_after(seconds if last else None, fan.stop):
            for whole in steps:
                if whole:
                    self.depth = fan.depth + 1
                    self._note(fan.settled)
                    tell(self.told(fan.nodes))
                if self.stopped or self.is_exact or time.perf_counter() > until:
                    return

    def _note(self, results: dict[Move, "Opinion"]) -> None:
        for move, opinion in results.items():
            if not self.scores.get(move, (0, False))[1]:
                self.scores[move] = opinion.score, opinion.exact
        best = max(results, key=lambda move: results[move].rank)
        self.line = [best, *results[best].line]

    def _solve(self, solver: Solver, seconds: float, tell: Tell) -> None:
        """Exact scores, the likely best moves first. Raises SearchStopped."""
        before = solver.nodes

        def give_up() -> None:
            self.late = True
            solver.stop()

        with called_after(seconds, give_up):
            for move in self.position.promising():
                self.scores[move] = after_move(solver, self.position, move), True
                tell(self.told(solver.nodes - before))
            best = max(score for score, _exact in self.scores.values())
            self.depth = None
            self.line = [move for move, found in self.scores.items() if found[0] == best][:1]
            self.line, _whole = principal_variation(solver, self.position, best, whole=False)
        tell(self.told(solver.nodes - before))

    def told(self, nodes: int) -> jobs.Analysed:
        """What is known so far."""
        names = {move: self.game.move_name(self.position, move) for move in self.scores}
        best, exact = self._best(), self.is_exact
        return jobs.Analysed(
            scores=[
                jobs.MoveScore(move=names[move], score=score, exact=exact)
                for move, (score, exact) in self.scores.items()
            ],
            score=best,
            exact=exact,
            decided=exact or (best is not None and abs(best) >= WIN),
            plies=self.game.page_view.plies_to_win(self.game, self.position, best)
            if exact and best
            else None,
            line=self.game.line_names(self.position, self.line),
            depth=None if exact else self.depth,
            nodes=nodes,
            seconds=round(time.perf_counter() - self.begun, 3),
        )

    def _best(self) -> int | None:
        """Of all moves; none while one has no score, or some have margins and some opinions."""
        kinds = {exact for _score, exact in self.scores.values()}
        alike = self.is_whole and len(kinds) == 1
        return max(score for score, _exact in self.scores.values()) if alike else None


class Opinion:
    """Of a move, for the side that makes it; rank -- higher is better, whatever the unit."""

    def __init__(self, evaluation: Any, sign: int, result: Result) -> None:
        margin = margin_of(evaluation, result.score) if result.exact else None
        self.exact = margin is not None
        self.rank = sign * result.score
        self.score = self.rank if margin is None else sign * margin
        self.line = result.line


def margin_of(evaluation: Any, score: int) -> int | None:
    """Return the margin of a finished game that has this score, or None if no margin has it, or
    several have."""
    margin = score - WIN if score > WIN else score + WIN if score < -WIN else score
    near = [evaluation.final(margin + step) == score for step in (-1, 0, 1)]
    return margin if near == [False, True, False] else None


class Fan:
    """An engine for every move of a position, all one ply deeper each time.

    moves   -- how many there are
    depth   -- plies that all of them have looked ahead
    settled -- what they have found there; fresh -- what some have found one ply deeper
    """

    def __init__(self, position: Any, evaluation: Any) -> None:
        self.position, self.evaluation = position, evaluation
        self.depth = 0
        self.settled: dict[Move, Opinion] = {}
        self.fresh: dict[Move, Opinion] = {}
        self.pending: list[Move] = []
        self.engines: dict[Move, Deepening] = {}
        self.results: dict[Move, Iterator[Result]] = {}
        moves = list(position.moves())
        self.moves = len(moves)
        bits = TABLE_BITS - (len(moves) // USUAL_MOVES).bit_length()
        settings = Settings(ENGINE, MOST_PLIES, order="best", table_bits=bits)
        for move in moves:
            child = position.play(move)
            if child.outcome() == ONGOING:
                self.engines[move] = Deepening(child, evaluation, settings)
                self.results[move] = self.engines[move].results()
            else:
                self.settled[move] = self._ended(child)

    @property
    def nodes(self) -> int:
        """Return how many nodes have been visited below the position so far. The position after a
        move counts each time that it is searched, and once if the game is over there."""
        over = self.moves - len(self.engines)
        return over + sum(engine.windows + engine.nodes for engine in self.engines.values())

    def stop(self) -> None:
        for engine in self.engines.values():
            engine.stop()

    def steps(self) -> Iterator[bool]:
        """Look at one move after the other, deeper and deeper: has a depth been completed?"""
        while self.results or not self.depth:
            self.pending = self.pending or list(self.results)
            while self.pending:
                self._look(self.pending.pop(0))
                yield False
            self.settled |= self.fresh
            self.fresh = {}
            self.depth += 1
            yield True

    def _look(self, move: Move) -> None:
        result = next(self.results[move], None)
        if result is None:
            del self.results[move]
        else:
            sign = 1 if self.engines[move].position.turn() == self.position.turn() else -1
            self.fresh[move] = Opinion(self.evaluation, sign, result)

    def _ended(self, child: Any) -> Opinion:
        sign = 1 if child.turn() == self.position.turn() else -1
        outcome = child.outcome()
        result = Result(self.evaluation.final(outcome), [], 0, exact=True, statistics={})
        return Opinion(self.evaluation, sign, result)


def _solver(game: Game) -> Solver | None:
    """The game's own, if there is any and it is not too large. Others are searched, to the end
    where that is not too far."""
    try:
        return solver_of(game) if game.solver else None
    except OptionError:
        return None
