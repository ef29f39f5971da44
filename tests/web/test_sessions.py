"""Signing in: who may, for how long, and what whoever guesses gets."""

import json
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import cache

import httpx
import pytest
from fastapi.routing import APIRoute

from tablero.arena.course.keys import NOBODYS_HASH, hashed
from tablero.arena.store.store import SYSTEM
from tablero.arena.store.store import TEACHER as STORED_TEACHER
from tablero.web import tries
from tablero.web.app import Terms, create_app
from tablero.web.arena import sessions, signing
from tablero.web.arena.access import pair_of, session_of, teacher_of
from tablero.web.arena.public import Public
from tablero.web.arena.sessions import TEACHER, Sessions
from tablero.web.shelf import Shelf
from tests.arena.courses import CHEAP
from tests.web.arenas import PAIRS, TEACHERS_PASSWORD, Made, begin
from tests.web.live import Address, serving

pytestmark = pytest.mark.plain

ONE, OTHER = PAIRS
NOBODY = {"who": "nobody", "group": None, "pair": None, "token": "", "teacher": True}


@pytest.fixture
def made(tmp_path) -> Iterator[Made]:
    found = begin(tmp_path)
    yield found
    found.store.close()


@pytest.fixture
def place(made) -> Iterator[Address]:
    public = Public(made.course, made.store, made.clock, folder=made.folder)
    with serving(workers=0, arena=public) as found:
        yield found


@contextmanager
def browser(place: Address, language: str = "en") -> Iterator[httpx.Client]:
    with place.client(language) as client:
        yield client


def enter(client: httpx.Client, pair=ONE, password: str | None = None) -> httpx.Response:
    told = pair.password if password is None else password
    asked = {"group": pair.group, "pair": pair.pair, "password": told}
    return _entered(client, "/api/arena/sign-in", asked)


def enter_as_teacher(client: httpx.Client, password=TEACHERS_PASSWORD) -> httpx.Response:
    return _entered(client, "/api/arena/sign-in/teacher", {"password": password})


def _entered(client: httpx.Client, path: str, asked: dict[str, object]) -> httpx.Response:
    answer = client.post(path, json=asked)
    if answer.is_success:
        client.headers["x-tablero-session"] = answer.json()["token"]
    return answer


def me(client: httpx.Client):
    return client.get("/api/arena/me").json()


def leave(client: httpx.Client, **asked: bool) -> httpx.Response:
    return client.post("/api/arena/sign-out", json=asked)


def test_a_pair_signs_in_and_out(place, made):
    with browser(place) as client:
        assert me(client) == NOBODY
        answer = enter(client)
        assert answer.status_code == 200
        told = answer.json()
        assert (told["who"], told["group"], told["pair"]) == ("pair", 1, 7)
        assert me(client) == told
        assert leave(client).status_code == 204
        assert me(client) == NOBODY
        assert leave(client).status_code == 401
    noted = [(each.who, each.what, each.told) for each in made.store.events()]
    assert noted == [
        ("01-07", "signed in", {"place": "127.0.0.1"}),
        ("01-07", "signed out", {"everywhere": False}),
    ]


def test_the_teacher_signs_in(place, made):
    with browser(place) as client:
        assert enter_as_teacher(client).json()["who"] == "teacher"
        assert me(client)["who"] == "teacher"
    assert [each.who for each in made.store.events()] == [STORED_TEACHER] == [TEACHER]


def test_where_the_teacher_has_no_password_nobody_is_one(place, made):
    path = made.folder / "course.toml"
    text = re.sub(r'(\[teacher\]\npassword = ").*"', r'\1"', path.read_text(encoding="utf-8"))
    path.write_text(text, encoding="utf-8")
    with browser(place) as client:
        assert me(client)["teacher"] is False
        assert enter_as_teacher(client).status_code == 400
        assert enter_as_teacher(client, "").status_code == 400


def test_the_cookies(place):
    with browser(place) as client:
        first, second = enter(client), enter(client)
    port = httpx.URL(place.url).port
    for answer in (first, second):
        cookies = answer.headers.get_list("set-cookie")
        assert [each.partition("=")[0] for each in cookies] == [
            f"tablero-arena-{port}",
            f"tablero-browser-{port}",
        ]
        for cookie in cookies:
            attributes = {each.strip().lower() for each in cookie.split(";")[1:]}
            assert attributes == {"httponly", "samesite=strict", "path=/api/arena"}
    assert first.headers["set-cookie"] != second.headers["set-cookie"]
    assert first.json()["token"] != second.json()["token"]


def test_a_session_is_new_at_every_sign_in(place):
    """What somebody has put into a browser beforehand is worth nothing, and an old one ends."""
    name = f"tablero-arena-{httpx.URL(place.url).port}"
    where = {"domain": "127.0.0.1", "path": "/api/arena"}
    with browser(place) as client, browser(place) as thief:
        client.cookies.set(name, "planted", **where)
        enter(client)
        stolen = client.cookies[name]
        assert stolen != "planted"
        thief.cookies.set(name, stolen, **where)
        assert me(thief)["who"] == "pair"
        enter(client)
        assert me(thief) == NOBODY


def test_wrong_passwords_and_unknown_pairs_are_told_the_same(place):
    with browser(place) as client:
        answers = [
            enter(client, password=told).text for told in ("", "x", ONE.secret, OTHER.password)
        ]
        answers += [
            client.post("/api/arena/sign-in", json={**asked, "password": ONE.password}).text
            for asked in ({"group": 1, "pair": 8}, {"group": 9999, "pair": 0})
        ]
        assert {*answers} == {'{"detail":"that is not the password"}'}
        assert me(client) == NOBODY


def test_an_unknown_pair_costs_as_much_as_a_known_one():
    """The hash that is compared has the cost of those that we make."""
    assert NOBODYS_HASH.split("$")[1] == hashed("x").split("$")[1]


def test_guessing_takes_long_and_is_noted(place, made):
    with browser(place) as client:
        answers = [enter(client, password="guess").status_code for _try in range(7)]
        assert answers == [400] * 5 + [429] * 2
        assert enter(client).status_code == 429
        assert enter(client, OTHER).status_code == 200
    (noted, signed) = made.store.events()
    assert (noted.who, noted.what) == (SYSTEM, "wrong passwords")
    assert noted.told == {"asked": "01-07", "place": "127.0.0.1"}
    assert signed.who == "02-09"


def test_nobody_who_guesses_keeps_a_pair_out_of_its_browser(place):
    with browser(place) as client, browser(place) as thief:
        enter(client)
        for _try in range(6):
            enter(thief, password="guess")
        assert enter(thief).status_code == 429
        assert enter(client).status_code == 200
        assert enter(client, password="typo").status_code == 400
        assert enter(client).status_code == 200


def test_a_known_browser_guesses_no_more_than_others(place):
    with browser(place) as client:
        enter(client)
        assert [enter(client, password="guess").status_code for _try in range(6)][-2:] == [
            400,
            429,
        ]


def test_many_at_once_are_no_more_than_many_in_turn(place):
    with browser(place) as client, ThreadPoolExecutor(12) as threads:
        guesses = [threads.submit(enter, client, ONE, f"guess {n}") for n in range(12)]
        codes = [each.result().status_code for each in guesses]
    assert codes.count(400) == signing.TRIES_FOR_ONE
    assert codes.count(429) == 12 - signing.TRIES_FOR_ONE


def test_a_place_has_so_many_guesses(place, monkeypatch):
    monkeypatch.setattr(place.server.app.state.private.signing.places, "most", 8)
    with browser(place) as client:
        for number in range(8):
            asked = {"group": 3, "pair": number, "password": "guess"}
            assert client.post("/api/arena/sign-in", json=asked).status_code == 400
        assert enter(client).status_code == 429
        assert enter_as_teacher(client).status_code == 429


def test_guesses_are_forgiven(place, monkeypatch):
    with browser(place) as client:
        for _try in range(6):
            enter(client, password="guess")
        monkeypatch.setattr(tries, "WINDOW", 0.0)
        assert enter(client).status_code == 200


def test_a_crowd_waits_and_the_rest_comes_again(place, monkeypatch):
    """Passwords are verified two at a time; the queue has an end."""
    private = place.server.app.state.private
    assert private.signing.pool._max_workers == signing.AT_ONCE == 2
    monkeypatch.setattr(signing, "MOST_WAITING", 0)
    with browser(place) as client:
        answer = enter(client)
    assert (answer.status_code, answer.json()) == (
        429,
        {"detail": "too many sign in at this moment; try again"},
    )


def test_sign_out_everywhere(place):
    with browser(place) as one, browser(place) as two, browser(place) as other:
        enter(one), enter(two), enter(other, OTHER)
        assert leave(one, everywhere=True).status_code == 204
        assert (me(one), me(two)) == (NOBODY, NOBODY)
        assert me(other)["who"] == "pair"


def test_a_changed_password_ends_sessions(place, made):
    path = made.folder / "course.toml"
    with browser(place) as client, browser(place) as other:
        enter(client), enter(other, OTHER)
        text = path.read_text(encoding="utf-8")
        kept = made.course.pair(ONE.group, ONE.pair).password
        path.write_text(text.replace(kept, hashed("new-password", CHEAP)), encoding="utf-8")
        assert me(client) == NOBODY
        assert me(other)["who"] == "pair"
        assert enter(client).status_code == 400
        assert enter(client, password="new-password").status_code == 200


def test_a_course_file_that_is_being_edited(place, made):
    """What it said before still holds, and the teacher can read what was wrong."""
    path = made.folder / "course.toml"
    with browser(place) as client:
        path.write_text("[[[", encoding="utf-8")
        assert enter(client).status_code == 200
        path.unlink()
        assert enter(client).status_code == 200
    noted = [each.told["reason"] for each in made.store.events() if "not read" in each.what]
    assert len(noted) == 2
    assert "is no TOML" in noted[0]


def test_sessions_come_to_an_end():
    now = [0.0]
    keys = {"01-01": "key", TEACHER: "other"}
    kept = Sessions(lambda who: keys.get(who, ""), lambda: now[0])
    id, _session = kept.begin("01-01", "key")
    for _hour in range(7):
        now[0] += sessions.IDLE - 1
        assert bool(kept.find(id)) == (now[0] <= sessions.LONGEST)
    id, _session = kept.begin("01-01", "key")
    now[0] += sessions.IDLE + 1
    assert kept.find(id) is None
    id, _session = kept.begin("01-01", "key")
    del keys["01-01"]
    assert kept.find(id) is None
    for wrong in ("", "x", "\udcff", "a" * 10_000):
        assert kept.find(wrong) is None


@pytest.mark.parametrize(("headers", "status"), [({"x-tablero-unattended": "1"}, 401), ({}, 200)])
def test_a_page_that_nobody_touches_keeps_nobody_signed_in(place, headers, status):
    """It looks by itself, and sees everything, for as long as it may."""
    now = [0.0]
    place.server.app.state.private.sessions.clock = lambda: now[0]
    with browser(place) as client:
        enter(client)
        now[0] += sessions.IDLE - 1
        assert client.get("/api/arena/me", headers=headers).json()["who"] == "pair"
        assert client.get("/api/arena/mine", headers=headers).status_code == 200
        now[0] += sessions.IDLE - 1
        assert client.get("/api/arena/mine", headers=headers).status_code == status


def test_somebody_has_only_so_many_sessions():
    kept = Sessions(lambda _who: "key")
    teachers, _session = kept.begin(TEACHER, "key")
    ids = [kept.begin("01-01", "key")[0] for _time in range(sessions.MOST_OF_ONE + 2)]
    assert [bool(kept.find(id)) for id in ids] == [False] * 2 + [True] * sessions.MOST_OF_ONE
    assert kept.find(teachers)


def test_together_with_the_class_password(made):
    public = Public(made.course, made.store, made.clock)
    password = "three quiet otters"
    server = serving(workers=0, arena=public, hosts=frozenset(), password=password)
    with server as place, browser(place) as client:
        assert client.get("/api/arena/me").status_code == 401
        assert enter(client).status_code == 401
        client.post("/login", data={"password": password})
        assert me(client) == NOBODY
        assert enter(client).status_code == 200
        assert me(client)["who"] == "pair"


def test_nothing_is_changed_for_another_page(place):
    """The cookie alone changes nothing: the page's token and the session's are asked for."""
    with browser(place) as client:
        enter(client)
        for header in ("x-tablero-token", "x-tablero-session"):
            for wrong in ("", "x", "ñ"):
                changed = [(header.encode(), wrong.encode())]
                answer = client.post("/api/arena/sign-out", json={}, headers=changed)
                assert answer.status_code == 403
        evil = {"origin": "http://evil.example"}
        assert client.post("/api/arena/sign-out", json={}, headers=evil).status_code == 403
        form = client.post("/api/arena/sign-out", data={"everywhere": "true"})
        assert form.status_code == 415
        assert client.get("/api/arena/sign-out").status_code == 405
        assert me(client)["who"] == "pair"


def test_secrets_are_noted_nowhere(place, made):
    with browser(place) as client:
        enter(client), enter(client, password="guess"), enter_as_teacher(client), leave(client)
    noted = json.dumps([[each.who, each.what, each.told] for each in made.store.events()])
    for secret in (ONE.password, ONE.secret, TEACHERS_PASSWORD, "guess", "scrypt"):
        assert f'"{secret}"' not in noted


# ---- every route of the app

PUBLIC = {
    "GET /api/arena/course", "GET /api/arena/progress", "GET /api/arena/history",
    "GET /api/arena/live",
    "GET /api/arena/rounds/{number}", "GET /api/arena/rounds/{number}/notable",
    "GET /api/arena/rounds/{number}/games/{one}/{other}",
    "GET /api/arena/rounds/{number}/games/{first}/{second}/{opening}",
    "GET /api/arena/me", "GET /api/arena/templates", "POST /api/arena/sign-in",
    "POST /api/arena/sign-in/teacher",
}  # fmt: skip
"""What everybody may ask."""


@cache
def routes() -> dict[str, set[object]]:
    """All of an arena: what each depends on."""

    def calls(dependant) -> set[object]:
        found = {dependant.call}
        return found.union(*(calls(each) for each in dependant.dependencies))

    app = create_app(Terms(Shelf(), page=None))
    routers = [each.original_router for each in app.routes if hasattr(each, "original_router")]
    found = {
        f"{method} {route.path}": calls(route.dependant)
        for router in (app, *routers)
        for route in router.routes
        if isinstance(route, APIRoute) and route.path.startswith("/api/arena/")
        for method in route.methods or ()
    }
    told = {
        f"{method.upper()} {path}"
        for path, methods in app.openapi()["paths"].items()
        for method in methods
        if path.startswith("/api/arena/")
    }
    assert {*found} == told
    return found


def address(route: str) -> str:
    """With some number in every place."""
    return re.sub(r"\{[a-z_]+\}", "1", route.partition(" ")[2])


PRIVATE = sorted({*routes()} - PUBLIC)


def test_every_route_says_who_may_ask():
    needs = routes()
    assert {*needs} >= PUBLIC
    for route in PRIVATE:
        assert needs[route] & {session_of, pair_of, teacher_of}, route
    assert not any(needs[route] & {session_of, pair_of, teacher_of} for route in PUBLIC)


def test_what_changes_something_is_no_get():
    for route in routes():
        method, _space, path = route.partition(" ")
        assert method in ("GET", "POST", "DELETE"), path


@pytest.fixture(scope="module")
def shared(tmp_path_factory) -> Iterator[Address]:
    made = begin(tmp_path_factory.mktemp("arena"))
    public = Public(made.course, made.store, made.clock)
    with serving(workers=0, arena=public) as found:
        yield found
    made.store.close()


@pytest.mark.parametrize("route", PRIVATE)
def test_every_private_route_refuses_strangers(shared, route):
    method = route.partition(" ")[0]
    with browser(shared) as client:
        answer = client.request(method, address(route))
        assert (answer.status_code, answer.json()) == (401, {"detail": "sign in first"})
        client.headers["cookie"] = f"tablero-arena-{httpx.URL(shared.url).port}=guess"
        assert client.request(method, address(route)).status_code == 401


@pytest.fixture(scope="module")
def both(shared) -> Iterator[tuple[httpx.Client, httpx.Client]]:
    """A pair, and the teacher."""
    with browser(shared) as pair, browser(shared) as teacher:
        enter(pair), enter_as_teacher(teacher)
        yield pair, teacher


@pytest.mark.parametrize("route", PRIVATE)
def test_every_private_route_refuses_those_it_is_not_for(both, route):
    method = route.partition(" ")[0]
    needs = routes()[route]
    pair, teacher = both
    if teacher_of in needs:
        assert pair.request(method, address(route)).status_code == 403
    if pair_of in needs:
        assert teacher.request(method, address(route)).status_code == 403
    if method != "GET":
        for client, told in ((pair, teacher.headers["x-tablero-session"]), (teacher, "")):
            wrong = {"x-tablero-session": told}
            assert client.request(method, address(route), headers=wrong).status_code == 403
