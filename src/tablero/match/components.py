"""Connected components of players: which of them can be compared by the points of their games."""

from collections.abc import Sequence
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]


class Components:
    """The connected components (groups) of players, by the points of their games.

    The maximum likelihood difference of two players is finite only if points have gone both ways
    between them, directly or through others: such players are a group, a strongly connected
    component. A group that has lost no point to another is above it by an unknown difference.

    met[i, j]: i and j have played each other.
    same[i, j]: i and j are of the same group.
    linked[i, j]: i and j are connected by games, whatever their results.
    above[i, j]: i has taken points from j, directly or through others, but not j from i.
    endless[i, j]: i may be better than j by any number of Elo, as j has not taken points from i,
        directly or through others.
    label[i]: the first player of the group of i.
    main: the members of the largest group; among equal ones, of the highest.
    """

    def __init__(self, games: Array, points: Array) -> None:
        took = points + (games - points).T > 0
        self.met = games + games.T > 0
        reach = _closure(took)
        self.same = reach & reach.T
        self.linked = _closure(self.met)
        self.above = reach & ~reach.T
        self.endless = ~reach.T
        self.label = self.same.argmax(axis=1)
        self.main = self.same[np.lexsort((-self.endless.sum(axis=1), -self.same.sum(axis=1)))[0]]

    def fixed(self, anchors: Sequence[int]) -> Array:
        """Return the players whose mean rating fixes the scale, as an array of booleans.

        These are the anchors of the group with most anchors, so that their mean is known; among
        equal ones, of the largest group. Without anchors they are the main group.
        """
        if not len(anchors):
            return np.asarray(self.main)
        chosen = np.isin(np.arange(len(self.same)), anchors)
        counts = np.where(chosen, (self.same & chosen).sum(axis=1), 0)
        sizes = self.same.sum(axis=1)
        fixed: Array = self.same[np.lexsort((-sizes, -counts))[0]] & chosen
        return fixed

    def unseen(self) -> Array:
        """Return one more pair of games between every two groups that have met.

        The lower group wins the pair, a result that may have been missed. It is divided among
        the players of both groups that have met.
        """
        beaten = self.met & self.above
        size = len(beaten)
        counts = np.zeros((size, size))
        np.add.at(counts, (self.label[:, None], self.label[None, :]), beaten)
        shares = beaten / np.maximum(1, counts[self.label][:, self.label])
        pairs = np.zeros((size, size, 3, 3))
        pairs[:, :, 0, 0] = shares
        return pairs

    def imagined(self) -> Array:
        """Return half a pair more that each player wins, and half a pair that each loses.

        They are divided among the opponents of the same group that the player has met.
        """
        met = self.met & self.same
        others = met.sum(axis=1)
        pairs = np.zeros((*met.shape, 3, 3))
        half = 0.5 * np.triu(met) / np.minimum.outer(others, others).clip(1)
        pairs[:, :, 0, 0] = pairs[:, :, 2, 2] = half
        return pairs


def _closure(joined: Any) -> Any:
    """Return the reflexive and transitive closure of a relation."""
    reach = joined | np.eye(len(joined), dtype=bool)
    for through in range(len(reach)):
        reach |= reach[:, through, None] & reach[through]
    return reach
