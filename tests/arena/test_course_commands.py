"""The commands of a course: what they print, their JSON, and what is wrong in one line."""

import csv
import json
import re
import sqlite3
import stat
from contextlib import closing

import pytest

from tablero.arena.course import load_course
from tablero.arena.course.default import NewPair, default_text
from tablero.arena.course.keys import verifies
from tablero.cli import main
from tests.arena.courses import CHEAP, MONDAY, name, secret

pytestmark = pytest.mark.plain

PLAYER = 'ALIAS = "{alias}"\n\n\ndef value(board):\n    return 0\n'
NOON, NEXT_NOON = "2027-02-01T12:00", "2027-02-02T12:00"


@pytest.fixture
def tablero(capsys, monkeypatch, tmp_path):
    """Run `tablero arena`: (exit code, output, errors)."""
    monkeypatch.setenv("LANG", "C")
    monkeypatch.delenv("LC_ALL", raising=False)
    monkeypatch.delenv("TABLERO_ARENA_DATABASE", raising=False)
    monkeypatch.chdir(tmp_path)

    def run(*words):
        with pytest.raises(SystemExit) as end:
            main(["arena", *words])
        out, err = capsys.readouterr()
        return end.value.code or 0, out, err

    return run


@pytest.fixture
def course(tmp_path):
    """A course with two pairs, in the directory `course`."""
    (tmp_path / "course").mkdir()
    pairs = [NewPair(1, pair, secret(pair), "password").table(CHEAP) for pair in (1, 2)]
    text = default_text(MONDAY, "Europe/Madrid", pairs)
    (tmp_path / "course" / "course.toml").write_text(text)
    return tmp_path / "course"


@pytest.fixture
def hand_in(tablero, course, tmp_path):
    """Hands in a player of a pair: what JSON says."""

    def run(pair=1, player=1, alias="Sower", at=NOON, file=None, code=0):
        path = tmp_path / (file or name(pair, player, MONDAY))
        path.write_text(PLAYER.format(alias=alias))
        found, out, err = tablero("submit", "course", path.name, "--at", at, "--json")
        assert (found, err) == (code, "")
        return json.loads(out)

    return run


def test_init(tablero, tmp_path):
    code, out, err = tablero(
        "init", "new", "--groups", "2", "--pairs", "2", "--begin", "2027-02-01"
    )
    assert (code, err) == (0, "")
    told = load_course(tmp_path / "new")
    assert [pair.id for pair in told.pairs] == ["01-01", "01-02", "02-01", "02-02"]
    rows = [*csv.DictReader((tmp_path / "new" / "secrets.csv").read_text().splitlines())]
    for row in rows:
        assert re.search(rf"{row['secret']} +{row['password']}", out)
        assert re.fullmatch(r"[a-z0-9]{2}", row["secret"])
    assert stat.S_IMODE((tmp_path / "new" / "secrets.csv").stat().st_mode) == 0o600
    (teacher,) = re.findall("your own password .*: ([a-z0-9]{12})$", out, re.MULTILINE)
    assert verifies(teacher, told.teacher.password)
    assert teacher not in (tmp_path / "new" / "secrets.csv").read_text()
    code, out, err = tablero("init", "new")
    assert (code, out, err) == (2, "", "tablero: new exists already; nothing was written\n")


def test_init_in_spanish(tablero, tmp_path):
    code, out, _err = tablero("init", "nuevo", "--pairs", "1", "--lang", "es")
    assert (code, "hay que repartirlos" in out) == (0, True)
    text = (tmp_path / "nuevo" / "course.toml").read_text()
    assert "# Las parejas." in text
    assert load_course(tmp_path / "nuevo").title == "Torneo de Mancala"
    assert load_course(tmp_path / "nuevo").calendar.training[0].weekday() == 0


def test_submit(hand_in, tablero):
    first = hand_in()
    assert (first["kept"], first["version"], first["pair"], first["alias"]) == (
        True,
        1,
        "01-01",
        "Sower",
    )
    assert hand_in()["version"] == 2
    assert hand_in(alias="Alba", code=1)["message"].startswith("the alias 'Alba' is another")
    assert hand_in(file="wrong.py", code=1)["kept"] is False
    assert "the date in the name is wrong" in hand_in(at="2027-02-01T20:00", code=1)["message"]
    assert hand_in(at="2027-02-01T18:59:59+00:00")["version"] == 3
    code, out, err = tablero("submit", "course", name(1, 1, MONDAY), "--at", NOON)
    assert (code, err) == (0, "")
    assert out == ("taken: kept as version 4 of player 1; the round closes at 2027-02-01 20:00\n")


def test_the_teacher_hands_in_for_a_pair(tablero, course, tmp_path):
    (tmp_path / "any.py").write_text(PLAYER.format(alias="Sower"))
    words = ("submit", "course", "any.py", "--at", NOON, "--json", "--for")
    told = json.loads(tablero(*words, "01-02-3")[1])
    assert (told["kept"], told["pair"], told["player"]) == (True, "01-02", 3)
    told = json.loads(tablero(*words, "01-02-4")[1])
    assert (told["kept"], told["message"]) == (False, "a pair has players 1 to 3, not 4")
    code, _out, err = tablero(*words, "01-09-1")
    assert (code, "not '01-09-1'; pairs: 01-01, 01-02" in err) == (2, True)


def test_a_file_without_alias_is_disqualified(tablero, course, tmp_path):
    (tmp_path / name(1, 1, MONDAY)).write_text("x = 1\n")
    code, out, _err = tablero("submit", "course", name(1, 1, MONDAY), "--at", NOON)
    assert (code, "disqualified: form" in out) == (1, True)


def test_verdicts(hand_in, tablero):
    hand_in()
    hand_in(player=2, alias="Reaper")
    assert tablero("verdict", "course") == (0, "no verdicts\n", "")
    code, out, err = tablero("verdict", "course", "sower", "--ban", "--reason", "copied")
    assert (code, err) == (0, "")
    assert out == "1  Sower  banned  teacher\n   copied\n"
    assert hand_in(player=3, alias="Third", code=1)["message"].startswith("the pair is banned")
    code, out, err = tablero("verdict", "course", "Reaper", "--lift", "--reason", "it was not")
    assert (code, err) == (0, "")
    assert "by teacher: it was not" in out
    assert hand_in(player=3, alias="Third")["kept"]
    assert tablero("verdict", "course", "Third", "--disqualify", "--reason", "slow")[0] == 0
    code, out, err = tablero("verdict", "course", "--json")
    one, other = map(json.loads, out.splitlines())
    assert (one["kind"], one["alias"], one["lifted_reason"]) == ("banned", "Sower", "it was not")
    assert (other["kind"], other["alias"], other["reason"]) == ("disqualified", "Third", "slow")
    assert other["lifted_at"] is None


def test_watch_once(tablero, course, tmp_path, monkeypatch):
    (tmp_path / "inbox").mkdir()
    (tmp_path / "inbox" / "wrong.py").write_text("x")
    code, out, err = tablero("watch", "course", "inbox", "--once", "--every", "0.01", "--json")
    assert (code, err) == (0, "")
    told = json.loads(out)
    assert (told["file"], told["kept"]) == ("wrong.py", False)
    assert len([*(tmp_path / "inbox" / "discarded").iterdir()]) == 2


def test_grades(hand_in, tablero, tmp_path):
    hand_in()
    hand_in(player=2, alias="Reaper")
    words = ("grades", "course", "--at", NEXT_NOON)
    code, out, err = tablero(*words)
    assert (code, err) == (0, "")
    assert out == (
        "pair 01-01, grade 2\n"
        "         2027-02-01, training: players submitted: 2\n"
        "     +2  whole training phase (1 of 10 days closed): "
        "fewest players submitted on a day: 2\n"
        "         no graded round has been played yet\n"
        "pair 01-02, grade 0\n"
        "         2027-02-01, training: players submitted: 0\n"
        "         whole training phase (1 of 10 days closed): "
        "fewest players submitted on a day: 0\n"
        "         no graded round has been played yet\n"
    )
    told = json.loads(tablero(*words, "--json")[1])
    assert [pair["grade"] for pair in told["pairs"]] == [2, 0]
    assert tablero(*words, "--csv", "grades.csv", "--gradescope", "scope") == (0, "", "")
    rows = [*csv.DictReader((tmp_path / "grades.csv").read_text().splitlines())]
    assert [row["grade"] for row in rows] == ["2.0", "0.0"]
    assert json.loads((tmp_path / "scope/01-01/results.json").read_text())["score"] == 2
    assert "pareja 01-01, nota 2" in tablero(*words, "--lang", "es")[1]


def test_grades_per_day(hand_in, tablero, course, tmp_path):
    """Two players on Monday, nothing on Tuesday: 0 for the whole phase, 2 per day."""
    hand_in()
    hand_in(player=2, alias="Reaper")
    words = ("grades", "course", "--at", "2027-02-03T12:00")
    assert "pair 01-01, grade 0\n" in tablero(*words)[1]
    file = course / "course.toml"
    older = file.read_text().replace("training_phase = [", "training = [")
    file.write_text(older.replace("absent_phase = 1", "absent = 1"))
    assert tablero(*words)[1].startswith(
        "pair 01-01, grade 2\n"
        "     +2  2027-02-01, training, per day: players submitted: 2\n"
        "         2027-02-02, training, per day: players submitted: 0\n"
    )
    told = json.loads(tablero(*words, "--json")[1])
    assert [(pair["practice"], pair["grade"]) for pair in told["pairs"]] == [(2, 2), (0, 0)]
    assert tablero(*words, "--csv", "grades.csv", "--gradescope", "scope") == (0, "", "")
    rows = [*csv.DictReader((tmp_path / "grades.csv").read_text().splitlines())]
    assert [row["practice"] for row in rows] == ["2.0", "0.0"]
    test = json.loads((tmp_path / "scope/01-01/results.json").read_text())["tests"][0]
    assert (test["score"], test["output"].splitlines()[0]) == (
        2,
        "+2  2027-02-01, training, per day: players submitted: 2",
    )


def test_export_and_import(hand_in, tablero, tmp_path):
    hand_in()
    hand_in(player=2, alias="Reaper")
    code, out, err = tablero("export", "course", "out", "--json")
    assert (code, err) == (0, "")
    assert json.loads(out)["rows"]["uploads"] == 2
    assert tablero("import", "copy", "out", "--json") == (0, out, "")
    assert tablero("export", "copy", "out2")[0] == 0
    for path in sorted((tmp_path / "out").rglob("*.*")):
        assert (
            path.read_bytes()
            == (tmp_path / "out2" / path.relative_to(tmp_path / "out")).read_bytes()
        )
    (tmp_path / "out" / "uploads.jsonl").write_text("x\n")
    code, _out, err = tablero("import", "other", "out")
    assert (code, "uploads.jsonl, line 1: it is not JSON" in err) == (2, True)
    assert not (tmp_path / "other").exists()


def test_calendar(tablero, course):
    code, out, err = tablero("calendar", "course", "--at", "2027-02-05T20:00")
    assert (code, err) == (0, "")
    assert "2027-02-05  training       closes at 20:00 CET\n" in out
    assert re.search(r"2027-02-06  free +<\n2027-02-07  free\n", out)
    told = json.loads(tablero("calendar", "course", "--json", "--at", NOON)[1])
    assert told["days"][0] == {
        "day": "2027-02-01",
        "phase": "training",
        "closes": "2027-02-01T19:00:00+00:00",
        "published": "2027-02-02T07:00:00+00:00",
    }
    assert told["today"] == "2027-02-01"


def test_a_new_secret(tablero, course):
    code, out, err = tablero("secret", "course", "1", "7")
    assert (code, err) == (0, "")
    found = re.match(r"secret (\w\w), password (\w{12}); for course.toml:\n\n", out)
    assert found
    path = course / "course.toml"
    path.write_text(path.read_text() + "\n" + out[found.end() :])
    assert [pair.id for pair in load_course(course).pairs] == ["01-01", "01-02", "01-07"]


def test_a_new_password_for_the_teacher(tablero, course):
    code, out, err = tablero("secret", "course", "--teacher")
    assert (code, err) == (0, "")
    found = re.match(r"password (\w{12}); for course.toml:\n\n", out)
    assert found
    path = course / "course.toml"
    text = path.read_text()
    assert '[teacher]\npassword = ""\n' in text
    path.write_text(text.replace('[teacher]\npassword = ""\n', out[found.end() :]))
    assert verifies(found[1], load_course(course).teacher.password)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("submit nowhere x.py", "nowhere holds no course: there is no course.toml"),
        ("submit course x.py", "cannot read x.py: no such file or directory"),
        ("submit course course --at soon", "a time is like 2027-02-01T19:00, not 'soon'"),
        ("grades course --at 9999-12-31T23:59", "a time is like 2027-02-01T19:00, not '9999-12-"),
        ("grades course --at 0001-01-01T00:00+14:00", "a time is like 2027-02-01T19:00, not '0"),
        ("submit course course", "cannot read course: it is a directory"),
        ("secret course", "expected GROUP and PAIR, or --teacher"),
        ("secret course 1", "expected GROUP and PAIR, or --teacher"),
        ("secret course 1 2 --teacher", "expected GROUP and PAIR, or --teacher"),
        ("init new --pairs 0", "pairs must be 1 to 99, not 0"),
        ("init new --groups 100", "groups must be 1 to 99, not 100"),
        ("init new --begin monday", "a date is like 2027-02-01, not 'monday'"),
        (
            "init new --zone Moon",
            "calendar.zone must be a time zone like Europe/Madrid, not 'Moon'",
        ),
        ("init course", "course exists already; nothing was written"),
        ("verdict course Nobody", "no player is called 'Nobody'; known: none"),
        ("verdict course X --ban", "--ban needs an ALIAS and a --reason"),
        ("verdict course --lift --reason x", "--lift needs an ALIAS and a --reason"),
        ("verdict course X --ban --lift --reason x", "one of --lift, --ban and --disqualify"),
        ("watch course inbox --every 0", "time must be more than 0"),
        ("export course course", "course exists already; nothing was written"),
        ("import new course", "archive.json is not there, or is no plain file"),
        ("import course course", "archive.json is not there, or is no plain file"),
        ("grades course --csv nowhere/x.csv", "nowhere/x.csv: no such file or directory"),
        ("secret course one 1", "one"),
        ("secret course 1 100", "'100' does not fit into 2 signs of grupo{group:2}pareja{pair:2}"),
        ("secret course 100 1", "'100' does not fit into 2 signs of grupo{group:2}pareja{pair:2}"),
        ("secret course -- 1 -1", "option pair must be 0 or more, not -1"),
    ],
)
def test_wrong_input(words, message, tablero, course, tmp_path):
    code, out, err = tablero(*words.split())
    assert (code, out) == (2, "")
    assert message in err
    assert err.count("\n") == 1
    assert not (tmp_path / "new").exists()


def test_the_database_of_the_environment(tablero, course, tmp_path, monkeypatch):
    monkeypatch.setenv("TABLERO_ARENA_DATABASE", f"sqlite:///{tmp_path}/elsewhere.db")
    assert tablero("verdict", "course")[0] == 0
    assert (tmp_path / "elsewhere.db").exists()
    assert not (course / "arena.db").exists()


def test_a_database_that_fails_is_one_line(hand_in, tablero, course, tmp_path):
    """As with a full disk: whoever asked is told, and no file counts as taken."""
    hand_in()
    with closing(sqlite3.connect(course / "arena.db")) as damaged:
        damaged.execute("DROP TABLE events")
    (tmp_path / "x.py").write_text(PLAYER.format(alias="Sower"))
    code, out, err = tablero("submit", "course", "x.py", "--for", "01-01-1", "--at", NOON)
    assert (code, out) == (2, "")
    reason = "no such table: events"
    assert err == f"tablero: the database has failed: {reason}; what was to be written is not\n"
    with closing(sqlite3.connect(course / "arena.db")) as damaged:
        assert damaged.execute("SELECT count(*) FROM uploads").fetchone() == (1,)
