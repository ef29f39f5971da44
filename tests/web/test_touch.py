"""A deep tree on a phone: one finger drags it, two zoom it, and beside it the page scrolls."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest

from tests.web.browser import PHONE, Room, marks, tab

pytestmark = marks

DEEP = {"game": "connect4(columns=2,rows=6)", "plies": "12", "step": "1"}
"""Thirteen rows: more than the canvas is high."""

MOVES = 12
"""Of a finger, between down and up."""


class Point(NamedTuple):
    x: float
    y: float

    def towards(self, other: "Point", share: float) -> "Point":
        return Point(self.x + share * (other.x - self.x), self.y + share * (other.y - self.y))


class Hand:
    """Fingers on the glass, as the browser hears of them from the system."""

    def __init__(self, room: Room) -> None:
        self.page = room.page
        self.session = room.page.context.new_cdp_session(room.page)

    def tell(self, kind: str, fingers: list[Point]) -> None:
        points = [{"x": at.x, "y": at.y, "id": number} for number, at in enumerate(fingers)]
        self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def draw(self, *ways: tuple[Point, Point]) -> None:
        """Every finger from one point to another, all at the same time."""
        self.tell("touchStart", [start for start, _end in ways])
        for step in range(1, MOVES + 1):
            self.tell("touchMove", [start.towards(end, step / MOVES) for start, end in ways])
            self.page.wait_for_timeout(16)
        self.tell("touchEnd", [])
        self.page.wait_for_timeout(300)


@pytest.fixture
def phone(chromium: Any, site: str) -> Iterator[Room]:
    with tab(chromium, site, viewport=PHONE, has_touch=True, is_mobile=True) as room:
        room.grow(**DEEP)
        room.page.locator(".ground").scroll_into_view_if_needed()
        yield room


def middle(room: Room, dx: float = 0, dy: float = 0) -> Point:
    box = room.page.locator(".ground").bounding_box()
    assert box is not None
    return Point(box["x"] + box["width"] / 2 + dx, box["y"] + box["height"] / 2 + dy)


def scrolled(room: Room) -> float:
    return float(room.page.evaluate("scrollY"))


def drawn(room: Room) -> str:
    """The picture on the canvas, when it has come to rest."""
    room.page.wait_for_timeout(100)
    return str(room.page.evaluate("document.querySelector('.ground canvas').toDataURL()"))


def part(room: Room) -> tuple[float, float]:
    """Left edge and width of what is in view, on the map of the whole."""
    box = room.page.locator(".map span").bounding_box()
    assert box is not None
    return box["x"], box["width"]


def changes(room: Room, what: Callable[[Room], Any], act: Callable[[], None]) -> bool:
    before = what(room)
    act()
    return bool(what(room) != before)


def test_one_finger_drags_up_and_down(phone: Room) -> None:
    hand = Hand(phone)
    top = scrolled(phone)
    up = middle(phone, dy=120), middle(phone, dy=-120)
    assert changes(phone, drawn, lambda: hand.draw(up))
    assert scrolled(phone) == top
    before = drawn(phone)
    hand.draw((up[1], up[0]))
    assert drawn(phone) != before
    assert scrolled(phone) == top


def test_two_fingers_zoom_and_one_then_drags_sideways(phone: Room) -> None:
    hand = Hand(phone)
    assert phone.page.locator(".map").count() == 0
    hand.draw(
        (middle(phone, dx=-20), middle(phone, dx=-120)),
        (middle(phone, dx=20), middle(phone, dx=120)),
    )
    assert phone.page.evaluate("visualViewport.scale") == 1
    left, width = part(phone)
    assert width < 100
    hand.draw((middle(phone, dx=-60), middle(phone, dx=60)))
    assert part(phone)[0] < left
    assert part(phone)[1] == pytest.approx(width)
    hand.draw(
        (middle(phone, dx=-120), middle(phone, dx=-20)),
        (middle(phone, dx=120), middle(phone, dx=20)),
    )
    assert phone.page.locator(".map").count() == 0 or part(phone)[1] > width


def test_the_page_scrolls_from_beside_the_canvas(phone: Room) -> None:
    hand = Hand(phone)
    beside = phone.page.locator(".views").bounding_box()
    assert beside is not None
    start = Point(beside["x"] + beside["width"] / 2, beside["y"] - 6)
    assert phone.page.evaluate(
        "([x, y]) => !document.elementFromPoint(x, y).closest('.ground, button, input')", [*start]
    )
    assert changes(
        phone, scrolled, lambda: hand.draw((start, Point(start.x, max(5, start.y - 200))))
    )
