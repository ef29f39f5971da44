"""What a pair has checked and hands in through the page's API, in real cells; and what nobody
else gets of it."""

import asyncio
import json
import os
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from itertools import groupby
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, settings

from tablero.arena.check.findings import Kind as Verdicts
from tablero.arena.check.findings import Verdict
from tablero.arena.check.terms import PAPER, course_terms
from tablero.arena.handin.checks import CHECKED
from tablero.arena.store.arrivals import pending
from tablero.arena.store.models import Kind
from tablero.arena.store.store import Ruling
from tablero.errors import WorkerDied
from tablero.web.arena import checking, office
from tablero.web.arena.checking import Check, Checking, is_plain
from tablero.web.arena.mine import CheckTold
from tablero.web.arena.public import Public
from tablero.web.chores.examine import Examination, Examining
from tablero.web.crew import Crew
from tablero.web.guard import LONGEST_BODY
from tablero.web.schema import schema
from tests.arena.courses import MONDAY
from tests.arena.handin.test_reviews import Killing
from tests.web.arenas import PAIRS, Made, asked_of, begin, secrets, serving_a_course
from tests.web.arenas import hand_in as hand_in_before
from tests.web.live import Address, serving, wait_until
from tests.web.test_sessions import browser, enter, leave

pytestmark = pytest.mark.plain

ONE, OTHER = PAIRS
HEAD = 'from tablero.arena.player import ME, RIVAL\n\nALIAS = "{alias}"\n\n\n'
BODY = "def value(board):\n    return {value}\n"
NOTHING = {"detail": "there is nothing at this address"}
TICKET = "0123456789abcdef"
API = schemathesis.openapi.from_dict(json.loads(schema())).include(path_regex="^/api/arena/mine")


def player(value: str = "board.marker(ME) - board.marker(RIVAL)", alias: str = "Otter") -> str:
    return HEAD.format(alias=alias) + BODY.format(value=value)


BROKEN = player("100 // board.store(ME)", "Divider")
ENDLESS = HEAD.format(alias="Endless") + (
    "def value(board):\n    n = 0\n    while n < 10**12:\n        n += 1\n    return n\n"
)


@pytest.fixture(scope="module")
def both(tmp_path_factory) -> Iterator[tuple[Made, Address]]:
    with serving_a_course(tmp_path_factory.mktemp("arena")) as found:
        yield found


@pytest.fixture
def made(both: tuple[Made, Address]) -> Made:
    return both[0]


@pytest.fixture(scope="module")
def place(both: tuple[Made, Address]) -> Address:
    return both[1]


@pytest.fixture(autouse=True)
def refreshed(place) -> None:
    """Nobody has asked for anything in the last minute."""
    private = place.server.app.state.private
    office = private.office
    for tries in (office.tries, office.of_today, office.checking.begun):
        tries.failures.clear()


@contextmanager
def signed(place: Address, pair: Any = ONE, language: str = "en") -> Iterator[httpx.Client]:
    with browser(place, language) as client:
        assert enter(client, pair).status_code == 200
        yield client


def check(client: httpx.Client, text: str, **asked: Any) -> httpx.Response:
    return client.post("/api/arena/mine/checks", json={"player": 1, "text": text, **asked})


def hand_in(client: httpx.Client, text: str, ticket: str = TICKET, player: int = 3) -> Any:
    asked = {"player": player, "text": text, "ticket": ticket}
    answer = client.post("/api/arena/mine/hand-ins", json=asked)
    assert answer.status_code == 200, answer.text
    return answer.json()


def heard(client: httpx.Client, number: str) -> list[Any]:
    """All that a stream says."""
    with client.stream("GET", f"/api/arena/mine/checks/{number}/events") as stream:
        assert stream.status_code == 200, stream.read()
        lines = [line for line in stream.iter_lines() if line.startswith("data: ")]
    return [json.loads(line.removeprefix("data: ")) for line in lines]


def is_heard(place: Address, number: str) -> bool:
    """Is a stream open, and its check at work?"""
    assert place.server is not None
    checks = place.server.app.state.private.office.checking.checks.values()
    found = next(each for each in checks if each.told.check == number)
    return bool(found.streams) and found.told.state == "going"


def mine(client: httpx.Client) -> Any:
    answer = client.get("/api/arena/mine")
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_a_file_that_fails_with_its_board_and_its_line(place, made):
    before = len(made.store.kept())
    with signed(place) as client:
        answer = check(client, BROKEN, name="divider.py")
        assert (answer.status_code, answer.json()["state"]) == (202, "waiting")
        told = heard(client, answer.json()["check"])
    assert [each["state"] for each in told][-1] == "done"
    assert {each["state"] for each in told} <= {"waiting", "going", "done"}
    stages = told[-1]["told"]["stages"]
    assert [(each["stage"], each["state"]) for each in stages] == [
        ("form", "passed"),
        ("rules", "passed"),
        ("loads", "passed"),
        ("probes", "failed"),
    ]
    (found,) = stages[-1]["findings"]
    assert (found["rule"], found["line"]) == ("error", 7)
    assert found["source"] == "    return 100 // board.store(ME)"
    assert found["command"].startswith("tablero check divider.py --seed 1 --probe ")
    assert told[-1]["told"]["verdict"]["kind"] == "disqualified"
    with browser(place) as client:
        line = {"game": "mancala11", "start": found["position"]}
        assert client.post("/api/line", json=line).status_code == 200
    assert len(made.store.kept()) == before


def test_a_file_that_is_kept_and_checked_to_the_end(place, made):
    with signed(place, ONE, "es") as client:
        first = hand_in(client, player())
        assert (first["kept"], first["version"], first["rulings"]) == (True, 1, [])
        assert first["message"].startswith("guardado como versión 1 del jugador 3")
        assert hand_in(client, "something else", player=1) == first
        told = heard(client, first["check"])
        assert (told[-1]["state"], told[-1]["version"]) == ("done", 1)
        scores = [each["scores"] for each in told[-1]["told"]["stages"] if each["scores"]]
        assert [each["opponent"] for each in scores[0]] == ["random", "regular", "good"]
        assert told[-1]["told"]["verdict"]["kind"] == "in"
        (own,) = (each for each in mine(client)["players"] if each["player"] == 3)
        assert [(each["version"], each["state"]) for each in own["versions"]] == [(1, "in")]
        assert own["versions"][0]["scores"] == scores[0]
        kept = client.get("/api/arena/mine/players/3/versions/1")
        assert kept.text == player()
        assert kept.headers["content-disposition"].startswith("attachment")
        again = hand_in(client, player())
        assert (again["version"], again["message"]) == (1, first["message"])
    upload = made.store.kept("01-07")[-1]
    assert (upload.way, upload.ticket) == ("page", f"page 01-07 {TICKET}")
    (noted,) = (each for each in made.store.events() if each.what == CHECKED)
    assert noted.told["upload"] == upload.id


def test_a_ticket_is_a_pairs_own(place):
    """Who guesses another's is not told what he was told."""
    with signed(place) as one, signed(place, OTHER) as other:
        first = hand_in(one, "no player", "a" * 16, player=2)
        second = hand_in(other, "no player either", "a" * 16, player=2)
    assert (first["version"], second["version"]) == (3, 1)


def test_what_is_found_at_once_is_a_verdict(place):
    with signed(place) as client:
        told = hand_in(client, "no player", "b" * 16, player=2)
        assert told["kept"] is True
        assert (told["rulings"][0]["kind"], told["rulings"][0]["rule"]) == ("disqualified", "form")
        assert told["check"] is None
        (own,) = (each for each in mine(client)["players"] if each["player"] == 2)
        assert own["versions"][0]["state"] == "out"
        assert own["versions"][0]["rulings"] == told["rulings"]
        assert [place["round"] for place in own["places"]] == [1, 2]


@pytest.mark.parametrize(
    ("text", "asked", "message"),
    [
        (player(alias="Alba"), 1, "the alias 'Alba' is another player's; choose another one"),
        (player(), 4, "a pair has players 1 to 3, not 4"),
        ("", 1, "the file is empty, or cannot be read"),
        ("#" * (97 << 10), 1, "a file has 96 kilobytes or fewer, not 97"),
        ("#" * (LONGEST_BODY - 100), 1, "a file has 96 kilobytes or fewer, not 1024"),
    ],
)
def test_what_is_not_taken(place, text, asked, message):
    with signed(place, OTHER) as client:
        told = hand_in(client, text, f"{len(text):016}", asked)
        assert (told["kept"], told["message"], told["version"]) == (False, message, None)
        assert mine(client)["discarded"][0]["message"] == message


@pytest.mark.parametrize(
    "asked",
    [
        {"text": "x" * LONGEST_BODY},
        {"text": "x", "name": "../x.py"},
        {"text": "x", "name": "x\n.py"},
        {"text": "x", "player": 0},
        {"text": "\ud800"},
        {"text": 7},
        {"text": "x", "pair": "02-09"},
        {},
    ],
)
def test_what_cannot_be_asked(place, asked):
    with signed(place) as client:
        body = json.dumps({"player": 1, **asked})
        answer = client.post(
            "/api/arena/mine/checks", content=body, headers={"content-type": "application/json"}
        )
    assert answer.status_code in (413, 422)
    assert set(answer.json()) == {"detail"}


def test_checks_wait_in_a_queue_and_can_be_stopped(place, monkeypatch):
    """A file that never answers keeps nobody waiting who does not want to."""
    with signed(place) as one, signed(place, OTHER) as other:
        first = check(one, ENDLESS).json()["check"]
        wait_until(lambda: mine(one)["check"]["state"] == "going")
        second = check(other, "no player").json()["check"]
        told = mine(other)["check"]
        assert (told["check"], told["state"], told["ahead"]) == (second, "waiting", 0)
        assert mine(one)["check"]["state"] == "going"
        assert one.delete(f"/api/arena/mine/checks/{first}").status_code == 204
        assert [each["state"] for each in heard(one, first)] == ["cancelled"]
        told = heard(other, second)[-1]
        assert (told["state"], told["told"]["verdict"]["kind"]) == ("done", "disqualified")


def test_a_new_check_takes_the_place_of_the_old(place):
    with signed(place) as client, ThreadPoolExecutor(1) as thread:
        first = check(client, ENDLESS).json()["check"]
        listening = thread.submit(heard, client, first)
        wait_until(partial(is_heard, place, first))
        second = check(client, "no player").json()["check"]
        assert listening.result()[-1]["state"] == "cancelled"
        assert heard(client, second)[-1]["state"] == "done"
        assert client.delete(f"/api/arena/mine/checks/{first}").json() == NOTHING


def test_a_check_whose_process_dies_begins_again(place):
    """That is told; and when it dies again, why there is no verdict."""
    crew = place.server.app.state.private.office.checking.crew

    def at_it(time: int) -> list[int]:
        """Who works at it for the first, or the second time."""
        busy = [each for each in crew.workers if each.order is not None]
        return [each.process.pid for each in busy if each.order.tries == time]

    with signed(place) as client, ThreadPoolExecutor(1) as thread:
        number = check(client, ENDLESS).json()["check"]
        listening = thread.submit(heard, client, number)
        for death in (1, 2):
            wait_until(partial(at_it, death))
            wait_until(partial(is_heard, place, number))
            os.kill(at_it(death)[0], signal.SIGKILL)
        told = listening.result()
    states = [state for state, _same in groupby(each["state"] for each in told)]
    assert states[-4:] == ["going", "waiting", "going", "failed"]
    assert told[-1]["problem"] == "the process that worked at it has died, twice"


def test_a_stream_ends_with_its_session(place, monkeypatch):
    monkeypatch.setattr(checking, "LOOK", 0.05)
    with signed(place) as client:
        number = check(client, ENDLESS).json()["check"]
        wait_until(lambda: mine(client)["check"]["state"] == "going")
        with client.stream("GET", f"/api/arena/mine/checks/{number}/events") as stream:
            lines = stream.iter_lines()
            assert '"state":"going"' in next(line for line in lines if line.startswith("data: "))
            assert leave(client).status_code == 204
            assert not any("done" in line or "cancelled" in line for line in lines)
        assert enter(client).status_code == 200
        assert mine(client)["check"]["state"] == "going"
        client.delete(f"/api/arena/mine/checks/{number}")


def test_a_long_line_with_a_thousand_faults_is_told_in_few_words(place):
    """Each of them used to bring its whole line: a file of 90 kB was told in 85 MB."""
    faults = "; ".join(f"board.__a{n}__" for n in range(200))
    with signed(place) as client:
        number = check(client, player("0") + f"    {faults}  # {'x' * 50_000}\n").json()["check"]
        told = heard(client, number)[-1]["told"]
        (rules,) = (each for each in told["stages"] if each["stage"] == "rules")
        assert (len(rules["findings"]), rules["more"]) == (50, 150)
        assert rules["findings"][0]["source"] == f"    {faults}"[:300] + "…"
        assert len(client.get("/api/arena/mine").content) < 100_000


def test_a_check_has_few_streams(place, monkeypatch):
    """Connections are everybody's: of too many streams the first ones end."""
    monkeypatch.setattr(checking, "MOST_STREAMS", 2)
    with signed(place) as client, ThreadPoolExecutor(4) as threads:
        number = check(client, ENDLESS).json()["check"]
        wait_until(lambda: mine(client)["check"]["state"] == "going")
        listening = [threads.submit(heard, client, number) for _stream in range(4)]
        wait_until(lambda: sum(each.done() for each in listening) == 2)
        client.delete(f"/api/arena/mine/checks/{number}")
        ends = sorted(each.result()[-1]["state"] for each in listening)
    assert ends == ["cancelled", "cancelled", "going", "going"]


def test_nobody_asks_for_more_than_a_minute_bears(place):
    with signed(place) as client:
        codes = [check(client, "no player").status_code for _time in range(12)]
        assert codes == [202] * checking.CHECKS_A_MINUTE + [429] * 2
    with signed(place, OTHER) as client:
        assert check(client, "no player").status_code == 202


def test_many_hand_in_at_once(place, made):
    """All are answered, none is lost, and the same ticket is one file."""
    with signed(place, OTHER) as client, ThreadPoolExecutor(8) as threads:
        texts = [f"no player {n % 4}" for n in range(12)]
        tickets = [f"many-at-once-{n % 4:04}" for n in range(12)]
        told = [
            *threads.map(lambda each: hand_in(client, *each), zip(texts, tickets, strict=True))
        ]
    assert sorted(each["version"] for each in told) == sorted([1, 2, 3, 4] * 3)
    kept = [each.ticket for each in made.store.kept("02-09") if "many" in each.ticket]
    assert len(kept) == 4


def test_it_is_told_at_once_that_a_file_is_there(place, made):
    """A round waits for it then, though others are before it."""
    office_there, others = place.server.app.state.private.office, threading.Event()
    for _writer in range(office.WRITERS):
        office_there.pool.submit(others.wait)
    with signed(place, OTHER) as client, ThreadPoolExecutor(1) as thread:
        told = thread.submit(hand_in, client, "no player", "behind-the-others")
        try:
            wait_until(lambda: pending(made.store, made.now + timedelta(seconds=1)))
        finally:
            others.set()
        assert told.result()["kept"]


def test_what_is_kept_against_a_file_is_its_own_doing(place, made, monkeypatch):
    """Whose process others have killed has no verdict; whoever only asks is told what happened."""
    jobs, give = [], Crew.give

    def noted(crew, order):
        jobs.append(order.job)
        return give(crew, order)

    monkeypatch.setattr(Crew, "give", noted)
    with signed(place, OTHER) as client:
        number = check(client, player(alias="Weasel")).json()["check"]
        client.delete(f"/api/arena/mine/checks/{number}")
        number = hand_in(client, player(alias="Weasel"), "weasel-of-another")["check"]
        client.delete(f"/api/arena/mine/checks/{number}")
    tried = [each for each in jobs if isinstance(each, Examination)]
    assert [each.sure for each in tried] == [True, False]
    monkeypatch.setattr("tablero.arena.handin.checks.Warden", Killing)
    with pytest.raises(WorkerDied):
        Examining(tried[1]).run(lambda word: None)


def test_who_reads_files_is_there_before_the_first_comes(made):
    """If the course takes any."""

    def has_read(crew: Crew) -> bool:
        return crew.workers[0].mood == "ready" and not (crew.workers[0].order or crew.waiting)

    async def begin(now: datetime) -> int:
        there = office.Office(Public(made.course, made.store, lambda: now))
        there.warm()
        await asyncio.to_thread(wait_until, lambda: all(map(has_read, there.crews)))
        count = len(there.crews)
        await there.close()
        return count

    assert asyncio.run(begin(made.now)) == 1
    assert asyncio.run(begin(made.now + timedelta(days=365))) == 0


def test_files_are_read_only_by_whoever_wants_one(place, made):
    """A pair may hand in a thousand, and look at its list as often as it likes."""
    with signed(place, OTHER) as client:
        hand_in(client, "no player", "e" * 16, player=2)
        with asked_of(made) as statements:
            assert len(mine(client)["players"]) > 0
            hand_in(client, "no player still", "f" * 16, player=2)
            reading = [each for each in statements if "uploads.data" in each.split("FROM")[0]]
            assert all("uploads.ticket = " in each for each in reading), reading
            assert client.get("/api/arena/mine/players/2/versions/1").status_code == 200


def test_a_day_bears_only_so_many_files(place, monkeypatch):
    monkeypatch.setattr(place.server.app.state.private.office.of_today, "most", 0)
    with signed(place) as client:
        asked = {"player": 1, "text": "x", "ticket": "g" * 16}
        answer = client.post("/api/arena/mine/hand-ins", json=asked)
    assert answer.status_code == 429
    assert answer.json()["detail"] == "200 files in a day are enough: go on tomorrow"


def test_a_banned_pair_hands_in_nothing(tmp_path):
    made = begin(tmp_path)
    hand_in_before(made, MONDAY)
    made.store.judge(Ruling(Kind.BANNED, "system"), made.store.kept("02-09")[0], made.now)
    public = Public(made.course, made.store, made.clock)
    with serving(workers=0, arena=public) as place, signed(place, OTHER) as client:
        assert mine(client)["banned"] is True
        assert mine(client)["players"][0]["versions"][0]["state"] == "out"
        assert "banned" in hand_in(client, player())["message"]
    made.store.close()


def test_templates_are_told_in_the_language_of_the_page(place):
    with browser(place, "es") as client:
        told = client.get("/api/arena/templates").json()["templates"]
    assert [each["kind"] for each in told] == ["evaluation", "regular", "good"]
    assert "Una evaluación" in told[0]["text"]
    assert {each["track"] for each in told} == {"evaluation"}


def test_when_a_command_needs_no_course(made):
    assert is_plain(course_terms(made.course))
    assert is_plain(PAPER)
    assert not is_plain(replace(PAPER, depth=3))
    assert not is_plain(replace(PAPER, probes=7))


@pytest.mark.parametrize("complete", [True, False])
def test_what_was_not_tried_is_no_verdict(made, complete):
    """Where no cell is strong enough, the file still waits for somebody who can check it."""
    upload = made.store.kept("01-07")[0]
    verdict = Verdict(Verdicts.IN, "Otter", "evaluation", "", complete, ())
    kept: list[Any] = []

    async def keep(*found: Any) -> None:
        kept.append(found)

    async def hear() -> str:
        office = Checking(made.course, "mancala", keep)
        told = CheckTold(check="0", player=1, version=1, name="x", state="going", ahead=0)
        one = Check("01-07", told, upload)
        office._heard(one, "done", verdict)
        await asyncio.gather(*office.tasks)
        office.crew.close()
        return one.told.state

    assert asyncio.run(hear()) == "done"
    assert kept == ([(upload, verdict, [])] if complete else [])


def test_the_end_is_told_to_whoever_was_still_being_told_the_rest(made):
    async def hear() -> list[str]:
        office = Checking(made.course, "mancala", lambda *_found: asyncio.sleep(0))
        told = CheckTold(check="0", player=1, version=1, name="x", state="going", ahead=0)
        one = Check("01-07", told, None)
        states: list[str] = []
        async for each in office.listen(one, lambda: True):
            states.append(each.state)
            if each.state == "going":
                one.tell(state="done")
        return states

    assert asyncio.run(hear()) == ["going", "done"]


# ---- nobody else


def test_nobody_sees_what_is_anothers(place, made):
    """Every private address, with ids, numbers and aliases of another pair."""
    text = player(alias="Unseen Otter") + "# NOBODY_ELSE_READS_THIS\n"
    with signed(place) as one, signed(place, OTHER) as other, browser(place) as stranger:
        number = hand_in(one, text, "c" * 16, player=1)["check"]
        one.delete(f"/api/arena/mine/checks/{number}")
        paths = [
            *(f"checks/{each}{more}" for each in (number, "0" * 16) for more in ("", "/events")),
            *(f"players/{who}/versions/{n}" for who in (1, 2, 3) for n in (1, 2, 3, 7, 10**6)),
            *(f"players/{who}/versions/1" for who in ("01-07-1", "Otter", "1 OR 1=1", "%2e%2e")),
        ]
        own = {each["player"]: len(each["versions"]) for each in mine(other)["players"]}
        for path in paths:
            for method in ("GET", "DELETE"):
                answer = other.request(method, f"/api/arena/mine/{path}")
                if answer.status_code == 404:
                    assert answer.json() == NOTHING
                elif answer.status_code == 200:
                    who, version = map(int, path.removeprefix("players/").split("/versions/"))
                    assert version <= own[who]
                else:
                    assert answer.status_code in (405, 422)
                assert not leaks(answer.text)
                assert stranger.request(method, f"/api/arena/mine/{path}").status_code in (
                    401,
                    404,
                    405,
                )
        readable = ["me", "mine", "course", "progress", "history", "rounds/1", "templates"]
        for path in readable:
            assert not leaks(other.get(f"/api/arena/{path}").text), path
        stolen = hand_in(other, text.replace("Unseen", "unseen"), "d" * 16, player=2)
        assert stolen["message"] == (
            "the alias 'unseen Otter' is another player's; choose another one"
        )
        assert other.get(f"/api/results/{number}").status_code == 404
        tab = f"0123456789abcdef-{number}"
        with other.stream("GET", "/api/events", params={"tab": tab}) as stream:
            first = next(line for line in stream.iter_lines() if line.startswith("data: "))
        assert json.loads(first.removeprefix("data: ")) == {"jobs": []}


def leaks(text: str) -> list[str]:
    """What is the first pair's own."""
    others = ("zafiro", "otter-lantern", "02-09", "02pareja", "Somebody Else", "_OF_9")
    theirs = [each for each in secrets() if not any(part in each for part in others)]
    general = {"grupo", "/home/", "reference-1"}
    return [
        each
        for each in ("Unseen Otter", "NOBODY_ELSE", ONE.password, "OF_7", *theirs)
        if each in text and each not in general
    ]


def test_the_office_keeps_nothing_of_secrets(place):
    """Those who check a file do not know whose it is."""
    kept = place.server.app.state.private.office
    assert (kept.course.pairs, kept.course.teacher.password) == ((), "")
    assert office.WRITERS < 40  # threads of the server


@pytest.mark.parametrize("late", [False, True], ids=["before", "after"])
def test_a_server_that_ends_answers_a_submission(tmp_path, late):
    """Also one that reaches the readers only after these have been closed."""
    made = begin(tmp_path)
    public = Public(made.course, made.store, made.clock, folder=made.folder)
    asked = {"player": 1, "text": player(), "ticket": TICKET}
    server = serving(workers=0, arena=public)
    with ThreadPoolExecutor(1) as thread, server as found, signed(found) as client:
        office = found.server.app.state.private.office
        if late:
            office.readers.close()
        answer = thread.submit(client.post, "/api/arena/mine/hand-ins", json=asked)
        wait_until(lambda: office.crews)
        found.server.should_exit = not late
        told = answer.result()
    assert (told.status_code, told.json()) == (400, {"detail": "the server ends"})
    made.store.close()


@pytest.fixture(scope="module")
def known(place) -> Iterator[httpx.Client]:
    with signed(place) as client:
        yield client


@API.parametrize()
@settings(max_examples=10, deadline=None, suppress_health_check=list(HealthCheck))
def test_nothing_makes_it_fail(case, place, known):
    response = case.call(
        base_url=place.url,
        headers={"host": "localhost", **known.headers},
        cookies=dict(known.cookies),
        timeout=100,
    )
    assert response.status_code < 500
    if response.status_code >= 400:
        assert set(response.json()) == {"detail"}
