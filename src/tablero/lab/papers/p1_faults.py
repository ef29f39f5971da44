"""The fault of the first paper's program: a comparison that never takes a better move."""

from tablero.lab.papers.faults import ProgramFault
from tablero.lab.papers.measure import count_columns
from tablero.lab.papers.p1_program import (
    CORRECT,
    DEPTH,
    MINIMAX,
    PAPER,
    games_against_random,
    paper_agents,
)
from tablero.lab.papers.significance import p_value, share
from tablero.lab.table import Cell, Column, ResultTable, shown
from tablero.locale import _
from tablero.numbers import percent

KEY = "p1-comparison"
SEED = 1
"""The seed of the comparison's games: those of `tablero lab papers p1`."""


def faults() -> list[ProgramFault]:
    """Return the faults of the paper's program."""
    return [comparison()]


def comparison() -> ProgramFault:
    return ProgramFault(
        "p1",
        KEY,
        _("Minimax never takes a better move"),
        _(
            "At a MAX node the program starts from -10^9 and takes the value of a child only if "
            "-10^9 is greater than that value, which never happens; a MIN node mirrors this. It "
            "should take the value of a child that is greater than the best so far, and at a "
            "MIN node of one that is less."
        ),
        _(
            "The program searches all its successors and then plays the first one, so its "
            "result depends on their order, which the paper does not print. If the last pit "
            "comes first, the one nearest to the store, it wins about two games of three "
            "against random, like the paper's program; if the first pit comes first, about one "
            "of three. In neither order are there as few draws as in the paper, so the fault "
            "explains the games won, but not the whole result. Correct minimax wins nearly all "
            "games in both orders."
        ),
        "best = -10^9;  if best > value: best, move = value, successor",
        "best = -10^9;  if value > best: best, move = value, successor",
        compare_comparison,
    )


def compare_comparison(depth: int = DEPTH, games: int = sum(MINIMAX)) -> ResultTable:
    """Return the games against random: the paper's, and the faulty and the correct program's in
    both orders."""
    rows: list[list[Cell]] = [["paper", None, *MINIMAX, *share(MINIMAX[0], sum(MINIMAX)), None]]
    for program, faults in (("faulty", PAPER), ("correct", CORRECT)):
        for order, agent in paper_agents(depth, faults).items():
            counts = games_against_random(agent, games, SEED)
            chance = p_value(MINIMAX, counts)
            rows.append([program, order, *counts, *share(counts[0], games), chance])
    columns = [
        Column("program", _("program"), program_text),
        Column("order", _("order"), order_text),
        *count_columns(),
        Column("share", _("share won"), percent),
        Column("low", _("from"), percent),
        Column("high", _("to"), percent),
        Column("p", _("p beside the paper"), p_value_text),
    ]
    title = _("Minimax of depth {depth} against random, {games} games each")
    return ResultTable(
        title.format(depth=depth, games=games), columns, rows, f"tablero lab faults {KEY}", KEY
    )


def program_text(program: Cell) -> str:
    """Return the name of a program for people."""
    return {"paper": _("paper"), "faulty": _("faulty"), "correct": _("correct")}[str(program)]


def order_text(order: Cell) -> str:
    """Return the name of an order of successors for people; the paper's is not known."""
    return {"first_pit": _("first pit first"), "last_pit": _("last pit first")}.get(
        str(order), _("not printed")
    )


def p_value_text(chance: Cell) -> str:
    """Return a probability with two significant digits, or a dash."""
    return f"{chance:.2g}" if isinstance(chance, float) else shown(chance)
