"""The parameters of a tuning, with their defaults."""

from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

Method: TypeAlias = Literal["cma", "td"]
METHODS: tuple[Method, ...] = get_args(Method)


@dataclass(frozen=True)
class TuningParameters:
    """All parameters of a tuning: equal ones and the same number of games give the same weights.

    depth: depth of every search, in plies.
    plies: random moves of an opening.
    pairs: pairs of games by which weights are compared.
    match: games of the final match, whose openings are held out from learning.
    decay: λ of temporal differences.
    """

    game: str
    evaluation: str
    method: Method = "cma"
    depth: int = 4
    seed: int = 1
    plies: int = 6
    pairs: int = 100
    match: int = 1000
    decay: float = 0.7
