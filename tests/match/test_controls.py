"""Match controls: openings of a file, clocks, adjudication, and the same match again."""

import json
import re
import shlex
import time
from pathlib import Path

import pytest

import tablero.games as games
from tablero.agents.agent import GRACE, Choice, Clock, Limits
from tablero.cli import main
from tablero.errors import OptionError
from tablero.match.adjudication import Adjudication, Adjudicator
from tablero.match.batch import Batch
from tablero.match.clock import clock_text, parse_clock
from tablero.match.journal import MatchJournal
from tablero.match.opening_file import ListedOpenings, parse_opening
from tablero.match.plan import MatchTerms, Plan
from tablero.match.players import MatchPlayers
from tablero.match.reading import read_game
from tablero.match.record import limits_of
from tablero.match.referee import Reason, Rules, play_game
from tablero.position import FIRST, SECOND
from tablero.workers.processes import ProcessPool

TICTACTOE, KALAH = games.load("tictactoe"), games.load("kalah")


def listed(*lines: str) -> ListedOpenings:
    return ListedOpenings("openings.txt", lines)


def games_of(terms: MatchTerms, refereed: bool = False):
    players = MatchPlayers(Plan(terms))
    try:
        numbers = range(1, terms.games + 1)
        if refereed:
            return [players.play(number) for number in numbers]
        return [played for _number, played in players.run(numbers)]
    finally:
        players.close()


@pytest.mark.parametrize(
    ("game", "line", "start", "moves"),
    [
        ("tictactoe", "1 5 9", ".........", [0, 4, 8]),
        ("tictactoe", "x...o....", "x...o....", []),
        ("tictactoe", "x...o.... moves 9 2", "x...o....", [8, 1]),
        ("tictactoe", "moves 5", ".........", [4]),
        ("connect4", "4453", "4453", []),
        (
            "kalah",
            "4 4 4 4 4 4 0 / 4 4 4 4 4 4 0 / 2",
            "4 4 4 4 4 4 0 / 4 4 4 4 4 4 0 / 2",
            [],
        ),
    ],
)
def test_a_line_is_a_position_or_moves_or_both(game, line, start, moves):
    rules = games.load(game)
    begin, found = parse_opening(rules, line)
    assert (rules.write(begin), list(found)) == (start, moves)


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (["5 1", "5 5"], "line 2: no position: .*; and no moves: '5' is not a legal move here"),
        (["xxxoo...."], "line 1: the game is over after the opening"),
        (["x........ moves 1"], "line 1: '1' is not a legal move here"),
        (["", "# nothing"], "openings.txt has no openings"),
    ],
)
def test_what_is_no_opening(lines, told):
    with pytest.raises(OptionError, match=told):
        listed(*lines).draw(TICTACTOE, 1)


@pytest.mark.parametrize("refereed", [False, True])
def test_each_opening_is_played_from_both_sides(refereed):
    lines = "5 1", "# a comment", "", "x...o....", "9 8 7"
    terms = MatchTerms("tictactoe", ("random", "greedy"), 8, 1, listed(*lines))
    plan = Plan(terms)
    assert [plan.opening(number) for number in (1, 2, 5, 6, 7)] == [
        (4, 0),
        (4, 0),
        (8, 7, 6),
        (8, 7, 6),
        (4, 0),
    ]
    assert TICTACTOE.write(plan.start(3)) == "x...o...."
    for number, played in enumerate(games_of(terms, refereed), 1):
        assert tuple(played.moves[: len(plan.opening(number))]) == plan.opening(number)
        assert played.reason in (Reason.WON, Reason.DRAWN)


def test_compiled_games_from_a_file_are_those_of_the_referee():
    lines = "5 1", "x...o....", "xo.......", "9 8 7", "moves 1"
    terms = MatchTerms("tictactoe", ("random", "greedy"), 20, 3, listed(*lines))
    compiled, refereed = games_of(terms), games_of(terms, refereed=True)
    assert [(each.moves, each.scores, each.winner) for each in compiled] == [
        (each.moves, each.scores, each.winner) for each in refereed
    ]


@pytest.mark.plain
def test_workers_need_no_file():
    terms = MatchTerms("tictactoe", ("random", "greedy"), 12, 3, listed("5 1", "x...o...."))
    alone, shared = Batch(Plan(terms)), Batch(Plan(terms), ProcessPool(2))
    alone.run()
    shared.run()
    assert vars(alone.tally) == vars(shared.tally)


def test_an_opening_must_be_shorter_than_a_game():
    terms = MatchTerms(
        "tictactoe", ("random", "random"), 2, 1, listed("1 2 3"), Rules(most_moves=3)
    )
    with pytest.raises(OptionError, match="longer than 3 plies of opening, not 3 moves"):
        Plan(terms)


@pytest.fixture
def tablero(capsys, monkeypatch, tmp_path):
    monkeypatch.setenv("LANG", "C")
    monkeypatch.chdir(tmp_path)

    def run(words: str):
        with pytest.raises(SystemExit) as end:
            main(shlex.split(words))
        out, err = capsys.readouterr()
        return end.value.code or 0, out, err

    return run


CONTROLS = [
    "--openings book.txt",
    "--openings book.txt --max-moves 0",
    "--clock 5+0.5",
    "--clock 20",
    "--adjudicate solver=200",
    "--adjudicate win=5,draw=0,moves=2,after=6",
]


@pytest.mark.plain
@pytest.mark.parametrize("words", CONTROLS)
def test_a_match_with_controls_is_resumed_and_its_command_repeats_it(tablero, words):
    Path("book.txt").write_text("5 1\nx...o....\n")
    begin = f"match tictactoe random 'mcts(20)' --games 4 --seed 3 {words} --out games.jsonl"
    code, out, err = tablero(f"{begin} --json")
    assert (code, err.count("another match")) == (0, 0)
    lines = Path("games.jsonl").read_bytes().splitlines(keepends=True)
    for line in lines:
        read_game(line)
    Path("games.jsonl").write_bytes(b"".join(lines[:2]))
    code, again, _err = tablero(f"{begin} --resume --json")
    assert code == 0
    results = [json.loads(text) for text in (out, again)]
    for found in results:
        del found["seconds"]
    assert results[0] == results[1]
    other = begin.replace(words, "").replace(" --seed", " --depth 4 --seed")
    assert "another match" in tablero(f"{other} --resume")[2]


@pytest.mark.plain
@pytest.mark.parametrize("words", CONTROLS)
def test_the_command_of_a_match(words, tablero, monkeypatch):
    Path("book.txt").write_text("5 1\nx...o....\n")
    asked = []
    monkeypatch.setattr(Batch, "run", lambda batch: asked.append(batch.plan.terms))
    tablero(f"match tictactoe random random --games 2 --seed 3 {words}")
    tablero(asked[0].command.removeprefix("tablero "))
    assert asked[0] == asked[1]


@pytest.mark.plain
@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("--clock soon", "not a clock: 'soon', expected seconds+increment, as in 60+0.5"),
        ("--clock 0+1", "option clock must be 0.001 to"),
        ("--adjudicate moves=3", "nothing to adjudicate by: expected solver, win=N or draw=N"),
        ("--adjudicate win=0", "option win must be 1 or more, not 0"),
        ("--adjudicate wim=3", "no option named 'wim'"),
        ("--openings nowhere.txt", "cannot read 'nowhere.txt': no such file"),
        ("--openings ./", "cannot read './': it is a directory"),
    ],
)
def test_bad_controls(tablero, words, told):
    code, _out, err = tablero(f"match tictactoe random random --games 2 {words}")
    assert code == 2
    assert told in err
    assert err.count("\n") == 1


@pytest.mark.plain
def test_a_journal_of_another_file_of_openings_is_refused(tmp_path):
    path = tmp_path / "games.jsonl"
    terms = MatchTerms("tictactoe", ("random", "random"), 2, 1, listed("5 1"))
    journal = MatchJournal(path, Plan(terms))
    Batch(Plan(terms), journal=journal).run()
    journal.close()
    other = MatchTerms("tictactoe", ("random", "random"), 2, 1, listed("x...o...."))
    with pytest.raises(OptionError, match="is of another match"):
        MatchJournal(path, Plan(other))


@pytest.mark.plain
@pytest.mark.parametrize("text", ["60+0.5", "60", "0.25+10", "3600+1"])
def test_a_clock_is_read_back(text):
    assert clock_text(parse_clock(text)) == text


@pytest.mark.plain
def test_a_clock_runs_for_the_side_that_moves():
    clock = Clock((10.0, 8.0), 0.5)
    assert clock.after(FIRST, 2.0) == Clock((8.5, 8.0), 0.5)
    assert clock.after(SECOND, 8.05).remaining == pytest.approx((10.0, 0.45))


@pytest.mark.plain
def test_the_grace_of_a_clock_is_spent_once():
    clock = Clock((1.0, 1.0))
    for _move in range(12):
        clock = clock.after(FIRST, 0.09)
    allowed = Limits(clock=clock).allowed(FIRST)
    assert allowed is not None
    assert allowed + GRACE < 0.09
    assert Limits(clock=clock).planned(FIRST) == 0


@pytest.mark.plain
def test_what_a_search_plans_is_less_than_what_is_left():
    for left in (60.0, 1.0, 0.01, 0.0):
        limits = Limits(clock=Clock((left, 99.0), 5.0))
        assert limits.allowed(FIRST) == left
        planned = limits.planned(FIRST)
        assert planned is not None
        assert 0 <= planned <= left / 2
    assert Limits(seconds=1.0).planned(FIRST) == Limits(seconds=1.0).allowed(FIRST) == 1.0
    assert Limits(seconds=1.0, clock=Clock((60.0, 60.0))).allowed(SECOND) == 1.0
    assert Limits().planned(FIRST) is Limits().allowed(FIRST) is None


class Timed:
    """Plays the first move after some time, and notes what it was told."""

    compiled = None

    def __init__(self, *pauses: float, score: int | None = None) -> None:
        self.pauses, self.score = list(pauses), score
        self.told: list[Clock] = []

    def begin(self, seed: int) -> None:
        pass

    def choose(self, position, limits: Limits) -> Choice:
        self.told += [limits.clock] if limits.clock else []
        time.sleep(self.pauses.pop(0) if self.pauses else 0)
        return Choice(next(iter(position.moves())), self.score)

    def close(self) -> None:
        pass


def duel(first: Timed, second: Timed, **rules):
    return play_game(TICTACTOE, (first, second), TICTACTOE.start, rules=Rules(**rules))


@pytest.mark.plain
def test_the_referee_keeps_the_clock():
    first, second = Timed(0.2, 0.1), Timed()
    played = duel(first, second, clock=Clock((5.0, 5.0), 1.0))
    assert played.reason is Reason.WON
    told = [clock.remaining[FIRST] for clock in first.told]
    assert told[0] == 5.0
    assert 5.0 < told[1] <= 5.8
    assert told[1] < told[2] <= told[1] + 0.9
    assert all(clock.increment == 1.0 for clock in (*first.told, *second.told))


@pytest.mark.plain
def test_who_uses_up_the_clock_loses():
    played = duel(Timed(0.2, 0.4), Timed(), clock=Clock((0.3, 0.3)))
    assert (played.winner, played.reason) == (SECOND, Reason.TIMEOUT)
    assert len(played.moves) == 2


@pytest.mark.compiled_only
@pytest.mark.parametrize("agent", ["engine", "mcts(1000000)", "level(9)", "perfect"])
def test_searches_share_out_their_time(agent):
    rules = Rules(clock=Clock((1.0, 1.0), 0.02))
    batch = Batch(Plan(MatchTerms("connect4", (agent, "random"), 2, 1, rules=rules)))
    batch.run()
    assert batch.tally.forfeits == {}, batch.tally.first_forfeit


@pytest.mark.plain
def test_a_players_file_is_told_its_share_and_the_clock(tmp_path):
    path = tmp_path / "player.py"
    path.write_text(
        "def choose(moves, seconds, limits, side):\n"
        "    assert limits.clock.remaining[side] > 50 > 10 > seconds > 1, (seconds, limits)\n"
        "    assert limits.clock.increment == 0.5\n"
        "    return moves[0]\n"
    )
    rules = Rules(clock=Clock((60.0, 60.0), 0.5))
    batch = Batch(Plan(MatchTerms("tictactoe", (str(path), "random"), 2, 1, rules=rules)))
    batch.run()
    assert batch.tally.forfeits == {}, batch.tally.first_forfeit


def test_terms_of_an_adjudication():
    terms = Adjudication(win=600, moves=3)
    assert str(terms) == "win=600,moves=3,after=0"
    assert limits_of(Rules(adjudication=terms)) == {
        "adjudicate_win": 600,
        "adjudicate_moves": 3,
        "adjudicate_after": 0,
    }


@pytest.mark.parametrize(
    ("scores", "verdict"),
    [
        ([(9, -9), (9, -9)], (FIRST,)),
        ([(-9, 9), (-12, 10)], (SECOND,)),
        ([(9, -9)], None),
        ([(9, -9), (8, -9)], None),
        ([(9, -9), (9, 9)], None),
        ([(9, None), (9, -9)], None),
        ([(0, 0), (9, -9), (9, -9)], (FIRST,)),
        ([(1, -1), (0, 1)], (None,)),
        ([(1, -1), (0, 2)], None),
    ],
)
def test_scores_of_both_players_must_agree(scores, verdict):
    judge = Adjudicator(Adjudication(win=9, draw=1, moves=2), TICTACTOE)
    for first, second in scores:
        judge.note(FIRST, first)
        judge.note(SECOND, second)
    assert judge.verdict(TICTACTOE.start, moves=4) == verdict


def test_no_game_is_drawn_by_scores_before_its_time():
    judge = Adjudicator(Adjudication(draw=1, moves=1, after=10), TICTACTOE)
    judge.note(FIRST, 0)
    judge.note(SECOND, 0)
    assert judge.verdict(TICTACTOE.start, moves=9) is None
    assert judge.verdict(TICTACTOE.start, moves=10) == (None,)


def test_games_are_adjudicated_by_scores():
    played = duel(Timed(score=9), Timed(score=-9), adjudication=Adjudication(win=9, moves=2))
    assert (played.winner, played.margin, played.reason) == (FIRST, None, Reason.ADJUDICATED)
    assert len(played.moves) == 4


@pytest.mark.parametrize(
    ("place", "winner"),
    [("x.o......", FIRST), ("x...o....", None), ("xo..x.o..", FIRST)],
)
def test_games_are_adjudicated_by_an_exact_search(place, winner):
    rules = Rules(adjudication=Adjudication(solver=10_000))
    played = play_game(TICTACTOE, (Timed(), Timed()), TICTACTOE.read(place), rules=rules)
    assert (played.moves, played.winner, played.reason) == ([], winner, Reason.ADJUDICATED)


def test_an_exact_search_that_is_too_large_decides_nothing():
    rules = Rules(adjudication=Adjudication(solver=3))
    played = play_game(KALAH, (Timed(), Timed()), KALAH.start, rules=rules)
    assert len(played.moves) > 5


def test_adjudication_agrees_with_perfect_play():
    """Of two perfect players, games end as the exact search had said."""
    terms = MatchTerms("tictactoe", ("alphabeta(depth=9)",) * 2, 6, 1, listed("1 2", "5", "1 9 2"))
    whole = games_of(terms)
    rules = Rules(adjudication=Adjudication(solver=100_000))
    short = games_of(MatchTerms(**{**vars(terms), "rules": rules}))
    assert [played.winner for played in short] == [played.winner for played in whole]
    assert {played.reason for played in short} == {Reason.ADJUDICATED}
    assert 0 in {played.winner for played in whole}


@pytest.mark.plain
def test_wins_by_who_began(tablero):
    _code, out, _err = tablero("match tictactoe random random --games 40 --seed 1 --json")
    record = json.loads(out)
    first, second = record["as_first"], record["as_second"]
    for name in ("wins", "draws", "losses"):
        assert first[name] + second[name] == record[name]
    assert sum(first.values()) == sum(second.values()) == 20
    assert first["wins"] > first["losses"]
    text = tablero("match tictactoe random random --games 40 --seed 1")[1]
    counts = " ".join(str(first[name]) for name in ("wins", "draws", "losses"))
    assert re.search(rf"\n  won drawn lost, playing first +{counts}\n", text)
