"""What stands behind the sign-in of an arena."""

from typing import TYPE_CHECKING, Any

from tablero.arena.store.store import SYSTEM
from tablero.web.arena.office import Office
from tablero.web.arena.roll import Roll
from tablero.web.arena.sessions import Sessions
from tablero.web.arena.signing import Signing
from tablero.web.arena.teacher.teacher import Teacher

if TYPE_CHECKING:
    from tablero.web.arena.public import Public


class Private:
    """What only those who are signed in may ask for.

    office -- is there while the server runs
    """

    office: Office

    def __init__(self, public: "Public") -> None:
        self.public = public
        self.roll = Roll(public.course, public.folder, self._complain)
        self.sessions = Sessions(self.roll.key_of)
        self.signing = Signing(self.roll)
        self.teacher = Teacher(public, self.roll, self.note)

    def note(self, who: str, what: str, **told: Any) -> None:
        """Remember that something happened. Raises Busy if the database does not answer."""
        with self.public.asked():
            self.public.store.note(self.public.clock(), who, what, **told)

    def complain(self, what: str, **told: Any) -> None:
        """The same, where nobody who is signed in has done it."""
        self.note(SYSTEM, what, **told)

    def open(self, warm: bool) -> None:
        """The server begins; its event loop runs.

        warm -- what hand-ins need is started now, and not with the first one
        """
        self.office = Office(self.public)
        if warm:
            self.office.warm()

    async def leave(self) -> None:
        """Let all streams end, and whoever waits be answered: the server ends."""
        await self.office.leave()

    async def close(self) -> None:
        self.signing.close()
        await self.office.close()

    def _complain(self, reason: str) -> None:
        self.complain("course file not read", reason=reason)
