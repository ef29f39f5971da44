"""Whoever guesses a pair's secret is stopped soon, and learns nothing; the pair is not."""

import threading
from dataclasses import replace
from datetime import timedelta
from itertools import islice, product

import pytest

from tablero.arena.course.admission import Admission
from tablero.arena.course.keys import SIGNS, hashed
from tablero.arena.course.names import parse_pattern
from tablero.arena.handin.desk import Desk
from tablero.arena.handin.guesses import MOST_WRONG, WHILE, WRONG, Guesses, Refused
from tests.arena.courses import CHEAP, MONDAY, course, first_line_check, local, name

pytestmark = pytest.mark.plain

NOON = local(MONDAY, 12)
PASSWORD = "abcdefgh2345"
COURSE = course(2)
FIRST = replace(COURSE.pairs[0], password=hashed(PASSWORD, CHEAP))
COURSE = replace(COURSE, pairs=(FIRST, COURSE.pairs[1]))
TOO_OFTEN = "wrong secrets of pair 1 of group 1 came too often: until 2027-02-08 12:00 its files"


def by_password(told: str) -> str:
    return name(1, 1, MONDAY, "??").replace("??", told)


@pytest.fixture
def desk(store):
    return Desk(COURSE, store, first_line_check)


def guesses() -> list[str]:
    """All secrets but the right one."""
    return ["".join(pair) for pair in product(SIGNS, repeat=2) if "".join(pair) != "s1"]


def test_a_stranger_who_tries_all_of_them(desk, store):
    said = {desk.hand_in(name(1, 1, MONDAY, told), b"A", NOON).message for told in guesses()[:40]}
    right = desk.hand_in(name(1, 1, MONDAY), b"A", NOON)
    assert not right.kept
    assert right.message.startswith(TOO_OFTEN)
    assert said == {
        "the secret in the name is not that of pair 1 of group 1",
        right.message,
    }, "right and wrong ones are answered alike"
    wrong = [each for each in store.events() if each.what == WRONG]
    assert len(wrong) == MOST_WRONG
    assert not {*guesses()} & {value for each in wrong for value in each.told.values()}
    assert desk.hand_in(name(2, 1, MONDAY), b"B", NOON).kept, "others are not concerned"


def test_right_and_wrong_ones_cost_the_same_while_they_are_refused(desk, monkeypatch):
    for told in guesses()[:MOST_WRONG]:
        desk.hand_in(name(1, 1, MONDAY, told), b"A", NOON)
    asked: list[str] = []
    monkeypatch.setattr("tablero.arena.handin.guesses.verifies", lambda *told: asked.append(told))
    for told in ("s1", "zz"):
        assert not desk.hand_in(name(1, 1, MONDAY, told), b"A", NOON).kept
    assert asked == [], "nothing is computed that could take longer"


@pytest.mark.parametrize("way", ["command", "folder"])
def test_nobody_locks_a_pair_out(desk, store, way):
    for told in guesses()[:20]:
        desk.hand_in(name(1, 1, MONDAY, told), b"A", NOON, way)
    answer = desk.hand_in(by_password(PASSWORD), b"A", NOON, way)
    assert answer.kept
    assert answer.upload.name == "grupo01pareja011**0102.py"
    assert not desk.hand_in(by_password("abcdefgh2346"), b"A", NOON, way).kept
    pair = desk.course.pairs[0]
    assert desk.hand_in_for(pair, 1, b"A", NOON, "page").kept, "who has signed in is known"
    told = str([vars(each) for each in store.events()] + [vars(each) for each in store.kept()])
    assert PASSWORD not in told + str([vars(each) for each in store.discarded()])


@pytest.mark.parametrize("slip", ["grupo01pareja011{}01022.py", "grup01pareja011{}0102.py", "{}"])
def test_a_password_in_a_wrong_name_is_not_kept(desk, slip):
    answer = desk.hand_in(slip.format(PASSWORD), b"A", NOON)
    assert not answer.kept
    if slip != "{}":
        assert PASSWORD[2:-2] not in answer.upload.name
        assert "abcd" not in answer.upload.name


def test_after_a_while_there_are_guesses_again(desk):
    for told in guesses()[:MOST_WRONG]:
        desk.hand_in(name(1, 1, MONDAY, told), b"A", NOON)
    week = MONDAY + WHILE
    assert not desk.hand_in(name(1, 1, week), b"A", NOON + WHILE - timedelta(seconds=1)).kept
    assert desk.hand_in(name(1, 1, week), b"A", NOON + WHILE).kept


def test_a_new_secret_begins_anew(desk, store):
    for told in guesses()[:MOST_WRONG]:
        desk.hand_in(name(1, 1, MONDAY, told), b"A", NOON)
    renewed = replace(COURSE, pairs=(replace(FIRST, secret=hashed("n7", CHEAP)),))
    other = Desk(renewed, store, first_line_check)
    assert other.hand_in(name(1, 1, MONDAY, "n7"), b"A", NOON).kept


def test_many_at_once_have_no_more_guesses(store):
    """A dozen who try at the same moment."""
    ours = Guesses(COURSE, store)
    said: list[bool | None] = []

    def guess(told: str) -> None:
        try:
            said.append(ours.is_right(FIRST, told, NOON))
        except Refused:
            said.append(None)

    threads = [threading.Thread(target=guess, args=[told]) for told in islice(guesses(), 12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (said.count(False), said.count(None)) == (MOST_WRONG, 12 - MOST_WRONG)


def test_long_secrets_are_not_counted(store):
    pattern = parse_pattern("g{group:2}p{pair:2}{player:1}{secret:9}.py")
    long = replace(COURSE.pairs[1], secret=hashed("abcdefgh2", CHEAP))
    names = replace(COURSE.names, pattern=pattern)
    desk = Desk(replace(COURSE, names=names, pairs=(long,)), store, first_line_check)
    for sign in SIGNS.replace("2", ""):
        assert not desk.hand_in(f"g01p021abcdefgh{sign}.py", b"A", NOON).kept
    assert desk.hand_in("g01p021abcdefgh2.py", b"A", NOON).kept


def test_whoever_checks_his_own_file_may_use_the_password_too():
    admission = Admission(COURSE)
    assert admission.by_name(by_password(PASSWORD), NOON).pair == FIRST
    assert admission.by_name(name(1, 1, MONDAY), NOON).pair == FIRST
