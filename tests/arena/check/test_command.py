"""`tablero check` and the checks of a hand-in."""

import json
from contextlib import closing

import pytest

from tablero.arena.handin.checks import CHECKED, Checks, record, rulings, waiting
from tablero.arena.handin.desk import Desk
from tablero.arena.handin.reviews import Reviews
from tablero.arena.sandbox.level import level_found
from tablero.cli import main
from tablero.errors import OptionError
from tests.arena.check import texts
from tests.arena.courses import MONDAY, course, local, name, open_copy, paper

pytestmark = pytest.mark.plain

NOON = local(MONDAY, 12)


@pytest.fixture
def tablero(capsys, monkeypatch, tmp_path, level):
    """Run `tablero`: (exit code, output, errors)."""
    monkeypatch.setenv("LANG", "C")
    monkeypatch.delenv("LC_ALL", raising=False)
    monkeypatch.chdir(tmp_path)

    def run(*words):
        with pytest.raises(SystemExit) as end:
            main([*words])
        out, err = capsys.readouterr()
        return end.value.code or 0, out, err

    return run


@pytest.fixture
def file(tmp_path):
    def write(text: str) -> str:
        (tmp_path / "my.py").write_text(text)
        return "my.py"

    return write


def test_one_that_is_in(tablero, file):
    code, out, err = tablero("check", file(texts.FAIR), "--games", "2", "--probes", "5")
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[0].split() == [
        "+",
        "alias",
        "and",
        "form",
        "alias",
        "Sower,",
        "track",
        "evaluation",
    ]
    assert [line[0] for line in lines if line and line[0] in "+!-"] == ["+"] * 7
    assert lines[-1].startswith("in; sandbox level ")


def test_one_that_fails_and_its_command(tablero, file):
    words = ("check", file(texts.RAISES), "--probes", "20")
    code, out, err = tablero(*words)
    assert (code, err) == (1, "")
    assert "my.py, line 7: error: ZeroDivisionError: " in out
    command = out.splitlines()[-1].partition("to see it again: tablero ")[2]
    assert command.startswith("check my.py --probes 20 --seed 1 --probe ")
    assert tablero(*command.split())[:2] == (1, out)


def test_in_spanish(tablero, file):
    code, out, _err = tablero("check", file(texts.RAISES), "--probes", "20", "--lang", "es")
    assert code == 1
    assert "descalificado" in out
    assert "para verlo otra vez: tablero check my.py" in out
    assert "+ construcciones prohibidas ninguna\n+ carga en el aislamiento   " in out


def test_json(tablero, file):
    words = ("check", file(texts.NAN), "--json", "--probes", "3")
    code, out, _err = tablero(*words)
    assert code == 1
    *stages, verdict = map(json.loads, out.splitlines())
    assert [(each["stage"], each["passed"]) for each in stages] == [
        ("form", True), ("rules", True), ("loads", True), ("probes", False)
    ]  # fmt: skip
    assert verdict["verdict"] == "disqualified"
    assert verdict["findings"][0]["rule"] == "answer"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("check nothing.py", "nothing.py: no such file or directory"),
        ("check my.py --games 1", "option games must be 2 or more, not 1"),
        ("check my.py --probes 0", "option probes must be 1 or more, not 0"),
        ("check my.py --level strong", "no level named 'strong'"),
        ("check my.py --course nowhere", "nowhere holds no course"),
    ],
)
def test_what_is_wrong_is_told_in_one_line(tablero, file, words, message):
    file(texts.FAIR)
    code, out, err = tablero(*words.split())
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert message in err


def test_the_name_by_a_course(tablero, file, tmp_path):
    from tablero.arena.course.default import default_text

    (tmp_path / "here").mkdir()
    (tmp_path / "here" / "course.toml").write_text(default_text(MONDAY, "Europe/Madrid"))
    words = ("--course", "here", "--games", "2", "--probes", "3")
    code, out, _err = tablero("check", file(texts.FAIR), *words)
    assert code == 1
    assert out.startswith("! name")
    assert "the name must be grupoGGparejaPPNccDDMM.py" in out
    assert "+ games" in out, "the rest is told too"


@pytest.fixture
def no_cells(monkeypatch):
    """As on another system than Linux."""
    monkeypatch.setattr("tablero.arena.sandbox.selftest.is_linux", False)
    level_found.cache_clear()
    yield
    level_found.cache_clear()


def test_where_there_are_no_cells(tablero, file, no_cells):
    code, out, err = tablero("check", file(texts.HANGS))
    assert code == 0
    assert err == "no cell can be started on this system, or only as root\n"
    signs = [line[0] for line in out.splitlines() if line[:2] in ("+ ", "! ", "- ")]
    assert signs == ["+"] * 2 + ["-"] * 5
    assert out.splitlines()[-1] == "in; what was not tried may still go wrong"
    code, out, _err = tablero("check", file("import os\n" + texts.FAIR))
    assert (code, "banned" in out) == (1, True)


def test_without_cells_hand_ins_are_kept_and_wait(store, no_cells):
    with closing(Checks(course(), "here")) as checks:
        desk = Desk(checks.course, store, checks.quick)
        assert desk.hand_in(name(1, 1, MONDAY), texts.HANGS.encode(), NOON).rulings == ()
        (upload,) = waiting(store)
        with pytest.raises(OptionError, match="does not reach level locked here"):
            Reviews(checks, store, lambda: NOON).all()
    assert [each.id for each in waiting(store)] == [upload.id]


@pytest.fixture
def checks(level):
    rules = course(checks={"probes": 40, "games": 4})
    with closing(Checks(rules, "here")) as made:
        yield made


@pytest.fixture
def store(tmp_path):
    with open_copy(tmp_path) as opened:
        yield opened


def test_a_hand_in_is_told_at_once_what_is_known_at_once(checks, store):
    desk = Desk(checks.course, store, checks.quick)
    kept = desk.hand_in(name(1, 1, MONDAY), texts.FAIR.encode(), NOON)
    assert (kept.kept, kept.rulings) == (True, ())
    loads_not = texts.FAIR.replace("Sower", "Other") + "\n\nTOP = 1 // 0\n"
    answer = desk.hand_in(name(1, 2, MONDAY), loads_not.encode(), NOON)
    (ruling,) = answer.rulings
    assert answer.kept
    assert (ruling.kind, ruling.rule) == ("disqualified", "loads")
    assert ruling.place.endswith("line 10")
    assert ruling.command == "tablero arena check DIR Other"
    no_alias = desk.hand_in(name(1, 3, MONDAY), b"def value(board):\n    return 0\n", NOON)
    (ruling,) = no_alias.rulings
    assert (ruling.rule, ruling.command) == ("form", "tablero arena check DIR 01-01-3")
    assert [upload.alias for upload in waiting(store)] == ["Sower"]


def test_who_tries_to_cheat_is_banned_at_once(checks, store):
    desk = Desk(checks.course, store, checks.quick)
    text = "import time, socket\n" + texts.FAIR
    answer = desk.hand_in(name(2, 1, MONDAY), text.encode(), NOON)
    assert [(each.kind, each.rule) for each in answer.rulings] == [
        ("banned", "system"), ("disqualified", "import")
    ]  # fmt: skip
    assert store.banned() == {"01-02"}


def test_the_long_checks_come_later_and_once(checks, store):
    desk = Desk(checks.course, store, checks.quick)
    desk.hand_in(name(1, 1, MONDAY), texts.FAIR.encode(), NOON)
    desk.hand_in(name(2, 1, MONDAY), texts.RAISES.replace("Sower", "Other").encode(), NOON)
    one, two = waiting(store)
    reviews = Reviews(checks, store, lambda: NOON)
    reviewed = reviews.one()
    assert reviewed is not None
    assert reviewed.verdict is not None
    assert (reviewed.upload.id, reviewed.verdict.kind) == (one.id, "in")
    assert [upload.id for upload in waiting(store)] == [two.id]
    reviewed = reviews.one()
    assert reviewed is not None
    assert reviewed.verdict is not None
    assert reviewed.verdict.kind == "disqualified"
    assert waiting(store) == []
    assert (reviews.one(), reviews.all()) == (None, True)
    record(store, two, reviewed.verdict, NOON)
    (kept,) = store.verdicts()
    assert (kept.rule, kept.upload) == ("error", two.id)
    assert "position " in kept.evidence
    assert kept.command == "tablero arena check DIR Other"
    assert [each.told["verdict"] for each in store.events() if each.what == CHECKED] == [
        "in", "disqualified"
    ]  # fmt: skip
    assert {upload.id for upload in store.still_in().values()} == {one.id}


def test_many_offences_are_few_verdicts(checks):
    text = "import time\n" * 50 + texts.FAIR
    assert [each.rule for each in checks.quick(text, "my.py").rulings] == ["import"]
    assert rulings([], "my.py", "Sower") == ()


def test_a_file_of_another_track_is_discarded(checks, store):
    desk = Desk(checks.course, store, checks.quick)
    answer = desk.hand_in(name(1, 1, MONDAY), texts.ILLEGAL.encode(), NOON)
    assert not answer.kept
    assert "this course takes evaluation" in answer.message
    assert paper().game.tracks == ("evaluation",)


def test_arena_check(tablero, tmp_path):
    from tablero.arena.course.default import NewPair, default_text
    from tests.arena.courses import CHEAP, secret

    (tmp_path / "here").mkdir()
    pair = NewPair(1, 1, secret(1), "password").table(CHEAP)
    text = default_text(MONDAY, "Europe/Madrid", [pair])
    text = text.replace("probes = 200", "probes = 10").replace("games = 40", "games = 2")
    (tmp_path / "here" / "course.toml").write_text(text)
    (tmp_path / "a.py").write_text(texts.FAIR)
    (tmp_path / "b.py").write_text(texts.NAN.replace("Sower", "Other"))
    for number, path in enumerate(["a.py", "b.py"], 1):
        words = ("--for", f"01-01-{number}", "--at", "2027-02-01T12:00")
        assert tablero("arena", "submit", "here", path, *words)[0] == 0
    code, out, err = tablero("arena", "check", "here")
    assert (code, err) == (1, "")
    assert out.startswith("Sower, version 1\n+ alias and form")
    assert "\nOther, version 1\n" in out
    assert tablero("arena", "check", "here") == (0, "", "")
