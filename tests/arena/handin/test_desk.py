"""Files handed in: what is kept, what is discarded, and what is said about it."""

from datetime import date, datetime, timedelta
from pathlib import Path

import pytest

from tablero.arena.handin.desk import Desk, Opinion
from tablero.arena.handin.guesses import WRONG
from tablero.arena.store.models import Kind
from tablero.arena.store.store import Ruling
from tablero.locale import speaking
from tests.arena.courses import (
    MONDAY,
    alias_check,
    course,
    first_line_check,
    local,
    name,
)

pytestmark = pytest.mark.plain

NOON = local(MONDAY, 12)
TUESDAY = MONDAY + timedelta(days=1)


@pytest.fixture
def desk(store):
    return Desk(course(), store, first_line_check)


def test_a_file_is_kept(desk, store):
    answer = desk.hand_in(name(1, 2, MONDAY), b"Sower\n", NOON, "page")
    assert answer.kept
    assert answer.message == "kept as version 1 of player 2; the round closes at 2027-02-01 20:00"
    upload = store.file(store.kept()[0])
    assert (upload.pair, upload.player, upload.version, upload.alias) == ("01-01", 2, 1, "Sower")
    assert (upload.way, upload.track, upload.day, upload.at) == (
        "page",
        "evaluation",
        MONDAY,
        NOON,
    )
    assert (upload.data, upload.size) == (b"Sower\n", 6)
    assert upload.name == "grupo01pareja012**0102.py"


RIGHT = name(1, 1, MONDAY)
DISCARDED = {
    "name": ("player.py", b"x", NOON, "the name must be grupoGGparejaPPNccDDMM.py: expected 'gr"),
    "pair": (name(9, 1, MONDAY), b"x", NOON, "there is no pair 9 in group 1"),
    "secret": (name(1, 1, MONDAY, "zz"), b"x", NOON, "the secret in the name is not that of pai"),
    "other's secret": (name(1, 1, MONDAY, "s2"), b"x", NOON, "the secret in the name is not that"),
    "no player": (name(1, 0, MONDAY), b"x", NOON, "a pair has players 1 to 3, not 0"),
    "a fourth player": (name(1, 4, MONDAY), b"x", NOON, "a pair has players 1 to 3, not 4"),
    "yesterday": (name(1, 1, MONDAY), b"x", local(TUESDAY, 9), "the date in the name is wrong"),
    "tomorrow": (name(1, 1, TUESDAY), b"x", NOON, "is written grupo01pareja011**0102.py"),
    "late": (name(1, 1, MONDAY), b"x", local(MONDAY, 20), "is written grupo01pareja011**0202.py"),
    "no date": (name(1, 1, MONDAY).replace("0102", "3113"), b"x", NOON, "the date in the name is"),
    "too early": (RIGHT, b"x", local(date(2027, 1, 31), 12), "nothing is taken before 2027-02-01"),
    "over": (RIGHT, b"x", local(date(2027, 3, 5), 20), "nothing is taken any more: the course cl"),
    "empty": (RIGHT, b"", NOON, "the file is empty, or cannot be read"),
    "large": (RIGHT, b"x" * (96 * 1024 + 1), NOON, "a file has 96 kilobytes or fewer, not 97"),
    "no text": (RIGHT, b"Sower\n\xff", NOON, "the file is no text: byte 6 is not UTF-8"),
    "alias": (RIGHT, b" \n", NOON, "an alias has 1 to 32 printable signs"),
    "an option": (RIGHT, b"--json", NOON, "'--json' reads like an option of a command"),
    "long alias": (RIGHT, b"x" * 33, NOON, "an alias has 1 to 32 printable signs"),
    "a terminal's alias": (RIGHT, b"\x1b[2J", NOON, "an alias has 1 to 32 printable signs"),
    "a reference's alias": (RIGHT, b"aLbA", NOON, "the alias 'aLbA' is another player's"),
    "its alias in Cyrillic and Greek": (RIGHT, "\u0410lb\u03b1".encode(), NOON, "is another play"),
    "another player's number": (
        RIGHT,
        b"01-02-1",
        NOON,
        "'01-02-1' reads like the number of a pl",
    ),
    "a reference's number": (
        RIGHT,
        b"Reference-1",
        NOON,
        "'Reference-1' reads like the number of",
    ),
    "a letter that nobody sees": (
        RIGHT,
        "Alb\u3164".encode(),
        NOON,
        "an alias has 1 to 32 printa",
    ),
    "almost its alias": (RIGHT, "Ａl b a".encode(), NOON, "is another player's; choose another"),
}


@pytest.mark.parametrize("case", DISCARDED)
def test_what_is_discarded(case, desk, store):
    told, data, at, message = DISCARDED[case]
    answer = desk.hand_in(told, data, at)
    assert not answer.kept
    assert message in answer.message
    assert store.kept() == []
    (upload,) = store.discarded()
    assert (upload.message, upload.at, upload.data) == (answer.message, at, None)
    assert upload.size == len(data)
    assert [each.what for each in store.events() if each.what != WRONG] == ["coming", "discarded"]


def test_files_of_no_fit_size_stand_in_the_pairs_own_list(desk, store):
    for data in (b"", b"x" * (96 * 1024 + 1)):
        assert not desk.hand_in(RIGHT, data, NOON).kept
    told = [(each.pair, each.name, each.data) for each in store.discarded()]
    assert told == [("01-01", "grupo01pareja011**0102.py", None)] * 2


def test_secrets_are_never_written_down(desk, tmp_path, store):
    for given in ("Qw", "zz"):
        desk.hand_in(name(1, 1, MONDAY, given), b"Sower", NOON)
    desk.hand_in(name(1, 1, MONDAY), b"Sower", NOON)
    store.close()
    written = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert b"pareja011**0102" in written
    assert not any(b"pareja011" + given in written for given in (b"Qw", b"zz", b"s1"))


def test_closing_belongs_to_the_next_day(desk):
    second = timedelta(seconds=1)
    assert desk.hand_in(name(1, 1, MONDAY), b"A", local(MONDAY, 20) - second).kept
    answer = desk.hand_in(name(1, 1, TUESDAY), b"A", local(MONDAY, 20))
    assert (answer.kept, answer.upload.day, answer.upload.version) == (True, TUESDAY, 2)


def test_a_weekends_files_are_for_mondays_round(desk):
    saturday = date(2027, 2, 6)
    answer = desk.hand_in(name(1, 1, saturday), b"A", local(saturday, 12))
    assert answer.message.endswith("the round closes at 2027-02-08 20:00")


def test_after_the_last_round_nothing_is_taken_though_the_weeks_end_on_a_sunday(store):
    saturday, sunday = date(2027, 3, 6), date(2027, 3, 7)
    weeks = {"graded": (date(2027, 2, 15), sunday)}
    desk = Desk(course(calendar=weeks), store, first_line_check)
    answer = desk.hand_in(name(1, 1, saturday), b"A", local(saturday, 12))
    assert answer.message == "nothing is taken any more: the course closed at 2027-03-05 20:00"


def test_aliases_belong_to_whoever_had_them_first(desk):
    assert desk.hand_in(name(1, 1, MONDAY), b"Sower", NOON).kept
    assert desk.hand_in(name(1, 1, MONDAY), b"Reaper", NOON).kept
    for pair, player, alias in ((2, 1, "sower"), (1, 2, "REAPER"), (2, 2, "So wer")):
        answer = desk.hand_in(name(pair, player, MONDAY), alias.encode(), NOON)
        assert (answer.kept, "is another player's" in answer.message) == (False, True)
    assert desk.hand_in(name(1, 1, MONDAY), b"Sower", NOON).kept


def test_the_same_ticket_is_the_same_upload(desk, store):
    first = desk.hand_in(name(1, 1, MONDAY), b"Sower", NOON, "folder", "ticket-1")
    later = local(TUESDAY, 12)
    again = desk.hand_in(name(1, 1, MONDAY), b"Sower", later, "folder", "ticket-1")
    assert (again.kept, again.message, again.upload.id) == (True, first.message, first.upload.id)
    wrong = desk.hand_in("x", b"Sower", NOON, "folder", "ticket-2")
    assert desk.hand_in("x", b"Sower", later, "folder", "ticket-2").message == wrong.message
    assert (len(store.kept()), len(store.discarded())) == (1, 1)


RULING = Ruling(Kind.DISQUALIFIED, "division", "x.py, line 3", "1 / 0", "tablero check x.py")


def test_verdicts_of_the_checks(store):
    desk = Desk(course(), store, alias_check("Sower", RULING))
    answer = desk.hand_in(name(1, 1, MONDAY), b"x", NOON, ticket="t")
    assert (answer.kept, answer.rulings) == (True, (RULING,))
    assert answer.message.endswith("; disqualified: division, x.py, line 3, 1 / 0")
    assert store.still_in() == {}
    (verdict,) = store.verdicts()
    assert (verdict.upload, verdict.by, verdict.pair) == (answer.upload.id, "system", "01-01")
    assert desk.hand_in(name(1, 1, MONDAY), b"x", NOON, ticket="t").rulings == (RULING,)


def test_a_ban_by_the_checks_is_the_last_word(store):
    banned = Ruling(Kind.BANNED, "import", "x.py, line 1", "import os")
    answer = Desk(course(), store, alias_check("Sower", banned)).hand_in(
        name(1, 1, MONDAY), b"x", NOON
    )
    assert (answer.kept, store.banned()) == (True, {"01-01"})
    desk = Desk(course(), store, alias_check("Other"))
    assert not desk.hand_in(name(1, 2, MONDAY), b"x", NOON).kept
    assert desk.hand_in(name(2, 2, MONDAY), b"x", NOON).kept


def test_a_pair_banned_while_its_file_is_checked(store):
    desk = Desk(course(), store, alias_check("Sower"))
    first = desk.hand_in(name(1, 1, MONDAY), b"x", NOON)

    def slow_check(_text: str, _name: str) -> Opinion:
        store.judge(Ruling(Kind.BANNED, "teacher"), first.upload, NOON)
        return Opinion("Late", "evaluation")

    answer = Desk(course(), store, slow_check).hand_in(name(1, 2, MONDAY), b"x", NOON)
    assert (answer.kept, answer.message) == (False, "the pair is banned: no more files are taken")
    assert len(store.kept()) == 1


def test_a_pair_that_is_known_needs_no_name(desk, store):
    pair = course().pairs[1]
    answer = desk.hand_in_for(pair, 3, b"Sower", NOON, "page", "t")
    assert (answer.kept, answer.upload.pair, answer.upload.player) == (True, "01-02", 3)
    assert answer.upload.name == "grupo01pareja023**0102.py"
    assert desk.hand_in_for(pair, 3, b"Sower", NOON, "page", "t").upload.id == answer.upload.id
    for player, at in ((4, NOON), (0, NOON), (1, local(date(2027, 3, 6), 12))):
        assert not desk.hand_in_for(pair, player, b"Other", at, "page").kept
    assert [upload.name for upload in store.discarded()] == ["01-02-4", "01-02-0", "01-02-1"]


def test_other_tracks_are_not_taken(store):
    desk = Desk(course(), store, lambda _text, _name: Opinion("Sower", "agent"))
    answer = desk.hand_in(name(1, 1, MONDAY), b"x", NOON)
    assert answer.message == "this course takes evaluation, and the file is of the track 'agent'"


def test_answers_in_spanish(desk):
    with speaking("es"):
        answer = desk.hand_in("x", b"x", NOON)
    assert answer.message.startswith("el nombre debe ser grupoGGparejaPPNccDDMM.py: se espera")


def test_a_clock_of_another_zone_changes_nothing(desk):
    there = datetime.fromisoformat("2027-02-02T04:30:00+09:00")  # 20:30 of Monday in Madrid
    assert not desk.hand_in(name(1, 1, MONDAY), b"A", there).kept
    assert desk.hand_in(name(1, 1, TUESDAY), b"A", there).kept


def test_the_file_of_a_store_is_beside_its_course(store, tmp_path):
    assert Path(store.engine.url.database) == tmp_path / "arena.db"


@pytest.mark.parametrize(
    ("wrong", "data"),
    [
        (RIGHT, b""),
        (RIGHT, b"x" * (1 << 20)),
        (RIGHT.upper(), b"Sower\n"),
        (RIGHT.replace(".py", ".txt"), b"Sower\n"),
        (RIGHT.replace("grupo", "grup"), b"Sower\n"),
        (RIGHT.replace("pareja", "parejas"), b"Sower\n"),
        (f"{RIGHT}.part", b"Sower\n"),
        (f"./{RIGHT}", b"Sower\n"),
        (f"Copia de {RIGHT}", b"Sower\n"),
        (f"C:\\fakepath\\{RIGHT.upper()}", b"Sower\n"),
        (RIGHT.replace(".py", " (1).py"), b"Sower\n"),
    ],
)
def test_no_secret_is_remembered_whatever_else_is_wrong(desk, store, wrong, data):
    """Right or nearly right names of files that are discarded."""
    answer = desk.hand_in(wrong, data, NOON)
    assert not answer.kept
    kept = [answer.upload.name, store.discarded()[0].name]
    kept += [str(vars(each)) for each in store.events()]
    assert not [each for each in kept if "s1" in each.lower()], kept
    assert "**" in kept[0]
