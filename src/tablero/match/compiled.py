"""Games between players that have a compiled form, the same move for move as the referee's."""

import time
from collections.abc import Iterator
from functools import reduce
from itertools import islice
from typing import Any, NamedTuple

import numpy as np

from tablero.agents.agent import NO_SCORE
from tablero.agents.random_player import count_moves
from tablero.answers import no_moves
from tablero.jit import helper, kernel
from tablero.jit.extensions import clock
from tablero.match.referee import Played, Reason, decide
from tablero.position import INFINITY, ONGOING, Move, Position
from tablero.search.diagnosis import explained
from tablero.search.node import NO_MOVE
from tablero.search.state import NO_LIMIT

SHORT = 0.1
"""Seconds: a block of games that took less is followed by a larger one."""

LARGEST_BLOCK = 1 << 12
"""Upper limit of the games in a block."""

STUCK = -1
"""The side to move in a position without moves in which the game is not over."""

NANOSECONDS = 1e9
"""Nanoseconds in a second."""

LONG_GAME = 64
"""Initial size of the tape, in moves per game."""


class Tape(NamedTuple):
    """The arrays into which the kernel writes a block of games, one after the other.

    line, scores: the moves of all games, and their scores.
    times: nanoseconds of each of these moves.
    ends: by game, the index at which the next game begins.
    outcomes: by game, ONGOING or the margin for the side to move in the last position.
    movers: by game, the side to move in the last position, or STUCK.
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
    """The games of a match between the first-named agent (ours) and its opponent (others).

    sides: by game, the side that the first-named agent plays.
    seeds: by game, the seed of the first-named agent and that of its opponent.
    openings: by game, the moves of the opening.
    """

    sides: Any
    seeds: Any
    openings: Any

    def part(self, begin: int, end: int) -> "Fixtures":
        """Return the games from index `begin` to `end`, `end` excluded."""
        return Fixtures(*(column[begin:end] for column in self))


@kernel
def play_games(
    start: Any, ours: Any, others: Any, fixtures: Fixtures, most_moves: int, tape: Tape
) -> int:
    """Play games until all are on the tape or it is full; return the number of complete games.

    ours, others: each agent's player of the first side, and of the second.
    """
    for number in range(len(tape.ends)):
        side = fixtures.sides[number]
        mine, theirs = ours[side], others[1 - side]
        mine.begin(fixtures.seeds[number, 0])
        theirs.begin(fixtures.seeds[number, 1])
        begun = place = tape.ends[number - 1] if number else 0
        end = min(len(tape.line), begun + most_moves)
        position, before, stuck = start, clock(), False
        while position.outcome() == ONGOING and place < end:
            if place - begun < fixtures.openings.shape[1]:
                move, score = int(fixtures.openings[number, place - begun]), NO_SCORE
            elif position.turn() == side:
                move, score = mine.pick(position)
            else:
                move, score = theirs.pick(position)
            if is_stuck(position, move, score):
                stuck = True
                break
            now = clock()
            tape.line[place], tape.scores[place], tape.times[place] = move, score, now - before
            position, before = position.play(move), now
            place += 1
        outcome = position.outcome()
        if outcome == ONGOING and place == len(tape.line) and not stuck:
            return number
        tape.ends[number], tape.outcomes[number] = place, outcome
        tape.movers[number] = STUCK if stuck else position.turn()
    return len(tape.ends)


@helper
def is_stuck(position: Position, move: Move, score: int) -> bool:
    """Return whether there is no move, as the answer of a player suggests."""
    return (move == NO_MOVE or score == -INFINITY) and count_moves(position) == 0


def play_compiled(
    start: Any, ours: Any, others: Any, fixtures: Fixtures, most_moves: int | None = None
) -> Iterator[Played]:
    """Yield the games in their order, the same ones that the referee would play.

    ours, others: each agent's compiled player of the first side, and of the second.
    """
    total, plies = fixtures.openings.shape
    done, block, room = 0, 1, LONG_GAME
    limit = NO_LIMIT if most_moves is None else most_moves
    while done < total:
        part = fixtures.part(done, done + block)
        tape = new_tape(block * room, len(part.sides))
        begun = time.perf_counter()
        with explained(start):
            games = play_games(start, ours, others, part, limit, tape)
        yield from _played(start, tape, games, plies)
        done += games
        if games < len(tape.ends):
            room *= 2
        elif time.perf_counter() - begun < SHORT and block < LARGEST_BLOCK:
            block *= 2


def _played(start: Any, tape: Tape, games: int, opening: int) -> Iterator[Played]:
    """Yield the first `games` games on the tape; `opening` is the length of their openings.

    Raise RulesError if one of them came to a position without moves.
    """
    used = tape.ends[games - 1] if games else 0
    moves, scores = tape.line[:used].tolist(), _scores(tape.scores[:used])
    times, begun = (tape.times[:used] / NANOSECONDS).tolist(), 0
    ends = zip(tape.ends.tolist(), tape.outcomes.tolist(), tape.movers.tolist(), strict=True)
    for end, outcome, mover in islice(ends, games):
        own = slice(begun + opening, end)
        played = Played(moves[begun:end], scores[own], times[own])
        if mover == STUCK:
            raise no_moves(reduce(lambda position, move: position.play(move), played.moves, start))
        if outcome == ONGOING:
            played.reason = Reason.MOVE_LIMIT
        decide(played, outcome, mover)
        yield played
        begun = end


def _scores(scores: Any) -> list[int | None]:
    """Return the scores as the referee records them, with None for NO_SCORE."""
    if (scores == NO_SCORE).all():
        return [None] * len(scores)
    return [None if score == NO_SCORE else score for score in scores.tolist()]
