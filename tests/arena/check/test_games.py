"""Games against the shipped players, and who may enter."""

from dataclasses import replace

import pytest

import tablero.games as games
from tablero.agents.agent import NO_LIMITS
from tablero.arena.check.case import Case
from tablero.arena.check.entry import ALL_ALIKE, compare
from tablero.arena.check.findings import Kind, Stage
from tablero.arena.check.matches import Matches
from tablero.arena.player.forms import read_form
from tablero.arena.sandbox.level import Level
from tablero.arena.sandbox.warden import Warden
from tablero.errors import OptionError
from tablero.position import FIRST, SECOND
from tests.arena.check import texts
from tests.arena.check.conftest import SMALL, Checked

pytestmark = pytest.mark.plain

GAME = games.load("mancala11")
ONLY_GAMES = (Stage.FORM, Stage.GAMES, Stage.ENTRY)


def matches(terms=SMALL) -> Matches:
    """Whose games nobody plays: a warden starts nothing before it is asked for a cell."""
    return Matches(Case("my.py", read_form(texts.FAIR, "my.py"), terms, Warden(Level.NONE)))


def test_every_opening_is_played_from_both_seats_against_everybody():
    every = matches(replace(SMALL, games=7))
    assert every.opponents == ["random", "regular", "good"]
    assert every.total == 18
    played = [every.game(number) for number in range(1, 19)]
    assert [(each.opening, each.side) for each in played[6:12]] == [
        (0, FIRST), (0, SECOND), (1, FIRST), (1, SECOND), (2, FIRST), (2, SECOND)
    ]  # fmt: skip
    assert [each.opponent for each in played] == ["random"] * 6 + ["regular"] * 6 + ["good"] * 6
    assert len({*every.openings}) == 3


def test_whoever_decides_about_the_entry_is_met_too():
    assert matches(replace(SMALL, entry="greedy")).opponents[3:] == ["greedy"]
    assert matches(replace(SMALL, entry="")).opponents == ["random", "regular", "good"]
    other = matches(replace(SMALL, game="tictactoe", entry="random"))
    assert other.opponents == ["random"]


def test_who_loses_to_regular_is_out(warden):
    checked = Checked(texts.WORST, warden, replace(SMALL, games=16), ONLY_GAMES)
    assert checked.verdict.kind is Kind.DISQUALIFIED
    assert {finding.rule for finding in checked.verdict.findings} == {"entry"}
    starting = checked.reports["entry"].facts["starting"]
    assert starting["points"] < starting["measure"]
    assert starting["worse"]
    finding = checked.verdict.findings[0]
    assert finding.command == "tablero check my.py --seed 1 --games 16"
    assert "and regular itself" in finding.what


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (texts.LATE, ("disqualified", "error", 7)),
        (texts.LATE_MOVER, ("disqualified", "illegal move", 4)),
    ],
)
def test_a_fault_in_a_game_is_shown_again_by_its_number(warden, text, told):
    checked = Checked(text, warden, SMALL, ONLY_GAMES)
    assert checked.told == told
    number = checked.reports["games"].facts["game"]
    finding = checked.finding
    assert finding.command == f"tablero check my.py --seed 1 --games 4 --game {number}"
    position = GAME.read(finding.position)
    assert position.played > 5
    again = Checked(text, warden, SMALL, game=number)
    assert again.finding == finding
    moves = again.reports["games"].told[1].removeprefix("moves played: ").split()
    start = GAME.start
    for name in moves:
        start = start.play(GAME.parse_move(start, name))
    assert start == position


def test_one_game_alone(warden):
    checked = Checked(texts.FAIR, warden, game=5)
    assert list(checked.reports) == ["form", "rules", "loads", "games"]
    assert checked.reports["games"].told[0].startswith("game 5, starting, against regular: ")
    assert not checked.verdict.complete
    with pytest.raises(OptionError, match="game must be 1 to 12, not 13"):
        Checked(texts.FAIR, warden, game=13)


def test_the_evaluation_is_asked_at_the_courses_depth(warden):
    case = Case("my.py", read_form(texts.FAIR, "my.py"), replace(SMALL, depth=3), warden)
    player = case.player(FIRST)
    nodes = player.choose(GAME.start, NO_LIMITS).statistics["evaluated"]
    assert nodes == 6 + 36 + 183  # perft of depths 1, 2 and 3, docs/arena/player.md
    player.close()


def test_as_good_as_the_measure():
    seat = compare(FIRST, [2, 0, 1, 2], [2, 0, 1, 2])
    assert (seat.points, seat.measure, seat.worse, seat.more) == (2.5, 2.5, False, 0)


def test_worse_each_time():
    """Like a coin that falls on one side: 2**-6 is below 1/40, 2**-5 is not."""
    assert ALL_ALIKE == 6
    assert compare(FIRST, [0] * 6, [2] * 6).worse
    few = compare(SECOND, [0] * 5, [2] * 5)
    assert not few.worse
    assert few.more == 2


def test_worse_on_the_whole():
    """Mean -1/2, variance 1/4: the error of n is 1/2 / sqrt(n), and 1.96 of them are less than
    1/2 from 4 on."""
    own, measure = [0, 2] * 2, [2, 2] * 2
    assert compare(FIRST, own, measure).worse
    assert not compare(FIRST, own[:2], measure[:2]).worse


def test_how_many_games_would_tell():
    """Of four games one win less, three alike."""
    seat = compare(FIRST, [0, 2, 2, 2], [2, 2, 2, 2])
    assert not seat.worse
    # variance 3/16, mean -1/4: 3/16 * (1.96 / (1/4))**2 = 11.52, so 12, 8 more in each seat
    assert seat.more == 16
