"""Searches that write down their tree, for every case."""

from collections.abc import Iterator
from itertools import product
from typing import Any

from tablero.jit import INTERPRETED
from tablero.lab.tree.tree import Tree, read_tree
from tablero.search import ALGORITHMS, ENGINE
from tablero.search.deepening import Deepening
from tablero.search.log import Log, new_log
from tablero.search.run import Result, Search, Settings
from tests.search.cases import CACHED, CASES, GRID, PLAIN, Board, Case

RUNTIME: tuple[dict[str, Any], ...] = (
    {},
    {"lazy": False, "root_window": "full"},
    {"infer": True},
)
"""Options that need no machine code of their own."""


def recorders(case: Case) -> Iterator[dict[str, Any]]:
    """Settings for every search. Compiled, where each takes half a second to be made, the games
    take turns: together they have all of them."""
    number = CASES.index(case)
    for place, algorithm in enumerate((*ALGORITHMS, ENGINE)):
        if not INTERPRETED and case not in GRID and (number + place) % 3:
            continue
        keeping = [CACHED] if algorithm == ENGINE else [PLAIN, CACHED]
        for options, more in product(keeping, RUNTIME):
            if INTERPRETED or len(keeping) == 1 or options is keeping[(number + place) % 2]:
                yield {"algorithm": algorithm, **options, **more}


def settings_of(case: Case, options: dict[str, Any]) -> Settings:
    return Settings(depth=case.depth, **{"table_bits": 10, **options})


def run_logged(
    position: Any, evaluation: Any, settings: Settings, log: Log | None
) -> tuple[Result, Search]:
    """What a search found, and the search."""
    if settings.algorithm == ENGINE:
        engine = Deepening(position, evaluation, settings, log=log)
        return engine.run(), engine.searches[0]
    search = Search(position, evaluation, settings, log=log)
    return search.run(), search


def grow(
    board: Board, position: Any, options: dict[str, Any], nodes: int = 100_000
) -> tuple[Result, Tree]:
    """What a search of a case found, and its tree."""
    settings = settings_of(board.case, options)
    log = new_log(nodes)
    result, search = run_logged(position, board.evaluation, settings, log)
    tree = read_tree(
        log, board.game, position, search.settings, board.case.evaluation, search.span
    )
    return result, tree
