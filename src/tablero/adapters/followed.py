"""What foreign positions have in common: they are told by the moves that have led to them."""

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

WORDS = 2
"""Of a key: numbers of 62 bits."""


class Followed(Foreign, ABC):
    """A position that knows all moves since the start.

    Positions that different moves have led to are different unless their rules say otherwise:
    some remember, and do not tell.
    """

    @abstractmethod
    def history(self) -> Sequence[Move]:
        """The moves played."""

    def essence(self) -> str:
        """A text that is equal where positions are."""
        return ",".join(map(str, self.history()))

    def key(self) -> tuple[int, ...]:
        """A digest of the essence."""
        digest = hashlib.blake2b(self.essence().encode(), digest_size=8 * WORDS).digest()
        parts = (digest[8 * word : 8 * word + 8] for word in range(WORDS))
        return tuple(int.from_bytes(part, "big") >> 2 for part in parts)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Followed) and self.essence() == other.essence()

    def __hash__(self) -> int:
        return hash(self.key())


@dataclass(frozen=True)
class FollowedGame(Game):
    """A position is written as the numbers of all moves played, `3,3,4`."""

    depth = 3

    def __post_init__(self) -> None:
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


def one_word(text: str) -> str:
    """A name of somebody else's for a move, without blanks: they part words of ours."""
    return re.sub(r"\s+", "_", text.strip())
