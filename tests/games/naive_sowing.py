"""Kalah and Mancala11 once more, seed by seed, written for the tests from the spec alone.

Slow and plain on purpose: two lists, the store behind the pits, and a hand that walks from
place to place. Nothing here is taken from `tablero`.
"""

import re
from copy import copy
from typing import Any, Self, TypeAlias

Place: TypeAlias = tuple[int, int]
"""A side, and which of its places: the pits from its left, then the store."""

DEFAULTS: dict[str, dict[str, Any]] = {
    "kalah": {"pits": 6, "seeds": 4, "capture": "opposite", "end": "either"},
    "mancala11": {"steal_from": 5, "sow_rival_store": "true", "limit": 200, "passes": "false"},
}


def naive(text: str, position: str) -> "NaiveKalah | NaiveMancala11":
    """The position of a game written as for `tablero.games.load`."""
    name, *_ = text.split("(")
    options = dict(DEFAULTS[name])
    for option, value in re.findall(r"(\w+)=(\w+)", text):
        options[option] = int(value) if value.isdecimal() else value
    kind = NaiveKalah if name == "kalah" else NaiveMancala11
    return kind(options, position)


def count_leaves(board: "NaiveKalah | NaiveMancala11", depth: int) -> int:
    if depth == 0:
        return 1
    return sum(count_leaves(board.play(name), depth - 1) for name in board.moves())


class NaiveSowing:
    def __init__(self, options: dict[str, Any], position: str) -> None:
        self.options = options
        parts = [[int(number) for number in part.split()] for part in position.split("/")]
        self.places = parts[:2]
        self.mover = parts[2][0] - 1
        self.history = parts[3] if len(parts) > 3 else [0, 0, 0]
        self.pits = len(self.places[0]) - 1
        self.over = False

    @property
    def other(self) -> int:
        return 1 - self.mover

    def row_is_empty(self, side: int) -> bool:
        return not any(self.places[side][: self.pits])

    def sow(self, pit: int, *, rival_store: bool) -> tuple[Place, int]:
        """Where the last seed falls, and how many seeds lay there just before it."""
        hand = self.places[self.mover][pit]
        self.places[self.mover][pit] = 0
        side, place = self.mover, pit
        before = 0
        while hand > 0:
            place = place + 1
            if place > self.pits:
                side, place = 1 - side, 0
            if place == self.pits and side == self.other and not rival_store:
                continue
            before = self.places[side][place]
            self.places[side][place] = before + 1
            hand = hand - 1
        return (side, place), before

    def opposite(self, place: Place) -> Place:
        side, pit = place
        return 1 - side, self.pits - 1 - pit

    def take(self, place: Place) -> int:
        side, pit = place
        seeds = self.places[side][pit]
        self.places[side][pit] = 0
        return seeds

    def seeds(self, place: Place) -> int:
        return self.places[place[0]][place[1]]

    def text(self) -> str:
        parts = [*self.places, [self.mover + 1]]
        if any(self.history):
            parts.append(self.history)
        return " / ".join(" ".join(str(number) for number in part) for part in parts)

    def copy(self) -> Self:
        twin = copy(self)
        twin.places = [list(row) for row in self.places]
        twin.history = list(self.history)
        return twin


class NaiveKalah(NaiveSowing):
    def __init__(self, options: dict[str, Any], position: str) -> None:
        super().__init__(options, position)
        self.end_if_a_row_is_empty()

    def moves(self) -> list[str]:
        if self.over:
            return []
        return [str(pit + 1) for pit in range(self.pits) if self.places[self.mover][pit] > 0]

    def play(self, name: str) -> Self:
        after = self.copy()
        last, before = after.sow(int(name) - 1, rival_store=False)
        side, place = last
        if side == self.mover and place < self.pits and before == 0:
            after.capture(last)
        if last != (self.mover, self.pits):
            after.mover = self.other
        after.end_if_a_row_is_empty()
        return after

    def capture(self, last: Place) -> None:
        opposite = self.opposite(last)
        store = self.places[self.mover]
        match self.options["capture"]:
            case "opposite":
                if self.seeds(opposite) > 0:
                    store[self.pits] += self.take(opposite) + self.take(last)
            case "empty":
                store[self.pits] += self.take(opposite) + self.take(last)
            case "leave":
                store[self.pits] += self.take(opposite)

    def end_if_a_row_is_empty(self) -> None:
        cannot_move = self.row_is_empty(self.mover)
        waiting_has_none = self.row_is_empty(self.other)
        if cannot_move or (self.options["end"] == "either" and waiting_has_none):
            self.over = True
            for side in (0, 1):
                left = sum(self.take((side, pit)) for pit in range(self.pits))
                self.places[side][self.pits] += left

    def margin(self) -> int:
        return self.places[self.mover][self.pits] - self.places[self.other][self.pits]


class NaiveMancala11(NaiveSowing):
    """history -- moves played, both accumulators, and a 1 if the mover must pass."""

    def __init__(self, options: dict[str, Any], position: str) -> None:
        super().__init__(options, position)
        self.end()

    @property
    def must_pass(self) -> bool:
        return len(self.history) == 4

    def moves(self) -> list[str]:
        if self.over:
            return []
        if self.must_pass:
            return ["pass"]
        return [str(pit) for pit in range(self.pits) if self.places[self.mover][pit] > 0]

    def play(self, name: str) -> Self:
        after = self.copy()
        after.history = self.history[:3]
        again = False
        if name != "pass":
            again = after.sow_and_take(int(name))
            raised = after.marker(self.mover) - self.marker(self.mover)
            after.history[1 + self.mover] += raised if raised > 0 else 0
        after.history[0] += 1
        if not again or self.options["passes"] == "true":
            after.mover = self.other
        if again and self.options["passes"] == "true":
            after.history.append(1)
        after.end()
        return after

    def sow_and_take(self, pit: int) -> bool:
        """May the mover move again?"""
        before_the_sowing = [list(row) for row in self.places]
        rival_store = self.options["sow_rival_store"] == "true"
        last, before = self.sow(pit, rival_store=rival_store)
        side, place = last
        if place == self.pits:
            return side == self.mover and before_the_sowing[side][place] > 0
        opposite = self.opposite(last)
        if side == self.mover:
            if before == 0 and self.seeds(opposite) > 0:
                self.places[side][self.pits] += self.take(opposite) + self.take(last)
            return False
        was_rich = before_the_sowing[side][place] >= self.options["steal_from"]
        if side == self.other and was_rich and self.seeds(opposite) == 0:
            self.places[opposite[0]][opposite[1]] = self.take(last)
        return False

    def marker(self, side: int) -> int:
        return sum(self.places[side])

    def end(self) -> None:
        longer_than_the_limit = self.history[0] >= self.options["limit"]
        self.over = self.row_is_empty(0) or self.row_is_empty(1) or longer_than_the_limit

    def margin(self) -> int:
        if self.row_is_empty(0) or self.row_is_empty(1):
            return self.marker(self.mover) - self.marker(self.other)
        return 0
