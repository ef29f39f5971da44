"""Work that any process can do, cut into orders.

A job is a value that can be sent anywhere and opened there. An order is a list of keys, and every
key leads to one result: the same one, whoever works it out.
"""

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeAlias, TypeVar

K = TypeVar("K")
V = TypeVar("V")
V_co = TypeVar("V_co", covariant=True)


class Opened(Protocol[K, V_co]):
    """A job in the midst of a process: the players at their boards, say."""

    def work(self, order: Sequence[K]) -> Iterator[tuple[K, V_co]]:
        """The results of an order, each as soon as it is there."""

    def close(self) -> None: ...


class Job(Protocol[K, V_co]):
    """whole -- must an order be done in one go, by one worker? Else one that takes long may be
    handed back half done
    """

    @property
    def whole(self) -> bool: ...

    def open(self) -> Opened[K, V_co]:
        """Raises TableroError if it cannot be done here."""

    def packed(self) -> "Job[K, V_co]":
        """The same job for another machine: it carries all files that it names. Raises
        TableroError if something cannot be carried."""


@dataclass(frozen=True)
class Lost(Generic[K]):
    """A worker has died in the midst of this. Nobody is at it any more."""

    key: K
    why: str


News: TypeAlias = tuple[K, V] | Lost[K]


class Orders(Generic[K]):
    """What nobody is at yet. Whoever reads results may give orders meanwhile."""

    def __init__(self, orders: Iterable[Sequence[K]]) -> None:
        self._coming = iter(orders)
        self._urgent: deque[Sequence[K]] = deque()

    def take(self) -> Sequence[K] | None:
        """The next one, if there is any."""
        return self._urgent.popleft() if self._urgent else next(self._coming, None)

    def put(self, order: Sequence[K]) -> None:
        """This one comes next; an empty one is none."""
        if order:
            self._urgent.appendleft(order)
