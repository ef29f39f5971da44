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
from tablero.games.mancala11.rules import BITS, PITS, TOTAL, board
from tablero.games.sowing.rows import seeds_in
from tablero.games.sowing.solver.endgame import HIGHEST, Endgame
from tablero.games.sowing.solver.field import fields_up_to, number_of, ways
from tablero.games.sowing.solver.shelf import Shelf
from tablero.games.variants import remake, variants
from tablero.locale import _
from tablero.position import FIRST, ONGOING, Move, Side

ADDED = ways(PITS, TOTAL)
FIELDS = fields_up_to(PITS, TOTAL)
LEADS = 2 * TOTAL + 1
EMPTY_STORE, EMPTY_RIVAL_STORE, MUST_PASS, LIMITED = (FIELDS << i for i in range(4))
"""Terms added to the number of a configuration for conditions other than its seeds."""

MOST_SEEDS = 13
"""Largest number of seeds; with more, the length of the longest game does not fit into a byte."""

HIGHEST_LIMIT = 10**5
"""Largest limit of moves of a game that can be solved."""

NO_LIMIT = 1 << 40
"""A number of moves larger than any limit."""


@variants
def mancala11_field(steal_from: int, sow_rival_store: int, limit: int, passes: int) -> type[Any]:
    """Return the numbering of configurations for one set of rules."""
    position_class = board(steal_from, sow_rival_store, limit, passes)

    class Mancala11Field(NamedTuple):
        """The numbering of configurations.

        pits: number of pits of a row.
        bits: bits of a pit.
        longest: moves of the longest game, by seeds in the pits; NO_LIMIT if unknown.
        """

        pits: int
        bits: int
        longest: tuple[int, ...]

        def number(self, position: Any) -> int:
            number = number_of(position, ADDED, PITS, BITS)
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
            return position_class(mine, theirs, 1, 1, 0, 0, 0, 0, FIRST)

    return Mancala11Field


@variants
def drawn_out_field(steal_from: int, sow_rival_store: int) -> type[Any]:
    """Return the numbering for a one-player game whose aim is to make as many moves as possible.

    The margin still to be won in it is the length of the longest game of Mancala11.
    """
    position_class = board(steal_from, sow_rival_store, NO_LIMIT, 0)

    class DrawnOut(NamedTuple):
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

        def play(self, move: Move) -> "DrawnOut":
            before = position_class(self.mine, self.theirs, 1, 1, 0, 0, 0, 0, FIRST)
            after = before.play(move)
            return DrawnOut(after.mine, after.theirs, self.store + 1, 0)

        def outcome(self) -> int:
            return ONGOING if self.mine and self.theirs else self.store

        def turn(self) -> Side:
            return FIRST

    class DrawnOutField(NamedTuple):
        """The numbering of configurations of the one-player game."""

        pits: int
        bits: int

        def number(self, position: Any) -> int:
            return number_of(position, ADDED, PITS, BITS)

        def set_up(self, mine: int, theirs: int) -> Any:
            return DrawnOut(mine, theirs, 0, 0)

    return DrawnOutField


__getattr__ = remake(Mancala11Field=mancala11_field, DrawnOutField=drawn_out_field)


class Mancala11Endgame(Endgame):
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
        shelf, lengths = (Shelf(text, PITS, folder) for text in (name, f"{name}-longest"))
        unlimited = mancala11_field(*options, NO_LIMIT, 0)
        super().__init__(unlimited(PITS, BITS, (0,) * (TOTAL + 1)), shelf, threads)
        self.lengths = Endgame(drawn_out_field(*options)(PITS, BITS), lengths, threads)
        self.limited = mancala11_field(*options, game.limit, int(game.passes))
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

    def field_of_game(self) -> Any:
        """Return the numbering for positions of the game itself, with its limit of moves."""
        longest = [NO_LIMIT] * (TOTAL + 1)
        for seeds, layer in enumerate(self.lengths.layers()):
            if layer.max() < HIGHEST:
                longest[seeds] = self.moves_each * int(layer.max())
        return self.limited(PITS, BITS, tuple(longest))
