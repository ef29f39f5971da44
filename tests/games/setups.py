"""The games, options and beginnings that every test of all games runs on."""

from collections.abc import Iterable, Iterator
from itertools import chain, product, repeat
from pathlib import Path
from typing import Any, NamedTuple

from hypothesis import strategies as st

import tablero.games as games
from tablero.games.game import Game
from tablero.position import ONGOING

LONGEST_GAME = 300

CHOICES = st.binary(max_size=60) | st.binary(min_size=20, max_size=60)
"""Each byte chooses one of the legal moves."""


class Setup(NamedTuple):
    """A game with its options, and the text of the position to begin with."""

    text: str
    beginning: str = "start"

    @property
    def game(self) -> Game:
        return games.load(self.text)

    @property
    def start(self) -> Any:
        return self.game.read(self.beginning)

    def __str__(self) -> str:
        """For the reports of pytest, without the folders of a file."""
        name = Path(self.text).name
        return name if self.beginning == "start" else f"{name} {self.beginning}"

    def after(self, *names: str) -> str:
        """The text of the position to which these moves lead."""
        game, position = self.game, self.start
        for name in names:
            position = position.play(game.parse_move(position, name))
        return game.write(position)

    def outcome(self) -> int:
        return int(self.start.outcome())

    def walk(self, choices: Iterable[int]) -> Iterator[Any]:
        """The positions that `choices` of moves lead through, up to the end of the game."""
        position = self.start
        yield position
        for choice in choices:
            if position.outcome() != ONGOING:
                break
            moves = list(position.moves())
            position = position.play(moves[choice % len(moves)])
            yield position

    def reach(self, choices: bytes) -> Any:
        """Where `choices` lead."""
        *_, last = self.walk(choices)
        return last

    def whole_game(self, choices: bytes) -> list[Any]:
        """All positions of a game; when `choices` run out, the first move is always taken.

        A game that never ends is cut off.
        """
        return list(self.walk(chain(choices, repeat(0, LONGEST_GAME))))


OUTSIDE = str(Path(__file__).with_name("outside_sticks.py"))

CONNECT4 = [
    "connect4",
    "connect4(columns=5,rows=4)",
    "connect4(columns=4,rows=4,connect=3)",
    "connect4(columns=3,rows=3,connect=2)",
    "connect4(columns=9,rows=1,connect=3)",
]
KALAH = [
    *(
        f"kalah(capture={capture},end={end})"
        for capture, end in product(("opposite", "empty", "leave", "none"), ("either", "mover"))
    ),
    "kalah(seeds=5)",
    "kalah(pits=2,seeds=3)",
    "kalah(pits=1,seeds=7,end=mover)",
]
MANCALA11 = [
    "mancala11",
    "mancala11(passes=true)",
    "mancala11(limit=20)",
    "mancala11(sow_rival_store=false)",
    "mancala11(steal_from=2)",
    "mancala11(passes=true,limit=15,sow_rival_store=false,steal_from=1)",
]
LONG_SOWINGS = [
    Setup("kalah", "0 0 0 15 0 13 0 / 2 0 1 14 0 3 0 / 1"),
    Setup("kalah(capture=empty,end=mover)", "13 0 0 0 0 0 1 / 0 13 0 0 20 1 0 / 1"),
    Setup("kalah(capture=leave)", "0 26 0 13 0 0 0 / 1 0 0 0 0 8 0 / 2"),
    Setup("mancala11", "0 14 0 0 0 1 2 / 0 1 15 0 0 0 3 / 1"),
    Setup("mancala11(sow_rival_store=false)", "13 0 0 0 0 0 0 / 0 5 0 17 0 1 0 / 1"),
]
QUARRY = [
    Setup("quarry"),
    Setup("quarry", "3x5"),
    Setup("quarry", "2x2x2x2 / 2"),
    Setup("quarry(dimensions=1,side=6,edges=numbers)"),
]

SETUPS = [
    *map(Setup, [*CONNECT4, *KALAH, *MANCALA11]),
    *LONG_SOWINGS,
    *QUARRY,
    Setup("tictactoe"),
    Setup(OUTSIDE),
]
SOWING = [setup for setup in SETUPS if setup.text.startswith(("kalah", "mancala11"))]
