"""Records: what is written is read back, and what was changed is found out."""

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tablero.games as games
from tablero import agents
from tablero.errors import NotationError
from tablero.match.reading import read_record, verify
from tablero.match.record import NOBODY, Record, new_record, positions, write_record
from tablero.match.referee import Played, Reason, Rules, play_game
from tablero.position import FIRST, SECOND
from tests.games.setups import SETUPS, Setup

pytestmark = pytest.mark.plain

seeds = st.integers(0, 2**62 - 2)
FAULTS = Reason.ILLEGAL, Reason.TIMEOUT, Reason.CRASH, Reason.RESIGNED


def random_game(setup: Setup, seed: int, most: int | None = 200) -> Record:
    game, start = setup.game, setup.start
    players = agents.load("random").seat(game, FIRST), agents.load("random").seat(game, SECOND)
    for side, player in enumerate(players):
        player.begin(seed + side)
    played = play_game(game, players, start, rules=Rules(most_moves=most))
    return new_record(game, start, played, ("random", "random"), seed=seed)


WON = random_game(Setup("connect4"), 1)
"""A game of several moves that somebody has won."""


@given(setup=st.sampled_from(SETUPS), seed=seeds, most=st.integers(0, 60) | st.just(200))
def test_what_is_written_is_read_back(setup: Setup, seed: int, most: int):
    record = random_game(setup, seed, most)
    line = write_record(record)
    assert "\n" not in line
    assert read_record(line) == record


@given(
    setup=st.sampled_from(SETUPS),
    seed=seeds,
    most=st.integers(0, 10),
    reason=st.sampled_from(FAULTS),
)
def test_a_fault_is_read_back(setup: Setup, seed: int, most: int, reason: Reason):
    """Who should have moved has lost, and nobody else."""
    record = random_game(setup, seed, most)
    if record.reason == Reason.MOVE_LIMIT:
        *_before, (last, _none) = positions(record)
        lost = replace(record, winner=2 - last.turn(), reason=reason, detail="línea 3: «¡no!»")
        assert read_record(write_record(lost)) == lost
        assert_damaged(winner=1 + last.turn(), of=lost)


def test_what_a_record_tells():
    game = games.load("kalah(seeds=3)")
    start = game.read("3 0 0 0 0 0 0 / 3 3 3 3 3 3 15 / 1")
    played = Played([0], [7], [0.1234567891], SECOND, None, Reason.TIMEOUT, "too slow")
    record = new_record(game, start, played, ("a.py", "level(3)"), seed=5, number=2, seconds=1.5)
    assert json.loads(write_record(record)) == {
        "game": "kalah(seeds=3)",
        "position": "3 0 0 0 0 0 0 / 3 3 3 3 3 3 15 / 1",
        "first": "a.py",
        "second": "level(3)",
        "moves": ["1"],
        "winner": 2,
        "margin": None,
        "reason": "timeout",
        "detail": "too slow",
        "seed": 5,
        "number": 2,
        "opening": 0,
        "scores": [7],
        "times": [0.123456789],
        "seconds": 1.5,
        "limits": {},
        "version": record.version,
    }


def assert_damaged(of: Record = WON, **changes: Any) -> str:
    told = {**json.loads(write_record(of)), **changes}
    with pytest.raises(NotationError, match="not a record of a game: ") as error:
        read_record(json.dumps(told))
    assert "\n" not in str(error.value)
    return str(error.value)


OTHER = 3 - WON.winner


@pytest.mark.parametrize(
    "changes",
    [
        {"moves": WON.moves[:-1], "scores": [], "times": []},
        {"moves": [*WON.moves, "1"], "scores": [], "times": []},
        {"moves": ["8", *WON.moves[1:]]},
        {"moves": [*WON.moves[:-1], "x"]},
        {"moves": "".join(WON.moves)},
        {"moves": [int(move) for move in WON.moves]},
        {"moves": None},
        {"position": "1"},
        {"position": "Z"},
        {"game": "chess"},
        {"game": "connect4(columns=20)"},
        {"game": "connect4(columns=5,rows=4,connect=5)"},
        {"game": 4},
        {"game": ""},
        {"margin": -(WON.margin or 0)},
        {"margin": (WON.margin or 0) + 1},
        {"margin": None},
        {"margin": float(WON.margin or 0)},
        {"winner": OTHER},
        {"winner": NOBODY},
        {"winner": 3},
        {"winner": None},
        {"winner": True},
        {"reason": "drawn"},
        {"reason": "timeout"},
        {"reason": "move limit"},
        {"reason": "boredom"},
        {"reason": None},
        {"reason": []},
        {"scores": [1]},
        {"scores": ["x"] * len(WON.moves)},
        {"scores": [True] * len(WON.moves)},
        {"times": [0.5]},
        {"times": [None] * len(WON.moves)},
        {"times": {}},
        {"opening": 1},
        {"opening": -1},
        {"opening": 1000},
        {"opening": 0.0},
        {"number": -1},
        {"seed": "1"},
        {"first": None},
        {"detail": 3},
        {"version": 1},
        {"colour": "red"},
    ],
    ids=str,
)
def test_damage_is_found(changes: dict[str, Any]):
    assert_damaged(**changes)


@given(data=st.data())
def test_another_move_is_found_unless_it_leads_to_the_same_end(data: st.DataObject):
    number = data.draw(st.integers(0, len(WON.moves) - 1))
    name = data.draw(st.sampled_from("1234567"))
    changed = [*WON.moves[:number], name, *WON.moves[number + 1 :]]
    told = json.dumps({**json.loads(write_record(WON)), "moves": changed})
    try:
        record = read_record(told)
    except NotationError:
        return
    *_before, (last, _none) = positions(record)
    assert last.outcome() == -abs(WON.margin or 0)


@pytest.mark.parametrize(
    "field", ["game", "position", "first", "second", "moves", "winner", "margin", "reason"]
)
def test_what_is_missing_is_found(field: str):
    told = json.loads(write_record(WON))
    del told[field]
    with pytest.raises(NotationError, match=field):
        read_record(json.dumps(told))


@pytest.mark.parametrize(
    "line",
    [
        "",
        "\n",
        "{",
        "null",
        "3",
        "[]",
        '"text"',
        "{}",
        "[" * 100_000,
        "\0",
        '{"a": 1}',
        "1e400",
        "NaN",
    ],
)
def test_what_is_no_record(line: str):
    with pytest.raises(NotationError, match="not a record of a game: "):
        read_record(line)


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity"])
def test_a_time_is_a_number(number: str):
    line = write_record(WON).replace('"seconds": 0.0', f'"seconds": {number}')
    with pytest.raises(NotationError, match="it is not JSON"):
        read_record(line)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (b"\xff\xfe", "it is not JSON"),
        (b"[1, 2]", "it is not a JSON object"),
        (write_record(WON).replace('"game"', '"gane"'), "game is missing"),
        (write_record(WON).replace('"seed"', '"sead"'), "'sead' is unknown"),
        (write_record(WON).replace('"winner": ', '"winner": 0.'), "winner cannot be 0."),
    ],
)
def test_what_is_wrong_is_told_in_our_words(line: str | bytes, told: str):
    with pytest.raises(NotationError, match=told):
        read_record(line)


@given(line=st.text() | st.binary())
def test_any_text_is_no_record(line: str | bytes):
    with pytest.raises(NotationError):
        read_record(line)


@given(place=st.integers(0, 10_000), sign=st.characters(codec="utf-8"))
def test_a_damaged_sign_is_found_or_does_not_matter(place: int, sign: str):
    """What `verify` accepts is a game that ends as the record says; of WON, nothing that the
    rules decide can differ unless the moves do."""
    line = write_record(WON)
    place %= len(line)
    try:
        record = read_record(line[:place] + sign + line[place + 1 :])
    except NotationError:
        return
    played = verify(record)
    assert (played.margin, played.reason) == (record.margin, record.reason)
    if record.moves == WON.moves and record.game == WON.game:
        assert (record.winner, record.margin, record.reason) == (
            WON.winner,
            WON.margin,
            WON.reason,
        )


@given(cut=st.integers(0, 10_000))
def test_half_a_line_is_found(cut: int):
    line = write_record(WON)
    with pytest.raises(NotationError):
        read_record(line[: cut % len(line)])
