"""The comparison of machine code with the methods as Python runs them."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from tablero.answers import plain_names, shown
from tablero.errors import OutsideError, TableroError
from tablero.faults import reason_of
from tablero.games.harness.findings import Law, Violation, Visit
from tablero.games.harness.laws import some
from tablero.games.harness.walks import Walk
from tablero.jit import kernel, prepare
from tablero.locale import _
from tablero.position import LARGEST_BITBOARD, ONGOING, position_key

VISITS = 400
"""Largest number of positions of a game that are compared."""


@kernel
def describe(position: Any, row: Any) -> int:
    """Write what the methods of a position return; return the number of words.

    There may be more than there is room for.
    """
    row[0] = position.outcome()
    row[1] = position.turn()
    row[2] = position.theory()
    row[3], row[4] = position.bounds()
    at = 5
    key = position_key(position)
    for i in range(len(key)):
        row[at] = key[i]
        at += 1
    for move in position.promising():
        if at < len(row):
            row[at] = move
        at += 1
    for move in position.moves():
        if at < len(row):
            row[at] = move
        at += 1
    return at


@kernel
def after_move(position: Any, move: int) -> Any:
    """Return the position after a move."""
    return position.play(move)


def parts_of(position: Any) -> list[tuple[str, list[int]]]:
    """Return what `describe` writes, by the methods that return it."""
    return [
        ("outcome", [position.outcome()]),
        ("turn", [position.turn()]),
        ("theory", [position.theory()]),
        ("bounds", list(position.bounds())),
        ("key", list(position_key(position))),
        ("promising", list(position.promising())),
        ("moves", list(position.moves())),
    ]


def compare(walk: Walk) -> Iterator[Violation]:
    """Yield a problem if machine code cannot be made, fails, or plays another game."""
    kind, room = type(walk.visits[0].position), np.zeros(1, np.int64)
    try:
        prepare(describe, walk.visits[0].position, room)
        prepare(after_move, walk.visits[0].position, 0)
    except TableroError as error:
        yield not_compiled(kind, error)
        return
    moves = walk.visits[-1].moves
    for number, visit in enumerate(walk.visits[:VISITS]):
        try:
            yield from _compare_answers(visit)
            if number < len(moves):
                yield from _compare_play(visit, moves[number])
        except Exception as error:
            yield failed(kind, visit, error)
            return


def _compare_answers(visit: Visit) -> Iterator[Violation]:
    parts = parts_of(visit.position)
    row = np.zeros(sum(len(values) for _name, values in parts), np.int64)
    length, at = describe(visit.position, row), 0
    for name, values in parts:
        end = length if name == "moves" else at + len(values)
        compiled = row[at:end].tolist()
        at += len(values)
        if compiled != values and words(compiled) != words(values):
            yield _different(visit, name, values, compiled)
            return
    if length > len(row):
        count = len(parts[-1][1])
        texts = (_("{count} moves").format(count=each) for each in (count, count + length - at))
        yield _different(visit, "moves", *texts)


def _compare_play(visit: Visit, move: int) -> Iterator[Violation]:
    expected, compiled = visit.position.play(move), after_move(visit.position, move)
    if tuple(compiled) != tuple(expected):
        yield _different(visit, "play", shown(expected), shown(compiled))


def words(values: list[int]) -> list[int]:
    """Return ints as words of 64 bits without a sign, as bitboards are."""
    return [value & LARGEST_BITBOARD for value in values]


def _different(visit: Visit, method: str, expected: Any, compiled: Any) -> Violation:
    texts = (value if isinstance(value, str) else some(value) for value in (expected, compiled))
    facts = dict(zip(("interpreted", "compiled"), texts, strict=True), method=method)
    return Violation(Law.SPEEDS, type(visit.position), method, visit, facts)


def not_compiled(owner: Any, error: TableroError) -> Violation:
    """Return the problem of a method that Numba cannot compile."""
    line = error.line if isinstance(error, OutsideError) else None
    return Violation(Law.COMPILATION, owner, "", None, {"reason": str(error)}, line)


def failed(owner: Any, visit: Visit, error: Exception) -> Violation:
    """Return the problem of machine code that raises an exception where Python does not."""
    line = error.line if isinstance(error, OutsideError) else None
    facts = {"reason": plain_names(reason_of(error.__cause__ or error))}
    return Violation(Law.MACHINE_CODE, owner, "", visit, facts, line)


@kernel
def evaluate(position: Any, evaluation: Any, scores: Any) -> None:
    """Write the score of a position: its evaluation, or in a finished game the final score."""
    outcome = position.outcome()
    if outcome == ONGOING:
        scores[0] = evaluation.value(position)
    else:
        scores[0] = evaluation.final(outcome)


def compare_evaluation(
    name: str, evaluation: Any, visits: Sequence[Visit], score_of: Callable[[Visit], int]
) -> Iterator[Violation]:
    """Yield a problem if an evaluation has another value as machine code.

    score_of: the score as Python computes it.
    """
    owner, scores = type(evaluation), np.zeros(1, np.int64)
    try:
        prepare(evaluate, visits[0].position, evaluation, scores)
    except TableroError as error:
        yield not_compiled(owner, error)
        return
    for visit in visits:
        expected = score_of(visit)
        try:
            evaluate(visit.position, evaluation, scores)
        except Exception as error:
            yield failed(owner, visit, error)
            return
        if int(scores[0]) != expected:
            facts = {"method": name, "interpreted": expected, "compiled": int(scores[0])}
            yield Violation(Law.SPEEDS, owner, "value", visit, facts)
            return
