"""What anybody may ask of an arena, and what nobody is told."""

import json
import threading
import time
from dataclasses import replace

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, settings

from tablero.arena.course.model import Live
from tablero.arena.rounds.keys import outcome_of
from tablero.arena.season.notables import keep_notable
from tablero.arena.season.tables import Listed
from tablero.arena.standings.counts import count
from tablero.arena.standings.ranking import standings
from tablero.arena.store.journal import record_of
from tablero.arena.store.models import Round
from tablero.match.reading import parse_record
from tablero.match.record import positions
from tablero.web.arena.later import Later
from tablero.web.arena.live import may_be_watched
from tablero.web.arena.public import Public
from tablero.web.schema import schema
from tests.web.arenas import OPENINGS, REGRET, STUDENTS, TITLE, make, morning, secrets
from tests.web.live import serving

pytestmark = pytest.mark.plain

API = schemathesis.openapi.from_dict(json.loads(schema())).include(path_regex="^/api/arena/")
PLAYERS = 5
GAMES = PLAYERS * (PLAYERS - 1) * OPENINGS
ALIASES = {"Alba", "Bruma", *(alias for alias, _one in STUDENTS)}


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    found = make(tmp_path_factory.mktemp("arena"))
    yield found
    found.store.close()


@pytest.fixture(scope="module")
def asking(made):
    public = Public(made.course, made.store, made.clock)
    with serving(workers=0, arena=public) as found, found.client() as client:
        yield client


def ask(client: httpx.Client, path: str):
    answer = client.get(f"/api/arena/{path}")
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_the_course(asking):
    told = ask(asking, "course")
    assert (told["title"], told["game"], told["depth"]) == (TITLE, "mancala11", 2)
    assert told["tracks"] == ["evaluation"]
    assert (told["day"], told["phase"]) == ("2027-02-03", "training")
    assert told["closes"] == "2027-02-03T19:00:00Z"
    assert [(each["number"], each["day"]) for each in told["rounds"]] == [
        (1, "2027-02-01"),
        (2, "2027-02-02"),
    ]
    assert {each["games"] for each in told["rounds"]} == {GAMES}
    assert told["copied"] is None


def test_the_standings_are_those_that_were_kept(asking, made):
    told = ask(asking, "rounds/1")
    kept = made.store.standings(made.store.round(1))
    assert [row["rank"] for row in told["rows"]] == [1, 2, 3, 4, 5]
    assert {row["alias"] for row in told["rows"]} == ALIASES
    for row, standing in zip(told["rows"], kept, strict=True):
        assert {key: row[key] for key in standing.told} == standing.told
        assert row["wins"] + row["draws"] + row["losses"] == row["games"] == 2 * 4 * OPENINGS
        assert row["reference"] is None


def test_the_cross_table_counts_every_game_once(asking, made):
    told = ask(asking, "rounds/1")
    rows, cross = told["rows"], told["cross"]
    for one, (row, cells) in enumerate(zip(rows, cross, strict=True)):
        assert cells[one] is None
        others = [cell for cell in cells if cell]
        assert [sum(cell["started"]) for cell in others] == [OPENINGS] * 4
        summed = [sum(cell[seat][n] for cell in others for seat in cell) for n in range(3)]
        assert summed == [row["wins"], row["draws"], row["losses"]]
        for other, cell in enumerate(cells):
            if cell:
                assert cell["started"] == cross[other][one]["answered"][::-1]


def test_games_of_a_cell_and_a_whole_game(asking, made):
    rows = ask(asking, "rounds/1")["rows"]
    kept = {
        (row.first, row.second, row.opening): row for row in made.store.games(made.store.round(1))
    }
    ids = {row.rank: row.player for row in made.store.standings(made.store.round(1))}
    games = ask(asking, "rounds/1/games/1/2")["games"]
    assert games == ask(asking, "rounds/1/games/2/1")["games"]
    assert len(games) == 2 * OPENINGS
    for game in games:
        whole = ask(asking, f"rounds/1/games/{game['first']}/{game['second']}/{game['opening']}")
        record = record_of(kept[ids[game["first"]], ids[game["second"]], game["opening"]])
        assert whole["game"] == game
        assert (whole["moves"], whole["margin"]) == (record.moves, record.margin)
        assert whole["first"] == rows[game["first"] - 1]["alias"]
        assert whole["drawn"] == record.opening
        assert len(whole["times"]) == len(record.moves) - record.opening
        turns = [place.turn() for place, move in positions(record) if move is not None]
        assert [mover - 1 for mover in whole["movers"]] == turns
        read = parse_record(whole["record"])
        assert (read.first, read.second) == (whole["first"], whole["second"])
        assert outcome_of(read) == outcome_of(record)


def test_faults_and_notable_games(asking):
    told = ask(asking, "rounds/1")
    (broken,) = (row for row in told["rows"] if row["alias"] == "cometa/../x")
    assert told["faults"] == [
        {"rank": broken["rank"], "reason": "crash", "games": broken["games"]}
    ]
    while (notable := ask(asking, "rounds/1/notable")["games"]) is None:
        time.sleep(0.1)
    assert "first error" in {each["kind"] for each in notable}
    assert "shortest win" in {each["kind"] for each in notable}
    (error,) = (each["game"] for each in notable if each["kind"] == "first error")
    assert broken["rank"] in (error["first"], error["second"])
    assert error["winner"] == (2 if error["first"] == broken["rank"] else 1)


def test_the_history_of_everybody(asking):
    told = ask(asking, "history")
    assert {each["alias"] for each in told["players"]} == ALIASES
    for player in told["players"]:
        assert [place["round"] for place in player["places"]] == [1, 2]
        for place in player["places"]:
            row = ask(asking, f"rounds/{place['round']}")["rows"][place["rank"] - 1]
            assert row["alias"] == player["alias"]
            assert place["points"] == row["wins"] + row["draws"] / 2
            assert place["rating"] == row["rating"]


def test_a_round_under_way_tells_no_results(asking, made):
    told = ask(asking, "progress")
    assert (told["state"], told["number"], told["players"]) == ("playing", 3, PLAYERS)
    assert (told["done"], told["total"]) == (7, GAMES)
    assert told["publishes"] == "2027-02-04T07:00:00Z"
    assert len(told["last"]) == 7
    assert {key for game in told["last"] for key in game} == {"first", "second", "opening"}
    for path in ("rounds/3", "rounds/3/notable", "rounds/3/games/1/2", "rounds/3/games/1/2/1"):
        assert asking.get(f"/api/arena/{path}").status_code == 404


def test_who_meets_whom_is_not_told_where_it_says_who_has_won(made):
    public, number = Public(made.course, made.store, made.clock), made.store.round(3).id
    for name, total in (("knockout", None), ("swiss", None), ("roundrobin", 3 * GAMES)):
        with made.store.write() as session:
            options = {"stages": 2} if name == "swiss" else {}
            system = {"name": name, "openings": 3 * OPENINGS, **options}
            session.get_one(Round, number).terms = {"system": system}
        told = public.progress()
        assert (told.total, len(told.last)) == (total, 0 if total is None else 7)
    with made.store.write() as session:
        session.get_one(Round, number).terms = {"system": {**system, "openings": OPENINGS}}


def test_regret_is_told_where_it_was_kept(asking):
    lost = [row["regret"] for row in ask(asking, "rounds/1")["rows"]]
    assert lost == [REGRET, *[None] * (PLAYERS - 1)]


def test_games_that_are_the_same_are_counted(made):
    round = made.store.round(2)
    sheet = Public(made.course, made.store, made.clock)._sheet(round)
    games, records = sheet.load(), map(record_of, made.store.games(round))
    counts = count([*map(Listed.of, made.store.entrants(round))], records)
    known = sum(counts.repeated().values())
    assert sheet.told().repeated == known
    sheet.load = lambda: [*games, games[-1]._replace(opening=99)]
    assert sheet.told().repeated == known + 1


@pytest.mark.parametrize(
    ("shown", "phase", "seen"),
    [
        (Live.NONE, "training", False),
        (Live.TRAINING, "training", True),
        (Live.TRAINING, "graded", False),
        (Live.ALL, "graded", True),
    ],
)
def test_games_are_watched_before_publication_only_where_the_course_says_so(
    made, shown, phase, seen
):
    course = replace(made.course, rounds=replace(made.course.rounds, live=shown))
    round = made.store.round(3)
    round.phase = phase
    assert may_be_watched(course, round) == seen


def test_the_usual_course_shows_no_game_before_its_hour(asking):
    assert ask(asking, "live") == {"shown": False, "games": []}


def test_games_that_have_just_ended(made):
    course = replace(made.course, rounds=replace(made.course.rounds, live=Live.TRAINING))
    public = Public(course, made.store, made.clock)
    told = public.live()
    assert told.shown
    assert len(told.games) == 7
    last = public.progress().last
    assert [(each.first, each.second, each.opening) for each in told.games] == [
        (each.first, each.second, each.opening) for each in last
    ]
    rows = made.store.games(made.store.round(3))
    assert sorted(each.moves for each in told.games) == sorted(row.record["moves"] for row in rows)
    leaks = [secret for secret in secrets() if secret in told.model_dump_json()]
    assert leaks == []


def test_a_round_that_is_over_is_not_watched_any_more(tmp_path):
    made = make(tmp_path)
    course = replace(made.course, rounds=replace(made.course.rounds, live=Live.ALL))
    public = Public(course, made.store, made.clock)
    assert public.live().games
    made.store.close_round(made.store.round(3), morning(2), [])
    assert public.live().games == []
    made.store.close()


def test_notable_games_that_were_kept_are_those_that_would_be_found(made):
    public = Public(made.course, made.store, made.clock)
    found = public.notable(2, wait=True)
    assert found.games
    round = made.store.round(2)
    records = [record_of(row) for row in made.store.games(round)]
    listed = [Listed.of(each) for each in made.store.entrants(round)]
    keep_notable(made.store, round, standings(listed, records), made.now)
    kept = Public(made.course, made.store, made.clock).notable(2)
    assert kept == found


def test_nobody_waits_for_what_takes_long():
    later: Later[str] = Later()
    open_door = threading.Event()

    def find() -> str:
        assert open_door.wait(60)
        return "found"

    assert later.ask(1, find) is None
    assert later.ask(1, find) is None
    open_door.set()
    assert later.ask(1, find, wait=True) == "found"
    assert later.ask(1, lambda: "again") == "found"


def test_results_are_told_from_the_hour_of_publication_on(tmp_path):
    made = make(tmp_path)
    public = Public(made.course, made.store, made.clock)
    made.now = morning(1).replace(hour=7, minute=59)
    assert public.rounds() == []
    made.now = morning(1)
    assert [each.number for each in public.rounds()] == [1]
    told = public.progress()
    assert (told.state, told.number) == ("playing", 3)
    made.store.close_round(made.store.round(3), morning(2), [])
    told = public.progress()
    assert (told.state, told.done, told.total, told.last) == ("waiting", 7, 7, [])
    made.now = morning(3)
    assert public.progress().state == "none"
    made.store.close()


def test_references_are_marked_only_where_the_teacher_says_so(made):
    rows = Public(made.course, made.store, made.clock, references=True).round_told(1).rows
    assert {row.alias for row in rows if row.reference} == {"Alba", "Bruma"}
    assert {row.reference for row in rows} == {True, False}


ADDRESSES = ("course", "progress", "live", "history", "rounds/1", "rounds/1/notable", "rounds/2")


def everything(client: httpx.Client) -> list[str]:
    """All that can be read."""
    pairs = [(one, other) for one in range(1, 6) for other in range(1, 6) if one != other]
    cells = [f"rounds/1/games/{one}/{other}" for one, other in pairs]
    whole = [f"{cell}/{opening}" for cell in cells for opening in (1, 2)]
    return [
        json.dumps(ask(client, path), ensure_ascii=False) for path in (*ADDRESSES, *cells, *whole)
    ]


def test_nobody_is_told_who_somebody_is(asking, made):
    """Neither names nor ids, secrets, files, nor what exactly went wrong."""
    answers = everything(asking)
    assert len(answers) == len(ADDRESSES) + 20 + 40
    leaks = [
        (secret, answer[:200]) for answer in answers for secret in secrets() if secret in answer
    ]
    assert leaks == []
    kept = json.dumps([row.record for row in made.store.games(made.store.round(1))])
    assert "02-09" in kept
    assert "pareja" in kept


WRONG = (
    "rounds/0", "rounds/9", "rounds/x", "rounds/1/games/1/1", "rounds/1/games/1/6",
    "rounds/1/games/0/1", "rounds/1/games/1/2/3", "rounds/1/games/01-07-1/2",
    "rounds/99999999999999999999", "uploads", "pairs", "rounds/1/games/1/2/1/x", "../course.toml",
)  # fmt: skip


@pytest.mark.parametrize("path", WRONG)
def test_what_is_not_there_is_refused_in_one_line(asking, path):
    answer = asking.get(f"/api/arena/{path}")
    assert answer.status_code in (404, 422)
    assert set(answer.json()) == {"detail"}
    assert not [secret for secret in secrets() if secret in answer.text and secret not in path]


def test_without_an_arena_there_is_none(client):
    assert client.get("/api/catalogue").json()["arena"] is False
    for path in ADDRESSES:
        answer = client.get(f"/api/arena/{path}")
        assert answer.status_code == 404
        assert set(answer.json()) == {"detail"}


def test_the_catalogue_says_that_there_is_one(asking):
    assert asking.get("/api/catalogue").json()["arena"] is True


def test_a_database_that_does_not_answer(tmp_path):
    made = make(tmp_path)
    public = Public(made.course, made.store, made.clock)
    with made.store.engine.begin() as connection:
        connection.exec_driver_sql("ALTER TABLE rounds RENAME TO gone")
    with serving(workers=0, arena=public) as found, found.client("es") as client:
        answer = client.get("/api/arena/course")
    made.store.close()
    assert answer.status_code == 429
    assert "base de datos" in answer.json()["detail"]


@API.parametrize()
@settings(max_examples=25, suppress_health_check=list(HealthCheck))
def test_nothing_makes_it_fail(case, asking):
    response = case.call(base_url=str(asking.base_url), headers={"host": "localhost"})
    assert response.status_code < 500
    if response.status_code >= 400:
        assert set(response.json()) == {"detail"}
    else:
        case.operation.validate_response(response)
