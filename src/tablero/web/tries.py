"""Wrong passwords, counted by where they come from: guessing takes long, and keeps only those out
who guess."""

import time
from collections import OrderedDict, deque

WINDOW, DAY = 60.0, 24 * 3600.0
"""Seconds after which a wrong password is forgiven; and what else is counted, by the day."""

MOST_PLACES = 2000
"""Of those that are counted for, the first is forgotten."""


class Tries:
    """most     -- wrong passwords from one place, in `window` seconds
    failures -- when they came, by place
    """

    def __init__(self, most: int, window: float | None = None) -> None:
        self.most, self.window = most, window
        self.failures: OrderedDict[str, deque[float]] = OrderedDict()

    def are_spent(self, place: str) -> bool:
        """Have too many wrong passwords come from there lately?"""
        times = self.failures.get(place, deque())
        while times and time.monotonic() - times[0] > (self.window or WINDOW):
            times.popleft()
        if not times:
            self.failures.pop(place, None)
        return len(times) >= self.most

    def count(self, place: str) -> None:
        """One more came from there."""
        self.failures.setdefault(place, deque()).append(time.monotonic())
        while len(self.failures) > MOST_PLACES:
            self.failures.popitem(last=False)

    def take_back(self, place: str) -> None:
        """The last one that was counted was right."""
        times = self.failures.get(place)
        if times:
            times.pop()
