"""Games between players who have a compiled form: the referee's games, move for move."""

import time
from collections.abc import Iterator
from itertools import islice
from typing import Any, NamedTuple

import numpy as np

from tablero.agents.agent import NO_SCORE
from tablero.jit import kernel
from tablero.jit.words import clock
from tablero.match.referee import Played, Reason, decide
from tablero.position import ONGOING
from tablero.search.notes import NO_LIMIT

SHORT = 0.1
"""Seconds: a block of games that took less is followed by a larger one."""

LARGEST_BLOCK = 1 << 12

NANOSECONDS = 1e9
"""Of a second."""

LONG_GAME = 64
"""Moves that a game has room for on the tape, at first."""


class Tape(NamedTuple):
    """Where a block of games is written, one after the other.

    line, scores  -- of all games
    times         -- nanoseconds of each of these moves
    ends          -- by game: where the next one begins
    outcomes      -- by game: ONGOING, or the margin for whose turn it would be
    movers        -- by game: whose turn that is
    """

    line: Any
    scores: Any
    times: Any
    ends: Any
    outcomes: Any
    movers: Any


def new_tape(moves: int, games: int) -> Tape:
    by_move, by_game = [moves] * 3, [games] * 3
    return Tape(*(np.zeros(size, np.int64) for size in by_move + by_game))


class Fixtures(NamedTuple):
    """The games of a match between two agents, ours and the others.

    sides    -- by game: the side that ours plays
    seeds    -- by game: of ours and of the others
    openings -- by game: the moves that are not theirs
    """

    sides: Any
    seeds: Any
    openings: Any

    def part(self, begin: int, end: int) -> "Fixtures":
        """Some of them, in their order."""
        return Fixtures(*(column[begin:end] for column in self))


@kernel
def play_games(
    start: Any, ours: Any, others: Any, fixtures: Fixtures, most_moves: int, tape: Tape
) -> int:
    """Play games until all are on the tape, or it is full: how many there are.

    ours, others -- each agent's player of the first side, and of the second
    """
    for number in range(len(tape.ends)):
        side = fixtures.sides[number]
        mine, theirs = ours[side], others[1 - side]
        mine.begin(fixtures.seeds[number, 0])
        theirs.begin(fixtures.seeds[number, 1])
        begun = place = tape.ends[number - 1] if number else 0
        end = min(len(tape.line), begun + most_moves)
        position, before = start, clock()
        while position.outcome() == ONGOING and place < end:
            if place - begun < fixtures.openings.shape[1]:
                move, score = int(fixtures.openings[number, place - begun]), NO_SCORE
            elif position.turn() == side:
                move, score = mine.pick(position)
            else:
                move, score = theirs.pick(position)
            now = clock()
            tape.line[place], tape.scores[place], tape.times[place] = move, score, now - before
            position, before = position.play(move), now
            place += 1
        outcome = position.outcome()
        if outcome == ONGOING and place == len(tape.line):
            return number
        tape.ends[number], tape.outcomes[number] = place, outcome
        tape.movers[number] = position.turn()
    return len(tape.ends)


def play_compiled(
    start: Any, ours: Any, others: Any, fixtures: Fixtures, most_moves: int | None = None
) -> Iterator[Played]:
    """The games that the referee would see, one after the other.

    ours, others -- each agent's compiled player of the first side, and of the second
    """
    total, plies = fixtures.openings.shape
    done, block, room = 0, 1, LONG_GAME
    limit = NO_LIMIT if most_moves is None else most_moves
    while done < total:
        part = fixtures.part(done, done + block)
        tape = new_tape(block * room, len(part.sides))
        begun = time.perf_counter()
        games = play_games(start, ours, others, part, limit, tape)
        yield from _played(tape, games, plies)
        done += games
        if games < len(tape.ends):
            room *= 2
        elif time.perf_counter() - begun < SHORT and block < LARGEST_BLOCK:
            block *= 2


def _played(tape: Tape, games: int, opening: int) -> Iterator[Played]:
    """What the tape tells of its first games."""
    used = tape.ends[games - 1] if games else 0
    moves, scores = tape.line[:used].tolist(), _told(tape.scores[:used])
    times, begun = (tape.times[:used] / NANOSECONDS).tolist(), 0
    ends = zip(tape.ends.tolist(), tape.outcomes.tolist(), tape.movers.tolist(), strict=True)
    for end, outcome, mover in islice(ends, games):
        own = slice(begun + opening, end)
        played = Played(moves[begun:end], scores[own], times[own])
        if outcome == ONGOING:
            played.reason = Reason.MOVE_LIMIT
        decide(played, outcome, mover)
        yield played
        begun = end


def _told(scores: Any) -> list[int | None]:
    """Scores as the referee writes them down."""
    if (scores == NO_SCORE).all():
        return [None] * len(scores)
    return [None if score == NO_SCORE else score for score in scores.tolist()]
