"""Kalah and Mancala11, as an evaluation may ask. Pits are counted from 0, from their owner's left.

    5  4  3  2  1  0           <- RIVAL
s                     s        <- stores
    0  1  2  3  4  5           <- ME
"""

from functools import lru_cache
from typing import Any

from tablero.evals.boards.board import ME, Board, Kind, Scratch
from tablero.games.game import Game
from tablero.games.sowing import pack, unpack
from tablero.locale import _
from tablero.position import ONGOING, Move

KEPT = 1 << 12
"""Rows that are not unpacked again: neighbours in a tree share most of theirs."""

SEEDS, SUMS, FILLED = range(3)
STORES = 2


class SowingBoard(Board):
    """side -- ME or RIVAL"""

    __slots__ = ()

    @property
    def pits(self) -> int:
        """How many there are on each side."""
        return self._kind.pits  # type: ignore[no-any-return]

    def seeds(self, side: int, pit: int) -> int:
        """Seeds in one pit."""
        return self._facts[side][SEEDS][pit]  # type: ignore[no-any-return]

    def row(self, side: int) -> list[int]:
        """The pits of a side, from its left."""
        return list(self._facts[side][SEEDS])

    def sum_from(self, side: int, pit: int = 0) -> int:
        """Seeds in this pit and all to its right."""
        return self._facts[side][SUMS][pit]  # type: ignore[no-any-return]

    def filled(self, side: int) -> list[int]:
        """The pits of a side that hold seeds."""
        return list(self._facts[side][FILLED])

    def store(self, side: int) -> int:
        """Seeds in a side's store."""
        return self._facts[STORES][side]  # type: ignore[no-any-return]

    def marker(self, side: int) -> int:
        """A side's seeds, in pits and store."""
        facts = self._facts
        return facts[side][SUMS][0] + facts[STORES][side]  # type: ignore[no-any-return]

    def accumulator(self, side: int) -> int:
        """By how much a side's own moves have raised its marker. Kalah does not keep it."""
        position = self._position
        if not self._kind.has_gains:
            raise AttributeError(_("kalah keeps no accumulators, mancala11 does"))
        mover = (side == ME) != self._flipped
        return position.gains if mover else position.their_gains  # type: ignore[no-any-return]

    @property
    def must_pass(self) -> bool:
        """Can whoever moves do nothing but pass? Only with mancala11(passes=true)."""
        return bool(self._kind.has_gains and self._position.must_pass)

    def moves(self) -> list[Move]:
        """The pits that may be sown; a pass is the number after the last pit. None when the game
        is over."""
        position = self._position
        if position.outcome() != ONGOING:
            return []
        if self._kind.has_gains and position.must_pass:
            return [self._kind.pits]
        return list(self._facts[self._flipped][FILLED])

    @property
    def played(self) -> int:
        """Moves so far. Kalah does not count them."""
        if not self._kind.has_gains:
            raise AttributeError(_("kalah does not count its moves, mancala11 does"))
        return self._position.played  # type: ignore[no-any-return]

    def facing(self, pit: int) -> int:
        """The pit of the other side that lies opposite."""
        return self._kind.pits - 1 - pit  # type: ignore[no-any-return]


class SowingScratch(Scratch, SowingBoard):
    __slots__ = "_flipped", "_origin"

    def put(self, side: int, pit: int, seeds: int) -> "SowingScratch":
        """Let a pit hold so many seeds, wherever they come from or go to. Raises ValueError."""
        kind, position = self._kind, self._position
        if side not in (0, 1) or not 0 <= pit < kind.pits or not 0 <= seeds < 1 << kind.bits:
            message = _("{seeds} seeds do not go into pit {pit} of side {side}")
            raise ValueError(message.format(seeds=seeds, pit=pit, side=side))
        row = self.row(side)
        row[pit] = seeds
        field = "mine" if (side == ME) != self._flipped else "theirs"
        changed = position._replace(**{field: pack(row, kind.bits)})
        self._become(changed, self._flipped)
        return self


class SowingKind(Kind):
    board = SowingBoard
    scratch = SowingScratch

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.has_gains = "gains" in game.start._fields
        pits, bits = self.pits, self.bits = _shape(game)

        @lru_cache(KEPT)
        def row_facts(row: int) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
            seeds = tuple(unpack(row, pits, bits))
            sums = tuple(sum(seeds[pit:]) for pit in range(pits + 1))
            return seeds, sums, tuple(pit for pit in range(pits) if seeds[pit])

        self.row_facts = row_facts

    def facts(self, position: Any) -> Any:
        row = self.row_facts
        return row(position.mine), row(position.theirs), (position.store, position.their_store)

    def turned(self, facts: Any) -> Any:
        mine, theirs, stores = facts
        return theirs, mine, stores[::-1]


def _shape(game: Any) -> tuple[int, int]:
    """Pits of a row, and bits of a pit."""
    if game.name == "kalah":
        return game.pits, game.bits
    from tablero.games.mancala11 import BITS, PITS

    return PITS, BITS
