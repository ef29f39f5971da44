"""A fixed bench, and all that every search says of it: a search that changed shows here.

`tests/data/signatures.txt` keeps the answers. A commit that means to change them rewrites it:

    python -m tests.search.signatures > tests/data/signatures.txt
"""

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tablero.search import ENGINE
from tablero.search.deepening import Deepening
from tablero.search.run import Result, Settings
from tests.search.cases import CASES, GRID, Board, Case, counters, kernels, open_board, run

FILE = Path(__file__).parents[1] / "data" / "signatures.txt"
HEADER = (
    "# game:evaluation, algorithm, depth, options; the search of its start and of a later\n"
    "# position: score, best line; created, evaluated, lazy savings, cuts, inferred,\n"
    "# cache hits, leaves, depth, distinct. Rewritten by tests/search/signatures.py"
)


def signature(board: Board) -> Iterator[str]:
    """A line of words for every search, and under it a line of numbers for each position."""
    case = board.case
    for algorithm, options in kernels(case):
        for more in variations(case, **options):
            asked = {**options, **more}
            words = " ".join(f"{name}={str(value).lower()}" for name, value in asked.items())
            yield f"{case} {algorithm} {case.depth} {words}"
            for position in board.fixed_positions():
                yield numbers(run(position, board.evaluation, algorithm, case.depth, **asked))
    yield f"{case} {ENGINE} {case.depth}"
    for position in board.fixed_positions():
        settings = Settings(depth=case.depth, table_bits=12)
        yield numbers(Deepening(position, board.evaluation, settings).run())


def numbers(result: Result) -> str:
    """What a search found and counted, as a line."""
    line, counts = (" ".join(map(str, each)) for each in (result.line, counters(result).values()))
    return f"    {result.score}; {line}; {counts}"


def variations(case: Case, order: str, cache: bool) -> Iterator[dict[str, Any]]:
    """More options, where they change something."""
    yield {}
    yield {"lazy": False, "root_window": "full"}
    if cache:
        yield {"table_bits": 3}
    if case in GRID:
        yield {"infer": True}


def signatures_kept() -> dict[str, list[str]]:
    """The lines of the file, by case."""
    kept: dict[str, list[str]] = {str(case): [] for case in CASES}
    lines: list[str] = []
    for line in FILE.read_text(encoding="utf-8").splitlines():
        if not line.startswith(("#", " ")):
            lines = kept[line.split()[0]]
        if not line.startswith("#"):
            lines.append(line)
    return kept


def main() -> None:
    print(HEADER)
    with tempfile.TemporaryDirectory() as directory:
        for case in CASES:
            print(*signature(open_board(case, Path(directory))), sep="\n", flush=True)


if __name__ == "__main__":
    main()
