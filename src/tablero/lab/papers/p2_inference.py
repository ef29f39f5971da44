"""Small blocks valued by the second paper's inference and by the theory of Nim."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement, product

from tablero.lab.papers.measure import papers_command
from tablero.lab.papers.p2_program import (
    INFERRED_SIDE,
    PAPER,
    ProgramResult,
    Sides,
    is_wrong,
    nim_value,
    paper_value,
    run_program,
)
from tablero.lab.papers.p2_searches import block_text, cut_text, options_column, options_text
from tablero.lab.papers.report import PaperFinding, PaperVerdict, exact, ours_alone, verdict_name
from tablero.lab.table import Cell, Column, ResultTable
from tablero.locale import _
from tablero.search.run import Settings

CUBES: list[Sides] = [(side, side, side) for side in (2, 3, 4)]
"""The cubes that are searched with both inferences, with every set of options."""

LONGEST = 6
"""The longest side of the other blocks that are searched with both, with the cache."""


@dataclass(frozen=True)
class InferredSearch:
    """A block searched by the paper's program with its own inference and with Nim's."""

    block: Sides
    settings: Settings
    faulty: ProgramResult
    correct: ProgramResult

    @property
    def changed(self) -> bool:
        """Whether the inferences lead to different scores or moves."""
        one, other = self.faulty, self.correct
        return (one.score, one.move) != (other.score, other.move)


def blocks_up_to(side: int) -> list[Sides]:
    """Return the blocks with no side longer than this, each with its sides in ascending order."""
    blocks = combinations_with_replacement(range(1, side + 1), 3)
    return [block for block in blocks if max(block) > 1]


def inference_table() -> ResultTable:
    """Return the values of all blocks that the program may infer, by both rules."""
    columns = [
        Column("block", _("block")),
        Column("mover", _("to move")),
        Column("inferred", _("inferred"), score_text),
        Column("nim", _("by Nim"), score_text),
        Column("verdict", _("verdict"), verdict_name),
    ]
    rows: list[list[Cell]] = []
    for block, maximizing in product(blocks_up_to(INFERRED_SIDE), (True, False)):
        values = paper_value(block, maximizing), nim_value(block, maximizing)
        mover = "MAX" if maximizing else "MIN"
        rows.append([block_text(block), mover, *values, exact(*values).value])
    title = _("Blocks with no side longer than {side}, valued for MAX").format(side=INFERRED_SIDE)
    command = "tablero lab faults p2-wrong-inference"
    return ResultTable(title, columns, rows, command, "p2_wrong_inference")


def searches_with_both() -> list[InferredSearch]:
    """Search the cubes and all blocks up to LONGEST with both inferences."""
    every = [
        Settings(algorithm, cache=cache, infer=True)
        for algorithm, cache in product(("minimax", "alphabeta"), (False, True))
    ]
    cached = [settings for settings in every if settings.cache]
    others = [block for block in blocks_up_to(LONGEST) if block not in CUBES]
    correct = PAPER._replace(wrong_inference=False)
    return [
        InferredSearch(
            block, settings, run_program(block, settings), run_program(block, settings, correct)
        )
        for block, settings in [*product(CUBES, every), *product(others, cached)]
    ]


def moves_table(searches: Sequence[InferredSearch]) -> ResultTable:
    """Return the searches of the cubes, and those of other blocks that the inference changes."""
    columns = [
        Column("block", _("block")),
        Column("algorithm", _("search")),
        options_column(),
        Column("inferred_score", _("inferred"), score_text),
        Column("inferred_move", _("move")),
        Column("inferred_cut", _("cut")),
        Column("nim_score", _("by Nim"), score_text),
        Column("nim_move", _("move")),
        Column("nim_cut", _("cut")),
        Column("loses", _("loses a won game")),
    ]
    rows: list[list[Cell]] = [
        [
            block_text(each.block),
            each.settings.algorithm,
            options_text(each.settings),
            *result_cells(each.block, each.faulty),
            *result_cells(each.block, each.correct),
            is_wrong(each.block, each.faulty),
        ]
        for each in searches
        if each.block in CUBES or each.changed
    ]
    title = _("The paper's program with its own inference and with Nim's")
    return ResultTable(title, columns, rows, papers_command("p2"), "inference_moves")


def result_cells(block: Sides, result: ProgramResult) -> list[Cell]:
    return [result.score, block_text(result.move), cut_text(block, result.move)]


def score_text(score: Cell) -> str:
    """Return a score with its sign: +1."""
    return f"{score:+d}"


def wrong_values() -> PaperFinding:
    """List the blocks that the program values wrongly."""
    table = inference_table()
    wrong = [row for row in table.records() if row["verdict"] == PaperVerdict.DIFFERS]
    named = _("{wrong} of {values}: {blocks}").format(
        wrong=len(wrong),
        values=len(table.rows),
        blocks=", ".join(f"{row['block']} {row['mover']}" for row in wrong),
    )
    return PaperFinding(
        "inferred_wrongly",
        _("blocks up to 3x3x3 and sides to move that the inference values wrongly"),
        _("not measured"),
        named,
        PaperVerdict.ANSWERED,
        _("each of these is won by MAX, who is to move; the program gives it to MIN."),
        table.command,
        ours_alone(wrong=len(wrong), values=len(table.rows)),
    )


def changed_moves(searches: Sequence[InferredSearch]) -> PaperFinding:
    """Count the moves that the inference changes on cubes, and list the won blocks it loses."""
    cubes = [each for each in searches if each.block in CUBES]
    changed = sum(each.changed for each in cubes)
    lost = sorted({each.block for each in searches if is_wrong(each.block, each.faulty)})
    text = _(
        "in {changed} of {searches} searches of cubes up to {cube}; of the other blocks with "
        "sides up to {side} it loses {lost}, which are won"
    )
    return PaperFinding(
        "inference_changes_moves",
        _("does the wrong inference change the move?"),
        _("not measured"),
        text.format(
            changed=changed,
            searches=len(cubes),
            cube=block_text(CUBES[-1]),
            side=LONGEST,
            lost=", ".join(map(block_text, lost)),
        ),
        PaperVerdict.ANSWERED,
        _(
            "on a cube MAX cuts one side to 1, and the inference is right for all blocks that can "
            "follow. It goes wrong where MAX needs a block without a side of 1."
        ),
        papers_command("p2"),
        ours_alone(cubes=len(cubes), changed=changed, lost=len(lost)),
    )
