"""The laws of the methods of a position: what holds in every position of every game."""

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Any

from tablero.answers import ANSWERS, is_key, is_number, plain_names, shown
from tablero.faults import located, reason_of
from tablero.games.harness.findings import Broken, Law, Violation, Visit
from tablero.locale import _
from tablero.position import ONGOING, position_key

MOST_MOVES = 100_000
"""Number of legal moves that no position has."""

CHILDREN = 16
"""Number of moves of a position that are tried."""


def ask(visit: Visit, method: str, *args: Any) -> Any:
    """Return the answer of a method of the position; a generator's as a list.

    Raise Broken if the method fails.
    """
    position = visit.position
    try:
        if method in ("moves", "promising"):
            return list(islice(getattr(position, method)(), MOST_MOVES))
        return position_key(position) if method == "key" else getattr(position, method)(*args)
    except Exception as error:
        raise Broken(failure(error, type(position), method, visit)) from None


def failure(error: Exception, owner: Any, method: str, visit: Visit | None) -> Violation:
    """Return the problem of a method that raised an exception."""
    found = located(error)
    line = None if found is None else found.line
    facts = {"method": method, "reason": " ".join(plain_names(reason_of(error)).split())}
    return Violation(Law.RAISES, owner, method, visit, facts, line)


def check_values(visit: Visit) -> Iterator[Violation]:
    """Yield a problem for a value of a wrong kind, the first one only."""
    kind = type(visit.position)
    for method, (is_right, expected) in ANSWERS.items():
        if not is_right(answer := ask(visit, method)):
            yield _wrong(visit, method, _(expected), answer)
            return
    if not is_key(key := ask(visit, "key")):
        yield _wrong(visit, "key", _("a tuple of ints"), key)
    outcome = ask(visit, "outcome")
    if not -ONGOING < outcome <= ONGOING:
        yield Violation(Law.OUTCOME_RANGE, kind, "outcome", visit, {"answer": outcome})


def _wrong(visit: Visit, method: str, expected: str, answer: Any) -> Violation:
    facts = {"method": method, "expected": expected, "answer": shown(answer)}
    return Violation(Law.WRONG_ANSWER, type(visit.position), method, visit, facts)


def check_moves(visit: Visit) -> Iterator[Violation]:
    """Yield problems of `moves` and `promising` in a position; a finished game may have moves."""
    kind, moves = type(visit.position), ask(visit, "moves")
    is_over = ask(visit, "outcome") != ONGOING
    for move in moves:
        if not is_number(move):
            yield _wrong(visit, "moves", _("ints"), move)
            return
    if not moves and not is_over:
        yield Violation(Law.NO_MOVES, kind, "moves", visit, {})
    if (again := ask(visit, "moves")) != moves:
        yield different(visit, "moves", moves, again)
        return
    for move, number in Counter(moves).items():
        if number > 1:
            yield Violation(Law.DUPLICATE_MOVES, kind, "moves", visit, {"move": move})
            return
    promising = ask(visit, "promising")
    if Counter(promising) != Counter(moves) and not is_over:
        facts = {"first": some(promising), "second": some(moves)}
        yield Violation(Law.PROMISING, kind, "promising", visit, facts)


def different(visit: Visit, method: str, first: Any, second: Any) -> Violation:
    """Return the problem of a method that returns two values for one position."""
    is_order = method == "moves" and Counter(first) == Counter(second)
    kind = Law.MOVE_ORDER if is_order else Law.INCONSISTENT
    facts = {"method": method, "first": some(first), "second": some(second)}
    return Violation(kind, type(visit.position), method, visit, facts)


def some(value: Any) -> str:
    """Return the text of a value, of a long list the beginning."""
    if isinstance(value, list):
        return " ".join([*map(shown, value[:CHILDREN]), *["…"] * (len(value) > CHILDREN)])
    return shown(value)


def check_children(visit: Visit, moves: list[int]) -> Iterator[Violation]:
    """Yield problems of `play` with these moves, the first of each move."""
    for move in moves:
        yield from islice(_check_child(visit, move), 1)


def _check_child(visit: Visit, move: int) -> Iterator[Violation]:
    kind, child = type(visit.position), ask(visit, "play", move)
    if type(child) is not kind or not is_key(child):
        expected = _("a {cls} of ints").format(cls=kind.__qualname__)
        yield _wrong(visit, "play", expected, child)
    elif child == visit.position:
        yield Violation(Law.SAME_POSITION, kind, "play", visit, {"move": move})
    elif (again := ask(visit, "play", move)) != child:
        yield different(visit, f"play({move})", child, again)._replace(method="play")


class KeyCheck:
    """The law of keys: they are equal exactly where positions are equal."""

    def __init__(self) -> None:
        self.positions: dict[Any, Any] = {}

    def check(self, visit: Visit) -> Iterator[Violation]:
        """Yield a problem if the key of this position is that of another one."""
        key, position = ask(visit, "key"), visit.position
        if not is_key(key):
            return
        other = self.positions.setdefault(key, position)
        if other != position:
            facts = {"key": shown(tuple(key)), "other": shown(other)}
            yield Violation(Law.KEY, type(position), "key", visit, facts)
