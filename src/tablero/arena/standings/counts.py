"""Counts of the games of a round: by player, by pair of players and by seat.

A game is a record with ids for names. Games with somebody who is not among the players do not
count, and a game that is there twice counts once; the order of games and players does not matter.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np

from tablero.arena.rounds.keys import DRAWN, LOST, WON, GameKey, key_of, outcome_of
from tablero.match.record import NOBODY, Record
from tablero.match.referee import Reason


class Entered(Protocol):
    """What has to be known of a player: Entrant is one."""

    @property
    def id(self) -> str: ...
    @property
    def alias(self) -> str: ...
    @property
    def reference(self) -> bool: ...


@dataclass(frozen=True)
class Score:
    """Games of somebody, all seen by him."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        return self.wins + self.draws / 2

    def __add__(self, other: "Score") -> "Score":
        return Score(self.wins + other.wins, self.draws + other.draws, self.losses + other.losses)

    def __str__(self) -> str:
        return f"{self.wins}-{self.draws}-{self.losses}"


NOTHING = Score()


@dataclass(frozen=True)
class Faults:
    """Games that somebody lost by a fault of his own, not on the board.

    first -- of them, in the order of names and openings
    """

    reasons: Counter[Reason]
    first: Record


@dataclass
class Counts:
    """players -- in the order of their ids
    games   -- by their keys, in the order of keys
    started -- [one, other]: the games that the one has started against the other, seen by him
    """

    players: list[Entered]
    games: dict[GameKey, Record]
    started: dict[tuple[str, str], Score] = field(init=False)

    def __post_init__(self) -> None:
        counted: dict[tuple[str, str], list[int]] = {}
        for (first, second, _opening), record in self.games.items():
            counted.setdefault((first, second), [0, 0, 0])[outcome_of(record)] += 1
        self.started = {
            pair: Score(by_outcome[WON], by_outcome[DRAWN], by_outcome[LOST])
            for pair, by_outcome in counted.items()
        }

    def seated(self, one: str, other: str) -> tuple[Score, Score]:
        """Of the one against the other: what he started, and what he did not."""
        back = self.started.get((other, one), NOTHING)
        seen = Score(back.losses, back.draws, back.wins)
        return self.started.get((one, other), NOTHING), seen

    def against(self, one: str, other: str) -> Score:
        started, answered = self.seated(one, other)
        return started + answered

    def total(self, one: str) -> Score:
        others = (player.id for player in self.players if player.id != one)
        return sum((self.against(one, other) for other in others), NOTHING)

    def pairs(self) -> Any:
        """[i, j, a, b]: complete pairs of games by the half points of i, as ratings want them."""
        size = len(self.players)
        found = np.zeros((size, size, 3, 3), int)
        places = {player.id: place for place, player in enumerate(self.players)}
        cells: Counter[tuple[int, int, int, int]] = Counter()
        for key, record in self.games.items():
            back = self.games.get(key.swapped) if key.first < key.second else None
            if back is not None:
                halves = outcome_of(record), WON - outcome_of(back)
                cells[places[key.first], places[key.second], *halves] += 1
        for cell, number in cells.items():
            found[cell] = number
        return found

    def repeated(self) -> dict[tuple[str, str], int]:
        """Who has started against whom games that are the same, move for move, as another one of
        them; and how many."""
        games = Counter((key.first, key.second, *game.moves) for key, game in self.games.items())
        found: Counter[tuple[str, str]] = Counter()
        for (first, second, *_moves), times in games.items():
            found[first, second] += times - 1
        return {pair: number for pair, number in found.items() if number}

    def faults(self) -> dict[str, Faults]:
        """By the ids of those who have any."""
        found: dict[str, Faults] = {}
        for record in self.games.values():
            if record.winner != NOBODY and record.reason is not Reason.WON:
                loser = record.second if record.winner == 1 else record.first
                found.setdefault(loser, Faults(Counter(), record)).reasons[record.reason] += 1
        return found


def count(players: Sequence[Entered], games: Iterable[Record]) -> Counts:
    ids = {player.id for player in players}
    known = {key_of(record): record for record in games}
    ours = {key: known[key] for key in sorted(known) if {key.first, key.second} <= ids}
    return Counts(sorted(players, key=lambda player: player.id), ours)
