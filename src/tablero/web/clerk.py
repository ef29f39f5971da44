"""Questions about games. Ours are answered at once; those of the user's by a process of their own,
for code of his may never come to an end."""

import asyncio
from collections.abc import Callable
from typing import Any, TypeVar

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request

from tablero.errors import OutsideError
from tablero.locale import _, mark, spoken
from tablero.options import parse_call
from tablero.web.chores.answer import Question
from tablero.web.crew import Crew
from tablero.web.orders import Ending, asked
from tablero.web.refusals import Busy
from tablero.web.shelf import Shelf
from tablero.web.worker import DONE

T = TypeVar("T")

PROCESSES = 2
"""One may have to wait for a game that hangs; the other answers meanwhile."""

SECONDS = 10.0
"""That a game may take to answer."""

PATIENCE = 30.0
"""Seconds after which nobody waits any longer for those who came before."""

LATE = mark("the game has not answered within {seconds:g} seconds")


class Clerk:
    """crew    -- processes for games in files; nobody, where there are none
    pending -- what they are asked: who asks the same waits for the same answer
    """

    def __init__(self, shelf: Shelf) -> None:
        self.shelf = shelf
        self.crew = Crew(PROCESSES if shelf.game_files else 0, warm=False)
        self.pending: dict[str, asyncio.Task[Ending]] = {}

    async def ask(self, game: str, call: Callable[..., T], *words: Any) -> T:
        """What `call` says of the shelf and what is asked, all of it about this game. It is a
        function that other processes find by its name.

        Raises TableroError; Busy if too many ask.
        """
        if parse_call(game)[0] not in self.shelf.game_files:
            return await run_in_threadpool(call, self.shelf, *words)
        key = repr((call, words, spoken()))
        if key not in self.pending:
            question = Question(call, self.shelf, words)
            self.pending[key] = asyncio.create_task(self._hear(question))
            self.pending[key].add_done_callback(lambda task: self.pending.pop(key))
        state, told = await asyncio.shield(self.pending[key])
        if state != DONE:
            raise OutsideError(told or _("the server ends"))
        return told  # type: ignore[no-any-return]

    async def _hear(self, question: Question) -> Ending:
        """How it ends."""
        order, ending = asked(question, SECONDS, LATE)
        try:
            if self.crew.give(order):
                return await asyncio.wait_for(asyncio.wrap_future(ending), PATIENCE)
        except TimeoutError:
            self.crew.cancel(order.number)
        raise Busy(_("too many ask about games in files; try again in a moment"))

    async def leave(self) -> None:
        """Let all questions end, and the processes: the server ends."""
        await asyncio.to_thread(self.crew.close)


def clerk_of(request: Request) -> Clerk:
    """The server's."""
    return request.app.state.clerk  # type: ignore[no-any-return]
