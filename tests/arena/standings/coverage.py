"""Do intervals hold the truth as often as they say? Rounds are simulated whose truth is known.

    python -m tests.arena.standings.coverage 400

simulates so many rounds of every design. `held` is the share of intervals that hold the true
rating of a player, relative to the references by which the scale is fixed; `wrong` the share of
pairs of players that are told apart the wrong way round, of all that are told apart.
"""

import json
import math
import sys
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from tablero.arena.standings.ranking import LEVEL, RESAMPLES
from tablero.match.elo import POINTS_PER_NAT
from tablero.match.ratings import rate


@dataclass(frozen=True)
class Design:
    """pairs   -- of games in a meeting
    drawn   -- share of the games that could be drawn, as the shares of points have to come out
    seat    -- what it is worth to start, in nats
    spread  -- deviation of the players' true ratings, in nats
    meets   -- everybody meets so many of those next to him in a circle; 0: everybody
    """

    pairs: int
    drawn: float = 0.0
    seat: float = 0.0
    spread: float = 0.6
    meets: int = 0


STUDENTS, REFERENCES = 12, 5
TRUE_REFERENCES = np.linspace(-0.8, 0.8, REFERENCES)

DESIGNS = {
    "20 pairs": Design(20),
    "20 pairs, draws and seat": Design(20, drawn=0.4, seat=0.4),
    "3 pairs, draws and seat": Design(3, drawn=0.4, seat=0.4),
    "wide field": Design(10, drawn=0.2, seat=0.2, spread=1.2),
    "seat decides": Design(10, seat=1.2),
    "each meets 6": Design(10, drawn=0.3, seat=0.2, meets=6),
    "1 pair, wide field": Design(1, drawn=0.2, seat=0.2, spread=1.2),
    "1 pair, each meets 6": Design(1, drawn=0.3, seat=0.2, meets=6),
}


def simulated(dice: np.random.Generator, truth: Any, design: Design) -> Any:
    """Results of a round, as `rate` takes them."""
    size = len(truth)
    results = np.zeros((size, size, 3, 3), int)
    for i, j in combinations(range(size), 2):
        near = min((i - j) % size, (j - i) % size)
        if design.meets and near > design.meets // 2:
            continue
        played = []
        for edge in (design.seat, -design.seat):
            share = 1 / (1 + math.exp(-(truth[i] - truth[j] + edge)))
            draws = 2 * design.drawn * min(share, 1 - share)
            chances = 1 - share - draws / 2, draws, share - draws / 2
            played.append(dice.choice(3, size=design.pairs, p=chances))
        np.add.at(results[i, j], tuple(played), 1)
    return results


def look(dice: np.random.Generator, design: Design, resamples: int) -> tuple[list[bool], Any]:
    """One round: whether each student's interval and the seat's hold the truth; and how many
    pairs of players are told apart rightly, and wrongly."""
    truth = np.append(TRUE_REFERENCES, dice.normal(0, design.spread, STUDENTS))
    order = dice.permutation(len(truth))
    truth, anchors = (
        truth[order],
        dict.fromkeys(np.flatnonzero(order < REFERENCES).tolist(), LEVEL),
    )
    results = simulated(dice, truth, design)
    found = rate(results, int(dice.integers(1 << 30)), resamples, anchors)
    true = LEVEL + (truth - truth[found.fixed].mean()) * POINTS_PER_NAT
    each = zip(found.players, true, strict=True)
    inside = [rating.low <= elo <= rating.high for rating, elo in each]
    held = [inside[i] for i in range(len(truth)) if order[i] >= REFERENCES]
    held.append(found.first_move.low <= design.seat * POINTS_PER_NAT <= found.first_move.high)
    told = np.zeros(2, int)
    for i, j in combinations(range(len(truth)), 2):
        if found.differ_significantly(i, j):
            wrong = (found.difference(i, j).elo > 0) != (truth[i] > truth[j])
            told[int(wrong)] += 1
    return held, told


def measure(name: str, rounds: int, seed: int, resamples: int = RESAMPLES) -> dict[str, Any]:
    dice = np.random.default_rng(seed)
    looks = [look(dice, DESIGNS[name], resamples) for _round in range(rounds)]
    held = [each for held, _told in looks for each in held]
    right, wrong = sum(told for _held, told in looks)
    share = float(np.mean(held))
    return {
        "design": name,
        "rounds": rounds,
        "intervals": len(held),
        "held": round(share, 4),
        "wrong": round(float(wrong / (right + wrong)), 4),
    }


if __name__ == "__main__":
    for each in DESIGNS:
        print(json.dumps(measure(each, int(sys.argv[1]), seed=1)), flush=True)
