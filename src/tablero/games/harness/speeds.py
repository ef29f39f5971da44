"""The comparison of machine code with the methods as Python runs them."""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from tablero.answers import shown
from tablero.errors import TableroError
from tablero.games.harness.findings import Law, Violation, Visit
from tablero.games.harness.laws import failure, some
from tablero.games.harness.walks import Walk
from tablero.jit import kernel
from tablero.position import ONGOING, position_key

BLANK = -(1 << 62)
"""What is in a row where nothing was written."""

ROWS = 400
"""Largest number of positions of a game that are compared."""


@kernel
def replay(start: Any, choices: Any, rows: Any, lengths: Any) -> None:
    """Write a row for each position of a game: all that a kernel can ask of it.

    choices: by ply, the index of the move that is played.
    lengths: by ply, the length of the row, which may be more than there is room for.
    """
    position = start
    for ply in range(len(rows)):
        row, room = rows[ply], rows.shape[1]
        row[0] = position.outcome()
        row[1] = position.turn()
        row[2] = position.theory()
        row[3], row[4] = position.bounds()
        at = 5
        for i in range(len(position)):
            row[at] = position[i]
            at += 1
        key = position_key(position)
        for i in range(len(key)):
            row[at] = key[i]
            at += 1
        for move in position.promising():
            if at < room:
                row[at] = move
            at += 1
        first = at
        for move in position.moves():
            if at < room:
                row[at] = move
            at += 1
        lengths[ply] = at
        if ply + 1 < len(rows):
            if first + choices[ply] >= min(at, room):
                return
            position = position.play(int(row[first + choices[ply]]))


def expected_rows(visits: Sequence[Visit]) -> list[list[tuple[str, Any]]]:
    """Return the rows that `replay` has to write, as the parts that the methods return."""
    return [_parts(visit.position) for visit in visits]


def _parts(position: Any) -> list[tuple[str, Any]]:
    return [
        ("outcome", [position.outcome()]),
        ("turn", [position.turn()]),
        ("theory", [position.theory()]),
        ("bounds", list(position.bounds())),
        ("play", list(position)),
        ("key", list(position_key(position))),
        ("promising", list(position.promising())),
        ("moves", list(position.moves())),
    ]


def compare(walk: Walk) -> Iterator[Violation]:
    """Yield a problem if machine code plays another game, or cannot be made."""
    visits = walk.visits[:ROWS]
    expected = expected_rows(visits)
    kind = type(visits[0].position)
    width = max(sum(len(values) for _name, values in parts) for parts in expected)
    rows = np.full((len(visits), width), BLANK)
    lengths = np.zeros(len(visits), np.int64)
    played = visits[-1].moves
    choices = [
        moves.index(move)
        for (_outcome, _turn, moves), move in zip(walk.answers, played, strict=False)
    ]
    try:
        replay(visits[0].position, np.array([*choices, 0], np.int64), rows, lengths)
    except TableroError as error:
        line = getattr(error, "line", None)
        yield Violation(Law.COMPILATION, kind, "", None, {"reason": str(error)}, line)
        return
    except Exception as error:
        yield failure(error, kind, "replay", None)
        return
    table = zip(visits, expected, rows.tolist(), lengths.tolist(), strict=True)
    for visit, parts, row, length in table:
        if problem := _difference(visit, parts, row[:length]):
            yield problem
            return


def _difference(visit: Visit, parts: list[tuple[str, Any]], row: list[int]) -> Violation | None:
    """Return the problem of the first method whose compiled answer differs, if one does."""
    at = 0
    for name, values in parts:
        last = name == "moves"
        compiled = row[at:] if last else row[at : at + len(values)]
        at += len(values)
        if compiled != values:
            facts = {"method": name, "interpreted": some(values), "compiled": some(compiled)}
            return Violation(Law.SPEEDS, type(visit.position), name, visit, facts)
    return None


@kernel
def evaluate(position: Any, evaluation: Any, scores: Any) -> None:
    """Write the score of a position: its evaluation, or in a finished game the final score."""
    outcome = position.outcome()
    if outcome == ONGOING:
        scores[0] = evaluation.value(position)
    else:
        scores[0] = evaluation.final(outcome)


def compare_evaluation(name: str, evaluation: Any, visits: Sequence[Visit]) -> Iterator[Violation]:
    """Yield a problem if an evaluation has another value as machine code."""
    owner, scores = type(evaluation), np.zeros(1, np.int64)
    for visit in visits:
        position = visit.position
        outcome = position.outcome()
        expected = evaluation.value(position) if outcome == ONGOING else evaluation.final(outcome)
        try:
            evaluate(position, evaluation, scores)
        except TableroError as error:
            line = getattr(error, "line", None)
            yield Violation(Law.COMPILATION, owner, "", None, {"reason": str(error)}, line)
            return
        if int(scores[0]) != expected:
            method = "value" if outcome == ONGOING else "final"
            values = {"interpreted": shown(expected), "compiled": shown(int(scores[0]))}
            facts = {"method": f"{name}.{method}", **values}
            yield Violation(Law.SPEEDS, owner, method, visit, facts)
            return
