"""What workers are asked to do, and what is told of it to whoever asked."""

import secrets
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any, TypeAlias

from tablero.locale import mark, spoken
from tablero.web.jobs import State
from tablero.web.worker import CANCELLED, COMPILING, DONE, FAILED, NEWS

WAITING: State = "waiting"
AGAIN: State = "again"
ENDINGS = (DONE, FAILED, CANCELLED)

LONGEST = 300.0
"""Seconds after which nobody wants anything any more, unless it says otherwise."""

Ending: TypeAlias = tuple[State, Any]
"""How a job ends, and what is told then."""

LATE = mark("it took more than {seconds:g} seconds and was left")

Hear: TypeAlias = Callable[[str, State, Any], None]
"""Is told the number of a job, its state, and what goes with it. Called by any thread."""


@dataclass(eq=False)
class Order:
    """number  -- unlike any other
    granted -- seconds that it may take, where these are many: of such orders one is worked at at
               a time, so that others find somebody free; None: as long as any
    limit   -- the same, where these are few
    late    -- what is said if it takes longer
    tries   -- how many workers have begun it
    state   -- what was told of it last
    """

    number: str
    job: Any
    language: str
    hear: Hear
    granted: float | None = None
    limit: float | None = None
    late: str = LATE
    tries: int = 0
    state: State = WAITING

    def tell(self, state: State, told: Any = None) -> None:
        """What has become of it. That it compiles is worth telling as long as there are no news;
        nothing is when it has ended."""
        old_news = state == COMPILING and self.state in (COMPILING, NEWS)
        if not self.has_ended and not old_news:
            self.state = state
            self.hear(self.number, state, told)

    @property
    def has_ended(self) -> bool:
        """Does nobody wait for it any more?"""
        return self.state in ENDINGS

    @property
    def longest(self) -> float:
        """Seconds that it may take."""
        return self.granted or self.limit or LONGEST


def asked(job: Any, limit: float, late: str = LATE) -> tuple[Order, Future[Ending]]:
    """An order for somebody who only waits for its end."""
    ending: Future[Ending] = Future()

    def hear(number: str, state: State, told: Any) -> None:
        if state in ENDINGS and ending.set_running_or_notify_cancel():
            ending.set_result((state, told))

    order = Order(secrets.token_hex(8), job, spoken(), hear, limit=limit, late=late)
    return order, ending
