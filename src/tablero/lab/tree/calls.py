"""The search tree of a player's file, reconstructed from its function calls.

The values that a file returns may be those of the side to move or those of MAX, alone or in a pair
with a move. The reading that fits the file's own tree best is used; if none fits, nodes have no
values.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, TypeAlias

from tablero.games.game import Game
from tablero.lab.tree.label import bound_name
from tablero.lab.tree.tree import CUT, EXACT, EXPANDED, HORIZON, LEAST, MOST, NONE, OPEN, OVER
from tablero.locale import _
from tablero.position import INFINITY, ONGOING, position_key

Value: TypeAlias = float | int | None

MAX_MOVES = 1000
MIN_FIT = 0.5
"""Share of the nodes whose value must equal that of their best child; below it no reading fits."""

READINGS: dict[str, Callable[[Any], Value]] = {
    "alone": lambda value: None if isinstance(value, list) else value,
    "first": lambda value: value[0] if isinstance(value, list) and value else None,
    "second": lambda value: value[1] if isinstance(value, list) and len(value) > 1 else None,
}


@dataclass(frozen=True)
class Difference:
    """The first node, in the order in which nodes are left, that differs from alpha-beta."""

    node: int
    sentence: str


class Calls:
    """The nodes, values and windows of a file's search.

    trace: result of `tracer.trace_choice`.
    count: number of nodes, the root included.
    """

    def __init__(self, trace: Mapping[str, Any], game: Game, start: Any) -> None:
        self.trace, self.game, self.start = trace, game, start
        self.parents: list[int] = trace["parents"]
        self.moves: list[int] = trace["moves"]
        self.count = len(self.parents)
        self.children: list[list[int]] = [[] for _parent in self.parents]
        self.positions = [start]
        self.plies = [0]
        for node in range(1, self.count):
            parent = self.parents[node]
            self.children[parent].append(node)
            self.positions.append(self.positions[parent].play(self.moves[node]))
            self.plies.append(self.plies[parent] + 1)
        self.is_max = [position.turn() == start.turn() for position in self.positions]
        self.sizes = [1] * self.count
        for node in range(self.count - 1, 0, -1):
            self.sizes[self.parents[node]] += self.sizes[node]
        self.skipped = [self._skipped(node) for node in range(self.count)]
        self.values = self._read()
        self.windows = self._windows()

    @property
    def visited(self) -> int:
        """Return how many nodes the file has visited below the root."""
        return self.count - 1

    @property
    def prunes(self) -> bool:
        return any(self.skipped)

    def name(self, node: int) -> str:
        """Return the name of the move that led to this node."""
        if node == 0:
            return ""
        return self.game.move_name(self.positions[self.parents[node]], self.moves[node])

    def _legal(self, node: int) -> list[int]:
        return list(islice(self.positions[node].moves(), MAX_MOVES))

    def _skipped(self, node: int) -> int:
        if not self.children[node]:
            return 0
        seen = {self.moves[child] for child in self.children[node]}
        return len(self._legal(node)) - len(seen)

    def _best(self, node: int, values: Sequence[Value]) -> Value:
        """Return the best value of the children.

        Return None unless all values are known and no move occurs twice.
        """
        children = self.children[node]
        known = [values[child] for child in children if values[child] is not None]
        once = len({self.moves[child] for child in children}) == len(children)
        if not known or len(known) < len(children) or not once:
            return None
        return max(known) if self.is_max[node] else min(known)  # type: ignore[type-var]

    def _chosen(self) -> int | None:
        """Return the child that the chosen move leads to."""
        return next((n for n in self.children[0] if self.name(n) == self.trace["chosen"]), None)

    def _read(self) -> list[Value]:
        """Return the values for MAX, by the reading that fits best."""
        found = [self._as(reading, mover) for reading in READINGS for mover in (True, False)]
        fits = [self._fit(values) for values in found]
        best = max(range(len(found)), key=fits.__getitem__)
        values: list[Value] = [None] * self.count
        if fits[best] >= MIN_FIT:
            values = found[best]
        if values[0] is None:
            chosen = self._chosen()
            values[0] = None if chosen is None else values[chosen]
        return values

    def _as(self, reading: str, mover: bool) -> list[Value]:
        read, returned = READINGS[reading], self.trace["returned"]
        values = [read(each) for each in returned]
        signs = [-1 if mover and not is_max else 1 for is_max in self.is_max]
        return [
            None if value is None else sign * value
            for sign, value in zip(signs, values, strict=True)
        ]

    def _fit(self, values: Sequence[Value]) -> float:
        """Return the share of the nodes whose value equals that of their best child."""
        fits = []
        for node in range(1, self.count):
            best = self._best(node, values)
            if best is not None and values[node] is not None:
                fits.append(values[node] == best)
        chosen, best = self._chosen(), self._best(0, values)
        if chosen is not None and best is not None:
            fits.append(values[chosen] == best)
        return sum(fits) / len(fits) if fits else 0.0

    def _windows(self) -> list[tuple[Any, Any]]:
        """Return the window that alpha-beta would have at each node, by the values before it."""
        windows: list[tuple[Any, Any]] = [(1 - INFINITY, INFINITY - 1)]
        inner = list(windows)
        for node in range(1, self.count):
            parent = self.parents[node]
            elders = [self.values[n] for n in self.children[parent] if n < node]
            known = [value for value in elders if value is not None]
            alpha, beta = inner[parent]
            if known and self.is_max[parent]:
                alpha = max(alpha, *known)
            elif known:
                beta = min(beta, *known)
            windows.append((alpha, beta))
            inner.append((alpha, beta))
        return windows

    def kind(self, node: int) -> str:
        if self.positions[node].outcome() != ONGOING:
            return OVER
        if node and self.trace["returned"][node] is None and self.trace["chosen"] is None:
            return OPEN
        if not self.children[node]:
            return HORIZON
        return CUT if self.skipped[node] else EXPANDED

    def bound(self, node: int) -> str:
        value = self.values[node]
        if value is None:
            return NONE
        if not self.prunes or not self.children[node]:
            return EXACT
        alpha, beta = self.windows[node]
        return MOST if value <= alpha else LEAST if value >= beta else EXACT

    def difference(self) -> Difference | None:
        """Return the first node that differs from alpha-beta, or None if none is certain to."""
        for node in sorted(range(self.count), key=self._when_left):
            sentence = self._wrong_value(node) or self._wrong_cut(node)
            if sentence:
                return Difference(node, sentence)
        return None

    def _when_left(self, node: int) -> tuple[int, int]:
        return node + self.sizes[node], -self.plies[node]

    def _wrong_value(self, node: int) -> str:
        value, best = self.values[node], self._best(node, self.values)
        if value is None or best is None or value == best:
            return ""
        mover = "MAX" if self.is_max[node] else "MIN"
        again = any(self.is_max[child] == self.is_max[node] for child in self.children[node])
        text = _(
            "The best value of {mover}'s moves here is {best}, but the returned value is {value}."
        )
        sentence = text.format(mover=mover, best=_points(best), value=_points(value))
        if again:
            text = _("{mover} moves twice in a row here: does the sign change all the same?")
            sentence += " " + text.format(mover=mover)
        return sentence

    def _wrong_cut(self, node: int) -> str:
        value, best = self.values[node], self._best(node, self.values)
        if not self.skipped[node] or value is None or best is None or self.trace["caches"]:
            return ""
        alpha, beta = self.windows[node]
        if value <= alpha if not self.is_max[node] else value >= beta:
            return ""
        known = [each for each in self.values if each is not None]
        if value == (max(known) if self.is_max[node] else min(known)):
            return ""  # no value is better for the mover
        names = list(self._never_seen(node))
        if len(names) < self.skipped[node]:
            return ""  # the file's own table may hold the others
        text = _("{moves} was pruned, although {value} lies within {alpha}..{beta}.")
        ends = {"alpha": _points(alpha), "beta": _points(beta)}
        return text.format(moves=" ".join(names), value=_points(value), **ends)

    def _never_seen(self, node: int) -> Iterator[str]:
        """Yield the names of skipped moves whose positions occur nowhere in the tree."""
        position = self.positions[node]
        seen = {self.moves[child] for child in self.children[node]}
        met = Counter(position_key(each) for each in self.positions)
        for move in self._legal(node):
            if move not in seen and not met[position_key(position.play(move))]:
                yield self.game.move_name(position, move)


def _points(value: float | int) -> str:
    return bound_name(value) if isinstance(value, int) else f"{value:+g}"
