"""No question whatever makes the server fail."""

import json

import pytest
import schemathesis
from hypothesis import HealthCheck, settings

from tablero.web.schema import schema

pytestmark = pytest.mark.plain

API = schemathesis.openapi.from_dict(json.loads(schema())).exclude(path="/api/events")

SEARCH = {"depth": 1000, "algorithm": "minimax"}
HOSTILE = [
    {"kind": "analyse", "line": {"game": "quarry(side=1000000)"}},
    {"kind": "analyse", "line": {"game": "quarry(dimensions=100,side=5)"}, "seconds": 0.1},
    {"kind": "analyse", "line": {"game": "connect4(columns=31,rows=1)"}, "seconds": 0.1},
    {"kind": "analyse", "line": {"game": "connect4(columns=1,rows=61)"}, "seconds": 0.1},
    {"kind": "analyse", "line": {"game": "kalah(pits=1,seeds=100000)"}, "seconds": 0.1},
    {"kind": "analyse", "line": {"game": "kalah(pits=31,seeds=1)"}, "seconds": 0.1},
    {"kind": "analyse", "line": {"game": "kalah(pits=8,seeds=7)"}, "seconds": 0.1},
    {"kind": "choose", "line": {"game": "quarry(side=1000000)"}, "agent": "random"},
    {"kind": "choose", "line": {"game": "connect4"}, "agent": "mcts(simulations=1000000000)"},
    {"kind": "choose", "line": {"game": "connect4"}, "agent": "mcts(exploration=nan)"},
    {
        "kind": "choose",
        "line": {"game": "connect4"},
        "agent": "minimax(depth=1000)",
        "seconds": 0.1,
    },
    {"kind": "choose", "line": {"game": "connect4"}, "agent": "random", "seed": 1 << 60},
    {"kind": "count", "line": {"game": "quarry(side=1000)"}, "depth": 60},
    {"kind": "grow", "line": {"game": "connect4"}, "search": SEARCH, "nodes": 100},
    {"kind": "explain", "grow": {"line": {"game": "connect4"}, "search": {}}, "node": 99_999},
    {"kind": "review", "line": {"game": "connect4", "moves": ["1"] * 1000}},
    {"kind": "review", "line": {"game": "mancala11", "moves": ["1"] * 1001}},
    {"kind": "choose", "line": {"game": "connect4"}, "agent": "(" * 300},
    {"kind": "choose", "line": {"game": "connect4"}, "agent": "a" * 301},
    {"kind": "choose", "line": {"game": "\u202e\x00\n", "start": "\x1b["}, "agent": "\x7f"},
]


@API.parametrize()
@settings(max_examples=25, suppress_health_check=list(HealthCheck))
def test_nothing_makes_it_fail(case, client):
    """Whatever comes back has the form that the schema promises."""
    token = {"x-tablero-token": client.headers["x-tablero-token"], "host": "localhost"}
    response = case.call(base_url=str(client.base_url), headers=token)
    assert response.status_code < 500
    if response.status_code >= 400:
        assert set(response.json()) == {"detail"}
    elif response.content:
        case.operation.validate_response(response)


@pytest.mark.parametrize("job", HOSTILE, ids=lambda job: str(job)[:60])
def test_hostile_jobs_are_refused_or_come_to_an_end(tab, job):
    """Those that have no time to themselves are cancelled. One line says what is wrong."""
    answer = tab.client.post("/api/jobs", json={"tab": tab.name, "job": job})
    if answer.status_code != 202:
        assert answer.status_code in (400, 422, 429), answer.text
        check_problem(answer.json()["detail"])
        return
    number = answer.json()["job"]
    if "seconds" not in job:
        tab.client.delete(f"/api/jobs/{number}")
    end = tab.events(number)[-1]
    assert "seconds" not in job or end["state"] in ("done", "failed")
    if end["state"] == "failed":
        check_problem(end["problem"])


def check_problem(told: str) -> None:
    assert 0 < len(told) <= 1000
    assert "Traceback" not in told
    assert len(told.splitlines()) == 1


@pytest.mark.parametrize(
    "body",
    [
        {"game": "connect4", "moves": ["1"] * 1001},
        {"game": "connect4", "moves": ["1" * 25]},
        {"game": "connect4", "moves": [1]},
        {"game": "connect4", "since": -1},
        {"game": "connect4", "since": 1e300},
        {"game": "connect4", "start": "1" * 301},
        {"game": ["connect4"]},
        {"game": "connect4", "colour": "red"},
        {"game": "connect4\ud800"},
        {},
    ],
    ids=lambda body: str(body)[:40].encode("ascii", "replace").decode(),
)
def test_malformed_lines(client, body):
    answer = client.post(
        "/api/line", content=json.dumps(body), headers={"content-type": "application/json"}
    )
    assert answer.status_code == 422
    assert answer.json()["detail"]


@pytest.mark.parametrize("path", ["/api", "/api/", "/api/jobs", "/api/line", "/api/games", "/x"])
def test_addresses_where_nothing_is(client, path):
    answer = client.get(path)
    assert answer.status_code in (404, 405)
    assert answer.json()["detail"]


def test_the_catalogue_in_both_languages(client):
    english = client.get("/api/catalogue").json()
    spanish = client.get("/api/catalogue", headers={"accept-language": "es-ES"}).json()
    assert [game["name"] for game in english["games"]] == [
        game["name"] for game in spanish["games"]
    ]
    assert english["games"][0]["about"] != spanish["games"][0]["about"]
    assert not {"human", "program"} & {agent["name"] for agent in english["agents"]}
