"""Games that never end are draws after a number of moves, whoever plays them."""

import json
from pathlib import Path

import pytest

import tablero.games as games
from tablero import agents
from tablero.agents.agent import NO_LIMITS
from tablero.agents.uct import ALL_WON
from tablero.cli import main
from tablero.games.game import DEFAULT_MOVE_LIMIT
from tablero.lab.tuning.training_games import TrainingGames
from tablero.match.batch import Batch
from tablero.match.plan import MatchTerms, Plan
from tablero.match.players import MatchPlayers
from tablero.match.record import limits_of
from tablero.match.referee import FREE, Reason, Rules, play_game
from tablero.position import FIRST, SECOND
from tablero.search.zero import Zero

ENDLESS = str(Path(__file__).parents[1] / "games" / "outside_endless.py")


def played(rules: Rules = FREE, game: str = ENDLESS, agent: str = "random"):
    """Return both games of a pair as a match plays them, and the first as the referee does."""
    players = MatchPlayers(Plan(MatchTerms(game, (agent, agent), 2, 1, rules=rules)))
    try:
        assert players.are_compiled
        return [game for _number, game in players.run([1, 2])], players.play(1)
    finally:
        players.close()


def test_a_match_ends_compiled_and_refereed():
    pair, refereed = played()
    assert [(len(game.moves), game.reason) for game in pair] == [
        (DEFAULT_MOVE_LIMIT, Reason.MOVE_LIMIT)
    ] * 2
    assert (refereed.moves, refereed.reason) == (pair[0].moves, Reason.MOVE_LIMIT)
    assert (refereed.winner, refereed.margin) == (None, None)


def test_the_user_sets_another_limit():
    pair, refereed = played(Rules(most_moves=1234))
    assert {len(game.moves) for game in (*pair, refereed)} == {1234}


def test_a_game_names_its_own_limit(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(games.game_class(ENDLESS), "move_limit", 17)
    pair, refereed = played()
    assert {len(game.moves) for game in (*pair, refereed)} == {17}


@pytest.mark.parametrize("rules", [FREE, Rules(most_moves=0)])
def test_games_that_their_rules_end_are_not_cut_short(rules: Rules):
    pair, refereed = played(rules, "quarry(side=600)", "alphabeta(depth=1)")
    assert min(len(game.moves) for game in (*pair, refereed)) > DEFAULT_MOVE_LIMIT
    assert {game.reason for game in (*pair, refereed)} == {Reason.WON}


def test_no_limit_of_the_user_is_none_at_all():
    game = games.load(ENDLESS)
    assert Rules(most_moves=0).move_limit(game) is None
    assert limits_of(Rules(most_moves=0)) == {"moves": 0}
    assert limits_of(FREE) == {}


def test_playouts_of_mcts_end_as_draws():
    game = games.load(ENDLESS)
    player = agents.load("mcts(40)").seat(game, FIRST)
    player.begin(1)
    choice = player.choose(game.start, NO_LIMITS)
    assert choice.statistics["simulations"] == 40
    assert abs(choice.score or 0) != ALL_WON
    assert choice.score == 0


def test_mcts_plays_an_endless_game_to_its_limit():
    game = games.load(ENDLESS)
    players = [agents.load("mcts(2)").seat(game, side) for side in (FIRST, SECOND)]
    for player in players:
        player.begin(1)
    found = play_game(game, (players[0], players[1]), game.start, rules=Rules(most_moves=5))
    assert (len(found.moves), found.reason) == (5, Reason.MOVE_LIMIT)


def test_training_games_end(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(games.game_class(ENDLESS), "move_limit", 9)
    training = TrainingGames(games.load(ENDLESS), depth=1, plies=1, kept=0, seed=1)
    openings = training.openings(0, 2)
    log = training.log(Zero(), (Zero(),), openings)
    assert (list(log.ends), list(log.margins)) == ([9, 18], [0, 0])
    assert training.points(Zero(), Zero(), openings) == 2.0


@pytest.fixture
def tablero(capsys, monkeypatch):
    monkeypatch.setenv("LANG", "C")

    def run(*words: str):
        with pytest.raises(SystemExit) as end:
            main([*words])
        assert not end.value.code
        return json.loads(capsys.readouterr().out)

    return run


def test_play_ends(tablero):
    record = tablero("play", ENDLESS, "random", "random", "--json")
    assert (len(record["moves"]), record["reason"]) == (DEFAULT_MOVE_LIMIT, "move limit")
    assert record["limits"] == {}


def test_play_takes_a_limit(tablero):
    record = tablero("play", "kalah", "random", "random", "--max-moves", "3", "--json")
    assert (len(record["moves"]), record["reason"]) == (3, "move limit")
    assert record["limits"] == {"moves": 3}


def test_a_resumed_game_keeps_its_limit(tablero, tmp_path, monkeypatch):
    file = tmp_path / "game.jsonl"
    tablero("play", "kalah", "random", "random", "--max-moves", "3", "--out", str(file), "--json")
    record = json.loads(file.read_text())
    left = {**record, "moves": record["moves"][:2], "reason": "unfinished"}
    left |= {"scores": [], "times": []}
    file.write_text(json.dumps(left) + "\n")
    assert len(tablero("play", "--resume", str(file), "--json")["moves"]) == 3


def test_a_match_with_a_limit_of_time_ends_too(tablero):
    words = ["--games", "2", "--seed", "1", "--time", "1", "--max-moves", "50", "--json"]
    record = tablero("match", ENDLESS, "random", "random", *words)
    assert record["reasons"] == {"move limit": 2}


def test_the_command_of_a_match_without_limit():
    terms = MatchTerms("kalah", ("random", "random"), 2, 1, rules=Rules(most_moves=0))
    assert terms.command.endswith("--max-moves 0")
    Batch(Plan(terms)).run()


@pytest.mark.parametrize("text", ["kalah", "mancala11", "quarry"])
def test_long_games_of_the_package_have_no_limit(text: str):
    assert FREE.move_limit(games.load(text)) is None
