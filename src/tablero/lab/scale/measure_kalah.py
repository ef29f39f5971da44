"""Figures of Kalah: layers of endgame tables, searches from the start, and searches cut apart."""

import time
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from tablero import games
from tablero.games.kalah import Kalah
from tablero.lab.scale.records import Layer, Search, Split
from tablero.position import ONGOING
from tablero.search.node import sign_of
from tablero.solve.sowing.endgame import UNKNOWN, fill
from tablero.solve.sowing.field import fields_up_to, rows_of_number
from tablero.solve.sowing.kalah import KalahEndgame
from tablero.solve.sowing.solver import SHARE, SowingSolver

COLD_BITS = 20
"""Of the table of a search that is one of many."""


def kalah(pits: int, seeds: int) -> Kalah:
    """With the captures of the literature."""
    game = games.load(f"kalah(pits={pits},seeds={seeds},capture=empty)")
    assert isinstance(game, Kalah)
    return game


def usual_table(pits: int, seeds: int) -> int:
    """Seeds of the endgame table that a search from the start asks for by itself, if it may have
    as many fields as it likes."""
    return 2 * pits * seeds * SHARE[0] // SHARE[1]


def layers(pits: int, most: int, parted: int, parts: Sequence[int]) -> Iterator[Layer]:
    """Every layer up to one of so many seeds; one of them also in parts that know all layers below
    it, and nothing of each other."""
    endgame = KalahEndgame(kalah(pits, -(-most // (2 * pits))), 1, None)
    values = np.full(fields_up_to(pits, most), UNKNOWN, np.int8)
    for seeds in range(most + 1):
        start, stop = endgame.shelf.place(seeds)
        extra = {}
        if seeds == parted:
            for number in parts:
                extra[str(number)] = _extra(endgame, values, start, stop, number)
        begun = time.thread_time()
        _fill(endgame, values, start, stop)
        yield Layer(pits, seeds, stop - start, time.thread_time() - begun, extra)


def _fill(endgame: KalahEndgame, values: Any, start: int, stop: int) -> None:
    rows = rows_of_number(start, endgame.field.pits, endgame.field.bits)
    fill(*rows, start, stop, endgame.field, values)


def _extra(endgame: KalahEndgame, values: Any, start: int, stop: int, parts: int) -> float:
    """The share of fields that another part has worked out as well."""
    ends = np.linspace(start, stop, parts + 1).astype(int).tolist()
    worked_out = 0
    for first, last in pairwise(ends):
        if first < last:
            _fill(endgame, values, first, last)
            worked_out += int((values[start:stop] != UNKNOWN).sum())
            values[start:stop] = UNKNOWN
    return worked_out / (stop - start) - 1


def searched(pits: int, seeds: int, table: int) -> Search:
    """From the start, with a table of endings that is worked out before."""
    game = kalah(pits, seeds)
    with TemporaryDirectory() as folder:
        solver = SowingSolver(game, seeds=table, folder=Path(folder))
        solver.endgame.reach(table)
        begun = time.thread_time()
        score = solver.score(game.start)
        seconds = time.thread_time() - begun
    return Search(pits, seeds, table, score, solver.nodes, seconds)


def split(pits: int, seeds: int, depths: Iterable[int]) -> Iterator[Split]:
    """Both questions that prove the score of the start, whole and at several depths."""
    game, table = kalah(pits, seeds), usual_table(pits, seeds)
    with TemporaryDirectory() as folder:

        def solver() -> SowingSolver:
            return SowingSolver(game, seeds=table, bits=COLD_BITS, folder=Path(folder))

        score = solver().score(game.start)
        questions = (score - 1, score)
        whole = solver()
        for alpha in questions:
            whole.bound(game.start, alpha)
        for depth in depths:
            places, warm, alone, cold = frontier(game.start, depth), solver(), solver(), []
            proofs = [Proof(alpha, is_more=alpha < score) for alpha in questions]
            for place, sign in places.items():
                alone.rooms[0].memory.table[:] = 0
                before = alone.nodes
                for proof in proofs:
                    proof.ask(alone, place, sign)
                    ask(warm, place, sign, proof.alpha)
                cold.append(alone.nodes - before)
            needed = [cost for proof in proofs for cost in proof.needed(game.start, depth)]
            counts = [whole.nodes, warm.nodes, sum(cold), max(cold), sum(needed), max(needed)]
            yield Split(pits, seeds, depth, len(places), *counts)


def frontier(start: Any, depth: int) -> dict[Any, int]:
    """All unfinished positions after so many moves, each with 1 where whoever began is to move,
    else with -1."""
    places = {start: 1}
    for _ply in range(depth):
        after: dict[Any, int] = {}
        for position, sign in places.items():
            for child in children(position):
                if child.outcome() == ONGOING:
                    after[child] = sign * sign_of(position, child)
        places = after
    return places


def children(position: Any) -> list[Any]:
    return [position.play(move) for move in position.moves()]


def ask(solver: SowingSolver, position: Any, sign: int, alpha: int) -> bool:
    """Is it worth more than alpha to whoever began?"""
    if sign > 0:
        return solver.bound(position, alpha) > alpha
    return solver.bound(position, -alpha - 1) < -alpha


class Proof:
    """That the start is worth more than alpha, or not more, from answers at a frontier.

    costs -- nodes of each position of the frontier where the answer is what is to be proved
    """

    def __init__(self, alpha: int, is_more: bool) -> None:
        self.alpha, self.is_more = alpha, is_more
        self.costs: dict[Any, int] = {}

    def ask(self, solver: SowingSolver, position: Any, sign: int) -> None:
        before = solver.nodes
        if ask(solver, position, sign, self.alpha) == self.is_more:
            self.costs[position] = solver.nodes - before

    def needed(self, start: Any, depth: int) -> list[int]:
        """Nodes of the questions that suffice, the fewest: every move of whom it goes against is
        answered by one, the cheapest."""
        places = self._cheapest(start, 1, depth)
        assert places is not None, start
        return [self.costs[place] for place in places]

    def _cheapest(self, position: Any, sign: int, depth: int) -> set[Any] | None:
        """The places of the frontier that prove it here; None if it is not so."""
        if position.outcome() != ONGOING:
            return set() if (sign * position.outcome() > self.alpha) == self.is_more else None
        if not depth:
            return {position} if position in self.costs else None
        below = [
            self._cheapest(child, sign * sign_of(position, child), depth - 1)
            for child in children(position)
        ]
        proved = [places for places in below if places is not None]
        if (sign > 0) == self.is_more:
            return min(
                proved, key=lambda each: sum(self.costs[place] for place in each), default=None
            )
        return set().union(*proved) if len(proved) == len(below) else None
