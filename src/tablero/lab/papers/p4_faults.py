"""The fault of the fourth paper's program: a win now and a win later are worth the same."""

from collections.abc import Iterator, Sequence
from statistics import mean
from typing import Any

from tablero.games import evaluations, load
from tablero.lab.papers.faults import ProgramFault
from tablero.lab.papers.measure import nodes
from tablero.lab.table import Cell, Column, ResultTable
from tablero.locale import _
from tablero.match.openings import Openings
from tablero.position import ONGOING, WIN
from tablero.search.run import Settings, search

KEY = "p4-flat-wins"
FLAT, QUICK = "lines(wins=infinite)", "lines"
DEPTHS, POSITIONS, STONES, SEED = (2, 4, 6, 8), 200, 12, 1


def faults() -> list[ProgramFault]:
    """Return the faults of the paper's program."""
    return [
        ProgramFault(
            "p4",
            KEY,
            _("Every win is worth the same, now or later"),
            _(
                "A win is +10000, whether it is the next move or nine plies away. A program that "
                "takes the first of equal columns may then put off a win that it has, move after "
                "move. An earlier win should be worth more: 10000 and the stones that the winner "
                "has left."
            ),
            _(
                "The paper reports times, and no game that would show it. In the positions below "
                "a win is sure. At depth 6 the program puts it off in 27 of 62, and takes up to "
                "21 plies where 3 are enough. It does not lose the win, which every later search "
                "finds again, and it visits fewer nodes, as it stops at the first win found."
            ),
            "if won(board, MAX): return 10000",
            "if won(board, MAX): return 10000 + stones_left(MAX)",
            put_off,
        )
    ]


def put_off(depths: Sequence[int] = DEPTHS, positions: int = POSITIONS) -> ResultTable:
    """Compare how many plies a sure win takes, by what a win is worth."""
    heading = _(
        "Plies to the win on average, in those of {positions} positions after {stones} random "
        "moves in which a search of this depth finds a win"
    )
    columns = [
        Column("depth", _("depth")),
        Column("positions", _("positions")),
        Column("put_off", _("put off")),
        Column("flat_mean", _("10000: plies")),
        Column("flat_most", _("longest")),
        Column("flat_nodes", _("nodes")),
        Column("quick_mean", _("10000 + stones: plies")),
        Column("quick_most", _("longest")),
        Column("quick_nodes", _("nodes")),
    ]
    rows = [_row(depth, positions) for depth in depths]
    title = heading.format(positions=positions, stones=STONES)
    return ResultTable(title, columns, rows, f"tablero lab faults {KEY}", KEY)


def _row(depth: int, positions: int) -> list[Cell]:
    game, settings = load("connect4"), Settings(depth=depth)
    flat, quick = (evaluations.load(name, game) for name in (FLAT, QUICK))
    won = [*won_positions(depth, positions)]
    taken, cells = [], []
    for evaluation in (flat, quick):
        plies = [plies_to_win(position, evaluation, quick, settings) for position in won]
        visited = sum(nodes(search(position, evaluation, settings)) for position in won)
        taken.append(plies)
        cells += [mean(plies), max(plies), visited]
    later = sum(slow > fast for slow, fast in zip(*taken, strict=True))
    return [depth, len(won), later, *cells]


def won_positions(depth: int, positions: int) -> Iterator[Any]:
    """Yield the positions after random moves in which the side to move wins within this depth."""
    game, settings = load("connect4"), Settings(depth=depth)
    evaluation = evaluations.load(QUICK, game)
    for opening in Openings(STONES).draw(game, SEED).first(positions):
        position = game.start
        for move in opening:
            position = position.play(move)
        if search(position, evaluation, settings).score >= WIN:
            yield position


def plies_to_win(position: Any, evaluation: Any, defender: Any, settings: Settings) -> int:
    """Return how many plies the side to move needs for a sure win.

    evaluation: its evaluation.
    defender: the evaluation of the other side.
    """
    side, plies = position.turn(), 0
    while position.outcome() == ONGOING:
        seen_with = evaluation if position.turn() == side else defender
        position = position.play(search(position, seen_with, settings).move)
        plies += 1
    winner = 1 - position.turn() if position.outcome() < 0 else None
    assert winner == side, position
    return plies
