"""An experiment of the lab: rows as they are found, and files of it when it is done."""

import gzip
import threading
import time

from tablero.errors import SearchStopped
from tablero.lab.table import Table, as_csv, endless
from tablero.locale import LANGUAGES, speaking
from tablero.web import plans
from tablero.web.chores import Tell
from tablero.web.chores.studies import study_of

LOOK = 0.3
"""Seconds between looks at how far we are, at least."""

SHARE = 5
"""To look takes time itself: so many times as long as that we wait."""


class Experimenting:
    """seen -- what there was to tell at the last look, and after how many steps that was"""

    def __init__(self, job: plans.Experiment) -> None:
        self.begun = time.monotonic()
        self.result = b""
        self.stopped = False
        self.study = study_of(job.plan)
        self.seen = 0, self._look(over=False)

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
        self.seen = self.study.total, self._look(over=True)
        tell(self.told())
        self.result = gzip.compress(self._files().model_dump_json().encode(), 1)

    def _watch(self, over: threading.Event, tell: Tell) -> None:
        pause, at = LOOK, ""
        while not over.wait(pause):
            begun = time.monotonic()
            if (done := self.study.done) == self.seen[0] and self.study.at == at:
                continue
            self.seen, at = (done, self._look(over=False)), self.study.at
            tell(self.told())
            pause = max(LOOK, SHARE * (time.monotonic() - begun))

    def _look(self, *, over: bool) -> dict[str, plans.Wording]:
        """What there is to tell, by language."""
        said = {}
        for language in LANGUAGES:
            with speaking(language):
                said[language] = plans.Wording(
                    title=self.study.title,
                    tables=[told_table(table) for table in self.study.tables()],
                    warnings=self.study.warnings() if over else [],
                )
        return said

    def told(self) -> plans.Experimented:
        done, said = self.seen
        return plans.Experimented(
            said=said,
            names=self.study.names,
            command=self.study.command,
            done=done,
            total=self.study.total,
            at=self.study.at,
            seconds=time.monotonic() - self.begun,
        )

    def _files(self) -> plans.FilesTold:
        return plans.FilesTold(csv={table.name: as_csv(table) for table in self.study.tables()})


def told_table(table: Table) -> plans.TableTold:
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
