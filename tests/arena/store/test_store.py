"""What is written is there again, in both databases."""

import math
import random
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from itertools import product

import pytest
from sqlalchemy import func, select
from sqlalchemy.exc import OperationalError

from tablero.arena.handin.desk import Desk
from tablero.arena.rounds.keys import DRAWN, LOST, WON, GameKey
from tablero.arena.store.database import database_url, open_engine, retry, snapshot
from tablero.arena.store.journal import StoreJournal, record_of
from tablero.arena.store.kinds import keepable
from tablero.arena.store.models import Entrant, Event, Kind, State
from tablero.arena.store.store import TEACHER, Ruling
from tablero.errors import OptionError, OutsideError
from tablero.match.record import Record
from tablero.match.referee import Reason
from tests.arena.courses import MONDAY, alias_check, course, local, name

pytestmark = pytest.mark.plain

NOON = local(MONDAY, 12)
RULING = Ruling(Kind.DISQUALIFIED, "time", "game 3", "took 61 % of the time", "tablero check x.py")


def record(winner: int, **facts) -> Record:
    return Record("mancala11", "", "a", "b", ["0", "1"], winner, None, Reason.CRASH, **facts)


@pytest.fixture
def hand_in(store):
    """Hands in a file of pair 1."""

    def give(player=1, alias="Sower", data=b"x = 1", at=NOON, *rulings):
        desk = Desk(course(), store, alias_check(alias, *rulings))
        answer = desk.hand_in(name(1, player, MONDAY), data, at)
        assert answer.kept, answer.message
        return answer.upload

    return give


def test_every_version_is_kept(store, hand_in):
    texts = [b"one", "dos ñ".encode(), b"three \x00 zeros"]
    for text in texts:
        hand_in(data=text)
    hand_in(2, "Reaper")
    kept = [*map(store.file, store.kept())]
    assert [(each.player, each.version, each.data) for each in kept] == [
        (1, 1, texts[0]),
        (1, 2, texts[1]),
        (1, 3, texts[2]),
        (2, 1, b"x = 1"),
    ]
    newest = store.newest()
    assert {id: upload.version for id, upload in newest.items()} == {"01-01-1": 3, "01-01-2": 1}
    assert newest["01-01-1"].at == NOON
    assert newest["01-01-1"].day == MONDAY


def test_what_comes_later_is_not_in_the_round(store, hand_in):
    hand_in()
    hand_in(at=NOON + timedelta(hours=1))
    assert store.newest(NOON + timedelta(minutes=1))["01-01-1"].version == 1
    assert store.newest(NOON) == {}


def test_a_disqualified_version_is_repaired_by_the_next(store, hand_in):
    upload = hand_in()
    verdict = store.judge(RULING, upload, NOON)
    assert store.still_in() == {}
    assert (verdict.rule, verdict.place, verdict.evidence, verdict.command) == (
        "time",
        "game 3",
        "took 61 % of the time",
        "tablero check x.py",
    )
    hand_in()
    assert store.still_in()["01-01-1"].version == 2


def test_a_ban_takes_all_players_of_the_pair(store, hand_in):
    hand_in()
    upload = hand_in(2, "Reaper")
    store.judge(replace(RULING, kind=Kind.BANNED), upload, NOON)
    assert (store.still_in(), store.banned()) == ({}, {"01-01"})
    answer = Desk(course(), store, alias_check("Third")).hand_in(name(1, 3, MONDAY), b"x", NOON)
    assert (answer.kept, answer.message) == (False, "the pair is banned: no more files are taken")


def test_the_teacher_lifts_a_verdict_and_that_is_recorded(store, hand_in):
    verdict = store.judge(replace(RULING, kind=Kind.BANNED), hand_in(), NOON)
    store.lift(verdict.id, NOON + timedelta(days=1), TEACHER, "the machine was busy")
    assert (len(store.still_in()), store.banned()) == (1, set())
    (kept,) = store.verdicts()
    assert (kept.lifted_by, kept.lifted_reason) == (TEACHER, "the machine was busy")
    assert kept.lifted_at == NOON + timedelta(days=1)
    assert [(event.who, event.what) for event in store.events()] == [
        ("system", "coming"),
        ("01-01", "kept"),
        ("system", "banned"),
        (TEACHER, "lifted"),
    ]
    assert store.events()[-1].told["reason"] == "the machine was busy"
    with pytest.raises(OptionError, match=f"no verdict {verdict.id} that could be lifted"):
        store.lift(verdict.id, NOON, TEACHER, "again")


@pytest.fixture
def round_one(store, hand_in):
    upload = hand_in()
    who = [
        Entrant(player="01-01-1", alias="Sower", upload=upload.id, agent=None),
        Entrant(player="reference-1", alias="Alba", upload=None, agent="random"),
    ]
    return store.open_round(MONDAY, "training", NOON, {"depth": 2}, who)


def test_a_round_of_a_day_is_opened_once(store, round_one):
    again = store.open_round(MONDAY, "training", NOON + timedelta(hours=1), {"depth": 3}, [])
    assert (again.id, again.number, again.terms) == (round_one.id, 1, {"depth": 2})
    other = store.open_round(date(2027, 2, 2), "training", NOON, {}, [])
    assert (other.number, len(store.rounds())) == (2, 2)
    assert [entrant.alias for entrant in store.entrants(round_one)] == ["Sower", "Alba"]
    assert store.round(1).day == MONDAY
    with pytest.raises(OptionError, match="there is no round 7; known: 1, 2"):
        store.round(7)


def test_the_journal_is_the_store(store, round_one):
    journal = StoreJournal(store, round_one)
    keys = [
        GameKey("01-01-1", "reference-1", 1),
        GameKey("reference-1", "01-01-1", 1),
        GameKey("a", "b", 2),
    ]
    told = record(2, detail="half a letter \ud800 and \x00", scores=[1, None], times=[0.1, 1e-9])
    for key, game in zip(keys, [record(1), told, record(0)], strict=True):
        journal.write(key, game)
    assert StoreJournal(store, round_one).known() == {
        keys[0]: WON,
        keys[1]: LOST,
        keys[2]: DRAWN,
    }
    assert record_of(store.games(round_one)[2]) == told


def test_a_game_is_written_once(store, round_one):
    journal, key = StoreJournal(store, round_one), GameKey("a", "b", 1)
    journal.write(key, record(1))
    journal.write(key, record(2))
    journal.write_all([(key, record(0)), (GameKey("b", "a", 1), record(0))])
    assert journal.known() == {key: WON, ("b", "a", 1): DRAWN}


def test_games_come_in_the_same_order_whoever_wrote_first(store, round_one):
    keys = [GameKey(*key) for key in product("abc", "xyz", (1, 2))]
    journal, mixed = StoreJournal(store, round_one), keys.copy()
    random.Random(1).shuffle(mixed)
    assert mixed != keys
    for key in mixed:
        journal.write(key, record(0))
    found = [(game.first, game.second, game.opening) for game in store.games(round_one)]
    assert found == keys


def test_standings_are_a_snapshot(store, round_one):
    table = [
        {"id": "reference-1", "rank": 1, "rating": 12.5, "same_as": (), "high": math.inf},
        {"id": "01-01-1", "rank": 2, "rating": -3.25},
    ]
    store.close_round(round_one, NOON + timedelta(hours=9), table)
    store.close_round(round_one, NOON + timedelta(hours=10), [])
    rows = store.standings(round_one)
    assert [(row.player, row.rank) for row in rows] == [("reference-1", 1), ("01-01-1", 2)]
    assert rows[0].told == {"rating": 12.5, "same_as": [], "high": None}
    closed = store.round(1)
    assert (closed.state, closed.ended) == (State.DONE, NOON + timedelta(hours=9))


def test_instants_are_kept_to_the_microsecond(store):
    at = datetime(2027, 10, 31, 0, 30, 15, 123456, tzinfo=UTC)
    store.note(at, TEACHER, "thought", deep={"list": [1, 2.5, None, "ñ\ud800\x00"]})
    (event,) = store.events()
    assert event.at == at
    assert event.told == {"deep": {"list": [1, 2.5, None, "ñ\ud800\x00"]}}
    with pytest.raises(Exception, match="an instant needs a time zone"):
        store.note(datetime(2027, 1, 1), TEACHER, "thought")
    assert len(store.events()) == 1


def test_texts_that_no_database_can_keep(store, hand_in):
    store.judge(replace(RULING, evidence="NUL \x00, half \ud800, whole é"), hand_in(), NOON)
    assert store.verdicts()[0].evidence == "NUL ?, half ?, whole é"
    assert keepable("é") == "é"


def test_a_snapshot_does_not_see_what_comes_later(store):
    store.note(NOON, TEACHER, "thought")
    with snapshot(store.engine) as session:
        assert session.scalar(select(func.count()).select_from(Event)) == 1
        store.note(NOON, TEACHER, "thought again")
        assert session.scalar(select(func.count()).select_from(Event)) == 1
    assert len(store.events()) == 2


def test_whoever_finds_the_database_locked_tries_again():
    tries = []

    def attempt(message: str, failures: int) -> int:
        tries.append(message)
        if len(tries) <= failures:
            raise OperationalError("INSERT", {}, Exception(message))
        return len(tries)

    assert retry(lambda: attempt("database is locked", 2)) == 3
    tries.clear()
    with pytest.raises(OperationalError, match="disk I/O error"):
        retry(lambda: attempt("disk I/O error", 1))
    assert len(tries) == 1


def test_where_the_database_is(tmp_path, monkeypatch):
    monkeypatch.delenv("TABLERO_ARENA_DATABASE", raising=False)
    assert database_url(tmp_path, "").database == str(tmp_path / "arena.db")
    told = database_url(tmp_path, "postgresql://u:pw@h/n")
    assert told.drivername == "postgresql+psycopg"
    monkeypatch.setenv("TABLERO_ARENA_DATABASE", "sqlite:///other.db")
    assert database_url(tmp_path, "postgresql://u:pw@h/n").database == "other.db"
    monkeypatch.setenv("TABLERO_ARENA_DATABASE", "mysql://root:pw@h/n")
    with pytest.raises(OptionError, match="not 'mysql://…@h/n'") as error:
        database_url(tmp_path, "")
    assert "pw" not in str(error.value)


def test_a_database_that_cannot_be_reached(tmp_path):
    nowhere = f"postgresql://someone:pw@/x?host={tmp_path}"
    with pytest.raises(OutsideError, match="cannot open the database") as error:
        open_engine(database_url(tmp_path, nowhere))
    assert "pw" not in str(error.value)
    assert "\n" not in str(error.value)
    with pytest.raises(OutsideError, match="cannot open the database"):
        open_engine(database_url(tmp_path / "no" / "such", ""))
    (tmp_path / "arena.db").write_text("this is no database, and that is that" * 100)
    with pytest.raises(OutsideError, match="cannot open the database"):
        open_engine(database_url(tmp_path, ""))
