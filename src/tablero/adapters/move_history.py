"""Base classes for positions of other frameworks, which are described by the moves played."""

import hashlib
import re
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tablero.errors import ImpossiblePosition, NotationError
from tablero.games.game import Game
from tablero.jit import allow_deep_recursion
from tablero.locale import _
from tablero.position import Foreign, Move

KEY_NUMBERS = 2
"""Length of a key, in numbers of 62 bits."""


class HistoryPosition(Foreign, ABC):
    """A position that stores all moves since the start.

    Positions reached by different moves are different unless their rules define otherwise: some
    rules depend on the history without showing it.
    """

    @abstractmethod
    def history(self) -> Sequence[Move]:
        """Return the moves played."""

    def identity(self) -> str:
        """Return a text that is equal for equal positions."""
        return ",".join(map(str, self.history()))

    def key(self) -> tuple[int, ...]:
        """Return a hash of `identity()`."""
        digest = hashlib.blake2b(self.identity().encode(), digest_size=8 * KEY_NUMBERS).digest()
        parts = (digest[8 * word : 8 * word + 8] for word in range(KEY_NUMBERS))
        return tuple(int.from_bytes(part, "big") >> 2 for part in parts)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, HistoryPosition) and self.identity() == other.identity()

    def __hash__(self) -> int:
        return hash(self.key())


@dataclass(frozen=True)
class HistoryGame(Game):
    """A game whose positions are written as the numbers of all moves played, `3,3,4`."""

    depth = 3

    def __post_init__(self) -> None:
        super().__post_init__()
        allow_deep_recursion()

    def write(self, position: Any) -> str:
        return ",".join(map(str, position.history()))

    def _parse(self, text: str) -> Any:
        if not re.fullmatch(r"[0-9]{1,9}(\s*,\s*[0-9]{1,9})*", text):
            message = _("not a position: {text!r}, expected the numbers of all moves: 3,3,4")
            raise NotationError(message.format(text=text))
        position = self.start
        for ply, number in enumerate(map(int, text.split(",")), 1):
            if number not in self.legal_moves(position):
                message = _("impossible position: {text!r}, move {ply} is not legal")
                raise ImpossiblePosition(message.format(text=text, ply=ply))
            position = position.play(number)
        return position


def without_blanks(text: str) -> str:
    """Return another framework's name of a move with "_" in place of blanks.

    Blanks separate the names of moves here.
    """
    return re.sub(r"\s+", "_", text.strip())
