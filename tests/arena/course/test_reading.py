"""Course files: the default in both languages, and everything that can be wrong in one."""

import re
from dataclasses import replace
from datetime import date, datetime, time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablero.arena.course import load_course, read_course
from tablero.arena.course.default import (
    default_text,
    new_pair,
    next_monday,
    teacher_table,
    write_course,
)
from tablero.arena.course.keys import NOBODYS_HASH, hashed, is_hash, new_secret, verifies
from tablero.arena.course.model import Pairing
from tablero.arena.course.names import parse_pattern
from tablero.errors import OptionError, OutsideError, TableroError
from tablero.locale import LANGUAGES, speaking
from tests.arena.courses import CHEAP, MONDAY, course, paper

pytestmark = pytest.mark.plain

TEXT = default_text(MONDAY, "Europe/Madrid", [new_pair(1, 1, 2).table(CHEAP)])


def test_the_papers_course():
    """Third paper: Mancala11, depth 2, three players a pair, five references that are worth 1/2,
    1, 2, 3 and 4 points, one point more for the first five; 1, 2 or 3 points for the whole
    training phase, one lost in the whole graded phase; 50 % of good's time at depth 4."""
    told = paper()
    assert (told.game.rules, told.game.depth, told.names.players) == ("mancala11", 2, 3)
    assert told.names.pattern.example() == "grupoGGparejaPPNccDDMM.py"
    assert (len(told.references), told.points.references) == (5, (0.5, 1, 2, 3, 4))
    assert (told.points.places, told.points.place) == (5, 1)
    assert (told.points.training_phase, told.points.training) == ((1, 2, 3), None)
    assert (told.points.absent_phase, told.points.absent) == (1, None)
    assert (told.limits.time_share, told.limits.time_agent) == (0.5, "good(depth=4)")
    assert told.rounds.pairing == Pairing.ROUND_ROBIN
    assert told.calendar.opens == datetime(2027, 2, 1)
    assert told.calendar.closes == time(20)
    assert told.calendar.training == (date(2027, 2, 1), date(2027, 2, 12))


def test_both_languages_tell_the_same_course():
    told = {}
    for language in LANGUAGES:
        with speaking(language):
            text = default_text(MONDAY, "Europe/Madrid")
        told[language] = [re.sub(r"\s*#.*", "", line) for line in text.splitlines()]
        told[language] = [line for line in told[language] if line]
    assert told["en"][0] != told["es"][0]
    assert told["en"][1:] == told["es"][1:]
    assert len(told["en"]) > 50


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_key_of_the_default_is_explained(language):
    with speaking(language):
        text = default_text(MONDAY, "Europe/Madrid")
    keys = re.findall(r"^(\w+) = .*$", text, re.MULTILINE)
    explained = re.findall(r"^(\w+) = .*  # \S.*$", text, re.MULTILINE)
    assert {*keys} - {*explained} == {
        "title", "pattern", "zone", "database", "password", "alias", "agent",
    }  # fmt: skip


PHASE, ABSENT = "training_phase = [1, 2, 3]", "absent_phase = 1"
"""Keys of the default file."""


def test_a_file_of_an_older_version_keeps_its_points_per_day():
    """Files that `tablero arena init` wrote had these two keys, which are per day."""
    older = TEXT.replace(PHASE, "training = [1, 2, 3]").replace(ABSENT, "absent = 1")
    told = read_course(older).points
    assert (told.training, told.absent) == ((1, 2, 3), 1)


def test_without_a_key_the_points_are_the_papers():
    told = read_course(TEXT.replace(PHASE, "").replace(ABSENT, "")).points
    assert (told.training_phase, told.training) == ((1, 2, 3), None)
    assert (told.absent_phase, told.absent) == (1, None)


WRONG = {
    ("depth = 2 ", "depth = 0 "): "game.depth must be a whole number from 1 to 20, not 0",
    ("depth = 2 ", 'depth = "2" '): "game.depth must be a whole number, not '2'",
    ("depth = 2 ", "depth = 2.0 "): "game.depth must be a whole number, not 2.0",
    ("depth = 2 ", "depth = true "): "game.depth must be a whole number, not True",
    ("depth = 2 ", "deep = 2 "): "unknown key game.deep; known here: rules, depth, tracks",
    ("[game]", "[gmae]"): "unknown key gmae; known here: title, game",
    ('rules = "mancala11"', ""): "game.rules is missing",
    ('rules = "mancala11"', 'rules = "mancala12"'): "game.rules: no game named 'mancala12'",
    ('rules = "mancala11"', 'rules = "mancala11(pits=3)"'): "game.rules: no option named 'pits'",
    ('rules = "mancala11"', 'rules = "evil.py"'): "game.rules: expected a game by name, not a",
    ('rules = "mancala11"', 'rules = "kalah"'): "limits.time_agent: good needs an evaluation na",
    ('["evaluation"]', '["evaluations"]'): "game.tracks must be of evaluation, agent, not 'eval",
    ('["evaluation"]', '["agent", "agent"]'): "game.tracks has agent twice",
    ('["evaluation"]', "[]"): "game.tracks must name at least one of evaluation, agent",
    ('["evaluation"]', "[1]"): "game.tracks[1] must be a text, not 1",
    ('["evaluation"]', '"evaluation"'): "game.tracks must be a list, not 'evaluation'",
    (
        "{secret:2}",
        "",
    ): "names.pattern: the pattern 'grupo{group:2}pareja{pair:2}{player:1}{day:2}",
    ("players = 3 ", "players = 10 "): "names.players must be 9 or less to fit into the pattern",
    ('zone = "Europe/Madrid"', 'zone = "Madrid"'): "calendar.zone must be a time zone like Europe",
    ('zone = "Europe/Madrid"', 'zone = "../etc"'): "calendar.zone must be a time zone like Europe",
    ("closes = 20:00:00", "closes = 20"): "calendar.closes must be a time like 20:00:00, not 20",
    ("closes = 20:00:00", 'closes = "8"'): "calendar.closes must be a time like 20:00:00, not '8'",
    ("opens = 2027-02-01T", "opens = 2027-02-02T"): "calendar.opens must be 2027-02-01 or earlier",
    ("T00:00:00 ", "T00:00:00Z "): "calendar.opens must be a day and time like 2027-02-01T09:00",
    ("[2027-02-01, ", "[2027-02-13, "): "calendar.training must be the first and the last day",
    ("[2027-02-15, ", "[2027-02-12, "): "calendar.graded must begin after calendar.training ends",
    ("[2027-02-15, ", "[2027-02-15, 2027-02-15, "): "calendar.graded must be the first and the l",
    ('"saturday", ', '"saturn", '): "calendar.weekend must be of monday, tuesday, wednesday",
    (
        "holidays = []",
        "holidays = [1]",
    ): "calendar.holidays[1] must be a date like 2027-02-01, not",
    (
        'weekend = ["saturday", "sunday"]',
        'weekend = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]',
    ): "calendar: all days are of the weekend or holidays: no round is played",
    ('"roundrobin" ', '"league" '): "rounds.pairing must be one of roundrobin, swiss, gauntlet",
    ("openings = 20", "openings = 0"): "rounds.openings must be a whole number from 1 to 1000",
    ('sandbox = "locked"', 'sandbox = "jail"'): "rounds.sandbox must be one of none, limits, lock",
    ('entry = "regular"', 'entry = "ordinary"'): "rounds.entry: no agent named 'ordinary'",
    ("time_share = 0.5", "time_share = nan"): "limits.time_share must be a number, not nan",
    ("time_share = 0.5", "time_share = 0"): "limits.time_share must be a number from 0.01 to 100",
    (PHASE, "training_phase = [3, 2, 1]"): "points.training_phase must not fall: more cannot be",
    (PHASE, "training = [3, 2, 1]"): "points.training must not fall: more cannot be worth less",
    (PHASE, "training = 3"): "points.training must be a list, not 3",
    (PHASE, 'training = ["3"]'): "points.training[1] must be a number, not '3'",
    (PHASE, f"{PHASE}\ntraining = [1]"): "points.training and points.training_phase exclude each",
    (ABSENT, f"absent = 1\n{ABSENT}"): "points.absent and points.absent_phase exclude each other",
    (ABSENT, "absent = -1"): "points.absent must be a number from 0 to 1000, not -1",
    (ABSENT, "absent_phase = 1001"): "points.absent_phase must be a number from 0 to 1000, not 10",
    ("[0.5, 1, 2, 3, 4]", "[1, 2]"): "points.references needs a number for each of the 5 refere",
    ('beats = "points"', 'beats = "luck"'): "points.beats must be one of points, both seats, pla",
    ("least = 0 ", "least = 2000 "): "points.least must be points.most or less, not 2000 above",
    ('alias = "Bruma"', 'alias = "alba"'): "references has alba twice",
    (
        'alias = "Bruma"',
        'alias = " "',
    ): "references[2].alias: an alias has 1 to 32 printable signs",
    ('agent = "regular(depth=2)"', ""): "references[2] must have one of agent and file",
    ('agent = "regular(depth=2)"', 'agent = "./run.sh"'): "references[2].agent must be an agent",
    ('agent = "regular(depth=2)"', 'agent = "program(./x)"'): "references[2].agent must be an ag",
    (
        'agent = "regular(depth=2)"',
        'agent = "regular(depth=0)"',
    ): "references[2].agent: option depth",
    ('agent = "regular(depth=2)"', 'file = "../x.py"'): "references[2].file must be a path below",
    ('agent = "regular(depth=2)"', 'file = "/x.py"'): "references[2].file must be a path below",
    ("pair = 1\n", "pair = 100\n"): "pairs[1].pair must have 2 digits or fewer, not 100",
    ("pair = 1\n", "pair = -1\n"): "pairs[1].pair must be a whole number from 0 to 9999, not -1",
    ("pair = 1\n", ""): "pairs[1].pair is missing",
    ("pair = 1\nsecret = ", 'pair = 1\nsecret = "ab"\nold = '): "unknown key pairs[1].old",
    ("[store]", "[store"): "is no TOML",
    ("pair = 1\n", f"pair = {'1' * 5000}\n"): "is no TOML",
}


@pytest.mark.parametrize("change", WRONG, ids=lambda change: change[1][:60] or f"no {change[0]}")
def test_one_line_names_the_key_and_what_would_be_right(change):
    before, after = change
    assert before in TEXT
    with pytest.raises(OptionError) as error:
        read_course(TEXT.replace(before, after, 1), "my/course.toml")
    assert str(error.value).startswith("my/course.toml")
    assert WRONG[change] in str(error.value)
    assert "\n" not in str(error.value)


def test_secrets_are_not_kept_in_clear():
    plain = re.sub(r'secret = ".*"', 'secret = "ab"', TEXT)
    with pytest.raises(OptionError, match=r"pairs\[1\].secret must be a hash"):
        read_course(plain)


def test_the_same_pair_twice():
    table = new_pair(1, 1, 2).table(CHEAP)
    with pytest.raises(OptionError, match="pairs has 01-01 twice"):
        read_course(TEXT + table)


@given(st.text(max_size=60), st.integers(0, len(TEXT)))
def test_no_text_does_more_than_be_refused(noise, place):
    message = ""
    try:
        read_course(TEXT[:place] + noise + TEXT[place:])
    except OptionError as error:
        message = str(error)
    assert "\n" not in message


def test_a_directory_without_a_course(tmp_path):
    with pytest.raises(OutsideError, match=r"there is no course.toml; tablero arena init"):
        load_course(tmp_path)
    (tmp_path / "course.toml").write_bytes(b"title = '\xff'")
    with pytest.raises(OptionError, match="byte 9 is not UTF-8"):
        load_course(tmp_path)
    (tmp_path / "course.toml").write_bytes(b"#" * (5 << 20))
    with pytest.raises(TableroError, match="too large"):
        load_course(tmp_path)


def test_files_of_references_have_to_be_there(tmp_path):
    text = TEXT.replace('agent = "regular(depth=2)"', 'file = "references/b.py"')
    (tmp_path / "course.toml").write_text("\ufeff" + text, encoding="utf-8")
    with pytest.raises(OptionError, match=r"references\[2\].file: there is no .*references/b.py"):
        load_course(tmp_path)
    (tmp_path / "references").mkdir()
    (tmp_path / "references" / "b.py").write_text("")
    assert load_course(tmp_path).references[1].file == "references/b.py"


def test_a_new_course_is_never_written_over_another(tmp_path):
    folder = tmp_path / "new"
    pair = new_pair(1, 1, 2)
    write_course(folder, MONDAY, "Europe/Madrid", [pair])
    written = (folder / "course.toml").read_bytes()
    told = load_course(folder)
    assert verifies(pair.secret, told.pairs[0].secret)
    assert verifies(pair.password, told.pairs[0].password)
    assert (
        pair.secret.encode() not in re.findall(rb'secret = ".*"', written)[0][-len(pair.secret) :]
    )
    assert (folder / "secrets.csv").read_text().splitlines() == [
        "group,pair,secret,password",
        f"1,1,{pair.secret},{pair.password}",
    ]
    assert (folder.stat().st_mode & 0o777, (folder / "secrets.csv").stat().st_mode & 0o777) == (
        0o700,
        0o600,
    )
    with pytest.raises(OutsideError, match="exists already; nothing was written"):
        write_course(folder, MONDAY, "Europe/Madrid", [])
    assert (folder / "course.toml").read_bytes() == written
    (tmp_path / "empty").mkdir()
    with pytest.raises(OutsideError, match="exists already"):
        write_course(tmp_path / "empty", MONDAY, "Europe/Madrid", [])


def test_hashes():
    kept = hashed("k7", CHEAP)
    assert is_hash(kept)
    assert verifies("k7", kept)
    assert not verifies("k8", kept)
    assert not verifies("", kept)
    assert hashed("k7", CHEAP) != kept
    assert not any(is_hash(text) for text in ("", "k7", kept + "0", kept.replace("$1$", "$99$")))
    assert not verifies("k7", "k7")
    assert len({new_secret(12) for _time in range(100)}) == 100


def test_what_somebody_signs_in_with():
    ours = course(1)
    pair = ours.pairs[0]
    assert ours.key_of(pair) == "", "two signs are too few"
    with_password = replace(pair, password=hashed("long enough", CHEAP))
    assert verifies("long enough", ours.key_of(with_password))
    pattern = parse_pattern("g{group:2}p{pair:2}{player:1}{secret:9}.py")
    longer = replace(ours, names=replace(ours.names, pattern=pattern))
    assert longer.key_of(pair) == pair.secret
    assert is_hash(NOBODYS_HASH)
    assert not verifies("", NOBODYS_HASH)


def test_the_teachers_password():
    text = default_text(MONDAY, "Europe/Madrid", teacher=teacher_table("mine", CHEAP))
    assert verifies("mine", read_course(text).teacher.password)
    assert read_course(default_text(MONDAY, "Europe/Madrid")).teacher.password == ""
    with pytest.raises(OptionError, match=r"teacher.password must be a hash that tablero arena"):
        read_course(re.sub('(?s)(.teacher.\npassword = ").*?"', r'\1mine"', text))


def test_the_next_monday():
    assert [next_monday(date(2027, 2, day)).day for day in (1, 2, 7, 8, 9)] == [1, 8, 8, 8, 15]
