"""The line about the last seed at the terminal, in English and Spanish."""

import io

import pytest

from tablero.cli import main

pytestmark = pytest.mark.plain


@pytest.fixture
def tablero(capsys, monkeypatch):
    """Run a command with these lines as its input, and return its output."""
    monkeypatch.setenv("LANG", "C")
    monkeypatch.delenv("LC_ALL", raising=False)

    def run(*words, said=()):
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in said)))
        with pytest.raises(SystemExit) as end:
            main(words)
        out, err = capsys.readouterr()
        assert (end.value.code or 0, err) == (0, "")
        return out

    return run


CASES = [
    (
        "mancala11",
        "start",
        "3",
        "first player: last seed in the player's store (0 before the sowing): the turn passes",
        "primer jugador: última semilla en el almacén propio (0 antes de la siembra): "
        "pasa el turno",
    ),
    (
        "mancala11",
        "3 3 3 3 3 1 2 / 3 3 3 3 3 3 0 / 1",
        "5",
        "first player: last seed in the player's store (2 before the sowing): plays again",
        "primer jugador: última semilla en el almacén propio (2 antes de la siembra): "
        "juega otra vez",
    ),
    (
        "mancala11(passes=true)",
        "3 3 3 3 3 1 2 / 3 3 3 3 3 3 0 / 1",
        "5",
        "first player: last seed in the player's store (2 before the sowing): plays again, "
        "the rival must pass",
        "primer jugador: última semilla en el almacén propio (2 antes de la siembra): "
        "juega otra vez, el rival debe pasar",
    ),
    (
        "mancala11",
        "3 3 3 3 4 2 0 / 1 0 3 3 3 3 5 / 2",
        "0",
        "second player: last seed in own pit 1 (0 there, 4 opposite): "
        "captures, 5 to the player's store; the turn passes",
        "segundo jugador: última semilla en el hoyo propio 1 (0 en él, 4 enfrente): "
        "captura, 5 al almacén propio; pasa el turno",
    ),
    (
        "mancala11",
        "0 0 0 8 0 0 0 / 3 4 5 6 5 5 0 / 1",
        "3",
        "first player: last seed in the rival's pit 4 (5 before the sowing, 0 opposite): "
        "steals, 6 to the player's pit opposite; the turn passes",
        "primer jugador: última semilla en el hoyo 4 del rival "
        "(5 antes de la siembra, 0 enfrente): roba, 6 al hoyo propio de enfrente; pasa el turno",
    ),
    (
        "mancala11",
        "1 0 0 0 0 8 9 / 1 1 1 1 1 1 12 / 1",
        "5",
        "first player: last seed in the rival's store (12 before the sowing): the turn passes",
        "primer jugador: última semilla en el almacén del rival (12 antes de la siembra): "
        "pasa el turno",
    ),
    (
        "mancala11",
        "1 0 0 0 0 5 5 / 0 0 0 0 1 0 24 / 1",
        "0",
        "first player: last seed in own pit 1 (0 there, 1 opposite): "
        "captures, 2 to the player's store; the game is over",
        "primer jugador: última semilla en el hoyo propio 1 (0 en él, 1 enfrente): "
        "captura, 2 al almacén propio; la partida ha terminado",
    ),
]


@pytest.mark.parametrize(("game", "position", "move", "english", "spanish"), CASES)
def test_show_says_what_the_last_seed_did(tablero, game, position, move, english, spanish):
    for language, line in (("en", english), ("es", spanish)):
        out = tablero("show", game, position, "--play", f"(R {move})", "--lang", language)
        assert line in out.splitlines()


def test_show_speaks_of_the_last_move_only(tablero):
    out = tablero("show", "mancala11", "--play", "(R 3)", "0")
    assert "first player: last seed" not in out
    assert "second player: last seed in own pit 3 (3 there, 3 opposite): the turn passes\n" in out
    assert "last seed" not in tablero("show", "mancala11")
    assert "last seed" not in tablero("show", "kalah", "--play", "3")


def test_show_says_nothing_of_a_pass(tablero):
    passing = "3 3 3 0 4 3 2 / 3 3 3 3 3 3 0 / 2 / 1 0 0 1"
    assert "last seed" not in tablero("show", "mancala11(passes=true)", passing, "--play", "pass")


def test_a_game_in_debug_mode_says_it_after_every_move(tablero):
    out = tablero("play", "mancala11", "random", "random", "--debug", "--seed", "1")
    lines = out.splitlines()
    moves = [number for number, line in enumerate(lines) if line.startswith("move ")]
    assert len(moves) > 10
    assert all(lines[number + 1].startswith("last seed in ") for number in moves)
    assert lines[moves[-1] + 1].endswith("the game is over")


def test_a_person_types_moves_as_the_paper_writes_them(tablero):
    said = ["(R 3)", "r 0", "(L 1)", "1"]
    out = tablero("play", "mancala11", "human", "human", said=said)
    assert "'(L 1)' sows to the left; only R, to the right, is legal" in out
    assert out.endswith("moves played: 3 0 1\n")
    assert (
        "move 1, first player (human): 3\n"
        "last seed in the player's store (0 before the sowing): the turn passes\n"
        "\n"
        "      5  4  3  2  1  0\n"
        "*     3  3  3  3  3  3      marker 18  Ac: 0\n"
        "  0                      1\n"
        "      3  3  3  0  4  4      marker 18  Ac: 0\n"
        "      0  1  2  3  4  5\n"
    ) in out


def test_a_replay_says_it_too(tablero, tmp_path):
    file = str(tmp_path / "games.jsonl")
    tablero("play", "mancala11", "random", "random", "--silent", "--seed", "1", "--out", file)
    out = tablero("replay", file)
    assert out.count("\nlast seed in ") == out.count("\nmove ") > 10
