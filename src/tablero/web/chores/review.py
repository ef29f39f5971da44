"""The mistakes of a game, where exact scores are to be had."""

import threading

import tablero.games as games
from tablero.lab import regret
from tablero.match.record import NOBODY, Record
from tablero.match.referee import Reason
from tablero.web import jobs
from tablero.web.chores import Tell

LOOK = 0.2
"""Seconds between looks at how far we are."""


class Reviewing:
    result = b""

    def __init__(self, job: jobs.Review) -> None:
        line = job.line
        self.game = games.load_untried(line.game)
        self.oracle = regret.Oracle(self.game, job.seconds)
        record = Record(
            game=line.game,
            position=line.start,
            first="human",
            second="human",
            moves=line.moves,
            winner=NOBODY,
            margin=None,
            reason=Reason.UNFINISHED,
        )
        self.review = regret.GameReview(record, self.oracle)

    def stop(self) -> None:
        self.oracle.stop()

    def run(self, tell: Tell) -> None:
        done = threading.Event()
        watcher = threading.Thread(target=self._watch, args=(done, tell))
        watcher.start()
        try:
            self.review.run()
        finally:
            done.set()
            watcher.join()
        tell(self.told())

    def _watch(self, done: threading.Event, tell: Tell) -> None:
        while not done.wait(LOOK):
            tell(self.told())

    def told(self) -> jobs.Reviewed:
        review, name = self.review, self.game.move_name
        return jobs.Reviewed(
            done=review.done,
            total=review.total,
            mistakes=[
                jobs.Mistake(
                    ply=number - 1,
                    move=name(step.position, step.move),
                    better=name(step.position, step.better),
                    score=step.score,
                    best=step.best,
                    regret=step.regret,
                    changes_result=step.changes_result,
                )
                for number, step in review.mistakes()
            ],
            skipped=sorted(review.skipped),
        )
