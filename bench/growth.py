"""Growth of the exact solvers' work with the size of a position; each starts with empty tables.

The picture has a row of two panels for every game: nodes and seconds by size.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

import tablero.games as games
from bench.clock import cpu_seconds_once
from bench.positions import random_position, stones
from bench.rows import Quartiles, Spread, quartiles
from tablero.games.connect4.solver.solver import Connect4Solver
from tablero.games.sowing.solver.solver import SowingSolver
from tablero.lab.figure import FAINT, INK, SHADE, picture, save
from tablero.lab.machine import cpu_model
from tablero.solve import Solver
from tablero.solve.kernel_solver import KernelSolver

POSITIONS, SEED = 100, 1
T = TypeVar("T", bound=KernelSolver)

ENDGAME, KALAH_SEEDS = 12, 48
PAGE = 512
"""Table entries per page of memory."""


def connect4_solver(game: Any) -> Solver:
    return with_allocated_table(Connect4Solver(game))


def kalah_solver(game: Any) -> Solver:
    """Return a solver with an endgame tablebase of few seeds, the same for all positions."""
    solver = SowingSolver(game, endgame=ENDGAME, folder=Path(tablebase_folder().name))
    solver.endgame.reach(ENDGAME)
    return with_allocated_table(solver)


def with_allocated_table(solver: T) -> T:
    """Make the system allocate the solver's table, so that allocation is not measured."""
    table = solver.tasks[0].memory.table
    for place in range(0, len(table), PAGE):
        table[place] = 0
    return solver


@cache
def tablebase_folder() -> "TemporaryDirectory[str]":
    return TemporaryDirectory(prefix="tablero-")


def seeds_in_play(position: Any) -> int:
    """Return the number of seeds that are not in a store."""
    return KALAH_SEEDS - int(position.store + position.their_store)


@dataclass(frozen=True)
class Case:
    """A game with a solver.

    solver: returns a new solver with empty tables.
    x: name of the size of a position.
    size: returns the size of a position.
    sizes: sizes that are measured, the hardest first.
    """

    game: str
    solver: Callable[[Any], Solver]
    x: str
    size: Callable[[Any], int]
    sizes: Sequence[int]


CASES = (
    Case("connect4", connect4_solver, "stones on the board", stones, range(8, 37, 2)),
    Case("kalah", kalah_solver, "seeds in play", seeds_in_play, range(32, 13, -2)),
)


def measure() -> Iterator[Spread]:
    """Yield nodes and seconds by size: random positions, one thread, no opening book."""
    for case in CASES:
        solved(case, case.sizes[-1], 1)  # compile it
        for size in case.sizes:
            works = solved(case, size, POSITIONS)
            nodes, seconds = (quartiles(figures) for figures in zip(*works, strict=True))
            yield Spread(case.game, case.x, size, POSITIONS, nodes, seconds)


def solved(case: Case, size: int, count: int) -> list[tuple[int, float]]:
    """Return nodes and seconds for each of `count` positions, each with an empty table."""
    game, generator = games.load(case.game), random.Random(SEED)
    works = []
    for _i in range(count):
        position = random_position(generator, game.start, case.size, size)
        solver = case.solver(game)
        seconds, _score = cpu_seconds_once(partial(solver.score, position))
        works.append((solver.nodes, seconds))
    return works


def draw(rows: Sequence[Spread], file: Path) -> None:
    """Draw the rows into a file, in the format of its suffix."""
    by_game = [list(some) for _game, some in groupby(rows, key=lambda row: row.game)]

    def fill(panels: Any) -> None:
        for (left, right), some in zip(panels, by_game, strict=True):
            draw_panel(left, some, [row.nodes for row in some], "nodes")
            draw_panel(right, some, [row.seconds for row in some], "seconds")
            left.set_title(some[0].game, fontsize=13, pad=10)
            right.legend(reverse=True)

    save(picture(fill, footer(file), len(by_game), 2), file, command(file))


def draw_panel(axes: Any, rows: Sequence[Spread], figures: Sequence[Quartiles], y: str) -> None:
    """Draw median, middle half and extremes of one figure, on a logarithmic scale."""
    x = [row.value for row in rows]
    least, lower, median, upper, most = zip(*figures, strict=True)
    axes.set_yscale("log")
    axes.grid(visible=False, axis="x")
    axes.fill_between(x, lower, upper, color=SHADE, linewidth=0, label="middle half")
    for extreme in (least, most):
        axes.plot(x, extreme, color=FAINT, linewidth=1, linestyle=(0, (1, 2)))
    axes.lines[-1].set_label("least and most")
    axes.plot(x, median, color=INK, linewidth=2, marker="o", markersize=4, label="median")
    axes.set_xlabel(rows[0].x)
    axes.set_xticks(x)
    axes.set_ylabel(y)
    axes.minorticks_off()


def footer(file: Path) -> str:
    """Return the caption: what was measured, on which processor, and the command."""
    again = command(file)
    return f"Exact scores of random positions, one thread of {cpu_model()}. Again: {again}"


def command(file: Path) -> str:
    return f"bench/run growth --plot {file.name}"
