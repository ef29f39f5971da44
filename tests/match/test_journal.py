"""The file of a match: gone on with after anything that can happen to it."""

import json
from pathlib import Path
from typing import Any

import pytest

from tablero.agents.agent import Limits
from tablero.errors import OptionError
from tablero.match.batch import Batch
from tablero.match.journal import MatchJournal, seed_of
from tablero.match.openings import Openings
from tablero.match.plan import MatchTerms, Plan
from tablero.match.reading import read_record
from tablero.match.referee import Rules

pytestmark = pytest.mark.plain

TERMS: dict[str, Any] = {
    "game": "tictactoe",
    "agents": ("random", "alphabeta(depth=1)"),
    "games": 8,
    "seed": 3,
    "openings": Openings(1),
    "rules": Rules(Limits(depth=2), most_moves=20),
}


def play(path: Path, **changes) -> Batch:
    """The match of TERMS, gone on with if the file is there."""
    plan = Plan(MatchTerms(**{**TERMS, **changes}))
    journal = MatchJournal(path, plan)
    batch = Batch(plan, journal=journal)
    try:
        batch.run()
    finally:
        journal.close()
    return batch


def games_in(path: Path) -> dict[int, Any]:
    """All that time does not change, by the numbers of the games."""
    records = [read_record(line) for line in path.read_text().splitlines()]
    found = {record.number: (record.first, record.moves, record.reason) for record in records}
    assert len(found) == len(records)
    return found


@pytest.fixture
def whole(tmp_path: Path) -> Path:
    path = tmp_path / "whole.jsonl"
    play(path)
    return path


def test_a_line_tells_all_about_a_game(whole: Path):
    for line in whole.read_text().splitlines():
        record = json.loads(line)
        assert (record["game"], record["seed"], record["opening"]) == ("tictactoe", 3, 1)
        assert record["limits"] == {"depth": 2, "moves": 20}
        assert sorted((record["first"], record["second"])) == ["alphabeta(depth=1)", "random"]
    assert set(games_in(whole)) == set(range(1, 9))


def test_a_match_that_is_done_is_only_counted(whole: Path):
    before = whole.read_bytes()
    again = play(whole)
    assert whole.read_bytes() == before
    assert vars(again.tally) == vars(play(whole.with_name("fresh.jsonl")).tally)


def test_a_match_that_is_done_needs_no_players(tmp_path: Path):
    player, path = tmp_path / "player.py", tmp_path / "games.jsonl"
    player.write_text("def choose(moves): return moves[0]\n")
    changes = {"agents": (str(player), "random"), "games": 2, "rules": Rules()}
    played = play(path, **changes)
    player.unlink()
    assert play(path, **changes).tally.games == played.tally.games


def test_a_file_cut_anywhere_is_completed(whole: Path, tmp_path: Path):
    """At every byte of the last two lines, and at others."""
    text, expected = whole.read_bytes(), games_in(whole)
    path = tmp_path / "cut.jsonl"
    tail = len(b"".join(text.splitlines(keepends=True)[-2:]))
    for cut in [
        *range(0, len(text) - tail, 97),
        *range(len(text) - tail, len(text), 5),
        len(text) - 1,
    ]:
        path.write_bytes(text[:cut])
        play(path)
        assert games_in(path) == expected, cut


def test_a_damaged_line_is_told_skipped_and_played_again(whole: Path):
    lines, expected = whole.read_text().splitlines(), games_in(whole)
    lines[2] = lines[2].replace('"winner"', '"wiener"')
    lines[5] = lines[5][:40]
    whole.write_text("\n".join(lines) + "\n")
    batch = play(whole)
    assert batch.journal is not None
    told = batch.journal.damaged
    assert [f"line {number}" in line for number, line in zip((3, 6), told, strict=True)] == [
        True
    ] * 2
    assert batch.tally.played == 8
    good = [line for line in whole.read_text().splitlines() if line not in (lines[2], lines[5])]
    whole.write_text("\n".join(good) + "\n")
    assert games_in(whole) == expected


def test_a_torn_line_is_taken_away(whole: Path):
    whole.write_bytes(whole.read_bytes()[:-30])
    batch = play(whole)
    assert batch.journal is not None
    assert "line 8" in batch.journal.damaged[0]
    assert len(games_in(whole)) == 8


def test_a_game_twice_is_counted_once(whole: Path):
    text = whole.read_text()
    whole.write_text(text + text)
    assert play(whole).tally.played == 8


def test_more_games_can_be_added_and_fewer_counted(whole: Path):
    before = games_in(whole)
    assert play(whole, games=12).tally.played == 12
    after = games_in(whole)
    assert {number: after[number] for number in before} == before
    assert play(whole, games=4).tally.played == 4


@pytest.mark.parametrize(
    ("change", "there", "here"),
    [
        ({"game": "connect4"}, "game 'tictactoe'", "'connect4'"),
        ({"agents": ("random", "minimax")}, "second 'alphabeta(depth=1)'", "'minimax'"),
        ({"seed": 4}, "seed 3", "4"),
        ({"openings": Openings(0)}, "opening ['", "[]"),
        ({"rules": Rules()}, "limits {'depth': 2, 'moves': 20}", "{}"),
    ],
)
def test_another_match_is_refused(whole: Path, change, there: str, here: str):
    before = whole.read_bytes()
    with pytest.raises(OptionError) as error:
        play(whole, **change)
    assert f"line 1, is of another match: {there}" in str(error.value)
    assert str(error.value).endswith(f", here {here}")
    assert whole.read_bytes() == before


def test_a_file_of_something_else_is_refused_and_left_alone(tmp_path: Path):
    path = tmp_path / "notes.txt"
    path.write_text("one\ntwo\nthree")
    with pytest.raises(OptionError, match="is not the file of a match"):
        play(path)
    assert path.read_text() == "one\ntwo\nthree"


@pytest.mark.parametrize("text", ['{"my": "config"}', "notes", "one\ntwo"])
def test_a_file_that_is_something_else_stays_as_it_is(tmp_path: Path, text: str):
    path = tmp_path / "mine"
    path.write_text(text)
    with pytest.raises(OptionError, match="is not the file of a match"):
        play(path)
    assert path.read_text() == text


@pytest.mark.parametrize("length", [1, 5, 40])
def test_the_very_first_line_may_be_torn(whole: Path, tmp_path: Path, length: int):
    path = tmp_path / "torn"
    path.write_bytes(whole.read_bytes()[:length])
    assert play(path).tally.played == 8


def test_a_file_that_another_match_is_writing(whole: Path):
    journal = MatchJournal(whole, Plan(MatchTerms(**TERMS)))
    with pytest.raises(OptionError, match="another match is writing"):
        play(whole)
    journal.close()
    play(whole)


@pytest.mark.parametrize("change", ['"number": 0,', '"number": 1, "reason": "unfinished",'])
def test_a_game_of_no_match_is_refused(whole: Path, change: str):
    lines = whole.read_text().splitlines()
    record = json.loads(lines[0]) | json.loads("{" + change.rstrip(",") + "}")
    if record["reason"] == "unfinished":
        record |= {"moves": record["moves"][:1], "scores": [], "times": []}
        record |= {"winner": 0, "margin": None}
    whole.write_text("\n".join([json.dumps(record), *lines[1:]]) + "\n")
    with pytest.raises(OptionError, match="line 1, is not a game of a match"):
        play(whole)


@pytest.mark.parametrize("number", ['"one"', "-1", "null"])
def test_a_number_that_no_game_has(whole: Path, number: str):
    lines = whole.read_text().splitlines()
    lines[0] = lines[0].replace('"number": 1,', f'"number": {number},')
    whole.write_text("\n".join(lines) + "\n")
    batch = play(whole)
    assert batch.journal is not None
    assert "line 1: not a record of a game" in batch.journal.damaged[0]
    assert batch.tally.played == 8


def test_the_seed_is_in_the_file(whole: Path, tmp_path: Path):
    assert seed_of(whole, "tictactoe") == 3
    assert seed_of(tmp_path / "missing", "tictactoe") is None
    (tmp_path / "torn").write_text('{"game": "tic')
    assert seed_of(tmp_path / "torn", "tictactoe") is None
