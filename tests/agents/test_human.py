"""A person without comfort: asked until the move is legal."""

import io

import pytest

import tablero.games as games
from tablero import agents
from tablero.match.referee import Reason, play_game

pytestmark = pytest.mark.plain

GAME = games.load("tictactoe")


def played(monkeypatch, *said):
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in said)))
    human = agents.load("human")
    assert str(human) == "human"
    players = human.seat(GAME, 0), human.seat(GAME, 1)
    return play_game(GAME, players, GAME.start)


def test_a_person_is_asked_until_the_move_is_legal(monkeypatch, capsys):
    game = played(monkeypatch, "1", "ten", "1", "4", "2", "5", "3")
    assert (game.reason, game.winner, game.moves) == (Reason.WON, 0, [0, 3, 1, 4, 2])
    out = capsys.readouterr().out
    assert "'ten' is not a legal move here" in out
    assert out.startswith(". . .\n. . .\n. . .\nyour move: ")


def test_the_end_of_the_input_resigns(monkeypatch):
    game = played(monkeypatch, "5")
    assert (game.reason, game.winner, game.moves) == (Reason.RESIGNED, 0, [4])
