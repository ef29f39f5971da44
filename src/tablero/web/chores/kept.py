"""Things that a worker keeps, for the next question is often about the same."""

from collections import OrderedDict
from collections.abc import Callable
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Kept(Generic[K, V]):
    """The `most` things that were asked for last.

    discard -- is told of each that has to go
    """

    def __init__(self, most: int, discard: Callable[[V], None] = lambda thing: None) -> None:
        self.most, self.discard = most, discard
        self.things: OrderedDict[K, V] = OrderedDict()

    def get(self, key: K, make: Callable[[], V]) -> V:
        """The thing of this key, made if it is not there."""
        if key not in self.things:
            self.things[key] = make()
        self.things.move_to_end(key)
        while len(self.things) > self.most:
            self.discard(self.things.popitem(last=False)[1])
        return self.things[key]

    def drop(self, key: K) -> None:
        """It is of no use any more."""
        if key in self.things:
            self.discard(self.things.pop(key))
