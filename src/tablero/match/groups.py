"""Who of many players can be compared with whom, by the points that have gone between them."""

from collections.abc import Sequence
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]


class Groups:
    """Who can be compared with whom.

    Likelihood can place two players only if points have gone both ways between them, directly or
    through others: those are a group. A group that has given no point to another is above it,
    nobody knows how far.

    endless[i, j] -- nothing shows that i is not better than j by any number of Elo
    main          -- the largest group, and of equal ones the highest
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
        """By whose mean the scale is fixed: of the anchors, those of the group with most of them,
        so that the mean itself is known; of equal ones, the largest. Without anchors, the main
        group."""
        if not len(anchors):
            return np.asarray(self.main)
        chosen = np.isin(np.arange(len(self.same)), anchors)
        counts = np.where(chosen, (self.same & chosen).sum(axis=1), 0)
        sizes = self.same.sum(axis=1)
        fixed: Array = self.same[np.lexsort((-sizes, -counts))[0]] & chosen
        return fixed

    def unseen(self) -> Array:
        """One pair more between every two groups that have met, shared out among those who
        have: the lower one wins it. It may have been missed."""
        beaten = self.met & self.above
        size = len(beaten)
        counts = np.zeros((size, size))
        np.add.at(counts, (self.label[:, None], self.label[None, :]), beaten)
        shares = beaten / np.maximum(1, counts[self.label][:, self.label])
        pairs = np.zeros((size, size, 3, 3))
        pairs[:, :, 0, 0] = shares
        return pairs

    def imagined(self) -> Array:
        """Half a pair more that each player wins, and half a pair that he loses, shared out among
        those of his group whom he has met."""
        met = self.met & self.same
        others = met.sum(axis=1)
        pairs = np.zeros((*met.shape, 3, 3))
        half = 0.5 * np.triu(met) / np.minimum.outer(others, others).clip(1)
        pairs[:, :, 0, 0] = pairs[:, :, 2, 2] = half
        return pairs


def _closure(joined: Any) -> Any:
    """Who is reached by steps between players who are joined; each reaches himself."""
    reach = joined | np.eye(len(joined), dtype=bool)
    for through in range(len(reach)):
        reach |= reach[:, through, None] & reach[through]
    return reach
