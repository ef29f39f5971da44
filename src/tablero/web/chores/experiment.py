"""An experiment of the lab: rows as they are found."""

import threading
import time
from typing import NamedTuple

from tablero.errors import SearchStopped
from tablero.lab.table import ResultTable, as_csv, endless
from tablero.locale import LANGUAGES, speaking
from tablero.web import plans
from tablero.web.chores import Tell
from tablero.web.chores.studies import study_of

LOOK = 0.3
"""Seconds between looks at how far we are, at least."""

SHARE = 5
"""To look takes time itself: so many times as long as that we wait."""


class Seen(NamedTuple):
    """What there was to tell after so many steps: in words by language, and to keep."""

    done: int
    said: dict[str, plans.Wording]
    csv: dict[str, str]


class Experimenting:
    """seen -- at the last look"""

    result = b""

    def __init__(self, job: plans.Experiment) -> None:
        self.begun = time.monotonic()
        self.stopped = False
        self.study = study_of(job.plan)
        self.seen = self._look(0)

    def stop(self) -> None:
        self.stopped = True
        self.study.stop()

    def run(self, tell: Tell) -> None:
        tell(self.told())
        over = threading.Event()
        watcher = threading.Thread(target=self._watch, args=(over, tell))
        watcher.start()
        try:
            self.study.run()
        finally:
            over.set()
            watcher.join()
        if self.stopped:
            raise SearchStopped
        self.seen = self._look(self.study.total, over=True)
        tell(self.told())

    def _watch(self, over: threading.Event, tell: Tell) -> None:
        pause, at = LOOK, ""
        while not over.wait(pause):
            begun = time.monotonic()
            if (done := self.study.done) == self.seen.done and self.study.at == at:
                continue
            self.seen, at = self._look(done), self.study.at
            tell(self.told())
            pause = max(LOOK, SHARE * (time.monotonic() - begun))

    def _look(self, done: int, *, over: bool = False) -> Seen:
        said, csv = {}, {}
        for language in LANGUAGES:
            with speaking(language):
                tables = self.study.tables()
                csv = {table.name: as_csv(table) for table in tables}  # in no language
                said[language] = plans.Wording(
                    title=self.study.title,
                    tables=[told_table(table) for table in tables],
                    warnings=self.study.warnings() if over else [],
                )
        return Seen(done, said, csv)

    def told(self) -> plans.Experimented:
        return plans.Experimented(
            said=self.seen.said,
            names=self.study.names,
            command=self.study.command,
            csv=self.seen.csv,
            done=self.seen.done,
            total=self.study.total,
            at=self.study.at,
            seconds=time.monotonic() - self.begun,
        )


def told_table(table: ResultTable) -> plans.TableTold:
    return plans.TableTold(
        name=table.name,
        title=table.title,
        columns=[
            plans.ColumnTold(name=each.name, title=each.title, numeric=table.is_number(place))
            for place, each in enumerate(table.columns)
        ],
        rows=[[None if endless(cell) else cell for cell in row] for row in table.rows],
        shown=table.lines()[1:],
    )
