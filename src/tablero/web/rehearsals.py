"""What is usually asked for first. To do it once beforehand is to have it compiled."""

from collections.abc import Iterator

import tablero.games as games
from tablero.games import evaluations
from tablero.jit import INTERPRETED
from tablero.web import jobs, models

GLANCE = 0.01
"""Seconds of an analysis: it is compiled, and that is all."""


def rehearsals(place: int, workers: int) -> Iterator[jobs.JobAsked]:
    """Small jobs of every kind. Each worker begins with its own; the machine code of the
    others' is on disk then."""
    if INTERPRETED:
        return
    jobs = list(_jobs())
    for number in range(workers):
        yield from jobs[(place + number) % workers :: workers]


def _jobs() -> Iterator[jobs.JobAsked]:
    """The boards that people see first come first; then what they do with them."""
    lines = [models.Line(game=name) for name in games.GAMES]
    first = {line.game: evaluations.default_name(games.load_untried(line.game)) for line in lines}
    for line in lines:
        evaluation = first[line.game]
        yield jobs.Analyse(line=line, eval=evaluation, seconds=GLANCE)
        yield jobs.Choose(line=line, agent="level(5)", seconds=1)
    for line in lines:
        evaluation = first[line.game]
        search = jobs.Search(depth=2, eval=evaluation)
        yield jobs.Grow(line=line, search=search, nodes=100)
        yield jobs.Count(line=line, depth=1, eval=evaluation)
        yield jobs.Choose(line=line, agent="alphabeta(depth=1)", seconds=1)
