"""The teacher's addresses: who may ask, what they tell, and that every change is recorded."""

import csv
import io
import json
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from functools import partial

import httpx
import pytest

from tablero.arena.course import COURSE_FILE, load_course
from tablero.arena.course.calendar import Phase
from tablero.arena.grades import report, rules
from tablero.arena.grades.gather import gather
from tablero.arena.handin.checks import waiting
from tablero.arena.sandbox.level import Level
from tablero.arena.season.pause import go_on, is_paused, pause
from tablero.arena.season.season import Chosen, Season
from tablero.arena.store.models import State
from tablero.arena.store.store import TEACHER, Store
from tablero.cli import main
from tablero.web.arena.public import Public
from tablero.web.arena.roll import Roll
from tablero.web.arena.teacher.rounds import LOG_FILE, Rounds
from tests.web.arenas import (
    BODY,
    MEMBERS,
    PAIRS,
    TITLE,
    Made,
    asked_of,
    course_text,
    hand_in,
    make,
    morning,
)
from tests.web.live import Address, serving, wait_until
from tests.web.test_sessions import enter, enter_as_teacher

pytestmark = pytest.mark.plain

READ = (
    "overview", "pairs/01-07", "files/1", "grades.csv", "grades.json", "grades.zip", "round",
    "live", "rounds", "rounds/1", "calendar", "events",
)  # fmt: skip
CHANGES = {
    "verdicts": {"upload": 1, "kind": "banned", "reason": "x"},
    "verdicts/1/lift": {"reason": "x"},
    "pairs/01-07/secret": None,
    "round/start": None,
    "round/pause": None,
}


@pytest.fixture(scope="module")
def made(tmp_path_factory) -> Iterator[Made]:
    found = make(tmp_path_factory.mktemp("arena"))
    yield found
    found.store.close()


@pytest.fixture(scope="module")
def place(made) -> Iterator[Address]:
    public = Public(made.course, made.store, made.clock, folder=made.folder)
    with serving(workers=0, arena=public) as found:
        yield found


@pytest.fixture
def teacher(place) -> Iterator[httpx.Client]:
    with place.client() as client:
        assert enter_as_teacher(client).status_code == 200
        yield client


def ask(client: httpx.Client, path: str):
    answer = client.get(f"/api/arena/teacher/{path}")
    assert answer.status_code == 200, answer.text
    return answer.json()


def post(client: httpx.Client, path: str, told=None) -> httpx.Response:
    return client.post(f"/api/arena/teacher/{path}", json=told)


def test_nobody_else_may_ask_or_change_anything(place, made):
    before = len(made.store.verdicts())
    with place.client() as stranger, place.client() as pair:
        assert enter(pair).status_code == 200
        for client, status in ((stranger, 401), (pair, 403)):
            answers = [client.get(f"/api/arena/teacher/{path}") for path in READ]
            answers += [post(client, path, told) for path, told in CHANGES.items()]
            assert [answer.status_code for answer in answers] == [status] * len(answers)
            assert all(answer.json().keys() == {"detail"} for answer in answers)
    assert len(made.store.verdicts()) == before


def test_a_change_needs_the_sessions_token(place, made):
    with place.client() as client:
        enter_as_teacher(client)
        del client.headers["x-tablero-session"]
        for path, told in CHANGES.items():
            assert post(client, path, told).status_code == 403
        assert client.get("/api/arena/teacher/overview").status_code == 200
    assert made.store.verdicts() == []


def test_the_overview(teacher, made):
    told = ask(teacher, "overview")
    assert (told["day"], told["phase"]) == ("2027-02-03", "training")
    assert [pair["pair"] for pair in told["pairs"]] == ["01-07", "02-09"]
    one, other = told["pairs"]
    assert (one["members"], one["today"], one["banned"]) == ([MEMBERS[0]], 0, False)
    assert [(each["player"], each["version"]) for each in one["players"]] == [(1, 2), (2, 2)]
    assert {each["standing"] for each in one["players"]} == {"waiting"}
    assert told["waiting"] == len(one["players"]) + len(other["players"])
    given = rules.grades(made.course, gather(made.course, made.store, made.now))
    for pair, grade in zip(told["pairs"], given, strict=True):
        assert pair["grade"]["points"] == grade.total
        assert [line["text"] for line in pair["grade"]["lines"]] == [
            line.text() for line in grade.lines
        ]


def test_who_has_handed_in_today(teacher, made):
    made.now = morning(1).replace(hour=10)
    one, other = ask(teacher, "overview")["pairs"]
    made.now = morning(2)
    assert (one["today"], other["today"]) == (2, 1)


def test_any_file_of_any_version(teacher, made):
    told = ask(teacher, "pairs/02-09")
    assert [(each["version"], each["standing"]) for each in told["versions"]] == [
        (1, "replaced"),
        (2, "waiting"),
    ]
    for each in told["versions"]:
        found = ask(teacher, f"files/{each['upload']}")
        kept = made.store.file(next(row for row in made.store.kept() if row.id == each["upload"]))
        assert (found["name"], found["text"]) == (kept.name, (kept.data or b"").decode())
        assert BODY.format(pair=9) in found["text"]
    assert teacher.get("/api/arena/teacher/files/999").status_code == 404
    assert teacher.get("/api/arena/teacher/pairs/09-09").status_code == 404


def test_no_file_is_read_for_the_list_of_versions(teacher, made):
    """The page asks for it again and again."""
    with asked_of(made) as statements:
        assert len(ask(teacher, "pairs/01-07")["versions"]) == 4
    reading = [each.split("FROM")[0] for each in statements if "uploads.version" in each]
    assert reading
    assert not [each for each in reading if "uploads.data" in each]


def test_a_verdict_is_added_and_lifted_with_reasons_that_are_kept(teacher, made):
    upload = ask(teacher, "pairs/02-09")["versions"][-1]["upload"]
    asked = {"upload": upload, "kind": "banned", "reason": "two of them are the same file"}
    assert post(teacher, "verdicts", {**asked, "reason": "  "}).status_code == 400
    assert post(teacher, "verdicts", {**asked, "kind": "praised"}).status_code == 422
    assert made.store.verdicts() == []
    assert post(teacher, "verdicts", asked).status_code == 204
    assert ask(teacher, "overview")["pairs"][1]["banned"]
    (verdict,) = ask(teacher, "pairs/02-09")["verdicts"]
    assert (verdict["by"], verdict["reason"], verdict["kind"]) == (
        TEACHER, "two of them are the same file", "banned",
    )  # fmt: skip
    lift = f"verdicts/{verdict['verdict']}/lift"
    assert post(teacher, lift, {"reason": "a mistake of mine"}).status_code == 204
    assert post(teacher, lift, {"reason": "again"}).status_code == 400
    (verdict,) = ask(teacher, "pairs/02-09")["verdicts"]
    assert (verdict["lifted_by"], verdict["lifted_reason"]) == (TEACHER, "a mistake of mine")
    assert not ask(teacher, "overview")["pairs"][1]["banned"]
    lifted, banned = ask(teacher, "events")["events"][:2]
    assert (lifted["who"], lifted["what"]) == (TEACHER, "lifted")
    assert (banned["who"], banned["what"], banned["told"]["pair"]) == (TEACHER, "banned", "02-09")


def test_standings_before_their_hour_are_told_to_the_teacher_alone(teacher, made):
    made.now = morning(1).replace(hour=7)
    try:
        assert teacher.get("/api/arena/rounds/1").status_code == 404
        told = ask(teacher, "rounds/1")
        assert [each["published"] for each in ask(teacher, "rounds")["rounds"]] == [False, False]
    finally:
        made.now = morning(2)
    kept = made.store.standings(made.store.round(1))
    assert told["players"] == [row.player for row in kept]
    marked = [row["alias"] for row in told["told"]["rows"] if row["reference"]]
    assert sorted(marked) == ["Alba", "Bruma"]
    assert ask(teacher, "rounds")["rounds"][0]["published"]
    assert len(ask(teacher, "live")["games"]) == 7


def test_grades_as_other_programs_read_them(teacher, made):
    given = rules.grades(made.course, gather(made.course, made.store, made.now))
    table = teacher.get("/api/arena/teacher/grades.csv")
    assert table.headers["content-type"] == "text/csv; charset=utf-8"
    assert table.text == report.as_csv(given)
    assert [row["pair"] for row in csv.DictReader(io.StringIO(table.text))] == ["01-07", "02-09"]
    whole = teacher.get("/api/arena/teacher/grades.json").json()
    assert whole == {"pairs": json.loads(json.dumps([report.as_record(each) for each in given]))}
    packed = io.BytesIO(teacher.get("/api/arena/teacher/grades.zip").content)
    with zipfile.ZipFile(packed) as archive:
        assert archive.namelist() == ["01-07/results.json", "02-09/results.json"]
        told = json.loads(archive.read("01-07/results.json"))
    assert told["score"] == given[0].total


def test_the_calendar_and_the_log(teacher, made):
    told = ask(teacher, "calendar")
    assert told["today"] == "2027-02-03"
    rounds = {each["day"]: each["round"] for each in told["days"] if each["round"]}
    assert rounds == {"2027-02-01": 1, "2027-02-02": 2, "2027-02-03": 3}
    assert [each["closes"] for each in told["days"] if each["phase"] == "free"]
    log = ask(teacher, "events")
    assert not log["more"]
    assert [each["event"] for each in log["events"]] == [
        each.id for each in reversed(made.store.events())
    ]
    last = log["events"][-1]["event"]
    assert ask(teacher, f"events?before={last}") == {"events": [], "more": False}


def test_a_new_secret_is_shown_once_and_holds_at_once(teacher, place, made):
    path = made.folder / COURSE_FILE
    before = path.read_text()
    made_new = post(teacher, "pairs/01-07/secret").json()
    assert (made_new["pair"], len(made_new["secret"])) == ("01-07", 2)
    after = path.read_text().splitlines()
    changed = [
        (old, new) for old, new in zip(before.splitlines(), after, strict=True) if old != new
    ]
    assert [old.partition(" = ")[0] for old, _new in changed] == ["secret", "password"]
    assert load_course(made.folder).pair(2, 9) == made.course.pair(2, 9)
    with place.client() as client:
        assert enter(client, PAIRS[0]).status_code == 400
        assert enter(client, PAIRS[0], made_new["password"]).status_code == 200
        assert enter(client, PAIRS[1]).status_code == 200
    told = [(each["what"], each["told"]) for each in ask(teacher, "events")["events"]]
    assert ("new secret", {"pair": "01-07"}) in told
    assert made_new["password"] not in json.dumps(told)
    assert post(teacher, "pairs/09-09/secret").status_code == 404
    assert not ask(teacher, "round")["outdated"], "that holds at once"
    path.write_text(before.replace(TITLE, "Another title"))
    assert ask(teacher, "round")["outdated"]
    path.write_text(before)
    assert not ask(teacher, "round")["outdated"]


def test_new_secrets_of_two_pairs_at_the_same_time(teacher, place, made):
    path = made.folder / COURSE_FILE
    before = path.read_text()
    path.chmod(0o640)
    with ThreadPoolExecutor() as pool:
        asked = [f"pairs/{id}/secret" for id in ("01-07", "02-09")]
        told = [answer.json() for answer in pool.map(partial(post, teacher), asked)]
    with place.client() as client:
        for pair, each in zip(PAIRS, told, strict=True):
            assert enter(client, pair, each["password"]).status_code == 200
    assert path.stat().st_mode & 0o777 == 0o640
    path.write_text(before)


def test_a_secret_that_would_not_hold_is_not_told(teacher, made):
    path = made.folder / COURSE_FILE
    before = path.read_text()
    *_others, last = (line for line in before.splitlines() if line.startswith("password"))
    path.write_text(before.replace(last, ""))
    lacking = path.read_text()
    answer = post(teacher, "pairs/02-09/secret")
    assert (answer.status_code, "with a secret and a password" in answer.text) == (400, True)
    assert path.read_text() == lacking
    path.write_text(before)


# ---- rounds


@pytest.fixture
def fresh(tmp_path) -> Iterator[Made]:
    """A course of two references, whose first day has closed."""
    text = (
        course_text().replace("plies = 4 ", "plies = 10 ").replace("openings = 2", "openings = 1")
    )
    (tmp_path / COURSE_FILE).write_text(text)
    course = load_course(tmp_path)
    store = Store.open(tmp_path, course)
    yield Made(tmp_path, course, store, morning(0).replace(hour=20))
    store.close()


@pytest.fixture
def desk(fresh) -> Iterator[httpx.Client]:
    options = "--at", "2027-02-01T20:00", "--level", "none"
    public = Public(fresh.course, fresh.store, fresh.clock, folder=fresh.folder, playing=options)
    with serving(workers=0, arena=public) as found, found.client() as client:
        enter_as_teacher(client)
        yield client


def test_a_round_is_a_process_of_its_own_and_never_played_twice(desk, fresh):
    assert (ask(desk, "round")["state"], ask(desk, "round")["due"]) == ("idle", "2027-02-01")
    assert post(desk, "round/pause").status_code == 400
    season = Season(fresh.folder, fresh.course, fresh.store, fresh.clock)
    with season.alone():
        assert ask(desk, "round")["state"] == "playing"
        answer = post(desk, "round/start")
        assert (answer.status_code, "another process" in answer.text) == (400, True)
    assert ask(desk, "round")["state"] == "idle"
    with ThreadPoolExecutor() as pool:
        answers = pool.map(partial(post, desk), ["round/start"] * 3)
        assert sorted(answer.status_code for answer in answers) == [204, 400, 400]
    wait_until(lambda: ask(desk, "round")["state"] == "idle")
    assert ask(desk, "round")["trouble"] == ""
    (round,) = fresh.store.rounds()
    assert (round.state, round.day, len(fresh.store.games(round))) == (
        State.DONE, date(2027, 2, 1), 2,
    )  # fmt: skip
    assert ask(desk, "round")["progress"]["state"] == "waiting"
    (told,) = ask(desk, "rounds")["rounds"]
    assert (told["level"], told["published"]) == ("none", False)
    assert desk.get("/api/arena/rounds/1").status_code == 404
    answer = post(desk, "round/start")
    assert (answer.status_code, "is over already" in answer.text) == (400, True)
    with season.alone():
        assert post(desk, "round/pause").status_code == 400
    assert not is_paused(fresh.folder), "the next round is not to stand still"
    pause(fresh.folder)
    assert post(desk, "round/start").status_code == 204
    assert (ask(desk, "round")["state"], len(fresh.store.rounds())) == ("idle", 1)
    events = [(each.what, each.told) for each in fresh.store.events() if each.who == TEACHER]
    assert ("round started from the page", {"day": "2027-02-01"}) in events
    assert events[-1] == ("pause ended", {})


def test_a_round_that_has_begun_comes_before_others(desk, fresh):
    monday, tuesday = date(2027, 2, 1), date(2027, 2, 2)
    fresh.now = morning(1).replace(hour=20)
    assert ask(desk, "round")["due"] == "2027-02-02"
    terms = {"system": {"name": "roundrobin", "openings": 1}}
    for day, due in ((monday, "2027-02-01"), (tuesday, "2027-02-02")):
        begun = fresh.store.open_round(day, Phase.TRAINING, fresh.now, terms, [])
        assert ask(desk, "round")["due"] == due
        fresh.store.close_round(begun, fresh.now, [])
    assert ask(desk, "round")["due"] is None


def test_files_that_are_checked_before_the_round(desk, fresh):
    monday = date(2027, 2, 1)
    hand_in(fresh, monday)
    assert ask(desk, "round")["checking"] is None
    season = Season(fresh.folder, fresh.course, fresh.store, fresh.clock)
    with season.alone():
        assert ask(desk, "round")["checking"] == 3
    assert season.review(monday, Chosen(Level.NONE), lambda _step: pause(fresh.folder)) is None
    assert len(waiting(fresh.store)) == 3
    go_on(fresh.folder)


def test_a_round_that_is_paused_goes_on_only_when_the_teacher_says_so(desk, fresh):
    season = Season(fresh.folder, fresh.course, fresh.store, fresh.clock)
    with season.alone():
        assert post(desk, "round/pause").status_code == 204
    assert is_paused(fresh.folder)
    assert ask(desk, "round")["state"] == "paused"
    assert [each.what for each in fresh.store.events() if each.who == TEACHER][
        -1
    ] == "round paused"
    assert post(desk, "round/start").status_code == 204
    assert not is_paused(fresh.folder)
    wait_until(lambda: ask(desk, "round")["state"] == "idle")
    assert fresh.store.rounds()[0].state == State.DONE
    pause(fresh.folder)  # after the last game
    assert (ask(desk, "round")["state"], ask(desk, "round")["due"]) == ("paused", None)
    assert post(desk, "round/start").status_code == 204
    assert ask(desk, "round")["state"] == "idle"


def test_a_pause_ends_a_round_after_a_game_and_nothing_is_lost(fresh):
    season = Season(fresh.folder, fresh.course, fresh.store, fresh.clock)
    round = season.open(date(2027, 2, 1), Chosen(Level.NONE))
    assert round is not None

    def tell(progress):
        if progress.done == 1:
            pause(fresh.folder)

    assert season.play(round, Level.NONE, tell=tell) == (False, [])
    assert len(fresh.store.games(round)) == 1
    assert season.play(round, Level.NONE) == (False, [])
    go_on(fresh.folder)
    assert season.play(round, Level.NONE) == (True, [])
    assert len(fresh.store.games(round)) == 2
    pause(fresh.folder)
    season.close(round)
    assert not is_paused(fresh.folder), "it was this round's"


def test_no_command_goes_on_with_a_round_that_is_paused(fresh, capsys):
    pause(fresh.folder)
    how = ["--at", "2027-02-01T20:00", "--level", "none"]
    for words, code in ((["round"], 2), (["run", "--once"], 0)):
        with pytest.raises(SystemExit) as end:
            main(["arena", words[0], str(fresh.folder), *words[1:], *how])
        assert (end.value.code or 0) == code
        assert ("the teacher has paused the round" in capsys.readouterr().err) == (code == 2)
    assert fresh.store.rounds() == []


def test_a_process_that_failed_is_no_trouble_when_another_has_played_the_round(fresh):
    public = Public(fresh.course, fresh.store, fresh.clock, folder=fresh.folder)
    rounds = Rounds(public, Roll(fresh.course, fresh.folder, print), ())
    rounds._process = subprocess.Popen([sys.executable, "-c", "raise SystemExit(2)"])
    rounds._process.wait()
    rounds._day = date(2027, 2, 1)
    (fresh.folder / LOG_FILE).write_text("tablero: another process plays\n")
    assert rounds.state().trouble == "tablero: another process plays"
    round = rounds._season().open(rounds._day, Chosen(Level.NONE))
    assert round is not None
    fresh.store.close_round(round, fresh.clock(), [])
    assert rounds.state().trouble == ""


def test_what_a_process_says_that_fails_is_told(desk, fresh):
    (fresh.folder / COURSE_FILE).write_text("title = 1")
    assert post(desk, "round/start").status_code == 204
    wait_until(lambda: ask(desk, "round")["state"] == "idle")
    assert ask(desk, "round")["trouble"].startswith("tablero: ")
    go_on(fresh.folder)
