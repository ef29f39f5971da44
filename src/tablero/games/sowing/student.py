"""Boards of Kalah and Mancala11 for students. Pits are numbered from 0, from the owner's left.

    5  4  3  2  1  0           <- RIVAL
s                     s        <- stores
    0  1  2  3  4  5           <- ME
"""

from functools import lru_cache
from typing import TYPE_CHECKING, Any, Self

from tablero.games.sowing.rows import pack, unpack
from tablero.games.student.board import ME, RIVAL, Board, BoardFactory, Scratch
from tablero.locale import _
from tablero.position import ONGOING, Move

if TYPE_CHECKING:
    from tablero.games.sowing.game import SowingGame

KEPT = 1 << 12
"""Unpacked rows in the cache: neighbouring nodes of a search tree share most of their rows."""

SEEDS, SUMS, FILLED = range(3)
STORES = 2


class SowingBoard(Board):
    """A read-only board of a sowing game.

    side: ME or RIVAL, in all methods.
    """

    __slots__ = ()

    @property
    def pits(self) -> int:
        """Number of pits on each side."""
        return self._factory.pits  # type: ignore[no-any-return]

    def seeds(self, side: int, pit: int) -> int:
        """Return the seeds in one pit."""
        return self._facts[side][SEEDS][pit]  # type: ignore[no-any-return]

    def row(self, side: int) -> list[int]:
        """Return the pits of a side, from its left."""
        return list(self._facts[side][SEEDS])

    def reversed_row(self, side: int) -> list[int]:
        """Return the pits of a side, from its right."""
        return list(self._facts[side][SEEDS][::-1])

    def both_rows(self) -> list[list[int]]:
        """Return `row(ME)` and `row(RIVAL)`, so that `both_rows()[side][pit]` is one pit."""
        return [self.row(ME), self.row(RIVAL)]

    def sum_from(self, side: int, pit: int = 0) -> int:
        """Return the seeds in this pit and all to its right."""
        return self._facts[side][SUMS][pit]  # type: ignore[no-any-return]

    def filled(self, side: int, pit: int = 0) -> list[int]:
        """Return the pits of a side that hold seeds, from `pit` to its right."""
        filled = self._facts[side][FILLED]
        return [each for each in filled if each >= pit] if pit else list(filled)

    def store(self, side: int) -> int:
        """Return the seeds in a side's store."""
        return self._facts[STORES][side]  # type: ignore[no-any-return]

    def marker(self, side: int) -> int:
        """Return a side's seeds, in pits and store."""
        facts = self._facts
        return facts[side][SUMS][0] + facts[STORES][side]  # type: ignore[no-any-return]

    def accumulator(self, side: int) -> int:
        """Return by how much a side's moves raised its marker. Raise AttributeError in Kalah."""
        position = self._position
        if not self._factory.has_gains:
            raise AttributeError(_("kalah keeps no accumulators, mancala11 does"))
        mover = (side == ME) != self._flipped
        return position.gains if mover else position.their_gains  # type: ignore[no-any-return]

    @property
    def must_pass(self) -> bool:
        """Whether the only legal move is to pass; possible with mancala11(passes=true)."""
        return bool(self._factory.has_gains and self._position.must_pass)

    def moves(self) -> list[Move]:
        """Return the pits that may be sown, none when the game is over.

        A pass is the number after the last pit.
        """
        position = self._position
        if position.outcome() != ONGOING:
            return []
        if self._factory.has_gains and position.must_pass:
            return [self._factory.pits]
        return list(self._facts[self._flipped][FILLED])

    @property
    def played(self) -> int:
        """Number of moves played so far. Raise AttributeError in Kalah."""
        if not self._factory.has_gains:
            raise AttributeError(_("kalah does not count its moves, mancala11 does"))
        return self._position.played  # type: ignore[no-any-return]

    def facing(self, pit: int) -> int:
        """Return the pit of the other side that lies opposite."""
        return self._factory.pits - 1 - pit  # type: ignore[no-any-return]


class SowingScratch(Scratch, SowingBoard):
    """A board of a sowing game on which moves can be played and seeds can be set."""

    __slots__ = "_flipped", "_origin"

    def put(self, side: int, pit: int, seeds: int) -> Self:
        """Set the seeds of a pit; other places stay. Raise ValueError for impossible arguments."""
        factory = self._factory
        if side not in (ME, RIVAL) or not 0 <= pit < factory.pits or not _fit(seeds, factory.bits):
            message = _("{seeds} seeds do not go into pit {pit} of side {side}")
            raise ValueError(message.format(seeds=seeds, pit=pit, side=side))
        row = self.row(side)
        row[pit] = seeds
        return self._change(side, "mine", "theirs", pack(row, factory.bits))

    def put_store(self, side: int, seeds: int) -> Self:
        """Set the seeds of a store; other places stay. Raise ValueError for impossible values."""
        if side not in (ME, RIVAL) or not _fit(seeds, self._factory.bits):
            message = _("{seeds} seeds do not go into the store of side {side}")
            raise ValueError(message.format(seeds=seeds, side=side))
        return self._change(side, "store", "their_store", seeds)

    def fill(self, seeds: int = 0) -> Self:
        """Set the seeds of every pit and both stores. Raise ValueError for impossible values."""
        factory = self._factory
        if not _fit(seeds * (2 * factory.pits + 2), factory.bits):
            message = _("{seeds} seeds do not go into every pit and store")
            raise ValueError(message.format(seeds=seeds))
        row = pack([seeds] * factory.pits, factory.bits)
        filled = {"mine": row, "theirs": row, "store": seeds, "their_store": seeds}
        self._become(self._position._replace(**filled), self._flipped)
        return self

    def _change(self, side: int, mover: str, other: str, value: int) -> Self:
        """Set one field of the position: `mover` if `side` is to move, else `other`."""
        field = mover if (side == ME) != self._flipped else other
        self._become(self._position._replace(**{field: value}), self._flipped)
        return self


class SowingBoardFactory(BoardFactory):
    """The factory of the boards of sowing games."""

    board = SowingBoard
    scratch = SowingScratch

    def __init__(self, game: "SowingGame") -> None:
        super().__init__(game)
        self.has_gains = "gains" in game.start._fields
        pits, bits = self.pits, self.bits = game.pits, game.bits

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


def _fit(seeds: int, bits: int) -> bool:
    """Return whether `seeds` is an int that fits into a pit; a student may pass a float."""
    return isinstance(seeds, int) and 0 <= seeds < 1 << bits
