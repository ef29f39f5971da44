"""Perfect matchings: everybody has a partner, and nobody an impossible one.

Players are numbers, `allowed[a]` is the set of all who may be paired with a. A matching is a dict
that leads from each to his partner. Edmonds' search: from a single player, paths whose steps are
in turn not in the matching and in it; an odd circle of such steps (a blossom) is seen as one
player, for it can be entered at any place and left at any other.
"""

from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

Allowed = Sequence[Collection[int]]
Matching = dict[int, int]


def augment(allowed: Allowed, matching: Matching, root: int, there: Collection[int]) -> bool:
    """Give a partner to `root`, who has none, by changing those of others. Can it be done?

    there -- who is left to be paired; the others are not looked at
    """
    search = _Search(matching, root)
    while search.waiting:
        here = search.waiting.popleft()
        for other in sorted(allowed[here]):
            if other in there and search.is_news(here, other):
                if other in search.even:
                    search.shrink(here, other)
                    continue
                search.before[other] = here
                if other not in matching:
                    search.flip(other)
                    return True
                search.reach(matching[other])
    return False


class _Search:
    """even   -- who can be reached by an even number of steps, in their order
    before -- of one reached by an odd number of steps: who came before
    base   -- where the blossom begins that one is part of; else himself
    """

    def __init__(self, matching: Matching, root: int) -> None:
        self.matching, self.root = matching, root
        self.even = {root}
        self.before: Matching = {}
        self.base: Matching = {}
        self.waiting = deque([root])

    def base_of(self, one: int) -> int:
        return self.base.get(one, one)

    def reach(self, one: int) -> None:
        self.even.add(one)
        self.waiting.append(one)

    def is_news(self, here: int, other: int) -> bool:
        """Does the step lead out of the blossom, and not back, and not to a known odd place?"""
        if self.base_of(here) == self.base_of(other) or self.matching.get(here) == other:
            return False
        return other in self.even or other not in self.before

    def shrink(self, one: int, other: int) -> None:
        """Both are even, and joined: a blossom, from where their ways to the root part."""
        top = self._meeting_place(one, other)
        inside: set[int] = set()
        self._mark(one, other, top, inside)
        self._mark(other, one, top, inside)
        for each in [*self.even, *self.before]:
            if self.base_of(each) in inside:
                self.base[each] = top
                if each not in self.even:
                    self.reach(each)

    def _meeting_place(self, one: int, other: int) -> int:
        seen = set()
        while True:
            one = self.base_of(one)
            seen.add(one)
            if one == self.root:
                break
            one = self.before[self.matching[one]]
        while self.base_of(other) not in seen:
            other = self.before[self.matching[self.base_of(other)]]
        return self.base_of(other)

    def _mark(self, one: int, child: int, top: int, inside: set[int]) -> None:
        """The bases on the way from `one` to the top; from now on the way back is known too."""
        while self.base_of(one) != top:
            mate = self.matching[one]
            inside |= {self.base_of(one), self.base_of(mate)}
            self.before[one] = child
            child = mate
            one = self.before[mate]

    def flip(self, last: int) -> None:
        """Along the way from `last` to the root, what was a pair is none, and the reverse."""
        place: int | None = last
        while place is not None:
            partner = self.before[place]
            onwards = self.matching.get(partner)
            self.matching[place], self.matching[partner] = partner, place
            place = onwards


def perfect(allowed: Allowed) -> Matching | None:
    """A matching of all; None if there is none."""
    matching: Matching = {}
    everybody = range(len(allowed))
    for one in everybody:
        if one not in matching and not augment(allowed, matching, one, everybody):
            return None
    return matching


def first_choice(
    allowed: Allowed, order: Sequence[int], wishes: Callable[[int, list[int]], list[int]]
) -> Matching | None:
    """The matching in which the first of the order has the best partner that can be, then the
    first of those who are left, and so on: whoever gets a partner, all others can still get one.

    wishes -- partners of one, the best first, out of those who are left in their order

    None if there is no matching of all.
    """
    rest = perfect(allowed)
    if rest is None:
        return None
    found: Matching = {}
    left = list(order)
    while left:
        one = left[0]
        possible = (other for other in wishes(one, left) if other in allowed[one])
        other, rest = next(_fitting(allowed, rest, one, possible))
        found[one], found[other] = other, one
        left.remove(one)
        left.remove(other)
    return found


def _fitting(
    allowed: Allowed, rest: Matching, one: int, partners: Iterable[int]
) -> Iterator[tuple[int, Matching]]:
    """Those partners of one with whom all others in `rest`, a matching, can still be paired; and
    how."""
    for other in partners:
        after = dict(rest)
        mine, theirs = after.pop(one), after.pop(other)
        if mine == other:
            yield other, after
            continue
        del after[mine], after[theirs]
        if augment(allowed, after, mine, rest.keys() - {one, other}):
            yield other, after
