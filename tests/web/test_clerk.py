"""Code of the user's runs in processes that can be ended: whatever it does, the server answers."""

import json
import os
import textwrap
from concurrent.futures import ThreadPoolExecutor

import pytest

from tablero.errors import TableroError
from tablero.web import clerk, crew
from tablero.web.models import LineAsked
from tablero.web.places import tell_line
from tablero.web.shelf import Shelf
from tests.games.setups import OUTSIDE
from tests.web.live import PATIENCE, Address, line, serving, wait_until

pytestmark = pytest.mark.plain

STUCK = """
    import os
    from typing import NamedTuple

    from tablero.games.game import Game
    from tablero.position import ONGOING


    class Road(NamedTuple):
        left: int

        def moves(self):
            yield 0

        def play(self, move):
            while self.left == 1:
                pass
            return Road(self.left - 1)

        def outcome(self):
            return ONGOING

        def turn(self):
            return self.left & 1


    class Stuck(Game):
        name = "stuck"
        start = Road(3)

        def draw(self, position):
            return str(os.getpid())
"""
"""Nobody comes to the end of the road: its last but one place has no next."""

RECORD = {
    "game": "stuck",
    "position": "",
    "first": "human",
    "second": "human",
    "moves": ["0", "0", "0"],
    "winner": 0,
    "margin": None,
    "reason": "unfinished",
}
LATE = "the game has not answered within 0.5 seconds"


@pytest.fixture(scope="module")
def shelf(tmp_path_factory):
    file = tmp_path_factory.mktemp("games") / "stuck.py"
    file.write_text(textwrap.dedent(STUCK))
    return Shelf([str(file), OUTSIDE])


@pytest.fixture(scope="module")
def address(shelf):
    with serving(shelf=shelf, workers=0) as found:
        yield found


@pytest.fixture(scope="module")
def client(address):
    with address.client() as asking:
        yield asking


def test_other_processes_tell_what_we_would(shelf, client):
    asked = {"game": "sticks", "moves": []}
    found = client.post("/api/line", json=asked).json()
    assert found == tell_line(shelf, LineAsked(game="sticks", since=0)).model_dump(mode="json")
    drawn = client.post("/api/line", json={"game": "stuck"}).json()
    assert int(drawn["positions"][0]["view"]["drawing"]) != os.getpid()
    names = [game["name"] for game in client.get("/api/catalogue").json()["games"]]
    assert {"connect4", "stuck", "sticks"} <= set(names)


END = line("stuck", "0", "0", "0")
CHOOSE = {"kind": "choose", "line": END, "agent": "random"}


@pytest.mark.parametrize(
    ("path", "asked"),
    [
        ("line", END),
        ("jobs", {"tab": "a-tab-of-a-stuck-game", "job": CHOOSE}),
        ("record/save", {"line": END, "first": "human", "second": "human"}),
        ("record/load", {"text": json.dumps(RECORD)}),
    ],
)
def test_a_game_that_hangs_is_left(client, path, asked, monkeypatch):
    """And the next question is answered."""
    assert client.post("/api/line", json=line("stuck", "0")).status_code == 200
    with monkeypatch.context() as changed:
        changed.setattr(clerk, "SECONDS", 0.5)
        changed.setattr(crew, "PATIENCE", 0.1)
        answer = client.post(f"/api/{path}", json=asked)
    assert (answer.status_code, answer.json()) == (400, {"detail": LATE})
    assert client.post("/api/line", json=line("stuck", "0")).status_code == 200


def hang(address: Address, *moves: str) -> str:
    """What is said at last."""
    with address.client("es") as asking:
        answer = asking.post("/api/line", json=line("stuck", *moves))
        assert answer.status_code >= 400
        return str(answer.json()["detail"])


def test_others_are_answered_meanwhile(address, client, monkeypatch):
    """However many wait for a game that hangs: they wait for the same answer."""
    monkeypatch.setattr(clerk, "SECONDS", 3.0)
    with ThreadPoolExecutor(50) as pool:
        hanging = pool.map(lambda _number: hang(address, "0", "0", "0"), range(50))
        for asked in (line("connect4", "4"), line("stuck", "0"), line("sticks")):
            assert client.post("/api/line", json=asked).status_code == 200
        assert client.get("/api/catalogue").status_code == 200
        assert set(hanging) == {"el juego no ha contestado en 3 segundos"}


def test_who_waits_too_long_is_told_so(address, monkeypatch):
    """Of three that hang the last waits for the others."""
    monkeypatch.setattr(clerk, "SECONDS", 60.0)
    monkeypatch.setattr(clerk, "PATIENCE", 1.0)
    with ThreadPoolExecutor(3) as pool:
        told = pool.map(lambda number: hang(address, *["0"] * number), (3, 4, 5))
        assert set(told) == {
            "hay demasiadas preguntas sobre juegos en ficheros; prueba otra vez en un momento"
        }


def test_what_a_game_does_wrong_is_told_in_words(shelf, client):
    answer = client.post("/api/line", json=line("sticks", "x"))
    assert answer.status_code == 400
    with pytest.raises(TableroError) as told:
        tell_line(shelf, LineAsked(game="sticks", moves=["x"], since=0))
    assert answer.json()["detail"] == str(told.value)


def test_the_server_leaves_a_game_that_hangs(shelf):
    with serving(shelf=shelf, workers=0) as found:
        workers = found.clerk.crew.workers
        with ThreadPoolExecutor(1) as pool:
            told = pool.submit(hang, found, "0", "0", "0")
            wait_until(lambda: any(each.order is not None for each in workers))
            found.server.should_exit = True
            assert told.result(PATIENCE) == "el servidor termina"
    assert not any(each.process.is_alive() for each in workers)
