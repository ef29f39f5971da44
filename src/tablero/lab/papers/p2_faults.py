"""The faults of the second paper's program, each explained and compared on its own switch."""

from functools import partial
from itertools import product

from tablero.lab.papers.faults import ProgramFault
from tablero.lab.papers.p2_inference import (
    changed_moves,
    inference_table,
    moves_table,
    searches_with_both,
    wrong_values,
)
from tablero.lab.papers.p2_program import (
    PAPER,
    REPAIRED,
    QuarryFaults,
    is_wrong,
    run_program,
)
from tablero.lab.papers.p2_searches import (
    CUBE,
    PRINTED,
    block_text,
    counter_titles,
    cut_text,
    options_column,
    options_text,
)
from tablero.lab.papers.report import Section, fault_section
from tablero.lab.table import Cell, Column, ResultTable
from tablero.locale import _
from tablero.search.run import Settings

COMPARED = ("created", "evaluated", "cuts", "cache_hits", "distinct")
"""The counters of a comparison of programs."""

BLOCKS = [sides for sides in product(range(1, 5), repeat=3) if max(sides) > 1]
"""The blocks on which a comparison counts wrong results."""


def faults() -> list[ProgramFault]:
    """Return the faults of the paper's program."""
    return [
        adding_depth(),
        entry_window(),
        borrowed_bound(),
        strict_cut(),
        window_key(),
        wrong_inference(),
    ]


def program_faults() -> Section:
    """Explain all faults, and measure what the wrong inference does."""
    searches = searches_with_both()
    findings = [wrong_values(), changed_moves(searches)]
    return fault_section(faults(), findings, [moves_table(searches)])


def adding_depth() -> ProgramFault:
    return ProgramFault(
        "p2",
        "p2-adding-depth",
        _("The depth counter adds up depths"),
        _(
            "At a node that is deeper than the counter, the program adds the node's depth to the "
            "counter. The counter should become that depth."
        ),
        _(
            "The counter only takes the values 1, 3, 7, 15 and so on: it shows 7 for every "
            "greatest depth from 4 to 7, and 15 for every one from 8 to 15. For 4x4x4 by minimax "
            "the paper prints 15, but no game on that block has more than 9 moves."
        ),
        "if depth > greatest: greatest += depth",
        "if depth > greatest: greatest = depth",
        depth_table,
    )


def entry_window() -> ProgramFault:
    return ProgramFault(
        "p2",
        "p2-entry-window",
        _("Children start with an old window"),
        _(
            "A child starts with the alpha and beta that its parent was entered with. It should "
            "start with those that the parent has reached. The root is entered with -∞ and +∞, so "
            "every node of the tree is."
        ),
        _(
            "No value found in one part of the tree causes a cutoff in another. An otherwise "
            "correct alpha-beta search has no cutoff at all with this fault, and visits as many "
            "nodes as minimax. The cutoffs that the paper prints come from p2-borrowed-bound."
        ),
        "child = search(successor, entered.alpha, entered.beta)",
        "child = search(successor, node.alpha, node.beta)",
        partial(programs_table, "entry_window", Settings()),
    )


def borrowed_bound() -> ProgramFault:
    return ProgramFault(
        "p2",
        "p2-borrowed-bound",
        _("A node takes over a bound of its child"),
        _(
            "After each child a MAX node replaces its beta by the beta that the child was left "
            "with, and a MIN node its alpha by the child's alpha. A node should keep the bound of "
            "the other side: it comes from the nodes above."
        ),
        _(
            "All cutoffs of the paper's program come from this line. The beta of a MIN node is "
            "left at its value, so MAX stops once an expanded child is worse than an earlier one. "
            "In Quarry the earlier child wins then, so the result is right, though the cutoff is "
            "late; in a game with draws MAX could stop at a draw and miss a win. With correct "
            "windows the line gives wrong results."
        ),
        "node.alpha = max(node.alpha, child.value); node.beta = child.beta",
        "node.alpha = max(node.alpha, child.value)",
        partial(programs_table, "borrowed_bound", Settings()),
    )


def strict_cut() -> ProgramFault:
    return ProgramFault(
        "p2",
        "p2-strict-cut",
        _("The cutoff is strict"),
        _(
            "A node is left only when alpha is greater than beta. Equality is enough: then no "
            "value of the node can change the result above it. A search that stops at equality "
            "keeps the first of equal children, because an equal value may be only a bound."
        ),
        _(
            "Quarry has only two results, so most cutoffs are at equality, and a correct search "
            "visits several times as many nodes with this fault. The paper's program needs it: "
            "after an expanded child its alpha and the beta that it takes over are often equal, "
            "and with >= it stops too early and gives wrong results."
        ),
        "if alpha > beta: break",
        "if alpha >= beta: break",
        partial(programs_table, "strict_cut", Settings()),
    )


def window_key() -> ProgramFault:
    return ProgramFault(
        "p2",
        "p2-window-key",
        _("The key of the cache contains the window"),
        _(
            "The cache is keyed by the whole node as it was entered, alpha and beta included. So "
            "a position that comes again with another window is searched again. The key should "
            "be the position and the side to move, and the entry should say whether its value is "
            "exact or a bound."
        ),
        _(
            "The values stay right, and no number of the paper changes, because its nodes all "
            "start with the same window. With correct windows the cache has fewer hits and more "
            "entries, and more nodes are visited."
        ),
        "key = sides, maximizing, alpha, beta",
        "key = sides, maximizing",
        partial(programs_table, "window_key", Settings(cache=True)),
    )


def wrong_inference() -> ProgramFault:
    return ProgramFault(
        "p2",
        "p2-wrong-inference",
        _("The inference is wrong for four blocks"),
        _(
            "From depth 3 on, a block with no side longer than 3 is valued without a search. If "
            "no side is 1, the program always gives the game to MIN. By the theory of Nim the "
            "side to move wins these blocks, so the value is wrong whenever MAX is to move."
        ),
        _(
            "The error is always against MAX. On a cube MAX wins by cutting one side to 1, and "
            "blocks with a side of 1 are valued correctly, so no number and no move of the paper "
            "changes. On larger blocks of other shapes MAX loses games that are won."
        ),
        "max_wins = ones == 2 and maximizing or ones == 1 and (moves % 2 == 1) == maximizing",
        "max_wins = ((x - 1 ^ y - 1 ^ z - 1) != 0) == maximizing",
        inference_table,
    )


def depth_table() -> ResultTable:
    """Return the depth of every search of the paper: printed, as the program counts, correct."""
    columns = [
        Column("block", _("block")),
        Column("algorithm", _("search")),
        options_column(),
        Column("printed", _("paper")),
        Column("faulty", _("with this fault")),
        Column("correct", _("without it")),
    ]
    rows: list[list[Cell]] = []
    for each in PRINTED:
        faulty, correct = (
            run_program(each.block, each.settings, faults).counters["depth"]
            for faults in (PAPER, PAPER._replace(adding_depth=False))
        )
        name, options = each.settings.algorithm, options_text(each.settings)
        block, printed = block_text(each.block), each.row.counter("depth")
        rows.append([block, name, options, printed, faulty, correct])
    title = _("The depth of the paper's searches")
    return ResultTable(
        title, columns, rows, "tablero lab faults p2-adding-depth", "p2_adding_depth"
    )


def programs_table(field: str, settings: Settings) -> ResultTable:
    """Search 4x4x4 with and without one fault, in the paper's program and in the repaired one.

    field: the fault's name in QuarryFaults.
    """
    titles = counter_titles()
    columns = [
        Column("program", _("program"), program_text),
        *(Column(name, titles[name]) for name in COMPARED),
        Column("score", _("score")),
        Column("move", _("move")),
        Column("cut", _("cut")),
        Column("wrong", _("wrong")),
    ]
    rows: list[list[Cell]] = []
    for name, faults in with_and_without(field).items():
        results = {sides: run_program(sides, settings, faults) for sides in BLOCKS}
        found = results[CUBE]
        counters = [found.counters[counter] for counter in COMPARED]
        move = [block_text(found.move), cut_text(CUBE, found.move)]
        wrong = sum(is_wrong(*each) for each in results.items())
        rows.append([name, *counters, found.score, *move, wrong])
    title = _("4x4x4 by {search}, and wrong results on the {blocks} blocks up to it").format(
        search=f"{settings.algorithm} {options_text(settings)}".rstrip(), blocks=len(BLOCKS)
    )
    key = f"p2-{field.replace('_', '-')}"
    return ResultTable(title, columns, rows, f"tablero lab faults {key}", f"p2_{field}")


def with_and_without(field: str) -> dict[str, QuarryFaults]:
    """Return the programs that show what one fault does."""
    return {
        "paper": PAPER,
        "paper_without": PAPER._replace(**{field: False}),
        "repaired_with": REPAIRED._replace(**{field: True}),
        "repaired": REPAIRED,
    }


def program_text(program: Cell) -> str:
    return {
        "paper": _("the paper's"),
        "paper_without": _("the paper's, without this fault"),
        "repaired_with": _("repaired, with this fault alone"),
        "repaired": _("repaired"),
    }[str(program)]
