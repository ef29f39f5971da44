"""Whole games at a real terminal, in both languages."""

import json

import pytest

import tablero.games as games
from tests.cli.conversations import LANGUAGES, QUESTIONS, asked
from tests.cli.terminal import CTRL_C, CTRL_D, PROMPT, Terminal

WON = {"en": "has won by", "es": "ha ganado el"}
DRAWN = {"en": "the game is drawn", "es": "tablas"}

pytestmark = pytest.mark.plain


def expect_result(position, line, language):
    """The last line says who has won, and by how much."""
    outcome = position.outcome()
    winner = position.turn() if outcome > 0 else 1 - position.turn()
    names = {"en": ("first player", "second player"), "es": ("primer jugador", "segundo jugador")}
    if outcome == 0:
        assert line.startswith(DRAWN[language])
    else:
        assert WON[language] in line
        assert names[language][winner] in line
        assert f" {abs(outcome)}" in line


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["connect4", "kalah", "mancala11", "tictactoe"])
def test_a_whole_game(terminal, name, language):
    session = terminal("play", name, "human", "random", "--seed", "1", language=language)
    position, line = session.play(name, games.load(name).start)
    expect_result(position, line, language)
    assert session.exitstatus == 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_whole_game_of_quarry_after_the_conversation(terminal, language):
    session = terminal("play", "quarry", "--seed", "1", language=language)
    for question in QUESTIONS["play quarry"][language][:-1]:
        session.answer(question, "")
    position, line = session.play("quarry", games.load("quarry").start)
    assert line.endswith(": 1x1x1")
    expect_result(position, line, language)


def test_every_search_of_the_machine_comes_with_its_statistics(terminal):
    session = asked(terminal, "play quarry", "en", 7)
    session.sendline("auto")
    session.expect_exact(PROMPT["en"])
    for label in (
        "nodes generated",
        "children pruned",
        "cutoffs",
        "theoretical values",
        "seconds",
    ):
        assert session.before.count(label) == 2, label


@pytest.mark.parametrize("answer", [CTRL_C, CTRL_D])
def test_what_was_played_is_said(terminal, answer):
    session = terminal("play", "tictactoe", "human", "human")
    for move in ("5", "1"):
        session.answer(PROMPT["en"], move)
    session.expect_exact(PROMPT["en"])
    session.send(answer)
    code, said = session.leave()
    assert code == {CTRL_C: 130, CTRL_D: 0}[answer]
    assert said.splitlines()[-1].endswith("moves played: 5 1")


@pytest.mark.compiled_only
def test_ctrl_c_while_the_machine_thinks(terminal):
    """A search of hours."""
    session = terminal("play", "connect4", "minimax(depth=30)", "human", TERM="xterm")
    session.expect_exact("thinking")
    session.send(CTRL_C)
    code, said = session.leave()
    assert code == 130
    assert "tablero: interrupted; nothing was played" in said


@pytest.mark.parametrize(
    ("variables", "coloured"),
    [({"TERM": "xterm"}, True), ({"TERM": "xterm", "NO_COLOR": "1"}, False), ({}, False)],
)
def test_colours(terminal, variables, coloured):
    session = terminal("play", "connect4", "human", "random", "--from", "44", **variables)
    session.expect_exact(PROMPT["en"])
    assert ("\x1b[31m" in session.before) == coloured


def test_undo_goes_back_to_the_turn_before(terminal):
    session = terminal("play", "tictactoe", "human", "random", "--seed", "1")
    session.answer(PROMPT["en"], "undo")
    session.expect_exact("there is nothing to undo")
    session.answer(PROMPT["en"], "5")
    session.answer(PROMPT["en"], "deshacer")
    session.answer(PROMPT["en"], "1")
    session.expect_exact("move 1, first player (human): 1")
    session.answer(PROMPT["en"], "quit")
    _code, said = session.leave()
    assert said.splitlines()[-1].startswith("moves played: 1 ")


def test_a_saved_game_goes_on(terminal, tmp_path):
    file = tmp_path / "left.jsonl"
    session = terminal("play", "connect4", "human", "human", "--from", "44")
    for text in ("3", f"save {file}", "2", "resign"):
        session.answer(PROMPT["en"], text)
    code, said = session.leave()
    assert code == 0
    assert "the second player (human) has won: the opponent resigned: 4432" in said
    record = json.loads(file.read_text())
    assert (record["moves"], record["reason"]) == (["3"], "unfinished")
    session = terminal("play", "--resume", str(file), language="es")
    session.answer(PROMPT["es"], "undo")
    session.answer("primer jugador, " + PROMPT["es"], "salir")
    assert "no se ha jugado nada" in session.leave()[1]


def test_a_game_is_turned_page_by_page(terminal, tmp_path):
    file = tmp_path / "games.jsonl"
    Terminal(
        *("play", "tictactoe", "random", "random", "--silent", "--seed", "1"),
        *("--out", str(file)),
    ).leave()
    last = len(json.loads(file.read_text())["moves"])
    session = terminal("replay", str(file))
    turned = [("", 1), ("", 2), ("b", 1), ("x", 1), ("99", 1), ("3", 3), ("atrás", 2), ("q", 2)]
    page = 0
    for key, following in turned:
        session.answer(f"{page} of {last} (", key)
        if key in ("x", "99"):
            session.expect_exact(f"'{key}' is not one of these: Enter, b, q, or a number from 0")
        page = following
    code, said = session.leave()
    assert (code, said.count("has won by") + said.count("drawn")) == (0, 1)


def test_whoever_has_the_first_turn_is_asked(terminal):
    """The machine begins where the second player is the person."""
    session = terminal("play", "tictactoe", "random", "--seed", "1")
    session.expect_exact("second player, your move: ")
    assert session.before.count("move 1, first player (random)") == 1
