"""Games of the page as records, and back."""

import json
from pathlib import Path

import pytest

from tablero.errors import NotationError, TableroError
from tablero.games import tictactoe
from tablero.match.reading import read_record
from tablero.match.referee import Reason
from tablero.web.models import Line
from tablero.web.records import HUMAN, RecordAsked, load_record, save_record
from tablero.web.shelf import Shelf

pytestmark = pytest.mark.plain

WON = Line(game="connect4", moves=list("1212121"))


def asked(line: Line, **changes: object) -> RecordAsked:
    return RecordAsked(line=line, first=HUMAN, second="alphabeta(depth=3)", **changes)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "line",
    [
        WON,
        Line(game="connect4(columns=5,rows=4)", start="123", moves=["1"]),
        Line(game="kalah(pits=4)", moves=["1", "2"]),
        Line(game="quarry", start="3x2x2", moves=["x-1"]),
        Line(game="tictactoe", moves=[]),
    ],
    ids=lambda line: line.game,
)
def test_a_game_is_kept_and_read_back(line: Line) -> None:
    shelf = Shelf()
    loaded = load_record(shelf, save_record(shelf, asked(line, seed=7)))
    assert loaded.line == line
    assert (loaded.first, loaded.second, loaded.seed) == (HUMAN, "alphabeta(depth=3)", 7)


def test_a_record_is_one_of_a_match() -> None:
    record = read_record(save_record(Shelf(), asked(WON)))
    assert (record.winner, record.margin, record.reason) == (1, 18, Reason.WON)
    assert record.moves == list("1212121")


def test_who_resigns_has_lost() -> None:
    line = Line(game="connect4", moves=["4"])
    record = read_record(save_record(Shelf(), asked(line, resigned=True)))
    assert (record.winner, record.margin, record.reason) == (1, None, Reason.RESIGNED)
    left = read_record(save_record(Shelf(), asked(line)))
    assert (left.winner, left.reason) == (0, Reason.UNFINISHED)


def test_a_game_that_the_page_cannot_show_is_refused() -> None:
    line = Line(game="quarry", start="2000x1x1", moves=["x-1"] * 1000)
    told = json.loads(save_record(Shelf(), asked(line)))
    with pytest.raises(NotationError, match="1000"):
        load_record(Shelf(), json.dumps({**told, "moves": ["x-1"] * 1001}))


def test_any_seed_becomes_one_that_the_page_may_use() -> None:
    told = json.loads(save_record(Shelf(), asked(WON)))
    for seed in (-1, 1 << 80):
        assert 0 <= load_record(Shelf(), json.dumps({**told, "seed": seed})).seed < 1 << 53


def test_an_agent_that_cannot_play_here_is_played_by_a_person() -> None:
    told = json.loads(save_record(Shelf(), asked(WON)))
    for agent in ("program(command=ls)", "./bot.sh", "mine.py", HUMAN):
        assert load_record(Shelf(), json.dumps({**told, "second": agent})).second == HUMAN


@pytest.mark.parametrize(
    "change",
    [
        {"game": "/etc/passwd"},
        {"game": "rules.py"},
        {"game": 3},
        {"moves": ["9"]},
        {"winner": 2},
        {"position": "no"},
    ],
    ids=str,
)
def test_a_record_that_tells_lies_is_refused(change: dict[str, object]) -> None:
    told = json.loads(save_record(Shelf(), asked(WON)))
    with pytest.raises(TableroError):
        load_record(Shelf(), json.dumps({**told, **change}))


@pytest.mark.parametrize("text", ["", "{", "[]", "[" * 5000, '{"game": "connect4"}', "null"])
def test_what_is_no_record_is_refused(text: str) -> None:
    with pytest.raises(TableroError):
        load_record(Shelf(), text)


def test_a_game_of_the_users_is_called_by_its_name(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    source = Path(tictactoe.__file__).read_text(encoding="utf-8")
    file.write_text(source.replace('name = "tictactoe"', 'name = "mine"'), encoding="utf-8")
    shelf = Shelf([str(file)])
    text = save_record(shelf, asked(Line(game="mine", moves=["5"])))
    assert str(tmp_path) not in text
    assert load_record(shelf, text).line == Line(game="mine", moves=["5"])
