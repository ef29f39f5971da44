"""The configurations of Mancala11, and its endgame tablebase.

A configuration depends on the seeds in the pits, on whether a store is empty, and on whether
the mover must pass. Where the longest game may reach the limit of moves, which is a draw, it
also depends on the moves left and on the lead, which a draw cancels.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from tablero.errors import OptionError
from tablero.games.mancala11.game import Mancala11
from tablero.games.mancala11.rules import BITS, PITS, TOTAL, position_class
from tablero.games.sowing.rows import seeds_in
from tablero.games.sowing.solver.configurations import (
    configurations_up_to,
    number_of,
    number_terms,
)
from tablero.games.sowing.solver.endgame import HIGHEST, EndgameTablebase
from tablero.games.sowing.solver.tablebase_files import TablebaseFiles
from tablero.games.variants import remake, variants
from tablero.locale import _
from tablero.position import FIRST, ONGOING, Move, Side

TERMS = number_terms(PITS, TOTAL)
CONFIGURATIONS = configurations_up_to(PITS, TOTAL)
LEADS = 2 * TOTAL + 1
EMPTY_STORE, EMPTY_RIVAL_STORE, MUST_PASS, LIMITED = (CONFIGURATIONS << i for i in range(4))
"""Terms added to the number of a configuration for conditions other than its seeds."""

MOST_SEEDS = 13
"""Largest number of seeds; with more, the length of the longest game does not fit into a byte."""

HIGHEST_LIMIT = 10**5
"""Largest limit of moves of a game that can be solved."""

NO_LIMIT = 1 << 40
"""A number of moves larger than any limit."""


@variants
def mancala11_numbering(
    steal_from: int, sow_rival_store: int, limit: int, passes: int
) -> type[Any]:
    """Return the numbering of configurations for one set of rules."""
    Position = position_class(steal_from, sow_rival_store, limit, passes)

    class Mancala11Numbering(NamedTuple):
        """The numbering of configurations.

        pits: number of pits of a row.
        bits: bits of a pit.
        longest: moves of the longest game, by seeds in the pits; NO_LIMIT if unknown.
        """

        pits: int
        bits: int
        longest: tuple[int, ...]

        def number(self, position: Any) -> int:
            number = number_of(position, TERMS, PITS, BITS)
            if position.store == 0:
                number += EMPTY_STORE
            if position.their_store == 0:
                number += EMPTY_RIVAL_STORE
            if position.must_pass:
                number += MUST_PASS
            left, lead = limit - position.played, position.store - position.their_store
            if left < self.longest[TOTAL - position.store - position.their_store]:
                number += (left * LEADS + lead + TOTAL) * LIMITED
            return number

        def set_up(self, mine: int, theirs: int) -> Any:
            return Position(mine, theirs, 1, 1, 0, 0, 0, 0, FIRST)

    return Mancala11Numbering


@variants
def longest_game_numbering(steal_from: int, sow_rival_store: int) -> type[Any]:
    """Return the numbering for a one-player game whose aim is to make as many moves as possible.

    The margin still to be won in it is the length of the longest game of Mancala11.
    """
    Position = position_class(steal_from, sow_rival_store, NO_LIMIT, 0)

    class LongestGamePosition(NamedTuple):
        """A position of the one-player game.

        mine, theirs: rows of pits.
        store: number of moves made.
        their_store: always 0.
        """

        mine: int
        theirs: int
        store: int
        their_store: int

        def moves(self) -> Iterator[Move]:
            for pit in range(PITS):
                if seeds_in(self.mine, pit, BITS):
                    yield pit

        def play(self, move: Move) -> "LongestGamePosition":
            before = Position(self.mine, self.theirs, 1, 1, 0, 0, 0, 0, FIRST)
            after = before.play(move)
            return LongestGamePosition(after.mine, after.theirs, self.store + 1, 0)

        def outcome(self) -> int:
            return ONGOING if self.mine and self.theirs else self.store

        def turn(self) -> Side:
            return FIRST

    class LongestGameNumbering(NamedTuple):
        """The numbering of configurations of the one-player game."""

        pits: int
        bits: int

        def number(self, position: Any) -> int:
            return number_of(position, TERMS, PITS, BITS)

        def set_up(self, mine: int, theirs: int) -> Any:
            return LongestGamePosition(mine, theirs, 0, 0)

    return LongestGameNumbering


__getattr__ = remake(
    Mancala11Numbering=mancala11_numbering, LongestGameNumbering=longest_game_numbering
)


class Mancala11Tablebase(EndgameTablebase):
    """The endgame tablebase of Mancala11 without limit and passes.

    Neither changes the margin of a game that ends before the limit.

    Raise OptionError if the limit is too high for the moves left to be counted.
    """

    most = MOST_SEEDS
    total = TOTAL

    def __init__(self, game: Mancala11, threads: int, folder: Path | None) -> None:
        if game.limit > HIGHEST_LIMIT:
            message = _("{game} is too long to be solved, expected a limit of {most} at most")
            raise OptionError(message.format(game=game, most=HIGHEST_LIMIT))
        options = game.steal_from, int(game.sow_rival_store)
        name = "mancala11-{}-{}".format(*options)
        files, lengths = (TablebaseFiles(text, PITS, folder) for text in (name, f"{name}-longest"))
        unlimited = mancala11_numbering(*options, NO_LIMIT, 0)
        super().__init__(unlimited(PITS, BITS, (0,) * (TOTAL + 1)), files, threads)
        self.lengths = EndgameTablebase(
            longest_game_numbering(*options)(PITS, BITS), lengths, threads
        )
        self.limited = mancala11_numbering(*options, game.limit, int(game.passes))
        self.moves_each = 2 if game.passes else 1

    def reach(self, seeds: int) -> None:
        """Load or compute values and longest games of configurations of at most `seeds` seeds."""
        self.lengths.reach(seeds)
        super().reach(seeds)

    def progress(self) -> tuple[int, int]:
        """Return the numbers of solved and of requested configurations, in both tablebases."""
        (ready, wanted), (lengths, all_lengths) = super().progress(), self.lengths.progress()
        return ready + lengths, wanted + all_lengths

    def stop(self) -> None:
        """Make `reach` raise SearchStopped soon."""
        self.lengths.stop()
        super().stop()

    def numbering_of_game(self) -> Any:
        """Return the numbering for positions of the game itself, with its limit of moves."""
        longest = [NO_LIMIT] * (TOTAL + 1)
        for seeds, layer in enumerate(self.lengths.layers()):
            if layer.max() < HIGHEST:
                longest[seeds] = self.moves_each * int(layer.max())
        return self.limited(PITS, BITS, tuple(longest))
