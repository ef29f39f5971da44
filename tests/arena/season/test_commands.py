"""`tablero arena round`, `standings`, `run` and `again`, as a teacher types them."""

import json
import shutil
from contextlib import closing
from dataclasses import replace
from typing import Any

import pytest

from tablero.arena.course import load_course
from tablero.arena.course.calendar import DAY
from tablero.arena.course.default import NewPair, default_text
from tablero.arena.course.model import CalendarTable
from tablero.arena.handin.checks import Checks
from tablero.arena.handin.desk import Desk
from tablero.arena.sandbox.level import Level
from tablero.arena.season import tables
from tablero.arena.season.season import Chosen, Season
from tablero.arena.standings import regret
from tablero.arena.standings.counts import Counts
from tablero.arena.standings.regret import Regret
from tablero.arena.store.models import Round, values
from tablero.arena.store.store import Store
from tablero.cli import main
from tablero.cli.arena.run import Loop
from tablero.cli.arena.tools import Tools
from tablero.errors import OptionError
from tablero.web.arena.rounds import sheet_of
from tablero.workers.in_process import IN_PROCESS
from tests.arena.courses import CHEAP, MONDAY, course, local, name, open_copy, secret
from tests.arena.season import players

pytestmark = pytest.mark.plain

FIELDS = ["rank", "alias", "games", "wins", "draws", "losses", "rating", "low", "high", "same_as"]
KNOCKOUT = {"name": "knockout", "openings": 1, "replays": 0}
EVENING, MORNING = "2027-02-01T20:00", "2027-02-02T08:00"


def run(capsys, *words) -> tuple[Any, str, str]:
    with pytest.raises(SystemExit) as end:
        main(["arena", *map(str, words)])
    out, err = capsys.readouterr()
    return end.value.code or 0, out, err


@pytest.fixture(scope="module")
def prepared(tmp_path_factory):
    """A course with three pairs and three references; the pairs have handed in on Monday. Rash
    fails wherever he is asked, Hasty only in the round."""
    place = tmp_path_factory.mktemp("course")
    folder = place / "course"
    folder.mkdir()
    pairs = [NewPair(1, pair, secret(pair), "password").table(CHEAP) for pair in (1, 2, 3)]
    text = default_text(MONDAY, "Europe/Madrid", pairs)
    text = text.replace("plies = 4 ", "plies = 10 ").replace("openings = 20", "openings = 1")
    text = text.replace("seed = 1 ", "seed = 2 ")
    text = text.replace("probes = 200", "probes = 1").replace("games = 40", "games = 2")
    begin, end = text.index("[[references]]"), text.index('alias = "Duna"')
    own = '[[references]]\nalias = "Mine"\nfile = "mine.py"\n\n[[references]]\n'
    (folder / "mine.py").write_text(players.usual("Whoever", 1, 0))
    text = text[:begin] + own + text[end:]
    (folder / "course.toml").write_text(text)
    course, noon = load_course(folder), local(MONDAY, 12)
    checks = Checks(course, "course")
    with Store.open(folder, course) as store, closing(checks):
        desk = Desk(course, store, checks.quick)
        hasty = players.crashes_in_a_round("Hasty", course, store, noon)
        texts = [players.usual("Sower"), hasty, players.CRASHES.format(alias="Rash")]
        for pair, told in enumerate(texts, 1):
            assert desk.hand_in(name(pair, 1, MONDAY), told.encode(), noon).kept
    return folder


@pytest.fixture(scope="module")
def played(prepared, level, tmp_path_factory):
    """The same, after the first round."""
    folder = tmp_path_factory.mktemp("played") / "course"
    shutil.copytree(prepared, folder)
    with pytest.raises(SystemExit) as end:
        main(["arena", "round", str(folder), "--at", EVENING])
    assert not end.value.code
    return folder


def test_nothing_is_played_before_the_day_has_closed(prepared, capsys):
    code, _out, err = run(capsys, "round", prepared, "--at", "2027-02-01T19:59")
    assert code == 2
    assert "no day has closed yet; the first one, 2027-02-01, closes at 2027-02-01 20:00" in err
    code, _out, err = run(capsys, "round", prepared, "--day", "2027-02-06", "--at", MORNING)
    assert (code, "2027-02-06 has no round" in err) == (2, True)
    code, _out, err = run(capsys, "standings", prepared)
    assert (code, err) == (2, "tablero: no round is published yet\n")


def test_a_round_and_the_same_command_again(played, capsys):
    """All that it told is there; the second time nothing is played."""
    code, out, err = run(capsys, "round", played, "--json", "--at", EVENING)
    told = json.loads(out)
    assert (code, err) == (0, "")
    assert (told["round"], told["day"], told["phase"]) == (1, "2027-02-01", "training")
    assert told["players"] == 5
    assert told["games"] == told["players"] * (told["players"] - 1)
    (verdict,) = told["verdicts"]
    assert (verdict["pair"], verdict["kind"], verdict["rule"]) == (
        "01-02",
        "disqualified",
        "crash",
    )
    assert "ZeroDivisionError" in verdict["evidence"]
    (away,) = told["away"]
    assert (away["pair"], away["kind"], away["rule"]) == ("01-03", "disqualified", "error")
    assert away["command"] == "tablero arena check DIR Rash"
    assert told["checked"] == 0, "that was done the first time"
    _code, out, _err = run(capsys, "round", played, "--at", EVENING)
    assert "Rash, not in the round: disqualified: error, " in out
    assert f"sandbox: level {told['level']}" in out
    assert "Hasty: disqualified: crash, round 1, opening 1, " in out
    assert "standings are published at 2027-02-02 08:00" in out


def test_standings_are_published_next_morning(played, capsys):
    early = "2027-02-02T07:59"
    code, out, err = run(capsys, "standings", played, "--at", early)
    assert (code, out, err) == (2, "", "tablero: no round is published yet\n")
    code, _out, err = run(capsys, "standings", played, "--round", 1, "--at", early)
    assert (code, err) == (2, "tablero: round 1 is not published yet\n")
    code, shown, _err = run(capsys, "standings", played, "--unpublished", "--at", early, "--json")
    _code, later, _err = run(capsys, "standings", played, "--at", MORNING, "--json")
    assert json.loads(shown) == json.loads(later)
    rows = json.loads(later)
    assert [list(row) for row in rows] == [FIELDS] * len(rows)
    assert [row["rank"] for row in rows] == [*range(1, len(rows) + 1)]
    assert {"Sower", "Hasty", "Mine", "Duna"} <= {row["alias"] for row in rows}
    assert rows[-1]["alias"] == "Hasty"
    assert rows[-1]["losses"] == rows[-1]["games"] == 2 * (len(rows) - 1)


def test_tables(played, capsys):
    def told(*words):
        code, out, err = run(capsys, "standings", played, "--at", MORNING, *words)
        assert (code, err) == (0, "")
        return out

    assert "round 1, 2027-02-01, training, sandbox" in told()
    assert "Games lost by a fault" in told()
    assert "ZeroDivisionError" not in told(), "what exactly happened is the teachers' to know"
    cross = json.loads(told("--cross", "--json"))
    against = {row["alias"]: row["against"] for row in cross}
    assert against["Sower"]["Hasty"]["score"] == "2-0-0"
    assert against["Hasty"]["Sower"]["score"] == "0-0-2"
    assert "2-0-0" in told("--cross")
    (hasty,) = (row for row in json.loads(told("--history", "--json")) if row["alias"] == "Hasty")
    assert [(each["round"], each["rank"]) for each in hasty["rounds"]] == [(1, len(cross))]
    assert told("--history").splitlines()[-1].split() == ["Hasty", str(len(cross))]
    kinds = [each["kind"] for each in json.loads(told("--notable", "--json"))]
    assert "first error" in kinds
    assert "01-01" not in told() + told("--cross") + told("--history") + told("--notable")
    code, _out, err = run(capsys, "standings", played, "--cross", "--history")
    assert (code, "at a time" in err) == (2, True)


def test_a_version_that_was_kept_is_checked_again_and_nothing_is_written(played, capsys):
    def written():
        with Store.open(played, load_course(played)) as store:
            return len(store.verdicts()), len(store.events())

    before = written()
    code, out, err = run(capsys, "check", played, "Rash")
    assert (code, err) == (1, "")
    assert out.startswith("Rash, version 1\n")
    assert "ZeroDivisionError" in out
    assert written() == before
    code, _out, err = run(capsys, "check", played, "Nobody")
    assert (code, "no player is called 'Nobody'; known: Sower, Hasty" in err) == (2, True)


def test_regret_against_perfect_play(played, capsys, monkeypatch):
    """What it is worked out from has tests of its own, and takes long without machine code."""
    known = {"01-01-1": Regret(0.5, 4, 1)}
    monkeypatch.setattr(regret, "regrets", lambda _counts: known)
    words = "standings", played, "--at", MORNING, "--regret"
    code, out, err = run(capsys, *words, "--json")
    rows = {row["alias"]: row for row in json.loads(out)}
    assert (code, err) == (0, "")
    assert [list(row) for row in rows.values()] == [[*FIELDS, "regret"]] * len(rows)
    assert rows["Hasty"]["regret"] is None, "it has never moved"
    assert rows["Sower"]["regret"] == {"mean": 0.5, "moves": 4, "wrong": 1}
    _code, out, _err = run(capsys, *words)
    assert any(" Sower " in line and "0.50" in line for line in out.splitlines())
    with Store.open(played, load_course(played)) as store:
        row = tables.table_of(store, store.round(1)).rows[0]
    assert tables.kept_row(row, known["01-01-1"])["regret"] == rows["Sower"]["regret"]


def test_the_champion_of_a_knockout(played, capsys):
    """The games of a round robin, read as those of a knockout: who wins the final is told."""
    course = load_course(played)
    with Store.open(played, course) as store:
        (round,) = store.rounds()
        rows = store.standings(round)
        knocked = Round(**{**values(round), "terms": {**round.terms, "system": KNOCKOUT}})
        champion = tables.champion(store, knocked)
        assert tables.champion(store, round) is None
        assert sheet_of(store, knocked, list, references=False).champion == champion
    assert champion in {row.told["alias"] for row in rows} - {"Hasty"}
    code, out, _err = run(capsys, "standings", played, "--at", MORNING)
    assert (code, "knockout" in out) == (0, False)


def test_games_that_are_the_same_are_told(played, capsys, monkeypatch):
    monkeypatch.setattr(Counts, "repeated", lambda _counts: {("a", "b"): 2, ("b", "a"): 1})
    _code, out, _err = run(capsys, "standings", played, "--at", MORNING)
    assert out.endswith("3 games are the same, move for move, as another of the same players\n")


def test_a_verdict_can_be_seen_again(played, capsys):
    code, out, _err = run(capsys, "again", played, 1, 1, "Hasty", "Sower", "--json")
    told = json.loads(out)
    assert (code, told["same"], told["again"]["reason"]) == (0, True, "crash")
    assert told["again"]["detail"] == told["kept"]["detail"]
    code, out, _err = run(capsys, "again", played, 1, 1, "Sower", "Duna")
    assert code == 0
    assert out.endswith("the same game\n")
    code, _out, err = run(capsys, "again", played, 1, 1, "Nobody", "Duna")
    assert (code, "no player named 'Nobody'" in err) == (2, True)


def test_the_time_of_a_player_in_his_games(played, capsys):
    code, out, err = run(capsys, "time", played, "1", "Sower", "--json")
    told = json.loads(out)
    assert (code, told["player"], told["slow"], err) == (0, "Sower", False, "")
    assert 0 < told["seconds"] < told["reference_seconds"]
    assert told["share"] == pytest.approx(told["seconds"] / told["reference_seconds"])
    code, _out, err = run(capsys, "time", played, "1", "Duna")
    assert (code, "no player named 'Duna'" in err) == (2, True), "references are not measured"


def test_a_course_by_itself(prepared, level, tmp_path, capsys):
    """A file in the watched folder, Monday's round and Tuesday's, which was missed; once more,
    and nothing is left to do."""
    folder = tmp_path / "course"
    shutil.copytree(prepared, folder)
    (tmp_path / "inbox").mkdir()
    (tmp_path / "inbox" / "wrong.py").write_text("x")
    ways = ["--once", "--inbox", tmp_path / "inbox", "--every", "0.01", "--at", "2027-02-02T21:00"]
    code, out, err = run(capsys, "run", folder, *ways)
    assert (code, err) == (0, "")
    assert "wrong.py: discarded" in out
    assert "round 1, 2027-02-01, training" in out
    assert "files checked before it: 3\n" in out
    assert out.count("Rash, not in the round") == 1, "it came on Monday"
    assert "round 2, 2027-02-02, training" in out
    assert out.index("round 1,") < out.index("round 2,")
    assert run(capsys, "run", folder, *ways) == (0, "", "")
    _code, out, _err = run(capsys, "standings", folder, "--unpublished", "--json")
    assert "Hasty" not in out, "disqualified in the first round, and not repaired"
    assert "Rash" not in out, "disqualified before it"


def test_a_folder_is_looked_at_while_files_are_checked(prepared, level, tmp_path, capsys):
    """A file's time is that of the first look, and a check may last beyond the closing hour."""
    folder = tmp_path / "course"
    shutil.copytree(prepared, folder)
    course = load_course(folder)
    with Store.open(folder, course) as store:
        season = Season(folder, course, store, lambda: local(MONDAY, 13))
        with Tools(season, tmp_path / "inbox") as tools:
            (tmp_path / "inbox" / "wrong.py").write_text("x")
            Loop(tools, 0.0, Chosen(level), IN_PROCESS, False).work()
    assert "wrong.py: discarded" in capsys.readouterr().out


def test_a_graded_round_wants_the_level_of_the_course(prepared, level, tmp_path, capsys):
    folder = tmp_path / "course"
    shutil.copytree(prepared, folder)
    course = load_course(folder)
    graded = course.calendar.graded[0]
    with Store.open(folder, course) as store:
        season = Season(folder, course, store, lambda: local(graded, 21))
        with pytest.raises(OptionError, match="needs a sandbox of level locked, here it is none"):
            season.open(graded, Chosen(Level.NONE))
        begun = season.open(graded, Chosen(Level.NONE, lower=True))
        assert begun is not None
        assert begun.terms["level"] == "none"
        with pytest.raises(OptionError, match="needs a sandbox of level locked"):
            season.review(graded, Chosen(Level.NONE))
        store.close_round(begun, season.clock(), [])
        over = season.open(graded, Chosen(Level.NONE))
        assert over is not None
        assert (over.number, over.state) == (begun.number, "done"), "it can be seen anywhere"
        assert season.review(graded, Chosen(Level.NONE)) is None
        with (
            season.alone(),
            pytest.raises(OptionError, match="another process plays"),
            Season(folder, course, store, season.clock).alone(),
        ):
            pass


def test_a_day_keeps_its_round_whatever_the_calendar_says_later(tmp_path):
    """It has another phase, or none at all: the round that has begun is gone on with, as the one
    that it began as."""
    rules = course(2, rounds={"openings": 1, "plies": 10})
    moved = replace(rules.calendar, training=(), graded=(MONDAY, MONDAY + DAY))
    free = replace(rules.calendar, holidays=(MONDAY,))
    with open_copy(tmp_path) as store:

        def season(table: CalendarTable) -> Season:
            told = replace(rules, calendar=table)
            return Season(tmp_path, told, store, lambda: local(MONDAY, 21))

        begun = season(rules.calendar).open(MONDAY, Chosen(Level.NONE))
        assert begun is not None
        for table in (moved, free):
            changed = season(table)
            assert changed.due() == [changed.day_of_round(MONDAY)] == [MONDAY]
            assert changed.review(MONDAY, Chosen(Level.NONE)) is None
            again = changed.open(MONDAY, Chosen(Level.NONE))
            assert again is not None
            assert (again.id, again.phase) == (begun.id, "training"), "no level is asked for"
            terms = begun.terms, store.entrants(begun)
            assert store.open_round(MONDAY, "graded", local(MONDAY, 21), *terms).id == begun.id
        store.close_round(begun, local(MONDAY, 21), [])
        assert season(moved).due() == season(free).due() == []
        assert len(store.rounds()) == 1


@pytest.mark.slow
def test_a_round_on_a_cluster_gives_the_same_table(prepared, played, tmp_path, capsys):
    folder = tmp_path / "course"
    shutil.copytree(prepared, folder)
    code, out, _err = run(capsys, "round", folder, "--at", EVENING, "--cluster", "local", "--json")
    assert code == 0
    assert json.loads(out)["games"] == 20
    ours, theirs = (
        run(capsys, "standings", each, "--unpublished", "--json") for each in (folder, played)
    )
    assert ours == theirs
