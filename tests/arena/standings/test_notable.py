"""Notable games, regret and the tables that people read."""

from dataclasses import replace

import pytest

import tablero.games as rules
from tablero.arena.rounds.driver import Round
from tablero.arena.rounds.journal import Memory
from tablero.arena.rounds.meeting import Terms
from tablero.arena.rounds.pairing import RoundRobin
from tablero.arena.standings.notable import Kind, behind, deep, held, kind_names, notable
from tablero.arena.standings.ranking import standings
from tablero.arena.standings.regret import regrets
from tablero.arena.standings.report import (
    as_text,
    cross_report,
    faults_report,
    notable_lines,
    standings_table,
)
from tablero.locale import speak
from tablero.match.openings import Openings
from tablero.match.record import Record
from tablero.match.referee import Reason
from tests.arena.rounds.seats import Wrong, entrants, terms
from tests.arena.standings.games import game, games, names

pytestmark = pytest.mark.plain


@pytest.fixture(scope="module")
def played():
    """A small round: two who throw dice, one who crashes."""
    journal, players = Memory(), entrants("random", "random", Wrong("crash"), references=1)
    Round(terms(), players, RoundRobin(4), journal).run()
    return standings(players, journal.records.values(), resamples=50)


def test_the_shortest_win_the_first_error_and_an_upset():
    crash = {"reason": Reason.CRASH, "margin": None, "detail": "boom"}
    played = [
        *games("ab 1-0 1-0 1-0 1-0\nba 0-1 0-1 0-1 0-1\nbc 1-0 1-0 1-0 1-0\ncb 0-1 0-1 0-1 0-1"),
        game("c", "a", 1, "1-0", moves=["1", "2", "3", "4"]),
        game("a", "c", 1, "1-0", moves=["1", "2"]),
        game("c", "a", 2, "0-1", **crash),
        game("a", "c", 2, "1-0", **crash),
    ]
    found = standings(names("abc"), played)
    told = {each.kind: each for each in notable(found)}
    assert (told[Kind.SHORTEST].game, told[Kind.SHORTEST].number) == (played[17], 2)
    assert told[Kind.ERROR].game is played[19]  # a c 2 comes before c a 2
    assert told[Kind.UPSET].game is played[16]
    ratings = {row.id: row.rating.elo for row in found.rows}
    assert told[Kind.UPSET].number == pytest.approx(ratings["a"] - ratings["c"], abs=0.1)
    assert Kind.COMEBACK not in told
    lines = notable_lines(found, [*told.values()], details=True)
    assert "boom" not in "".join(notable_lines(found, [*told.values()]))
    assert lines[0] == "shortest win: alias A beats alias C in 2 moves (opening 1, alias A starts)"
    assert lines[1] == (
        "first error: alias C loses to alias A: crash: boom (opening 2, alias A starts)"
    )
    assert lines[2].startswith("upset: alias C beats alias A, who is rated ")


def test_without_games_nothing_is_notable():
    assert notable(standings(names("ab"), [])) == []


def won(*moves: str) -> Record:
    """A game of tic-tac-toe that the first player wins."""
    return Record("tictactoe", "start", "a", "b", [*moves], 1, 1, Reason.WON)


def test_how_far_behind_the_winner_was():
    """By the worth of the position after the opening; a lost game that was won."""
    record = won("1", "5", "2", "3", "7", "6", "4")
    seen = []

    def worth(position):
        seen.append(position)
        return -len(seen)

    assert behind(record, worth) == len(seen) == 7


def test_a_comeback_by_what_both_hold(played):
    """At his worst after the opening, the winner held so much less; worked out again here."""
    (told,) = [each for each in notable(played) if each.kind is Kind.COMEBACK]
    game = rules.load(told.game.game)
    worst, position = 0, game.start
    for number, name in enumerate(told.game.moves):
        if number >= told.game.opening:
            mine, theirs = game.markers(position) or (0, 0)
            worst = max(worst, (theirs - mine) * (1 if told.game.winner == 1 else -1))
        position = position.play(game.parse_move(position, name))
    assert told.number == worst > 0


def test_worth_is_the_first_players_and_exact_where_games_are_solved():
    game = rules.load("quarry")
    position = game.start.play(next(iter(game.start.moves())))
    scores = [deep(game, 1)(each) for each in (game.start, position)]
    assert {abs(score) for score in scores} == {1}
    assert held(game) is None
    assert deep(rules.load("tictactoe"), 9)(rules.load("tictactoe").start) == 0


def test_regret_is_0_for_who_plays_perfectly_and_more_for_others():
    journal, players = Memory(), entrants("perfect", "random", "random")
    openings = Openings(1).draw(rules.load("quarry"), 1).first(4)
    agreed = Terms("quarry", 5, dict(enumerate(openings, 1)))
    Round(agreed, players, RoundRobin(4), journal).run()
    found = standings(players, journal.records.values(), resamples=20)
    told = regrets(found.counts, each=12)
    assert told["id1"].mean == told["id1"].wrong == 0
    assert told["id2"].moves > 0
    assert told["id2"].mean + told["id3"].mean > 0
    assert regrets(found.counts, each=12) == told
    assert "regret" in as_text(standings_table(found, told))


def test_regret_of_a_small_game_by_its_whole_tree():
    """Whichever of his moves is drawn, the second player answers wrongly."""
    record = won("1", "4", "2", "5", "3")
    found = regrets(standings(names("ab"), [record]).counts)
    assert (found["a"].wrong, found["b"].wrong) == (0, 1)


def test_no_regret_where_nothing_can_be_solved():
    record = replace(won("1", "4", "2", "5", "3"), game="kalah(pits=8,seeds=6)")
    assert regrets(standings(names("ab"), [record]).counts) == {}


def test_tables_name_aliases_only(played):
    texts = [as_text(standings_table(played)), as_text(cross_report(played))]
    for details in (False, True):
        faults = faults_report(played, details)
        assert faults is not None
        texts.append(as_text(faults))
        assert ("ZeroDivisionError: division by zero" in texts[-1]) == details
    for text in texts:
        assert "P3" in text
        assert "id" not in text.replace("division", "")
    assert faults_report(standings(names("ab"), [])) is None


def test_the_standings_as_people_read_them(played):
    lines = as_text(standings_table(played)).splitlines()
    assert lines[0].strip() == "Standings, with 95 % intervals"
    last = [line for line in lines if "P3" in line]
    assert "16" in last[0]
    assert "0.0 %" in last[0]
    assert "-∞" in last[0]


def test_an_alias_is_never_read_as_markup():
    players = names("ab")
    players[0] = type(players[0])("a", "[red]x[/red] [bold", False)
    found = standings(players, games("ab 1-0\nba 0-1"))
    for table in (standings_table(found), cross_report(found)):
        assert "[red]x[/red] [bold" in as_text(table)


def test_long_lists_of_equals_are_cut():
    found = standings(names("abcdef"), games("ab 1-0\nba ½"))
    assert "and 2 more" in as_text(standings_table(found), 200)


def test_in_spanish(played):
    speak("es")
    assert "Clasificación" in as_text(standings_table(played))
    assert "remontada" in kind_names().values()
